/** Installing the snippet, and why no hit arrives. */

import { Fragment } from 'react';
import { formatSnippet } from '../../../core/snippet.ts';
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
      {isLoopback(origin) && <p className="banner">{labels.localOriginHint(origin)}</p>}
      <p>{labels.siteBuildersHint}</p>
    </div>
  );
}

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
      <Fragment key="host">{labels.onlyHostCounts(<Host site={site} />)}</Fragment>
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
