/** The insights page: findings day by day, and the owner's signals. */

import { useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useAccount, useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/insights.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSiteSettings } from '../site-settings/use-site-settings.ts';
import type { InsightList } from './insight.ts';
import { InsightCard } from './insight-card.tsx';
import { Timeline } from './timeline.tsx';

const PER_PAGE = 7;

export function InsightsPage() {
  return <SiteLayout title={shared.insights}>{site => <Insights key={site.id} site={site} />}</SiteLayout>;
}

function Insights({ site }: { readonly site: Site }) {
  const isSubscribed = useAccount()?.is_subscribed;
  const { data, error, refetch } = useSiteSettings(site.id);
  // Waits for the insights before rendering: what is below them would jump.
  const first = useInsights(site.id, 1);
  if (isSubscribed === false) return <NoPlan />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data || isSubscribed === undefined || first.isLoading) return <Skeleton height="30rem" />;
  if (!data.settings.insights_enabled) return <InsightsDisabled siteId={site.id} />;
  return (
    <div className="columns insights">
      <Days site={site} />
      <Timeline siteId={site.id} />
    </div>
  );
}

function useInsights(siteId: number, page: number) {
  const isSubscribed = useAccount()?.is_subscribed ?? false;
  return useApi<InsightList>(
    `/sites/${siteId}/insights`,
    { page, per_page: PER_PAGE },
    { isEnabled: isSubscribed, keepsPrevious: true },
  );
}

/** One card a day, the latest first. */
function Days({ site }: { readonly site: Site }) {
  const [page, setPage] = useState(1);
  const query = useInsights(site.id, page);
  return (
    <section
      className={query.isPlaceholderData ? 'insight-days stale' : 'insight-days'}
      aria-label={labels.insightsByDay}
    >
      <QueryContent query={query} loading={<Skeleton height="30rem" />}>
        {({ insights, site: { next_insight_job_scheduled_at: next }, pagination }) =>
          insights.length === 0 ? (
            <NoInsights next={next} />
          ) : (
            <>
              {insights.map((insight, index) => (
                <InsightCard key={insight.id} insight={insight} isLatest={page === 1 && index === 0} />
              ))}
              <Pager pagination={pagination} onPage={setPage} label={labels.insightsPager} />
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

const NoInsights = ({ next }: { readonly next: string | null }) => (
  <div className="panel">
    <EmptyState title={labels.emptyTitle}>
      {labels.emptyHint(next !== null && labels.nextRun(<RelativeTime at={next} />))}
    </EmptyState>
  </div>
);

function InsightsDisabled({ siteId }: { readonly siteId: number }) {
  const canWrite = useCanWrite();
  return (
    <EmptyState title={labels.offTitle}>
      <p>
        {labels.offHint(
          canWrite ? (
            <Link href={`/sites/${siteId}/settings`}>{labels.switchOnLink}</Link>
          ) : (
            labels.ownerCanSwitchOn
          ),
        )}
      </p>
    </EmptyState>
  );
}

const NoPlan = () => <EmptyState title={labels.noPlanTitle}>{labels.noPlanHint}</EmptyState>;
