/** What a chart can show, and where the API tells it. */
import { plural } from '../../format.ts';
import type { FilterName, Metric } from '../../view.ts';

export interface MetricFacts {
  readonly name: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** The list of buckets in an answer, and the count in each of them. */
  readonly list: string;
  readonly count: string;
  readonly say: (count: number) => string;
  /** Filters that this kind does not have: it is counted without them. */
  readonly lacks: readonly FilterName[];
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

export const METRIC_FACTS: Readonly<Record<Metric, MetricFacts>> = {
  hits: {
    name: 'Hits',
    endpoint: 'hits',
    list: 'grouped_hits',
    count: 'hit_count',
    say: count => plural(count, 'hit'),
    lacks: [],
  },
  visitors: {
    name: 'Visitors',
    endpoint: 'hits',
    list: 'grouped_hits',
    count: 'visitors',
    say: count => plural(count, 'visitor'),
    lacks: [],
  },
  events: {
    name: 'Events',
    endpoint: 'events',
    list: 'grouped_events',
    count: 'event_count',
    say: count => plural(count, 'event'),
    lacks: NO_EVENT_FILTERS,
  },
  kudos: {
    name: 'Kudos',
    endpoint: 'kudos',
    list: 'grouped_kudos',
    count: 'kudo_count',
    say: count => plural(count, 'kudo', 'kudos'),
    lacks: [...VISIT_FILTERS, 'country'],
  },
  agent_visits: {
    name: 'Agent visits',
    endpoint: 'agent_visits',
    list: 'grouped_agent_visits',
    count: 'visit_count',
    say: count => plural(count, 'agent visit'),
    lacks: VISIT_FILTERS,
  },
};
