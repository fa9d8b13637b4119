/** What the palette does at once, without leading anywhere. */
import { BookOpen, Code, Keyboard, Link2, LogOut, type LucideIcon, SunMoon, UsersRound } from 'lucide-react';
import { teamAccountId } from '../api.ts';
import { saveUserSettings } from '../pages/settings/save-settings.ts';
import { useToast } from '../ui/toasts.tsx';
import type { Entry } from './palette-entries.ts';
import { type Deed, keysFor } from './shortcut-table.ts';
import { signOut } from './sign-out.ts';
import { applyTheme, type Theme } from './theme.ts';
import { useUser, useUserSettings } from './user.ts';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'Theme as this device has it'],
];

const action = (Icon: LucideIcon, words: string, also: string, run: () => void): Entry => ({
  id: `action-${words}`,
  group: 'Actions',
  words,
  also,
  Icon,
  run,
});

export function useActionEntries(carryOut: (deed: Deed) => void): Entry[] {
  const { data: own } = useUserSettings();
  const attempt = useAttempt();
  const accounts = useAccountEntries();
  const chooseTheme = (theme: Theme) => {
    applyTheme(theme);
    attempt(saveUserSettings({ theme }), null, 'The theme could not be saved');
  };
  const leave = () => attempt(signOut(), null, 'Signing out failed');
  const showSheet: Deed = { kind: 'sheet' };
  return [
    action(Link2, 'Copy the link to this view', 'share address url', () =>
      attempt(copyAddress(), 'Link copied', 'The link could not be copied'),
    ),
    ...THEMES.filter(([theme]) => theme !== own?.settings.theme).map(([theme, words]) =>
      action(SunMoon, words, 'theme colours mode', () => chooseTheme(theme)),
    ),
    {
      ...action(Keyboard, 'Keyboard shortcuts', 'help keys', () => carryOut(showSheet)),
      keys: keysFor(showSheet),
    },
    action(BookOpen, 'Documentation', 'docs help guide', () => location.assign('/docs')),
    action(Code, 'API reference', 'docs help openapi', () => location.assign('/docs/api')),
    ...accounts,
    action(LogOut, 'Sign out', 'log out leave', leave),
  ];
}

/** Other accounts whose sites one may see. */
function useAccountEntries(): Entry[] {
  const accounts = useUser().data?.accounts ?? [];
  return accounts
    .filter(({ id, kind }) => (kind === 'personal' ? null : id) !== teamAccountId)
    .map(({ id, kind, name }) => ({
      ...action(
        UsersRound,
        kind === 'personal' ? 'Your own sites' : `Sites of ${name}`,
        'account team switch',
        // Everything on the page belongs to another account then: a fresh start.
        () => location.assign(kind === 'personal' ? '/' : `/team/${id}/`),
      ),
      id: `account-${id}`,
    }));
}

/** Says how something went that was begun from the palette. */
function useAttempt() {
  const toast = useToast();
  return (work: Promise<unknown>, done: string | null, failed: string): void =>
    void work.then(
      () => done !== null && toast(done),
      (error: unknown) =>
        toast(`${failed}: ${error instanceof Error ? error.message : error}`, { isFault: true }),
    );
}

async function copyAddress(): Promise<void> {
  // Missing on pages that are not on https or this machine.
  if (!navigator.clipboard) throw new Error('take it from the address bar, which shows this view');
  await navigator.clipboard.writeText(location.href);
}
