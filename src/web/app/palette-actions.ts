/** Entries of the palette that run an action. */

import { BookOpen, Code, Keyboard, Link2, LogOut, SunMoon, UsersRound } from 'lucide-react';
import type { Theme } from '../../core/user.ts';
import { teamAccountId } from '../api-url.ts';
import { toAddress } from '../base-path.ts';
import { named } from '../labels/language.ts';
import * as words from '../labels/palette.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { Entry } from './palette-entry.ts';
import { type Action, keysFor } from './shortcut-table.ts';
import { signOut } from './sign-out.ts';
import { applyTheme } from './theme.ts';
import { saveUserSettings, useUser, useUserSettings } from './user.ts';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', words.lightTheme],
  ['dark', words.darkTheme],
  ['system', words.systemTheme],
];

const createEntry = (entry: Pick<Entry, 'Icon' | 'label' | 'keywords' | 'run'>): Entry => ({
  ...entry,
  id: `action-${entry.label}`,
  group: words.actions,
});

export function useActionEntries(runAction: (action: Action) => void): Entry[] {
  const { data: own } = useUserSettings();
  const report = useReportOutcome();
  const accounts = useAccountEntries();
  const chooseTheme = (theme: Theme) => {
    applyTheme(theme);
    report(saveUserSettings({ theme }), null, words.themeNotSaved);
  };
  const leave = () => report(signOut(), null, words.signOutFailed);
  const showSheet: Action = { kind: 'sheet' };
  return [
    createEntry({
      Icon: Link2,
      label: words.copyLink,
      keywords: words.copyLinkKeywords,
      run: () => report(copyAddress(), words.linkCopied, words.linkNotCopied),
    }),
    ...THEMES.filter(([theme]) => theme !== own?.settings.theme).map(([theme, label]) =>
      createEntry({
        Icon: SunMoon,
        label: label,
        keywords: words.themeKeywords,
        run: () => chooseTheme(theme),
      }),
    ),
    {
      ...createEntry({
        Icon: Keyboard,
        label: labels.keyboardShortcuts,
        keywords: words.shortcutKeywords,
        run: () => runAction(showSheet),
      }),
      keys: keysFor(showSheet),
    },
    createEntry({
      Icon: BookOpen,
      label: words.documentation,
      keywords: words.docsKeywords,
      run: () => location.assign(toAddress('/docs')),
    }),
    createEntry({
      Icon: Code,
      label: words.apiReference,
      keywords: words.apiKeywords,
      run: () => location.assign(toAddress('/docs/api')),
    }),
    ...accounts,
    createEntry({ Icon: LogOut, label: shared.signOut, keywords: words.signOutKeywords, run: leave }),
  ];
}

/** Returns entries for switching to the user's other accounts. */
function useAccountEntries(): Entry[] {
  const accounts = useUser().data?.accounts ?? [];
  return accounts
    .filter(({ id, kind }) => (kind === 'personal' ? null : id) !== teamAccountId)
    .map(({ id, kind, name }) => ({
      ...createEntry({
        Icon: UsersRound,
        label: kind === 'personal' ? labels.yourOwnSites : shared.sitesOfText(name),
        keywords: words.accountKeywords,
        // Everything cached belongs to the current account: reloads the document.
        run: () => location.assign(toAddress(kind === 'personal' ? '/' : `/team/${id}/`)),
      }),
      id: `account-${id}`,
    }));
}

/** Shows the outcome of an action as a toast. */
function useReportOutcome() {
  const toast = useToast();
  return (work: Promise<unknown>, done: string | null, failed: string): void =>
    void work.then(
      () => done !== null && toast(done),
      (error: unknown) =>
        toast(named(failed, error instanceof Error ? error.message : String(error)), { isError: true }),
    );
}

async function copyAddress(): Promise<void> {
  // The Clipboard API is missing on pages that are neither on https nor on localhost.
  if (!navigator.clipboard) throw new Error(words.linkNotCopiedHint);
  await navigator.clipboard.writeText(location.href);
}
