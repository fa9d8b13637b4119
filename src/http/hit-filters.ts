/** What hits and events are filtered by, wherever they are counted. */
import type { Dimension } from '../core/hit-store.ts';
import { COUNTRY, exact, exactOrNone, type FilterRules, partOf } from './report-filters.ts';
import { oneOf } from './schema.ts';

const HOST = exactOrNone('host of the referrer, without `www.`');
const DEVICE = exact(undefined, oneOf(['mobile', 'desktop', 'unknown']));

/** The first three: api-v1, Endpoints, Hits. */
export const HIT_FILTERS = {
  country: COUNTRY,
  path: exact(),
  referrer: partOf(),
  referrer_host: HOST,
  source: exactOrNone(),
  campaign: exactOrNone('`utm_campaign` of the url'),
  medium: exactOrNone('`utm_medium` of the url'),
  browser_name: exactOrNone(),
  platform_name: exactOrNone(),
  device: DEVICE,
  entry_page: exact('first page of the visitor in the period'),
  exit_page: exact('last page of the visitor in the period'),
  event: exact('hits of visitors who sent it in the period'),
} satisfies FilterRules<Dimension>;

/** Those that look at other rows of a hit's visitor in the span: in a part of the span they say something else. */
export const VISITOR_FILTERS: ReadonlySet<string> = new Set([
  'entry_page',
  'exit_page',
  'event',
] satisfies (keyof typeof HIT_FILTERS)[]);

export const EVENT_FILTERS = {
  event: exact(),
  value: exactOrNone(),
  path: exactOrNone(),
  country: COUNTRY,
  source: exactOrNone(),
  referrer_host: HOST,
  browser_name: exactOrNone(),
  platform_name: exactOrNone(),
  device: DEVICE,
} satisfies FilterRules<Dimension>;
