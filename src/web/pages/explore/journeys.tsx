/** The journeys page. */

import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { JourneyList } from '../../../features/journeys/schema.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { ClearFiltersButton, ShowAllTimeButton } from '../../app/widen-view.tsx';
import { formatShare } from '../../format.ts';
import * as labels from '../../labels/journeys.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { WaysNavigation } from '../funnels/ways-navigation.tsx';
import { JourneyEntry } from './journey-entry.tsx';
import { JourneyFlow } from './journey-flow.tsx';

type Journeys = Static<typeof JourneyList>;

const PER_PAGE = 25;

export function JourneysPage() {
  return (
    <SiteLayout title={shared.journeys}>
      {site => (
        <>
          <WaysNavigation siteId={site.id} />
          <ViewBar siteId={site.id} hasComparison={false} />
          <Period key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

/** Another period, other filters and another choice start at page 1. */
function Period({ site }: { readonly site: Site }) {
  const { filtered } = useView();
  const [isLong, setIsLong] = useState(false);
  return (
    <JourneysContent
      key={JSON.stringify([filtered, isLong])}
      site={site}
      isLong={isLong}
      onIsLong={setIsLong}
    />
  );
}

function JourneysContent({
  site,
  isLong,
  onIsLong,
}: {
  readonly site: Site;
  /** Whether journeys of one page are left out of the list. */
  readonly isLong: boolean;
  readonly onIsLong: (isLong: boolean) => void;
}) {
  const { filtered, view } = useView();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useApi<Journeys>(
    `/sites/${site.id}/user_journeys`,
    { ...filtered, page, per_page: PER_PAGE, ...(isLong ? { min_pages: 2 } : {}) },
    { keepsPrevious: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (data && data.summary.total_visitors === 0) return <NoJourneys hasFilters={view.filters.length > 0} />;
  return (
    <>
      <ImportedDays imported={data?.imported} />
      <Figures summary={data?.summary} />
      <JourneyFlow siteId={site.id} firstPath={data?.insights.top_entry_pages[0]?.path} />
      <Panel
        title={shared.journeys}
        aside={data && <LengthSwitch summary={data.summary} isLong={isLong} onIsLong={onIsLong} />}
      >
        {data ? (
          <>
            <ol
              className={isPlaceholderData ? 'journeys stale' : 'journeys'}
              aria-label={labels.journeysLabel}
            >
              {data.user_journeys.map(journey => (
                <JourneyEntry key={journey.visitor_hash} siteId={site.id} journey={journey} />
              ))}
            </ol>
            <Pager pagination={data.pagination} onPage={setPage} />
          </>
        ) : (
          <SkeletonRows count={10} />
        )}
      </Panel>
    </>
  );
}

/** Chooses whether journeys of one page are listed. */
function LengthSwitch({
  summary,
  isLong,
  onIsLong,
}: {
  readonly summary: Journeys['summary'];
  readonly isLong: boolean;
  readonly onIsLong: (isLong: boolean) => void;
}) {
  return (
    <Segments
      legend={labels.listed}
      options={[
        ['all', labels.allJourneys(formatNumber(summary.total_visitors))],
        ['long', labels.longJourneys(formatNumber(summary.multi_page_visitors))],
      ]}
      value={isLong ? 'long' : 'all'}
      onValue={value => onIsLong(value === 'long')}
    />
  );
}

function Figures({ summary }: { readonly summary: Journeys['summary'] | undefined }) {
  const visitors = summary?.total_visitors ?? 0;
  const figures: readonly (readonly [name: string, value: string])[] = [
    [shared.visitors, formatNumber(visitors)],
    [labels.moreThanOnePage, formatShare((summary?.multi_page_visitors ?? 0) / Math.max(1, visitors))],
    [labels.singlePageVisitors, formatShare((summary?.bounce_rate ?? 0) / 100)],
  ];
  return (
    <>
      <FactList
        className="journey-figures"
        facts={figures.map(([name, value]) => [
          name,
          summary ? value : <Skeleton key={name} width="5rem" height="1.9rem" />,
        ])}
      />
      <p className="hint journey-hint">{labels.notTheBounceRate}</p>
    </>
  );
}

const NoJourneys = ({ hasFilters }: { readonly hasFilters: boolean }) => (
  <EmptyState title={labels.emptyTitle}>
    {!hasFilters && <p>{labels.emptyHint}</p>}
    <ClearFiltersButton />
    <ShowAllTimeButton />
  </EmptyState>
);
