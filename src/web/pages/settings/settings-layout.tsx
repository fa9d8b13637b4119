/** The layout of the user's settings. */

import type { ReactNode } from 'react';
import { Page } from '../../app/page.tsx';
import { useUserSettings } from '../../app/user.ts';
import * as labels from '../../labels/settings.ts';
import { type Part, PartsLayout } from './parts-layout.tsx';

const PARTS: readonly Part[] = [
  { href: '/settings/account', text: labels.account },
  { href: '/settings/reports', text: labels.mailReports },
  { href: '/settings/keys', text: labels.apiKeys },
  { href: '/settings/webhooks', text: labels.webhooks },
  { href: '/settings/team', text: labels.team },
];
const WITH_SERVER: readonly Part[] = [...PARTS, { href: '/operator', text: labels.server }];

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
      <PartsLayout label={labels.settings} parts={data?.settings.is_operator ? WITH_SERVER : PARTS}>
        {children}
      </PartsLayout>
    </Page>
  );
}
