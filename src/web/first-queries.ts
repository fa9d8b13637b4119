/** What a site's page, and the list of sites, ask at their start, by their hooks and, before their code is there, by `start.ts`. */
import { MAX_RANGE_DAYS } from '../core/limits.ts';
import type { Day } from '../core/span.ts';
import { addDays } from '../lib/time.ts';
import type { Query } from './api-url.ts';
import {
  type Interval,
  type Metric,
  toChangeMetric,
  type View,
  type ViewQueries,
  visitQuery,
} from './view.ts';

/** The totals of a view and of its comparison. */
export const overviewQuery = ({ compared }: Pick<ViewQueries, 'compared'>): Query => ({
  ...compared,
  ...visitQuery('overview'),
  include_engagement: true,
});

/** What changed of a metric since the period that is compared with, and how much came from hosting networks. */
export const changesQuery = ({ compared }: Pick<ViewQueries, 'compared'>, metric: Metric | null): Query => ({
  ...compared,
  ...visitQuery('overview'),
  include_changes: true,
  include_hosting: true,
  metric: toChangeMetric(metric),
});

/** A kind of rows over time, such as `hits`. */
export const seriesQuery = (
  { compared }: Pick<ViewQueries, 'compared'>,
  {
    endpoint,
    interval,
    isAverage = false,
    more = {},
  }: {
    readonly endpoint: string;
    readonly interval: Interval;
    readonly isAverage?: boolean;
    readonly more?: Query | undefined;
  },
): Query => ({
  ...compared,
  ...visitQuery(endpoint),
  ...more,
  group_by: 'date',
  interval,
  ...(isAverage ? { include_engagement: true } : endpoint === 'hits' ? { include_visitors: true } : {}),
});

/** The annotations of some days. */
export function annotationsQuery(
  { zone }: View,
  { from, to }: { readonly from: Day; readonly to: Day },
): Query {
  const earliest = addDays(to, 1 - MAX_RANGE_DAYS);
  return { start_date: from < earliest ? earliest : from, end_date: to, time_zone: zone, per_page: 100 };
}

/** Days that an insight is about. */
const DAYS_OF_INSIGHT = 7;

/** The insights of some days; those of earlier weeks are made for the last day of each. */
export const insightsQuery = ({ from, to }: { readonly from: Day; readonly to: Day }): Query => ({
  per_page: 50,
  start_date: from,
  end_date: addDays(to, DAYS_OF_INSIGHT),
});

export const SITE_QUERY: Query = { include: 'status,zone' };
export const DOWNTIMES_QUERY: Query = { per_page: 100 };

/** The sites with their numbers; all time has no comparison. */
export const sitesQuery = ({ period: name }: View, { period }: Pick<ViewQueries, 'period'>): Query =>
  name === 'all'
    ? { ...period, include: 'series,status' }
    : { ...period, include: 'series,comparison,status', compare: 'matching_period' };
