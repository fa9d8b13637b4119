/** What stands around every page of somebody who is signed in. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import icon from '../icon.svg';
import { AccountMenu } from './account-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { useTheme } from './use-theme.ts';

export function Shell({ children }: { readonly children: ReactNode }) {
  useTheme();
  return (
    <CSPProvider disableStyleElements>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="top-bar">
        <Link href="/" className="brand">
          <img src={icon} alt="" /> Footfall
        </Link>
        <span className="grow" />
        <SearchButton />
        <AccountMenu />
      </header>
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        <a href="/docs">Docs</a>
        <a href="/docs/api">API</a>
        {/* The licence of the country data asks for it wherever countries are shown. */}
        <a href="https://db-ip.com" rel="noopener">
          IP geolocation by DB-IP
        </a>
      </footer>
    </CSPProvider>
  );
}
