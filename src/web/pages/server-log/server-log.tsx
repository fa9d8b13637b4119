/** The page of a site's server log: requests that access logs show and the script does not. */
import type { Static } from '@sinclair/typebox';
import { type ReactNode, useState } from 'react';
import type { AccessLogAnswer } from '../../../features/access-log/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { ShowAllTimeButton } from '../../app/widen-view.tsx';
import { type Bar, type BarColumn, BarList } from '../../charts/bar-list.tsx';
import { formatShare } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/server-log.tsx';
import * as shared from '../../labels/shared.tsx';
import { formatDays } from '../../period-labels.ts';
import { addStyles } from '../../ui/add-styles.ts';
import { Button } from '../../ui/button.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import styles from './server-log.css' with { type: 'text' };

addStyles(styles);

type Answer = Static<typeof AccessLogAnswer>;
type AccessLog = Answer['access_log'];

const FEW_ROWS = 8;

export function ServerLogPage() {
  return (
    <SiteLayout title={shared.serverLog}>
      {site => (
        <>
          <ViewBar hasComparison={false} />
          <ServerLogContent key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

function ServerLogContent({ site }: { readonly site: Site }) {
  const { period } = useView();
  const query = useApi<Answer>(`/sites/${site.id}/access_log`, period, { keepsPrevious: true });
  return (
    <QueryContent query={query} loading={12}>
      {({ access_log: log }) => {
        if (log.covered === null) return <NoLog site={site} />;
        if (log.requests.total === 0) return <NothingInPeriod covered={log.covered} />;
        return (
          <div className={query.isPlaceholderData ? 'server-log stale' : 'server-log'}>
            <Requests log={log} />
            <Missing log={log} />
            <Links log={log} />
            <Crawlers log={log} />
            <FeedReaders log={log} />
            <Bots log={log} />
            <Errors log={log} />
          </div>
        );
      }}
    </QueryContent>
  );
}

/** All requests by class. */
function Requests({ log: { requests, page_view_share: share } }: { readonly log: AccessLog }) {
  const { total, ...classes } = requests;
  const bars = (Object.keys(classes) as (keyof typeof classes)[])
    .filter(name => classes[name] > 0)
    .sort((a, b) => classes[b] - classes[a])
    .map(
      (name): Bar => ({
        key: name,
        label: labels.requestClasses[name],
        count: classes[name],
        share: classes[name] / Math.max(1, total),
      }),
    );
  return (
    <Panel title={labels.allRequests}>
      <p className="hint">{labels.shareHint(formatNumber(total), formatShare(share ?? 0))}</p>
      <BarList
        bars={bars}
        label={labels.allRequests}
        rowName={labels.kind}
        count={{ name: labels.requests }}
        hasShare
      />
    </Panel>
  );
}

interface ListProps {
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly rowName: string;
  readonly bars: readonly Bar[];
  readonly views?: BarColumn;
  /** Requests beyond the rows. */
  readonly notListed?: number;
}

/** A panel with a list that shows a few rows until it is expanded. */
function List({ title, hint, none, rowName, bars, views, notListed = 0 }: ListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? bars : bars.slice(0, FEW_ROWS);
  return (
    <Panel title={title}>
      <p className="hint">{hint}</p>
      {bars.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <BarList
          bars={shown}
          label={title}
          rowName={rowName}
          count={{ name: labels.requests }}
          {...(views ? { views } : {})}
        />
      )}
      {shown.length < bars.length && (
        <Button isSmall onClick={() => setIsWhole(true)}>
          {shared.showAll(formatNumber(bars.length))}
        </Button>
      )}
      {notListed > 0 && shown.length === bars.length && (
        <p className="hint">{labels.notListed(formatNumber(notListed))}</p>
      )}
    </Panel>
  );
}

/** Beside a row's label. */
const Aside = ({ children }: { readonly children: ReactNode }) => (
  <span className="server-log-aside soft">{children}</span>
);

const Missing = ({ log }: { readonly log: AccessLog }) => (
  <List
    title={labels.notFound}
    hint={labels.notFoundHint}
    none={labels.noneNotFound}
    rowName={shared.page}
    bars={log.not_found.map(({ path, requests }) => ({
      key: path,
      label: <UntrustedText text={path} isCut />,
      count: requests,
    }))}
    notListed={log.not_listed.not_found}
  />
);

/** Links to missing pages, which somebody can repair. */
const Links = ({ log }: { readonly log: AccessLog }) => (
  <List
    title={labels.brokenLinks}
    hint={labels.brokenLinksHint}
    none={labels.noneBrokenLinks}
    rowName={labels.linkOn}
    bars={log.not_found
      .flatMap(({ path, referrers }) => referrers.map(link => ({ path, ...link })))
      .sort((a, b) => b.requests - a.requests)
      .map(({ path, referrer, requests }) => ({
        key: `${path} ${referrer}`,
        label: <UntrustedText text={referrer.replace(/^https?:\/\//, '')} full={referrer} isCut />,
        count: requests,
        aside: (
          <Aside>
            {labels.to} <UntrustedText text={path} />
          </Aside>
        ),
      }))}
  />
);

/** Statuses other than success, which needs no mention. */
const formatStatuses = (statuses: AccessLog['bots'][number]['statuses']): string =>
  statuses
    .filter(({ status }) => status !== 200)
    .slice(0, 4)
    .map(({ status, requests }) => `${status} × ${formatNumber(requests)}`)
    .join(' · ');

const toProgramBars = (programs: AccessLog['bots']): Bar[] =>
  programs.map(({ name, requests, statuses }) => {
    const others = formatStatuses(statuses);
    return {
      key: name,
      label: <UntrustedText text={name === '-' ? labels.nameless : name} isCut />,
      count: requests,
      ...(others === '' ? {} : { aside: <Aside>{others}</Aside> }),
    };
  });

const Crawlers = ({ log }: { readonly log: AccessLog }) => (
  <List
    title={shared.aiCrawlers}
    hint={labels.crawlersHint}
    none={labels.noneCrawlers}
    rowName={labels.program}
    bars={toProgramBars(log.crawlers)}
    notListed={log.not_listed.crawlers}
  />
);

const Bots = ({ log }: { readonly log: AccessLog }) => (
  <List
    title={labels.otherBots}
    hint={labels.otherBotsHint}
    none={labels.noneBots}
    rowName={labels.program}
    bars={toProgramBars(log.bots)}
    notListed={log.not_listed.bots}
  />
);

function FeedReaders({ log }: { readonly log: AccessLog }) {
  const subscribers = log.feed_readers.reduce((sum, reader) => sum + (reader.subscribers ?? 0), 0);
  const bars = log.feed_readers.map(
    ({ name, requests, subscribers: own, feeds }): Bar => ({
      key: name,
      label: <UntrustedText text={name === 'Mozilla' ? labels.browsers : name} isCut />,
      count: requests,
      aside: (
        <Aside>
          {own !== null && `${labels.subscribers(own)} · `}
          <UntrustedText text={feeds.map(({ path }) => path).join(', ')} />
        </Aside>
      ),
    }),
  );
  return (
    <List
      title={labels.feedReaders}
      hint={
        subscribers > 0 ? labels.subscribersHint(labels.subscribers(subscribers)) : labels.feedReadersHint
      }
      none={labels.noneFeedReaders}
      rowName={labels.program}
      bars={bars}
      notListed={log.not_listed.feed_readers}
    />
  );
}

const Errors = ({ log }: { readonly log: AccessLog }) => (
  <List
    title={labels.errors}
    hint={labels.errorsHint}
    none={labels.noneErrors}
    rowName={shared.page}
    bars={log.errors.map(({ path, status, requests }) => ({
      key: `${status} ${path}`,
      label: <UntrustedText text={path} isCut />,
      count: requests,
      aside: <Aside>{status}</Aside>,
    }))}
    notListed={log.not_listed.errors}
  />
);

const NothingInPeriod = ({ covered }: { readonly covered: NonNullable<AccessLog['covered']> }) => (
  <EmptyState title={labels.nothingInPeriod}>
    <div className="stack">
      <p>{labels.coveredDays(formatDays(covered.first_day, covered.last_day))}</p>
      <div className="actions">
        <ShowAllTimeButton />
      </div>
    </div>
  </EmptyState>
);

/** Instructions for importing a log. */
const NoLog = ({ site: { id } }: { readonly site: Site }) => (
  <EmptyState title={labels.emptyTitle}>
    <div className="stack server-log-steps">
      <p>{labels.emptyHint}</p>
      <h2>{labels.importOnce}</h2>
      <p>
        {labels.importOnceHint(
          <ServerLink href={`/sites/${id}/settings/imports`}>{labels.dropIt}</ServerLink>,
        )}
      </p>
      <CopyBox
        text={`footfall import ${id} /var/log/nginx/access.log* --without-hits`}
        what={labels.importOnce}
      />
      <h2>{labels.follow}</h2>
      <p>{labels.followHint}</p>
      <CopyBox
        text={`footfall import ${id} /var/log/nginx/access.log --follow --without-hits`}
        what={labels.follow}
      />
      <p>
        <ServerLink href="/docs/server-logs#follow-a-log">{labels.systemdLink}</ServerLink>
      </p>
    </div>
  </EmptyState>
);
