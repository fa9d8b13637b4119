/** Definitions of the metrics. */
import { DIMENSIONS } from '../dimensions.ts';
import { FILTERS, type FilterName, type ViewFilterName } from '../filter-names.ts';
import { formatDecimal, formatDuration, formatShare, formatWholePercent } from '../format.ts';
import * as labels from '../labels/charts.tsx';
import * as shared from '../labels/shared.tsx';
import * as site from '../labels/site.tsx';
import type { Metric } from '../view.ts';
import { niceDurationStep, niceStep } from './scale.ts';

export interface Axis {
  /** Returns the distance of its ticks up to a maximum. */
  readonly step: (max: number) => number;
  readonly format: (value: number) => string;
}

export interface MetricDefinition {
  readonly name: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** Fields of the answer: the list of buckets, and the value in each of them. */
  readonly listField: string;
  readonly countField: string;
  readonly format: (value: number) => string;
  /** Averages of visits: null where there was no visit, and not part of an answer that does not ask for them. */
  readonly isAverage?: true;
  /** Whether values are percentages. */
  readonly isRate?: true;
  /** How its axis is divided and labelled, where it is not by counts. */
  readonly axis?: Axis;
  /** Filters that do not apply to this metric. */
  readonly unsupportedFilters: readonly FilterName[];
}

const filtersWithout = (endpoint: 'agent_visits' | 'kudos'): readonly FilterName[] =>
  FILTERS.filter(name => !DIMENSIONS[name].endpoints?.includes(endpoint));

const average = (countField: string) =>
  ({
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField,
    unsupportedFilters: [],
    isAverage: true,
  }) as const;

export const METRIC_DEFINITIONS: Readonly<Record<Metric, MetricDefinition>> = {
  hits: {
    name: shared.pageviews,
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField: 'hit_count',
    format: count => shared.pageviewCount(count),
    unsupportedFilters: [],
  },
  visitors: {
    name: shared.visitors,
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField: 'visitors',
    format: count => shared.visitorCount(count),
    unsupportedFilters: [],
  },
  visits: {
    name: shared.visits,
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField: 'visits',
    format: count => shared.visitCount(count),
    unsupportedFilters: [],
  },
  views_per_visit: {
    ...average('views_per_visit'),
    name: site.viewsPerVisit,
    format: formatDecimal,
  },
  bounce_rate: {
    ...average('bounce_rate'),
    name: shared.bounceRate,
    isRate: true,
    format: percent => formatShare(percent / 100),
    axis: { step: niceStep, format: percent => formatWholePercent(percent / 100) },
  },
  average_duration_seconds: {
    ...average('average_duration_seconds'),
    name: site.visitDuration,
    format: formatDuration,
    axis: { step: niceDurationStep, format: formatDuration },
  },
  events: {
    name: shared.events,
    endpoint: 'events',
    listField: 'grouped_events',
    countField: 'event_count',
    format: count => labels.eventCount(count),
    unsupportedFilters: [],
  },
  kudos: {
    name: shared.kudos,
    endpoint: 'kudos',
    listField: 'grouped_kudos',
    countField: 'kudo_count',
    format: count => labels.kudoCount(count),
    unsupportedFilters: filtersWithout('kudos'),
  },
  agent_visits: {
    name: shared.aiCrawlers,
    endpoint: 'agent_visits',
    listField: 'grouped_agent_visits',
    countField: 'visit_count',
    format: count => labels.agentVisitCount(count),
    unsupportedFilters: filtersWithout('agent_visits'),
  },
};

/** Returns whether a filter applies to a metric. Hits and events have properties. */
export function isSupported(
  { endpoint, unsupportedFilters }: MetricDefinition,
  name: ViewFilterName,
): boolean {
  const isDimension = FILTERS.some(each => each === name);
  if (!isDimension) return endpoint === 'hits' || endpoint === 'events';
  return !unsupportedFilters.some(each => each === name);
}

/** Formats a value of a bucket; `none` where it has none. */
export const formatValue = (
  { isAverage, format }: MetricDefinition,
  value: number | null,
  none: string,
): string => (value === null ? (isAverage ? '–' : none) : format(value));
