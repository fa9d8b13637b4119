/** The hours page: hits by hour of the week. */

import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { HoursAnswer } from '../../../features/hours/schema.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { useUserSettings } from '../../app/user.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { ClearFiltersButton, ShowAllTimeButton } from '../../app/widen-view.tsx';
import { HeatMap } from '../../charts/heat-map.tsx';
import {
  busiestDay,
  busiestHour,
  formatHour,
  formatMedian,
  type HourCell,
  orderedWeekdays,
  toHourCells,
  weekdayName,
} from '../../charts/hours-of-week.ts';
import { formatShare } from '../../format.ts';
import * as labels from '../../labels/hours.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { visitQuery } from '../../view.ts';

type Hours = Static<typeof HoursAnswer>;

export function HoursPage() {
  return (
    <SiteLayout title={shared.hours}>
      {site => (
        <>
          <ViewBar siteId={site.id} hasComparison={false} />
          <HoursContent key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

function HoursContent({ site }: { readonly site: Site }) {
  const { filtered, timeZone } = useView();
  const settings = useUserSettings().data?.settings;
  const { data, error, refetch, isPlaceholderData } = useApi<Hours>(
    `/sites/${site.id}/hours`,
    { ...filtered, ...visitQuery('hours') },
    { keepsPrevious: true },
  );
  const [pointed, setPointed] = useState<HourCell | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (data?.summary.total_hits === 0) return <NoHits />;
  const cells = data && toHourCells(data.hours, { from: data.filters.start_date, to: data.filters.end_date });
  return (
    <section
      className={isPlaceholderData ? 'panel hours stale' : 'panel hours'}
      aria-label={labels.heatMapTitle}
    >
      {cells ? (
        <>
          <Busiest cells={cells} />
          <ImportedDays imported={data.imported} />
          <p className="hours-details" aria-hidden="true">
            {pointed ? (
              <HourDetails cell={pointed} total={data.summary.total_hits} />
            ) : (
              <Hint timeZone={timeZone} />
            )}
          </p>
          <HeatMap
            cells={cells}
            weekdays={orderedWeekdays(settings?.week_start ?? 'monday')}
            onActiveCell={setPointed}
          />
        </>
      ) : (
        <Skeleton height="26rem" />
      )}
    </section>
  );
}

/** The summary in words. */
function Busiest({ cells }: { readonly cells: readonly HourCell[] }) {
  const [hour, day] = [busiestHour(cells), busiestDay(cells)];
  if (!hour || day === undefined) return null;
  return (
    <p className="hours-summary">
      {labels.busiestHour(
        weekdayName(hour.weekday),
        formatHour(hour.hour),
        <span className="soft">
          {hour.median !== null && labels.typicalHits(formatMedian(hour.median))}
          {labels.busiestDay(weekdayName(day))}
        </span>,
      )}
    </p>
  );
}

function HourDetails({ cell, total }: { readonly cell: HourCell; readonly total: number }) {
  return labels.hourDetails(
    {
      weekday: weekdayName(cell.weekday),
      hour: formatHour(cell.hour),
      hits: shared.pageviewCount(cell.hits),
      share: formatShare(cell.hits / Math.max(1, total)),
    },
    cell.median !== null && labels.typicalHitsOn(formatMedian(cell.median), weekdayName(cell.weekday)),
  );
}

const Hint = ({ timeZone }: { readonly timeZone: string }) => (
  <span className="soft">{labels.colourHint(timeZone)}</span>
);

function NoHits() {
  const { view } = useView();
  return (
    <EmptyState title={view.filters.length > 0 ? labels.emptyWithFilters : labels.emptyTitle}>
      <div className="stack">
        <p>{labels.emptyHint}</p>
        <div className="actions">
          <ClearFiltersButton />
          <ShowAllTimeButton />
        </div>
      </div>
    </EmptyState>
  );
}
