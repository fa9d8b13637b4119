import { useState } from 'react';
import { Link } from 'wouter';
import { formatSnippet } from '../../../core/snippet.ts';
import { usePublicOrigin } from '../../app/use-public-origin.ts';
import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/site-settings.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { RefusalList, useRefusals } from '../site/refusals.tsx';
import { DEFAULT_CHOICES, needsPublic, toContentSecurityPolicy, toElements, toFlags } from './embed.ts';
import { EmbedOptions } from './embed-options.tsx';
import type { PartProps } from './site-settings.tsx';

export function SnippetPart({ site }: PartProps) {
  const origin = usePublicOrigin();
  const canWrite = useCanWrite();
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const elements = toElements(choices);
  return (
    <>
      <Panel title={labels.theLineForYourPages}>
        <p>{labels.pasteItBeforeLtHead}</p>
        <CopyBox text={formatSnippet(origin, site.uid, toFlags(choices))} what={labels.theSnippet} />
        {elements !== '' && (
          <>
            <p>{labels.whereTheyAreToBe}</p>
            <CopyBox text={elements} what={labels.theElements} />
          </>
        )}
        {needsPublic(choices) && !site.public && (
          <p className="banner">
            {labels.countersShowNumbersOfPublic(
              canWrite && <Link href={`/sites/${site.id}/settings/public`}>{labels.makeItPublic}</Link>,
            )}
          </p>
        )}
        <p className="hint">
          <a href="/docs/site-builders">{labels.whereItGoesInWordpress}</a> ·{' '}
          <a href="/docs/snippet">{labels.allAboutTheSnippet}</a>
        </p>
      </Panel>
      <EmbedOptions choices={choices} onChange={part => setChoices({ ...choices, ...part })} />
      <MoreSnippets site={site} origin={origin} />
      <NotCounted site={site} />
    </>
  );
}

function NotCounted({ site }: Pick<PartProps, 'site'>) {
  const { data, error, refetch } = useRefusals(site.id);
  return (
    <Panel title={labels.notCountedInTheLast}>
      {data ? (
        data.refusals.length > 0 ? (
          <RefusalList siteId={site.id} refusals={data.refusals} />
        ) : (
          <EmptyState title={labels.everythingWasCounted}>{labels.viewsAndEventsThatYour}</EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Panel>
  );
}

function MoreSnippets({ site, origin }: Pick<PartProps, 'site'> & { readonly origin: string }) {
  const root = URL.canParse(site.url) ? new URL(site.url).href : site.url;
  const optOut = `${root}${root.includes('?') ? '&' : '?'}footfall_ignore=true`;
  return (
    <Panel title={labels.besideIt}>
      <h3>{labels.leaveYourOwnVisitsOut}</h3>
      <p>{labels.openThisOnceInEvery}</p>
      <CopyBox text={optOut} what={labels.theAddressThatLeavesYou} />
      <h3>{labels.aPageWithAContent}</h3>
      <p>{labels.itHasToAllow}</p>
      <CopyBox text={toContentSecurityPolicy(origin)} what={labels.thePolicy} />
      <h3>{labels.whereNoScriptRuns}</h3>
      <p>{labels.inAMailOrA}</p>
      <CopyBox
        text={`<img src="${origin}/pixel/${site.uid}.gif?path=/newsletter" alt="">`}
        what={labels.thePicture}
      />
    </Panel>
  );
}
