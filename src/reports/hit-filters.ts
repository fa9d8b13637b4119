/**
 * Filters and groupings of hits and of events. Columns that need no rule of their own follow from the table of columns, after
 * the rules here.
 */
import type { Dimension } from '../core/hits/query.ts';
import { oneOf } from '../http/schema.ts';
import { columnFilters, filterGroupings } from './column-fields.ts';
import { COUNTRY, contains, exact, exactOrNull } from './filters.ts';

const HOST = exactOrNull('host of the referrer, without `www.`');
const DEVICE = exact(undefined, oneOf(['mobile', 'desktop', 'unknown']));

/** The first three: api-v1, Endpoints, Hits. */
export const HIT_FILTERS = columnFilters('hit', {
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
});

/** Groupings of hits. Those up to `date`: api-v1, Endpoints, Hits. */
export const HIT_GROUPINGS = filterGroupings(
  ['path', 'country', 'referrer', 'browser_name', 'platform_name', 'source', 'date'],
  HIT_FILTERS,
).filter(name => name !== 'event');

/** Filters that depend on the visitor's other rows in the span: for part of the span they match different rows. */
export const VISITOR_FILTERS: ReadonlySet<string> = new Set([
  'entry_page',
  'exit_page',
  'event',
] satisfies Dimension[]);

export const EVENT_FILTERS = columnFilters('event', {
  event: exact(),
  value: exactOrNull(),
  path: exactOrNull(),
  country: COUNTRY,
  source: exactOrNull(),
  referrer_host: HOST,
  browser_name: exactOrNull(),
  platform_name: exactOrNull(),
  device: DEVICE,
});

/** Groupings of events. */
export const EVENT_GROUPINGS = filterGroupings(
  ['event', 'value', 'path', 'country', 'source', 'date'],
  EVENT_FILTERS,
);
