/** Definitions of the metrics. */
import { DIMENSIONS, FILTERS, type FilterName } from '../dimensions.ts';
import * as labels from '../labels/charts.tsx';
import * as shared from '../labels/shared.tsx';
import type { Metric } from '../view.ts';

export interface MetricDefinition {
  readonly name: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** Fields of the answer: the list of buckets, and the value in each of them. */
  readonly listField: string;
  readonly countField: string;
  readonly format: (count: number) => string;
  /** Filters that do not apply to this metric. */
  readonly unsupportedFilters: readonly FilterName[];
}

const filtersWithout = (endpoint: 'agent_visits' | 'kudos'): readonly FilterName[] =>
  FILTERS.filter(name => !DIMENSIONS[name].endpoints?.includes(endpoint));

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
