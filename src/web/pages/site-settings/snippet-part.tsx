import { useState } from 'react';
import { Link } from 'wouter';
import { formatSnippet } from '../../../core/snippet.ts';
import { usePublicAddress } from '../../app/use-public-address.ts';
import { useCanWrite } from '../../app/user.ts';
import { scriptPath } from '../../base-path.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/site-settings.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { RefusalList, useRefusals } from '../site/refusals.tsx';
import { BlockerTest } from './blocker-test.tsx';
import { CapturePanel } from './capture-panel.tsx';
import { DEFAULT_CHOICES, needsPublic, toContentSecurityPolicy, toElements, toFlags } from './embed.ts';
import { EmbedOptions } from './embed-options.tsx';
import type { PartProps } from './use-site-settings.ts';

export function SnippetPart({ site, settings }: PartProps) {
  const origin = usePublicAddress();
  const canWrite = useCanWrite();
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const elements = toElements(choices);
  return (
    <>
      <Panel title={labels.snippetTitle}>
        <p>{labels.snippetHint}</p>
        <CopyBox
          text={formatSnippet({ origin, uid: site.uid, scriptPath }, toFlags(choices))}
          what={others.trackingCodeName}
        />
        {elements !== '' && (
          <>
            <p>{labels.elementsHint}</p>
            <CopyBox text={elements} what={labels.elementsName} />
          </>
        )}
        {needsPublic(choices) && !site.public && (
          <p className="banner">
            {labels.countersHint(
              canWrite && <Link href={`/sites/${site.id}/settings/public`}>{labels.makeItPublic}</Link>,
            )}
          </p>
        )}
        <p className="hint">
          <ServerLink href="/docs/site-builders">{labels.siteBuildersLink}</ServerLink> ·{' '}
          <ServerLink href="/docs/snippet">{labels.snippetGuideLink}</ServerLink>
        </p>
      </Panel>
      <EmbedOptions choices={choices} onChange={part => setChoices({ ...choices, ...part })} />
      {canWrite && <CapturePanel site={site} settings={settings} />}
      <MoreSnippets site={site} origin={origin} />
      <BlockerTest site={site} />
      <NotCounted site={site} />
    </>
  );
}

function NotCounted({ site }: Pick<PartProps, 'site'>) {
  return (
    <Panel title={labels.refusalsTitle}>
      <QueryContent query={useRefusals(site.id)} loading={3}>
        {({ refusals }) =>
          refusals.length > 0 ? (
            <RefusalList siteId={site.id} refusals={refusals} />
          ) : (
            <EmptyState title={labels.noRefusals}>{labels.noRefusalsHint}</EmptyState>
          )
        }
      </QueryContent>
    </Panel>
  );
}

function MoreSnippets({ site, origin }: Pick<PartProps, 'site'> & { readonly origin: string }) {
  const root = URL.canParse(site.url) ? new URL(site.url).href : site.url;
  const optOut = `${root}${root.includes('?') ? '&' : '?'}footfall_ignore=true`;
  return (
    <Panel title={labels.besideTitle}>
      <h3>{labels.ignoreOwnTitle}</h3>
      <p>{labels.ignoreOwnHint}</p>
      <CopyBox text={optOut} what={labels.ignoreOwnName} />
      <h3>{labels.cspTitle}</h3>
      <p>{labels.cspHint}</p>
      <CopyBox text={toContentSecurityPolicy(origin)} what={labels.cspName} />
      <h3>{labels.pixelTitle}</h3>
      <p>{labels.pixelHint}</p>
      <CopyBox
        text={`<img src="${origin}/pixel/${site.uid}.gif?path=/newsletter" alt="">`}
        what={labels.pixelName}
      />
    </Panel>
  );
}
