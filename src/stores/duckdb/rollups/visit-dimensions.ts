/** Dimensions with sums of visits by day, and the values that a visit's first hit has. */
import type { Dimension } from '../../../core/hits/query.ts';
import { keyOf } from '../queries/dimensions.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { isSummed, SUMMED_VALUES, type SummedValue } from './values.ts';

/** Numbers of dimensions in `visit_groups` and `returning_visits`. They are stored: never change one. */
const NUMBERS = {
  path: 0,
  country: 1,
  referrer: 2,
  browser_name: 3,
  platform_name: 4,
  source: 5,
  device: 6,
  referrer_host: 7,
  campaign: 8,
  medium: 9,
  entry_page: 10,
  exit_page: 11,
  browser_version: 12,
  platform_version: 13,
  language: 14,
  screen: 15,
  channel: 16,
  region: 17,
  city: 18,
  term: 19,
  content: 20,
  hostname: 21,
} as const satisfies Partial<Record<Dimension, number>>;

/** A dimension with sums of visits. */
export type SummedDimension = keyof typeof NUMBERS;

/** Returns the number of a dimension in `visit_groups` and `returning_visits`; undefined where those lack it. */
export const findVisitNumber = (dimension: Dimension): number | undefined =>
  dimension in NUMBERS ? NUMBERS[dimension as SummedDimension] : undefined;

/** Dimensions by what a visitor uses and where from, which hits mostly have the same values of as their visit. */
export const OWN_KEYS: readonly SummedDimension[] = [
  'country',
  'browser_name',
  'platform_name',
  'device',
  'browser_version',
  'platform_version',
  'language',
  'screen',
  'region',
  'city',
];

/** Dimensions by which pages are summed up: those with few values, but for channels, which the program finds for a few rows. */
export const PAGED_KEYS: readonly SummedDimension[] = [
  'country',
  'browser_name',
  'platform_name',
  'source',
  'device',
];

/** What the numbers are greater by of what sums by the hits' own values have beside those of their visits. */
export const OWN = 128;

/** Returns the number of a dimension under which the difference to its sums of visits is; undefined where sums lack it. */
export const findOwnNumber = (dimension: Dimension): number | undefined =>
  OWN_KEYS.some(key => key === dimension) ? OWN + NUMBERS[dimension as SummedDimension] : undefined;

/**
 * The number in `returning_visits` of what those by a host and those without a url have beside both added up: who has visits of both
 * kinds is one visitor of a site at that host.
 */
export const SITE_HOST = OWN + NUMBERS.hostname;

/** Returns the number of a dimension as a literal. */
export const visitNumber = (dimension: SummedDimension): Sql => raw(String(NUMBERS[dimension]));

/**
 * Dimensions that are summed up together: a visit's values mostly go with each other. Hosts are derived from the sums of referrers,
 * and paths, which are of hits, have sums of their own.
 */
export const SUMMED_TOGETHER: readonly (readonly SummedDimension[])[] = [
  ['country', 'browser_name', 'platform_name', 'device'],
  ['browser_version', 'platform_version', 'language', 'screen'],
  ['referrer', 'source', 'channel'],
  ['region', 'city'],
  ['campaign', 'medium'],
  ['term', 'content'],
  ['hostname'],
  ['entry_page'],
  ['exit_page'],
];

/** Dimensions of visits, but for those that are derived from another. */
export const VISIT_KEYS: readonly SummedDimension[] = SUMMED_TOGETHER.flat();

/** Dimensions that most visitors have one value of, however often they come. */
export const LASTING_KEYS: readonly SummedDimension[] = [
  'country',
  'browser_name',
  'platform_name',
  'device',
  'platform_version',
  'language',
  'screen',
  'region',
  'city',
  'campaign',
  'medium',
  'term',
  'content',
];

/** Name of a dimension's values in the tables that sums are made of. */
export const keyName = (dimension: SummedDimension): Sql => raw(`${dimension}_key`);

const ENDS: Readonly<Partial<Record<SummedDimension, Sql>>> = {
  entry_page: raw('case when visit_hits is not null then path end'),
  exit_page: raw('case when visit_hits is not null then coalesce(visit_exit_page, path) end'),
};

/** Dimensions that a site may have too many values of: it then has no sums by them, but for those of no value. */
const MAY_BE_WIDE = SUMMED_VALUES.filter(({ name }) => name !== 'channel');

/** Finds a dimension that a site may have no sums of visits by. */
export const findWideValue = (dimension: Dimension): SummedValue | undefined =>
  MAY_BE_WIDE.find(({ name }) => name === dimension);

/** Returns the value of a visit, over its first hit; a hit without a visit keeps its own. */
export const visitKey = (dimension: SummedDimension): Sql => {
  const value = findWideValue(dimension);
  if (value) return sql`case when ${isSummed(value)} then ${value.key} end`;
  return ENDS[dimension] ?? keyOf(dimension, raw, {});
};

/** Selects sums by host from those by referrer: both have the columns of `visit_groups`. */
export const selectHosts = (referrers: Sql): Sql => sql`
  select site_id, ${visitNumber('referrer_host')} as dimension, day, ${keyOf('referrer_host', () => raw('key'), {})} as key,
    sum(hits) as hits, sum(unique_hits) as unique_hits, sum(visits) as visits
  from (${referrers}) where dimension = ${visitNumber('referrer')} group by all`;
