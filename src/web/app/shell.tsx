/** The layout of every page after signing in. */

import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { ProductIcon } from '../ui/product-icon.tsx';
import { ServerLink } from '../ui/server-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { useTheme } from './theme.ts';
import { useUserSettings } from './user.ts';

export function Shell({ children }: { readonly children: ReactNode }) {
  useTheme();
  return (
    <CSPProvider disableStyleElements>
      <a className="skip" href="#main">
        {labels.skipToContent}
      </a>
      <header className="top-bar">
        <Link href="/" className="brand">
          <ProductIcon /> {labels.productName}
        </Link>
        <span className="grow" />
        <SearchButton />
        <AccountMenu />
      </header>
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        <ServerLink href="/docs">{labels.docs}</ServerLink>
        <ServerLink href="/docs/api">{labels.api}</ServerLink>
        {/* Attribution required by the licence of the country database wherever countries are shown. */}
        <a href="https://db-ip.com" rel="noopener">
          {shared.geoCredit}
        </a>
        <Version />
      </footer>
    </CSPProvider>
  );
}

/** Shows the server's version and, to its operator, that a newer release is available. */
function Version() {
  const { data } = useUserSettings();
  if (!data) return null;
  const { server_version: version, newer_version: newer } = data.settings;
  return (
    <span>
      {labels.productName} {version}
      {newer !== null && (
        <>
          {' · '}
          <ServerLink href="/docs/backup#upgrade">{labels.newerVersion(newer)}</ServerLink>
        </>
      )}
    </span>
  );
}
