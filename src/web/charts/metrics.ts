/** What a chart can show, and where the API tells it. */
import { pluralize } from '../../lib/english.ts';
import type { FilterName, Metric } from '../view.ts';

export interface MetricDefinition {
  readonly name: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** The list of buckets in an answer, and the count in each of them. */
  readonly listField: string;
  readonly countField: string;
  readonly format: (count: number) => string;
  /** Filters that this kind does not have: it is counted without them. */
  readonly unsupportedFilters: readonly FilterName[];
}

const NO_EVENT_FILTERS = ['entry_page', 'exit_page', 'referrer', 'campaign', 'medium'] as const;
const VISIT_FILTERS = [
  ...NO_EVENT_FILTERS,
  'referrer_host',
  'source',
  'browser_name',
  'platform_name',
  'device',
  'event',
] as const;

export const METRIC_DEFINITIONS: Readonly<Record<Metric, MetricDefinition>> = {
  hits: {
    name: 'Hits',
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField: 'hit_count',
    format: count => pluralize(count, 'hit'),
    unsupportedFilters: [],
  },
  visitors: {
    name: 'Visitors',
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField: 'visitors',
    format: count => pluralize(count, 'visitor'),
    unsupportedFilters: [],
  },
  events: {
    name: 'Events',
    endpoint: 'events',
    listField: 'grouped_events',
    countField: 'event_count',
    format: count => pluralize(count, 'event'),
    unsupportedFilters: NO_EVENT_FILTERS,
  },
  kudos: {
    name: 'Kudos',
    endpoint: 'kudos',
    listField: 'grouped_kudos',
    countField: 'kudo_count',
    format: count => pluralize(count, 'kudo', 'kudos'),
    unsupportedFilters: [...VISIT_FILTERS, 'country'],
  },
  agent_visits: {
    name: 'Agent visits',
    endpoint: 'agent_visits',
    listField: 'grouped_agent_visits',
    countField: 'visit_count',
    format: count => pluralize(count, 'agent visit'),
    unsupportedFilters: VISIT_FILTERS,
  },
};
