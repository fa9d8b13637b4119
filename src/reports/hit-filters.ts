/** Filters of hits and of events. */
import type { Dimension } from '../core/hits/query.ts';
import { oneOf } from '../http/schema.ts';
import { COUNTRY, contains, exact, exactOrNull, type FilterRules } from './filters.ts';

const HOST = exactOrNull('host of the referrer, without `www.`');
const DEVICE = exact(undefined, oneOf(['mobile', 'desktop', 'unknown']));

/** The first three: api-v1, Endpoints, Hits. */
export const HIT_FILTERS = {
  country: COUNTRY,
  path: exact(),
  referrer: contains(),
  referrer_host: HOST,
  source: exactOrNull(),
  campaign: exactOrNull('`utm_campaign` of the url'),
  medium: exactOrNull('`utm_medium` of the url'),
  browser_name: exactOrNull(),
  platform_name: exactOrNull(),
  device: DEVICE,
  entry_page: exact('first page of the visitor in the period'),
  exit_page: exact('last page of the visitor in the period'),
  event: exact('hits of visitors who sent it in the period'),
} satisfies FilterRules<Dimension>;

/** Filters that depend on the visitor's other rows in the span: for part of the span they match different rows. */
export const VISITOR_FILTERS: ReadonlySet<string> = new Set([
  'entry_page',
  'exit_page',
  'event',
] satisfies (keyof typeof HIT_FILTERS)[]);

export const EVENT_FILTERS = {
  event: exact(),
  value: exactOrNull(),
  path: exactOrNull(),
  country: COUNTRY,
  source: exactOrNull(),
  referrer_host: HOST,
  browser_name: exactOrNull(),
  platform_name: exactOrNull(),
  device: DEVICE,
} satisfies FilterRules<Dimension>;
