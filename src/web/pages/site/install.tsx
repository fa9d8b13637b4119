/** How hits get in: the line for the site's pages, and why none comes. */
import { Fragment } from 'react';
import { formatSnippet } from '../../../core/snippet.ts';
import type { Site } from '../../app/site-layout.tsx';
import { isLoopback, usePublicOrigin } from '../../app/use-public-origin.ts';
import { displayHost } from '../../format.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function Install({ site }: { readonly site: Site }) {
  const origin = usePublicOrigin();
  return (
    <div className="stack">
      <p>
        Paste this line before <code>&lt;/head&gt;</code> of every page of <Host site={site} />. It sets no
        cookies.
      </p>
      <CopyBox text={formatSnippet(origin, site.uid)} what="the snippet" />
      {isLoopback(origin) && (
        <p className="banner">
          Only browsers on this machine reach {origin}. For everybody else, start the server with{' '}
          <code>FOOTFALL_BASE_URL</code> set to its public address.
        </p>
      )}
      <p>
        WordPress, Hugo, Webflow or another?{' '}
        <a href="/docs/site-builders">Where the line goes in site builders</a>.
      </p>
    </div>
  );
}

const Host = ({ site }: { readonly site: Site }) => (
  <b>
    <UntrustedText text={displayHost(site.url)} />
  </b>
);

/** Why a page that has the line may not be counted. */
export function NoHitHints({ site }: { readonly site: Site }) {
  const origin = usePublicOrigin();
  const hints = [
    site.allow_from_any_domain ? (
      'Pages of any host count for this site.'
    ) : (
      <Fragment key="host">
        The page must be on <Host site={site} />, with or without www. Other hosts are not counted.
      </Fragment>
    ),
    'Pages opened from localhost or as a file are never counted.',
    'A content blocker or Global Privacy Control in your own browser keeps your own visits out: try another browser, or your phone.',
    <Fragment key="policy">
      A page with a Content-Security-Policy must allow <code>{origin}</code> in script-src and connect-src.
    </Fragment>,
  ];
  return (
    <ul className="install-hints">
      {hints.map((hint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these are always the same
        <li key={index}>{hint}</li>
      ))}
    </ul>
  );
}
