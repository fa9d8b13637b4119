/**
 * The list of aggregates: sums of rows by day, which answer reports of whole days without the rows. All are in one table, `sums`; a new
 * aggregate, or a new key of one, is a row here.
 */

/** Numbers of keys in `sums.dimension`. They are stored: never change one. */
const NUMBERS = {
  none: 0,
  path: 1,
  country: 2,
  referrer: 3,
  browser_name: 4,
  platform_name: 5,
  source: 6,
  is_mobile: 7,
  browser_version: 8,
  platform_version: 9,
  language: 10,
  screen: 11,
  region: 12,
  city: 13,
  hostname: 14,
  campaign: 15,
  medium: 16,
  term: 17,
  content: 18,
  channel: 19,
  device: 20,
  referrer_host: 21,
  entry_page: 22,
  exit_page: 23,
  property: 24,
  network: 25,
} as const;

/** What rows are summed up by: a dimension, or a column that dimensions are derived from. */
export type SumKey = keyof typeof NUMBERS;

/** Returns the number of a key. */
export const numberOf = (key: SumKey): number => NUMBERS[key];

/** Columns that every hit has a value of, null among them. */
export const COLUMN_KEYS = [
  'path',
  'country',
  'referrer',
  'browser_name',
  'platform_name',
  'source',
  'is_mobile',
  'browser_version',
  'platform_version',
  'language',
  'screen',
] as const satisfies readonly SumKey[];

/** A column that every hit has a value of. */
export type ColumnKey = (typeof COLUMN_KEYS)[number];

/** Returns whether hits are summed up by a column. */
export const isColumnKey = (name: string): name is ColumnKey =>
  (COLUMN_KEYS as readonly string[]).includes(name);

/**
 * Values that most hits lack or that are read from their url: hits without one have no row, those are the rest of the day's. A site may
 * have too many of them, and then has no such sums.
 */
export const VALUE_KEYS = [
  'region',
  'city',
  'network',
  'hostname',
  'campaign',
  'medium',
  'term',
  'content',
  'channel',
] as const satisfies readonly SumKey[];

/** Values that a visit begins with; those that mostly go with each other are summed up together. */
export const VISIT_KEYS = [
  ['country', 'browser_name', 'platform_name', 'device'],
  ['browser_version', 'platform_version', 'language', 'screen'],
  ['referrer', 'source', 'channel'],
  ['referrer_host'],
  ['region', 'city'],
  ['network'],
  ['campaign', 'medium'],
  ['term', 'content'],
  ['hostname'],
  ['entry_page'],
  ['exit_page'],
] as const satisfies readonly (readonly SumKey[])[];

/** Values of what a visitor uses and where from, which hits mostly share with their visit. */
export const OWN_KEYS = [
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
  'network',
] as const satisfies readonly SumKey[];

interface Aggregate {
  /** Its number in `sums.aggregate`, which is stored: never change one. */
  readonly number: number;
  /** What it is summed up by, one at a time; `none`: all together. */
  readonly by: readonly SumKey[];
  /**
   * How it is kept right. `add`: rows are added, and subtracted when they are removed. `visitors`: it depends on all rows of a visitor, so
   * what visitors with later rows had is subtracted, and what they have is added; a removal makes it out of date for a site. `recount`:
   * days with later rows are counted again.
   */
  readonly update: 'add' | 'visitors' | 'recount';
  /** What `sums.since` has; null where that is absent. */
  readonly since?: 'quarter of an hour since 1970' | 'days since the key' | 'days from the visitor' | 'value';
}

/** All aggregates. */
export const AGGREGATES = {
  /** Hits by quarter of an hour: every zone's days begin on one. */
  slots: { number: 1, by: ['none'], update: 'add', since: 'quarter of an hour since 1970' },
  /** Hits by their own values; a property's key is `name=value`. */
  hits: { number: 2, by: [...COLUMN_KEYS, ...VALUE_KEYS, 'property'], update: 'add' },
  /**
   * Visits by the value they begin with, with their hits and those without a visit, where `since` is null; beside that, the visits
   * whose visitor had an earlier one with the same value so many days before: without those of a span, its visitors are left. By
   * path, a visit counts for each of its pages, without hits.
   */
  visits: { number: 3, by: ['path', ...VISIT_KEYS.flat()], update: 'visitors', since: 'days since the key' },
  /** What hits by their own values have beside their visits, since few visits have hits with different ones. */
  own: { number: 4, by: OWN_KEYS, update: 'visitors', since: 'days since the key' },
  /** What visits at a host and those without a url have in common: who has both is one visitor of a site at that host. */
  hosts: { number: 5, by: ['hostname'], update: 'visitors', since: 'days since the key' },
  /** Days of visitors by the first page, and the days since the day before on which the visitor came; 0: none. */
  entries: { number: 6, by: ['entry_page'], update: 'visitors', since: 'days from the visitor' },
  /** Days of visitors by the last page, and the days until the visitor came again; 0: none. */
  exits: { number: 7, by: ['exit_page'], update: 'visitors', since: 'days from the visitor' },
  /** Days of visitors with one hit, by the days since the last; the key has those until the next. */
  singles: { number: 8, by: ['none'], update: 'visitors', since: 'days from the visitor' },
  /** Views by the seconds that they were read for, of each page and of all. */
  seconds: { number: 9, by: ['none', 'path'], update: 'recount', since: 'value' },
  /** Views by how far they were read, in percent. */
  depths: { number: 10, by: ['none', 'path'], update: 'recount', since: 'value' },
  /** Visits that their engagement keeps from being bounces. */
  engaged: { number: 11, by: ['none'], update: 'recount' },
} as const satisfies Readonly<Record<string, Aggregate>>;

/** Name of an aggregate. */
export type AggregateName = keyof typeof AGGREGATES;

/** Returns whether an aggregate has sums by a key. */
export const isSummedBy = (name: AggregateName, key: string): key is SumKey =>
  (AGGREGATES[name].by as readonly string[]).includes(key);
