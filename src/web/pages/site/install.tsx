/** Installing the snippet, and why no hit arrives. */

import { Fragment } from 'react';
import { formatSnippet } from '../../../core/snippet.ts';
import { bareHost } from '../../../lib/url.ts';
import type { Site } from '../../app/site-layout.tsx';
import { isLoopback, usePublicAddress } from '../../app/use-public-address.ts';
import { scriptPath } from '../../base-path.ts';
import { displayHost } from '../../format.ts';
import * as labels from '../../labels/first-hit.tsx';
import * as others from '../../labels/other-pages.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function Install({ site }: { readonly site: Site }) {
  const origin = usePublicAddress();
  return (
    <div className="stack">
      <p>{labels.pasteTrackingCode(<Host site={site} />)}</p>
      <CopyBox text={formatSnippet({ origin, uid: site.uid, scriptPath })} what={others.trackingCodeName} />
      {isLoopback(origin) && (
        <div className="banner stack">
          <p>{labels.localOriginHint(origin)}</p>
          <CopyBox
            text={`FOOTFALL_BASE_URL=https://stats.${exampleDomain(site)} footfall serve`}
            what={others.commandName}
          />
        </div>
      )}
      <p>{labels.siteBuildersHint}</p>
    </div>
  );
}

const hostnameOf = ({ url }: Site): string => (URL.canParse(url) ? new URL(url).hostname : url);

/** Returns whether the host of an address is an IP address, which has no `www.`. */
const isIpAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

/** Returns the domain below which the server might be. */
const exampleDomain = (site: Site): string =>
  isIpAddress(hostnameOf(site)) ? 'example.org' : bareHost(hostnameOf(site));

const Host = ({ site }: { readonly site: Site }) => (
  <b>
    <UntrustedText text={displayHost(site.url)} />
  </b>
);

/** Reasons why a page with the snippet is not counted. */
export function NoHitHints({ site }: { readonly site: Site }) {
  const origin = usePublicAddress();
  const hints = [
    site.allow_from_any_domain ? (
      labels.anyHostCounts
    ) : (
      <Fragment key="host">
        {(isIpAddress(hostnameOf(site)) ? labels.onlyAddressCounts : labels.onlyHostCounts)(
          <Host site={site} />,
        )}
      </Fragment>
    ),
    labels.localhostHint,
    labels.blockerHint,
    <Fragment key="policy">{labels.cspHint(new URL(origin).origin)}</Fragment>,
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
