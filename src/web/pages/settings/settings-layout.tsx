/** The layout of the user's settings. */

import type { ReactNode } from 'react';
import { Page } from '../../app/page.tsx';
import { useUserSettings } from '../../app/user.ts';
import { channels } from '../../labels/alerts.tsx';
import * as shared from '../../labels/shared.tsx';
import { type Part, PartsLayout } from './parts-layout.tsx';

const PARTS: readonly Part[] = [
  { href: '/settings/account', text: shared.account },
  { href: '/settings/reports', text: shared.mailReports },
  { href: '/settings/keys', text: shared.apiKeys },
  { href: '/settings/webhooks', text: shared.webhooks },
  { href: '/settings/notifications', text: channels },
  { href: '/settings/team', text: shared.team },
];
const WITH_SERVER: readonly Part[] = [...PARTS, { href: '/operator', text: shared.server }];

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
      <PartsLayout label={shared.settings} parts={data?.settings.is_operator ? WITH_SERVER : PARTS}>
        {children}
      </PartsLayout>
    </Page>
  );
}
