/** Installing the snippet, and why no hit arrives. */

import { Fragment } from 'react';
import { formatSnippet } from '../../../core/snippet.ts';
import type { Site } from '../../app/site-layout.tsx';
import { isLoopback, usePublicOrigin } from '../../app/use-public-origin.ts';
import { displayHost } from '../../format.ts';
import * as labels from '../../labels/site.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function Install({ site }: { readonly site: Site }) {
  const origin = usePublicOrigin();
  return (
    <div className="stack">
      <p>{labels.pasteThisLineBeforeLt(<Host site={site} />)}</p>
      <CopyBox text={formatSnippet(origin, site.uid)} what={labels.theSnippet} />
      {isLoopback(origin) && <p className="banner">{labels.onlyBrowsersOnThisMachine(origin)}</p>}
      <p>{labels.wordpressHugoWebflowOrAnother}</p>
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
  const origin = usePublicOrigin();
  const hints = [
    site.allow_from_any_domain ? (
      labels.pagesOfAnyHostCount
    ) : (
      <Fragment key="host">{labels.thePageMustBeOn(<Host site={site} />)}</Fragment>
    ),
    labels.pagesOpenedFromLocalhostOr,
    labels.aContentBlockerOrGlobal,
    <Fragment key="policy">{labels.aPageWithAContent(origin)}</Fragment>,
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
