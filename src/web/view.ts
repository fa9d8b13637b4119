/**
 * The view of a report: period, comparison and filters. It is part of the URL, so that a link shows the same again;
 * unknown parameters are ignored.
 */

import { MAX_RANGE_DAYS } from '../core/limits.ts';
import type { Day } from '../core/span.ts';
import {
  addDays,
  bucketStart,
  countDays,
  INTERVALS as DAY_INTERVALS,
  isDay,
  nextBucket,
  toDay,
} from '../lib/time.ts';
import type { Query } from './api-url.ts';
import { findFilterName, type ViewFilterName } from './filter-names.ts';

/** The named periods, in the groups of the menu. */
export const PERIOD_GROUPS = [
  ['today', 'yesterday'],
  ['7d', '30d', '90d'],
  ['month', 'last_month'],
  ['year', '12m', 'all'],
] as const;
export const NAMED_PERIODS = PERIOD_GROUPS.flatMap(group => [...group]);
export type NamedPeriod = (typeof NAMED_PERIODS)[number];
const PERIODS = [...NAMED_PERIODS, 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Those of reports that people choose from, by their API names. */
export const COMPARISONS = ['none', 'matching_period', 'previous_year', 'custom'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const INTERVALS = ['hour', ...DAY_INTERVALS] as const;
export type Interval = (typeof INTERVALS)[number];

/** Metrics that add up over the values of a list. */
const CHANGE_METRICS = ['visitors', 'visits', 'hits'] as const;
export type ChangeMetric = (typeof CHANGE_METRICS)[number];

/** Metrics that a chart can show. */
export const METRICS = [
  ...CHANGE_METRICS,
  ...(['views_per_visit', 'bounce_rate', 'average_duration_seconds'] as const),
  ...(['events', 'kudos', 'agent_visits'] as const),
] as const;
export type Metric = (typeof METRICS)[number];

/** Returns the metric in which changes are counted beside one. */
export const toChangeMetric = (metric: Metric | null): ChangeMetric =>
  CHANGE_METRICS.find(each => each === metric) ?? 'visitors';

export interface Filter {
  readonly name: ViewFilterName;
  /** Empty for rows without one. */
  readonly value: string;
  readonly isExcluded: boolean;
}

export const ZONE_MODES = ['site', 'user', 'utc'] as const;
export type ZoneMode = (typeof ZONE_MODES)[number];

/** The time zones of a page. */
export interface Zones {
  readonly user: string;
  /** Undefined where the page is not about one site. */
  readonly site: string | undefined;
}

export interface View {
  readonly period: PeriodName;
  /** First and last day, both counted; only of `custom`. */
  readonly from: Day | null;
  readonly to: Day | null;
  readonly compare: Comparison;
  /** First and last day that are compared with, both counted; only of `compare: 'custom'`. */
  readonly compareFrom: Day | null;
  readonly compareTo: Day | null;
  /** Null: chosen by the length of the period. */
  readonly interval: Interval | null;
  /** Whose days: without a site, those of `site` are the user's. */
  readonly zone: ZoneMode;
  /** Null: visitors, or views where none has a visitor. */
  readonly metric: Metric | null;
  readonly filters: readonly Filter[];
  /** Id of the goal whose conversions are shown; null: none. */
  readonly goal: number | null;
  /** Value of the selected event, empty for events without one; null: any value. */
  readonly value: string | null;
}

export const DEFAULT_VIEW: View = {
  period: '30d',
  from: null,
  to: null,
  compare: 'matching_period',
  compareFrom: null,
  compareTo: null,
  interval: null,
  zone: 'site',
  metric: null,
  filters: [],
  goal: null,
  value: null,
};

const findOption = <Word extends string>(words: readonly Word[], text: string | null): Word | undefined =>
  words.find(word => word === text);

const parseRange = (
  from: string | null,
  to: string | null,
): { readonly from: Day; readonly to: Day } | null =>
  from !== null && to !== null && isDay(from) && isDay(to) && from <= to ? { from, to } : null;

/** Parses a view from the query string of the page's URL. */
export function parseView(search: string): View {
  const parameters = new URLSearchParams(search);
  const range = parseRange(parameters.get('from'), parameters.get('to'));
  const compared = parseRange(parameters.get('compare_from'), parameters.get('compare_to'));
  const compare = findOption(COMPARISONS, parameters.get('compare')) ?? DEFAULT_VIEW.compare;
  const period = range ? 'custom' : (findOption(PERIODS, parameters.get('period')) ?? DEFAULT_VIEW.period);
  const filters = [...parameters].flatMap(([word, value]): Filter[] => {
    const isExcluded = word.startsWith('not_');
    const name = findFilterName(isExcluded ? word.slice('not_'.length) : word);
    return name === undefined ? [] : [{ name, value, isExcluded }];
  });
  return {
    period: period === 'custom' && !range ? DEFAULT_VIEW.period : period,
    from: range?.from ?? null,
    to: range?.to ?? null,
    compare: compared ? 'custom' : compare === 'custom' ? DEFAULT_VIEW.compare : compare,
    compareFrom: compared?.from ?? null,
    compareTo: compared?.to ?? null,
    interval: findOption(INTERVALS, parameters.get('interval')) ?? null,
    zone: findOption(ZONE_MODES, parameters.get('zone')) ?? DEFAULT_VIEW.zone,
    metric: findOption(METRICS, parameters.get('metric')) ?? null,
    filters: uniqueFilters(filters),
    goal: Number(/^\d{1,15}$/.exec(parameters.get('goal') ?? '')) || null,
    value: parameters.get('value'),
  };
}

/** Formats a view as a query string; empty for the default view. */
export function formatView(view: View): string {
  const parameters = new URLSearchParams();
  if (view.period === 'custom' && view.from && view.to) {
    parameters.set('from', view.from);
    parameters.set('to', view.to);
  } else if (view.period !== DEFAULT_VIEW.period) parameters.set('period', view.period);
  if (view.compare === 'custom' && view.compareFrom && view.compareTo) {
    parameters.set('compare_from', view.compareFrom);
    parameters.set('compare_to', view.compareTo);
  } else if (view.compare !== DEFAULT_VIEW.compare) parameters.set('compare', view.compare);
  if (view.interval !== null) parameters.set('interval', view.interval);
  if (view.zone !== DEFAULT_VIEW.zone) parameters.set('zone', view.zone);
  if (view.metric !== null) parameters.set('metric', view.metric);
  for (const { name, value, isExcluded } of view.filters) {
    parameters.append(isExcluded ? `not_${name}` : name, value);
  }
  if (view.goal !== null) parameters.set('goal', String(view.goal));
  if (view.value !== null) parameters.set('value', view.value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

const isSame = (left: Filter, right: Filter): boolean =>
  left.name === right.name && left.value === right.value && left.isExcluded === right.isExcluded;

function uniqueFilters(filters: readonly Filter[]): Filter[] {
  return filters.filter((filter, index) => filters.findIndex(each => isSame(each, filter)) === index);
}

/** Returns the view with one more filter; the opposite filter is removed. */
export const withFilter = (view: View, filter: Filter): View => ({
  ...view,
  filters: [
    ...withoutFilter(withoutFilter(view, filter), { ...filter, isExcluded: !filter.isExcluded }).filters,
    filter,
  ],
});

export const withoutFilter = (view: View, filter: Filter): View => ({
  ...view,
  filters: view.filters.filter(each => !isSame(each, filter)),
});

export const hasFilter = (view: View, filter: Filter): boolean =>
  view.filters.some(each => isSame(each, filter));

const firstOfMonth = (day: Day): Day => bucketStart(day, 'month', 'monday');

/** Returns the whole month of a day. */
export const toMonth = (day: Day): { readonly from: Day; readonly to: Day } => {
  const from = firstOfMonth(day);
  return { from, to: addDays(nextBucket(from, 'month'), -1) };
};

/** Resolves the first and last day of a view, both included; null for all time. */
export function resolveDays(view: View, today: Day): { readonly from: Day; readonly to: Day } | null {
  switch (view.period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case 'month':
      return toMonth(today);
    case 'last_month':
      return toMonth(addDays(firstOfMonth(today), -1));
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case '12m':
      return { from: addDays(today, -364), to: today };
    case 'all':
      return null;
    case 'custom':
      return { from: view.from ?? today, to: view.to ?? today };
  }
}

/** Resolves whose days a view is about, and their time zone. */
export function resolveZone(
  { zone }: Pick<View, 'zone'>,
  { user, site }: Zones,
): { readonly mode: ZoneMode; readonly timeZone: string } {
  const mode = zone === 'site' && site === undefined ? 'user' : zone;
  return { mode, timeZone: { utc: 'UTC', user, site: site ?? user }[mode] };
}

/** Converts the period of a view to query parameters of the API. */
export function periodQuery(view: View, zones: Zones): Query {
  const { mode, timeZone } = resolveZone(view, zones);
  const days = resolveDays(view, toDay(new Date(), timeZone));
  return {
    ...(days ? { start_date: days.from, end_date: days.to } : { period: 'all' }),
    time_zone: mode,
  };
}

/** Converts the filters of a view to query parameters of the API. */
export function filterQuery(view: View): Query {
  const query: Record<string, string[]> = {};
  for (const { name, value, isExcluded } of view.filters) {
    const key = isExcluded ? `not_${name}` : name;
    query[key] = [...(query[key] ?? []), value];
  }
  return query;
}

/** Returns whether a view is compared with another period: all time has none before it. */
export const isCompared = ({ compare, period }: View): boolean => compare !== 'none' && period !== 'all';

/** Converts the comparison of a view to query parameters of the API; none where there is nothing to compare with. */
const compareQuery = (view: View): Query => {
  const { compare, compareFrom, compareTo } = view;
  if (!isCompared(view)) return {};
  if (compare !== 'custom') return { compare };
  return { compare, compare_start_date: compareFrom ?? undefined, compare_end_date: compareTo ?? undefined };
};

/** Reports that filter and group by values of visits. Kudos and agent visits belong to no visit. */
const REPORTS_BY_VISIT: ReadonlySet<string> = new Set(['overview', 'hits', 'events', 'hours', 'properties']);

/** Returns the API parameters with which a report below `/sites/:id/` filters and groups by visit. */
export const visitQuery = (report: string): Query =>
  REPORTS_BY_VISIT.has(report) ? { attribution: 'visit' } : {};

/** Returns the intervals that make sense for the length of a period, finest first. */
export function availableIntervals(dayCount: number): readonly Interval[] {
  if (dayCount <= 1) return ['hour'];
  if (dayCount <= 7) return ['hour', 'day'];
  if (dayCount <= 31) return ['hour', 'day', 'week'];
  return dayCount <= 92 ? ['day', 'week', 'month'] : ['day', 'week', 'month'];
}

/** Chooses the interval to draw: the view's own if it makes sense, else one that gives a legible line. */
export function chooseInterval(view: View, dayCount: number): Interval {
  const usable = availableIntervals(dayCount);
  if (view.interval !== null && usable.includes(view.interval)) return view.interval;
  if (dayCount <= 2) return 'hour';
  if (dayCount <= 120) return 'day';
  return dayCount <= MAX_RANGE_DAYS ? 'week' : 'month';
}

/** API queries of a view. */
export interface ViewQueries {
  /** Query parameters: the period, with filters, with the comparison as well. */
  readonly period: Query;
  readonly filtered: Query;
  readonly compared: Query;
  /** Days of the period; null for all time. */
  readonly dayCount: number | null;
  readonly interval: Interval;
}

/** Converts a view to its API queries. */
export function toQueries(view: View, zones: Zones): ViewQueries {
  const days = resolveDays(view, toDay(new Date(), resolveZone(view, zones).timeZone));
  const dayCount = days ? countDays(days.from, days.to) : null;
  const period = periodQuery(view, zones);
  const filtered = { ...period, ...filterQuery(view) };
  return {
    period,
    filtered,
    compared: { ...filtered, ...compareQuery(view) },
    dayCount,
    interval: chooseInterval(view, dayCount ?? MAX_RANGE_DAYS),
  };
}
