/** The layout of the user's settings. */

import type { ReactNode } from 'react';
import { useAccountPages } from '../../app/account-pages.ts';
import { Page } from '../../app/page.tsx';
import * as shared from '../../labels/shared.tsx';
import { PartsLayout } from './parts-layout.tsx';

export function SettingsLayout({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly children: ReactNode;
}) {
  const pages = useAccountPages();
  return (
    <Page title={title} heading={heading}>
      <PartsLayout label={shared.settings} parts={pages.map(([href, text]) => ({ href, text }))}>
        {children}
      </PartsLayout>
    </Page>
  );
}
