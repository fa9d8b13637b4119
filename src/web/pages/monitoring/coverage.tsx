/** The coverage of a site: pages that are not counted or not linked, and links that lead nowhere. */
import type { Static } from '@sinclair/typebox';
import { type ReactNode, useState } from 'react';
import type { CoverageAnswer } from '../../../features/content/coverage/schema.ts';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useZones } from '../../app/user.ts';
import { type Bar, type BarColumn, BarList } from '../../charts/bar-list.tsx';
import * as labels from '../../labels/coverage.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DEFAULT_VIEW, periodQuery } from '../../view.ts';

type Answer = Static<typeof CoverageAnswer>;
type Facts = Answer['coverage'];

const FEW_ROWS = 5;
const WEB_SERVERS = [
  ['caddy', 'Caddy'],
  ['nginx', 'nginx'],
] as const;

export function Coverage({ site }: { readonly site: Site }) {
  const zones = useZones();
  // The days that the overview opens with.
  const query = useApi<Answer>(`/sites/${site.id}/coverage`, periodQuery(DEFAULT_VIEW, zones));
  return (
    <Panel
      title={labels.title}
      aside={<ServerLink href="/docs/monitoring#coverage">{labels.more}</ServerLink>}
    >
      <QueryContent query={query} loading={8}>
        {({ coverage }) => (
          <div className="coverage">
            <p className="hint">{labels.hint}</p>
            <Crawled coverage={coverage} />
            <NotFound site={site} coverage={coverage} />
          </div>
        )}
      </QueryContent>
    </Panel>
  );
}

/** The results of the crawl, or how to turn it on. */
function Crawled({
  coverage: { content_monitoring, checked_at, pages, ...links },
}: {
  readonly coverage: Facts;
}) {
  if (pages.total === 0)
    return content_monitoring ? (
      <p className="soft">{labels.crawledSoon}</p>
    ) : (
      <EmptyState title={labels.notCrawled}>{labels.notCrawledHint}</EmptyState>
    );
  const figures = [
    [labels.pagesRead, formatNumber(pages.total)],
    [labels.withCode, formatNumber(pages.with_snippet)],
    [labels.withoutCode, formatNumber(pages.without_snippet_count)],
  ] as const;
  return (
    <>
      <FactList className="monitoring-figures" facts={figures} />
      <Uncounted pages={pages} />
      {checked_at !== null && <Unlinked pages={pages} />}
      {links.broken_links.length > 0 && <BrokenLinks coverage={links} />}
    </>
  );
}

interface ListProps {
  readonly title: string;
  readonly hint: string;
  /** Shown instead of an empty list. */
  readonly none: string;
  readonly rowName?: string;
  readonly bars: readonly Bar[];
  readonly views?: BarColumn | null;
}

/** A list that shows a few rows until it is expanded. */
function List({ title, hint, none, rowName = shared.page, bars, views = null }: ListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? bars : bars.slice(0, FEW_ROWS);
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {bars.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <>
          <p className="hint">{hint}</p>
          <BarList
            bars={shown}
            label={title}
            rowName={rowName}
            count={{ name: shared.visitors }}
            views={views}
          />
        </>
      )}
      {shown.length < bars.length && (
        <Button isSmall onClick={() => setIsWhole(true)}>
          {shared.showAll(formatNumber(bars.length))}
        </Button>
      )}
    </section>
  );
}

/** Beside a row's label. */
const Aside = ({ children }: { readonly children: ReactNode }) => (
  <span className="coverage-aside soft">{children}</span>
);

const Uncounted = ({ pages }: { readonly pages: Facts['pages'] }) => (
  <List
    title={labels.uncounted}
    hint={labels.uncountedHint}
    none={labels.noneUncounted}
    bars={pages.without_snippet.map(({ path, reason, visitors }) => ({
      key: path,
      label: <UntrustedText text={path} isCut />,
      count: visitors,
      aside: <Aside>{labels.reasons[reason]}</Aside>,
    }))}
  />
);

const Unlinked = ({ pages }: { readonly pages: Facts['pages'] }) => (
  <>
    <List
      title={labels.unlinked}
      hint={labels.unlinkedHint}
      none={labels.noneUnlinked}
      bars={pages.unlinked.map(({ path, visitors }) => ({
        key: path,
        label: <UntrustedText text={path} isCut />,
        count: visitors,
      }))}
    />
    {pages.unread > 0 && <p className="hint">{labels.unread(pages.unread)}</p>}
  </>
);

const BrokenLinks = ({ coverage }: { readonly coverage: Pick<Facts, 'broken_links'> }) => (
  <List
    title={labels.brokenLinks}
    hint={labels.brokenLinksHint}
    none=""
    rowName={labels.link}
    bars={coverage.broken_links.map(({ id, url, found_on, visitors }) => ({
      key: String(id),
      label: <UntrustedText text={url.replace(/^https?:\/\//, '')} full={url} isCut />,
      count: visitors,
      aside: found_on !== null && (
        <Aside>
          {labels.on} <UntrustedText text={found_on} />
        </Aside>
      ),
    }))}
  />
);

/** Missing pages, with redirect rules to the pages that were most likely meant. */
function NotFound({ site, coverage }: { readonly site: Site; readonly coverage: Facts }) {
  const { not_found: missing, redirects, not_found_captured } = coverage;
  const hasLogs = missing.some(({ requests }) => requests !== null);
  const isUnknown = !not_found_captured && missing.length === 0;
  return (
    <>
      {!isUnknown && (
        <List
          title={labels.notFound}
          hint={labels.notFoundHint}
          none={labels.noneNotFound}
          views={hasLogs ? { name: labels.logRequests } : null}
          bars={missing.map(({ path, referrer, visitors, requests, suggestion }) => ({
            key: path,
            label: <UntrustedText text={path} isCut />,
            count: visitors ?? 0,
            views: requests,
            aside: (
              <Aside>
                {suggestion !== null && (
                  <>
                    → <UntrustedText text={suggestion} />{' '}
                  </>
                )}
                {referrer !== null && (
                  <>
                    {labels.from}{' '}
                    <UntrustedText text={referrer.replace(/^https?:\/\//, '')} full={referrer} />
                  </>
                )}
              </Aside>
            ),
          }))}
        />
      )}
      {!not_found_captured && (
        <p className="hint">
          {labels.captureOff(
            <ServerLink href={`/sites/${site.id}/settings/snippet`}>{labels.settingsLink}</ServerLink>,
          )}
        </p>
      )}
      {redirects.caddy !== '' && (
        <details className="redirects">
          <summary>{labels.redirects}</summary>
          <p className="hint">{labels.redirectsHint}</p>
          {WEB_SERVERS.map(([server, name]) => (
            <div key={server} className="stack">
              <h4>{name}</h4>
              <CopyBox text={redirects[server]} what={labels.rulesFor(name)} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}
