/** What stands out about a site day by day, beside what its owner knows of these days. */
import { useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteFrame } from '../../app/site-frame.tsx';
import { useHasEndpoint } from '../../app/use-has-endpoint.ts';
import { useAccount, useCanWrite } from '../../app/user.ts';
import { Moment } from '../../ui/moment.tsx';
import { Empty, Fault } from '../../ui/notices.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { InsightList } from './insight.ts';
import { InsightCard } from './insight-card.tsx';
import { Timeline } from './timeline.tsx';

/** It tells by itself whether this server has it. */
const ENDPOINT = '/sites/:id/insights';
const PER_PAGE = 7;

interface Settings {
  readonly settings: { readonly insights_enabled: boolean };
}

export function InsightsPage() {
  return <SiteFrame title="Insights">{site => <Insights key={site.id} site={site} />}</SiteFrame>;
}

function Insights({ site }: { readonly site: Site }) {
  const isSubscribed = useAccount()?.is_subscribed;
  const { data, error, refetch } = useApi<Settings>(`/sites/${site.id}/settings`);
  // Whether there are insights is known before anything is shown: what stands below them would jump.
  const discovery = useApi('/', {}, { staleMs: Number.POSITIVE_INFINITY });
  const first = useInsights(site.id, 1);
  if (isSubscribed === false) return <NoPlan />;
  if (error) return <Fault error={error} onRetry={() => void refetch()} />;
  if (!data || isSubscribed === undefined || discovery.isPending || first.isLoading)
    return <Skeleton height="30rem" />;
  if (!data.settings.insights_enabled) return <SwitchedOff siteId={site.id} />;
  return (
    <div className="insights">
      <Days site={site} />
      <Timeline siteId={site.id} />
    </div>
  );
}

function useInsights(siteId: number, page: number) {
  const isSubscribed = useAccount()?.is_subscribed ?? false;
  const isThere = useHasEndpoint(ENDPOINT);
  return useApi<InsightList>(
    `/sites/${siteId}/insights`,
    { page, per_page: PER_PAGE },
    { isEnabled: isSubscribed && isThere, keepsPrevious: true },
  );
}

/** A card a day, the latest first. */
function Days({ site }: { readonly site: Site }) {
  const [page, setPage] = useState(1);
  const isThere = useHasEndpoint(ENDPOINT);
  const { data, error, refetch, isPlaceholderData } = useInsights(site.id, page);
  const isMissing = !isThere || error?.status === 404 || error?.status === 403;
  return (
    <section className={isPlaceholderData ? 'insight-days old' : 'insight-days'} aria-label="Insights by day">
      {isMissing ? (
        <NotYet />
      ) : error && !data ? (
        <Fault error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height="30rem" />
      ) : data.insights.length === 0 ? (
        <NoInsights next={data.site.next_insight_job_scheduled_at} />
      ) : (
        <>
          {data.insights.map((insight, index) => (
            <InsightCard key={insight.id} insight={insight} isLatest={page === 1 && index === 0} />
          ))}
          <Pager pagination={data.pagination} onPage={setPage} label="Pages of the insights" />
        </>
      )}
    </section>
  );
}

const NotYet = () => (
  <div className="panel">
    <Empty title="Insights are not there yet">
      <p>
        This server does not write them for this site so far. Signals work already: what you note now will be
        beside the first insight.
      </p>
    </Empty>
  </div>
);

const NoInsights = ({ next }: { readonly next: string | null }) => (
  <div className="panel">
    <Empty title="The first insight is still to come">
      <p>
        Every night the last seven days are compared with the seven before. Once a week has ten hits, what
        stands out is told here.{' '}
        {next !== null && (
          <>
            The next look is <Moment at={next} />.
          </>
        )}
      </p>
    </Empty>
  </div>
);

function SwitchedOff({ siteId }: { readonly siteId: number }) {
  const canWrite = useCanWrite();
  return (
    <Empty title="Insights are off for this site">
      <p>
        Insights tell every morning what stands out about the last week, and signals note what you did.{' '}
        {canWrite ? (
          <Link href={`/sites/${siteId}/settings`}>Switch them on in the site’s settings</Link>
        ) : (
          'The owner of the account can switch them on.'
        )}
      </p>
    </Empty>
  );
}

const NoPlan = () => (
  <Empty title="Insights are part of a subscription">
    <p>
      With one, Footfall tells every morning what stands out about the last week. Whoever runs this server can
      give the account a plan. <a href="/docs/insights-and-signals">More on insights</a>
    </p>
  </Empty>
);
