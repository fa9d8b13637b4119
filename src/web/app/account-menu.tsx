import { CircleUserRound } from 'lucide-react';
import { teamAccountId } from '../api.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useToast } from '../ui/toasts.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { signOut } from './sign-out.ts';
import { useUser, useUserSettings } from './user.ts';

/** Settings, other accounts, signing out. */
export function AccountMenu() {
  const toast = useToast();
  const { data: user } = useUser();
  const { data: own } = useUserSettings();
  const leave = () =>
    signOut().catch((error: unknown) => toast(`Signing out failed: ${String(error)}`, { isError: true }));
  const accounts = user?.accounts ?? [];
  const switches: MenuItem[] =
    accounts.length < 2
      ? []
      : accounts.map(account => ({
          label:
            account.kind === 'personal' ? (
              'Your own sites'
            ) : (
              <span>
                Sites of <UntrustedText text={account.name} />
              </span>
            ),
          isCurrent: (account.kind === 'personal' ? null : account.id) === teamAccountId,
          // Everything on the page belongs to another account then: a fresh start.
          onSelect: () => location.assign(account.kind === 'personal' ? '/' : `/team/${account.id}/`),
        }));
  return (
    <Menu
      label="Account"
      trigger={<CircleUserRound size={20} aria-hidden="true" />}
      items={[
        ...switches,
        ...(switches.length > 0 ? [null] : []),
        { label: 'Account', href: '/settings/account' },
        { label: 'Mail reports', href: '/settings/reports' },
        { label: 'API keys', href: '/settings/keys' },
        { label: 'Webhooks', href: '/settings/webhooks' },
        { label: 'Team', href: '/settings/team' },
        ...(own?.settings.is_operator ? [{ label: 'Server', href: '/operator' }] : []),
        null,
        { label: 'Sign out', onSelect: () => void leave() },
      ]}
    />
  );
}
