/** How hits get in: the line for the site's pages, and why none comes. */
import { Fragment } from 'react';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

interface Discovery {
  readonly documentation: { readonly openapi_url: string };
}

/** The server's public origin. A loopback address that nobody set says less than the address this page came from. */
function publicOrigin(openApiUrl: string, own: string): string {
  const { origin } = new URL(openApiUrl);
  return isLoopback(origin) ? own : origin;
}

const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(origin);

/** Where the site's pages reach this server. */
export function usePublicOrigin(): string {
  const { data } = useApi<Discovery>('/', {}, { staleMs: Number.POSITIVE_INFINITY });
  return data ? publicOrigin(data.documentation.openapi_url, location.origin) : location.origin;
}

/** The line that counts a site's visits. */
const toSnippet = ({ uid }: Pick<Site, 'uid'>, origin: string): string =>
  `<script defer src="${origin}/embed/${uid}.js"></script>`;

export function Install({ site }: { readonly site: Site }) {
  const origin = usePublicOrigin();
  return (
    <div className="stack">
      <p>
        Paste this line before <code>&lt;/head&gt;</code> of every page of <Host site={site} />. It sets no
        cookies.
      </p>
      <CopyBox text={toSnippet(site, origin)} what="the snippet" />
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

const displayHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

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
