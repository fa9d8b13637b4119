import { CircleUserRound } from 'lucide-react';
import { teamAccountId } from '../api-url.ts';
import { toAddress } from '../base-path.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-popup.tsx';
import { useToast } from '../ui/toasts.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { useAccountPages } from './account-pages.ts';
import { signOut } from './sign-out.ts';
import { useUser } from './user.ts';

/** Settings, other accounts, signing out. */
export function AccountMenu() {
  const toast = useToast();
  const { data: user } = useUser();
  const pages = useAccountPages();
  const leave = () =>
    signOut().catch((error: unknown) => toast(labels.signOutError(String(error)), { isError: true }));
  const accounts = user?.accounts ?? [];
  const switches: MenuItem[] =
    accounts.length < 2
      ? []
      : accounts.map(account => ({
          label:
            account.kind === 'personal' ? (
              labels.yourOwnSites
            ) : (
              <span>{shared.sitesOf(<UntrustedText text={account.name} />)}</span>
            ),
          isCurrent: (account.kind === 'personal' ? null : account.id) === teamAccountId,
          // Everything cached belongs to the current account: reloads the document.
          onSelect: () =>
            location.assign(toAddress(account.kind === 'personal' ? '/' : `/team/${account.id}/`)),
        }));
  return (
    <Menu
      label={shared.account}
      trigger={<CircleUserRound size={20} aria-hidden="true" />}
      items={[
        ...switches,
        ...(switches.length > 0 ? [null] : []),
        ...pages.map(([href, label]) => ({ label, href })),
        null,
        { label: shared.signOut, onSelect: () => void leave() },
      ]}
    />
  );
}
