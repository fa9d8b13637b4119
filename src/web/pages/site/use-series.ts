/** What the chart draws, from the API. */
import { useMemo } from 'react';
import type { Query } from '../../api.ts';
import { useApi } from '../../app/query-client.ts';
import { useView, type ViewInUse } from '../../app/use-view.ts';
import { countDays } from '../../days.ts';
import { type Interval, intervalOf, MAX_DAYS, type Metric } from '../../view.ts';
import { METRIC_FACTS } from './metrics.ts';
import { paceOf } from './pace.ts';
import type { Series, SeriesRow } from './series.ts';
import { useFigures } from './use-figures.ts';

interface Answer {
  readonly filters: {
    readonly start_date: string;
    readonly end_date: string;
    readonly interval: Interval | null;
  };
  readonly comparison?: Readonly<Record<string, unknown>>;
  readonly [list: string]: unknown;
}

const seriesQuery = (base: Query, interval: Interval, isHits: boolean): Query => ({
  ...base,
  group_by: 'date',
  interval,
  ...(isHits ? { include_visitors: true } : {}),
});

/** The chosen metric over time. */
export function useSeries(
  siteId: number,
  {
    metric: asked,
    more = {},
  }: {
    /** In place of the view's. */
    readonly metric?: Metric;
    /** What else is asked for. */
    readonly more?: Query;
  } = {},
) {
  const inUse = useView();
  const { view } = inUse;
  const { endpoint, list } = METRIC_FACTS[asked ?? view.metric];
  const dayCount = useDayCount(siteId, inUse);
  const interval = dayCount === undefined ? inUse.interval : intervalOf(view, dayCount);
  const answer = useApi<Answer>(
    `/sites/${siteId}/${endpoint}`,
    seriesQuery({ ...inUse.compared, ...more }, interval, endpoint === 'hits'),
    { isEnabled: dayCount !== undefined, keepsPrevious: true, everyMs: paceOf(inUse) },
  );
  const series = useMemo(
    // What is kept of another metric has other words in it.
    () => (answer.data && list in answer.data ? seriesOf(answer.data, list) : undefined),
    [answer.data, list],
  );
  return {
    series,
    error: answer.error,
    refetch: () => void answer.refetch(),
    /** Whether the answer is that to the question before. */
    isOld: answer.isPlaceholderData,
    interval,
    dayCount: dayCount ?? null,
  };
}

/** Days of the period. How many all time has is told with its figures: undefined until then. */
function useDayCount(siteId: number, { dayCount }: ViewInUse): number | undefined {
  const { data, error, isPlaceholderData } = useFigures(siteId);
  if (dayCount !== null) return dayCount;
  if (error) return MAX_DAYS;
  if (!data || isPlaceholderData) return undefined;
  return countDays(data.filters.start_date, data.filters.end_date);
}

function seriesOf(answer: Answer, list: string): Series {
  const before = answer.comparison?.[list];
  return {
    interval: answer.filters.interval ?? 'day',
    from: answer.filters.start_date,
    to: answer.filters.end_date,
    rows: answer[list] as readonly SeriesRow[],
    before: Array.isArray(before) ? (before as readonly SeriesRow[]) : null,
  };
}
