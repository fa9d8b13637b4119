import { useState } from 'react';
import { Link } from 'wouter';
import { formatSnippet } from '../../../core/snippet.ts';
import { usePublicOrigin } from '../../app/use-public-origin.ts';
import { useCanWrite } from '../../app/user.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { EmptyState, ErrorState } from '../../ui/notices.tsx';
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
      <Panel title="The line for your pages">
        <p>
          Paste it before <code>&lt;/head&gt;</code> of every page. What you choose below changes it.
        </p>
        <CopyBox text={formatSnippet(origin, site.uid, toFlags(choices))} what="the snippet" />
        {elements !== '' && (
          <>
            <p>Where they are to be seen, paste what the script fills:</p>
            <CopyBox text={elements} what="the elements" />
          </>
        )}
        {needsPublic(choices) && !site.public && (
          <p className="banner">
            Counters show numbers of public sites only, and this one is not.{' '}
            {canWrite && <Link href={`/sites/${site.id}/settings/public`}>Make it public</Link>}
          </p>
        )}
        <p className="hint">
          <a href="/docs/site-builders">Where it goes in WordPress, Hugo, Webflow and others</a> ·{' '}
          <a href="/docs/snippet">All about the snippet</a>
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
    <Panel title="Not counted in the last 24 hours">
      {data ? (
        data.refusals.length > 0 ? (
          <RefusalList siteId={site.id} refusals={data.refusals} />
        ) : (
          <EmptyState title="Everything was counted">
            Views and events that your pages report and that do not count are listed here with the reason:
            another host, an ignore rule, a bot, a privacy signal. A restart of the server empties the list.
          </EmptyState>
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
    <Panel title="Beside it">
      <h3>Leave your own visits out</h3>
      <p>
        Open this once in every browser of yours. With <code>false</code> at its end you are counted again.
      </p>
      <CopyBox text={optOut} what="the address that leaves you out" />
      <h3>A page with a Content-Security-Policy</h3>
      <p>It has to allow:</p>
      <CopyBox text={toContentSecurityPolicy(origin)} what="the policy" />
      <h3>Where no script runs</h3>
      <p>In a mail or a feed, a picture counts a view of the path that it names:</p>
      <CopyBox
        text={`<img src="${origin}/pixel/${site.uid}.gif?path=/newsletter" alt="">`}
        what="the picture"
      />
    </Panel>
  );
}
