/** Queries the series of the chart. */

import { useMemo } from 'react';
import { MAX_RANGE_DAYS } from '../../../core/limits.ts';
import { countDays } from '../../../lib/time.ts';
import type { Query } from '../../api-url.ts';
import type { Imported } from '../../app/imported-days.tsx';
import { useApi } from '../../app/query-client.ts';
import { useView, type ViewState } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import type { Series, SeriesRow } from '../../charts/series.ts';
import { seriesQuery } from '../../first-queries.ts';
import { chooseInterval, type Interval, type Metric } from '../../view.ts';
import { getRefetchInterval } from './refetch-interval.ts';
import { useFigures } from './use-figures.ts';

/** An answer of a series. */
export interface SeriesAnswer {
  readonly filters: {
    readonly start_date: string;
    readonly end_date: string;
    readonly interval: Interval | null;
  };
  readonly comparison?: Readonly<Record<string, unknown>>;
  readonly imported?: Imported;
  readonly [list: string]: unknown;
}

/** Queries a metric over time. `more`: further query parameters. */
export function useSeries(siteId: number, metric: Metric, more?: Query) {
  const viewState = useView();
  const { view } = viewState;
  const definition = METRIC_DEFINITIONS[metric];
  const { endpoint, listField, countField } = definition;
  const dayCount = useDayCount(siteId, viewState);
  const interval = dayCount === undefined ? viewState.interval : chooseInterval(view, dayCount);
  const answer = useApi<SeriesAnswer>(
    `/sites/${siteId}/${endpoint}`,
    seriesQuery(viewState, { ...definition, interval, more }),
    { isEnabled: dayCount !== undefined, keepsPrevious: true, refetchMs: getRefetchInterval(viewState) },
  );
  const series = useMemo(
    // The previous answer of another metric has other fields.
    () =>
      answer.data && hasField(answer.data, listField, countField)
        ? toSeries(answer.data, listField)
        : undefined,
    [answer.data, listField, countField],
  );
  const { error, refetch, isPlaceholderData } = answer;
  return { data: series, error, refetch, isPlaceholderData, interval, dayCount: dayCount ?? null };
}

const hasField = (answer: SeriesAnswer, list: string, field: string): boolean => {
  const rows = answer[list];
  return Array.isArray(rows) && (rows.length === 0 || field in rows[0]);
};

/** Returns the number of days; that of all time comes with the figures, undefined until then. */
function useDayCount(siteId: number, { dayCount }: ViewState): number | undefined {
  const { data, error, isPlaceholderData } = useFigures(siteId);
  if (dayCount !== null) return dayCount;
  if (error) return MAX_RANGE_DAYS;
  if (!data || isPlaceholderData) return undefined;
  return countDays(data.filters.start_date, data.filters.end_date);
}

export function toSeries(answer: SeriesAnswer, list: string): Series {
  const before = answer.comparison?.[list];
  return {
    interval: answer.filters.interval ?? 'day',
    from: answer.filters.start_date,
    to: answer.filters.end_date,
    rows: answer[list] as readonly SeriesRow[],
    before: Array.isArray(before) ? (before as readonly SeriesRow[]) : null,
    imported: answer.imported,
  };
}
