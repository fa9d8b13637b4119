/** What stands around the pages of one's own settings. */
import type { ReactNode } from 'react';
import { Page } from '../../app/page.tsx';
import { useUserSettings } from '../../app/user.ts';
import { type Part, PartsLayout } from './parts-layout.tsx';

const PARTS: readonly Part[] = [
  { href: '/settings/account', text: 'Account' },
  { href: '/settings/reports', text: 'Mail reports' },
  { href: '/settings/keys', text: 'API keys' },
  { href: '/settings/webhooks', text: 'Webhooks' },
  { href: '/settings/team', text: 'Team' },
];
const WITH_SERVER: readonly Part[] = [...PARTS, { href: '/operator', text: 'Server' }];

export function SettingsLayout({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly children: ReactNode;
}) {
  const { data } = useUserSettings();
  return (
    <Page title={title} heading={heading}>
      <PartsLayout label="Settings" parts={data?.settings.is_operator ? WITH_SERVER : PARTS}>
        {children}
      </PartsLayout>
    </Page>
  );
}
