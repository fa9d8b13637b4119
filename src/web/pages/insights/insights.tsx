/** The insights page: what was found, and the owner's signals. */

import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Day } from '../../../core/span.ts';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useAccount, useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/insights.tsx';
import { isServerLanguage } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSiteSettings } from '../site-settings/use-site-settings.ts';
import { Findings } from './findings.tsx';
import { foldFindings } from './fold.ts';
import type { Insight, InsightList } from './insight-answer.ts';
import { Digest, Summaries } from './summaries.tsx';
import { AddSignal, Timeline } from './timeline.tsx';

/** As many as the API allows: most repeat what was found before, and are folded. */
const PER_PAGE = 50;

export function InsightsPage() {
  return <SiteLayout title={shared.insights}>{site => <Insights key={site.id} site={site} />}</SiteLayout>;
}

function Insights({ site }: { readonly site: Site }) {
  const isSubscribed = useAccount()?.is_subscribed;
  const canWrite = useCanWrite();
  const { data, error, refetch } = useSiteSettings(site.id);
  // Waits for the insights before rendering: what is below them would jump.
  const first = useInsights(site.id, 1);
  if (isSubscribed === false) return <NoPlan />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data || isSubscribed === undefined || first.isLoading) return <Skeleton height="30rem" />;
  if (!data.settings.insights_enabled) return <InsightsDisabled siteId={site.id} />;
  return (
    <div className="columns insights">
      {canWrite && <AddSignal siteId={site.id} />}
      <Days site={site} />
      <Timeline siteId={site.id} />
    </div>
  );
}

function useInsights(siteId: number, page: number) {
  const isSubscribed = useAccount()?.is_subscribed ?? false;
  return useApi<InsightList>(
    `/sites/${siteId}/insights`,
    { page, per_page: PER_PAGE, ...(isServerLanguage ? {} : { include_sentences: true }) },
    { isEnabled: isSubscribed, keepsPrevious: true },
  );
}

/** The digest of the newest week, all findings, and the texts of each day. */
function Days({ site }: { readonly site: Site }) {
  const [page, setPage] = useState(1);
  const query = useInsights(site.id, page);
  const newest = useInsights(site.id, 1).data?.insights[0];
  return (
    <section
      className={query.isPlaceholderData ? 'insight-days stale' : 'insight-days'}
      aria-label={labels.insightsByDay}
    >
      <QueryContent query={query} loading={<Skeleton height="30rem" />}>
        {({ insights, site: { next_insight_job_scheduled_at: next }, pagination }) =>
          newest === undefined || insights.length === 0 ? (
            <NoInsights next={next} />
          ) : (
            <>
              {page === 1 && <Digest insight={newest} />}
              <Panel title={labels.findings}>
                <FoundIn siteId={site.id} insights={insights} newest={newest.insights_for_date} />
                <Summaries insights={insights} />
                <Pager pagination={pagination} onPage={setPage} label={labels.insightsPager} />
              </Panel>
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

function FoundIn({
  siteId,
  insights,
  newest,
}: {
  readonly siteId: number;
  readonly insights: readonly Insight[];
  readonly newest: Day;
}) {
  const findings = useMemo(() => foldFindings(insights), [insights]);
  if (findings.length === 0) return <p className="soft">{labels.noFindings}</p>;
  return <Findings siteId={siteId} findings={findings} newest={newest} />;
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
