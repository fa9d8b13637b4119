/** Queries of hits: data over closed enums, without SQL, time zones or paging. */

import { MINUTE_MS } from '../../lib/time-units.ts';
import type { GoalCondition } from '../goals/condition.ts';
import type { SiteHosts } from '../site-hosts.ts';
import type { Day, DayRange, Span } from '../span.ts';
import { columns, type DimensionColumn, type HitKind } from './columns.ts';
import { findPropertyName, type PropertyDimension } from './properties.ts';
import { PARAMETER_DIMENSIONS } from './url-parameters.ts';

/** Days of which imported sums are added; `all` is all time. */
export type ImportedDays = DayRange | 'all';

/**
 * Dimensions that rows are filtered and grouped by: columns of `StoredHit`, and values derived from them. Where a kind
 * lacks the column, all its rows have null.
 * - `referrer_host`: host of the referrer, lower case, without `www.` and port.
 * - `channel`: one of `CHANNELS`, by the rules of core/channels; never null.
 * - `hostname`: host of the url in the same form; that of the site's address where there is none.
 * - `campaign`, `medium`, `term`, `content`: `URL_PARAMETERS` of the url, decoded; null when missing or empty.
 * - `source`: values that differ by case alone are one, and groups are named as most hits write it.
 * - `device`: `mobile`, `desktop` or `unknown`.
 * - `entry_page`, `exit_page`, hits only: path of the first (last) hit of the row's visitor in the span, regardless of
 *   other filters; null for anonymous rows. With `attribution: 'visit'` see `VISIT_DIMENSIONS`.
 * - `event`, as a filter of hits: matches when any event that the row's visitor sent in the span does, with
 *   `attribution: 'visit'` any event of its visit; null without such an event, and for anonymous rows. Hits are not grouped
 *   by it.
 */
export const DIMENSIONS = [
  ...columns.filter(column => column.dimensionOf).map(({ name }) => name as DimensionColumn),
  'channel',
  'referrer_host',
  'hostname',
  ...PARAMETER_DIMENSIONS,
  'device',
  'entry_page',
  'exit_page',
] as const;
/**
 * One of those, the values of a property, sources as they are written, or signs of bots: of these a row may have several, and a value
 * is met by any; engines know the conditions that each stands for alone.
 */
export type Dimension = (typeof DIMENSIONS)[number] | PropertyDimension | 'written_source' | 'bot_sign';

/** Returns whether journeys compare the values of any hit of a visit in a dimension, instead of the visit's own value. */
export const isOfHits = (dimension: Dimension): boolean =>
  dimension === 'path' || findPropertyName(dimension) !== undefined;

/** Dimensions whose values depend on the hosts of the site. */
export const SITE_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>(['hostname', 'channel']);

/** What a query has to know of its site. */
export interface OfSite {
  /** The zone whose midnights begin the days of the site's rows, as they are stored; the store sets it. Default: UTC. */
  readonly zone?: string | undefined;
  /** Whether unique hits may be marked by days of another zone, in which the rows were stored; the store sets it. Default: false. */
  readonly hasOtherMarks?: boolean | undefined;
  /** Its hosts, in the form of `hostname`; absent where no dimension of the query depends on them. */
  readonly siteHosts?: SiteHosts | undefined;
}

/**
 * Whose values dimensions use: those of each row, or those of its visit. A visit is a run of hits and events of one
 * visitor without a pause of more than 30 minutes, within one day of the site.
 */
export const ATTRIBUTIONS = ['hit', 'visit'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/** Longest pause within a visit: the session timeout. */
export const VISIT_TIMEOUT_MS = 30 * MINUTE_MS;

/** Returns whether rows of a kind belong to visits, and are counted by visitor. */
export const hasVisits = (kind: HitKind): boolean => kind === 'hit' || kind === 'event';

/**
 * Dimensions that a visit has. With `attribution: 'visit'` the value of a hit or event is that of the first hit of its visit
 * (of its first event where it has no hit); `entry_page` and `exit_page` are the paths of the visit's first and last hit, null
 * where it has none. An anonymous row belongs to no visit and keeps its own values, without entry and exit page.
 */
export const VISIT_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>([
  ...columns.filter(column => column.isOfVisit).map(({ name }) => name as DimensionColumn),
  'channel',
  'referrer_host',
  'hostname',
  ...PARAMETER_DIMENSIONS,
  'device',
  'entry_page',
  'exit_page',
]);

/**
 * A condition on one dimension. `is` forms compare values exactly, `contains` and `matches` ignore case by Unicode's simple folding:
 * a value matches a pattern (`parsePattern`) as a whole. A null value matches rows without one. Each excluding form is the exact
 * complement of its including form, so that rows without a value match `containsNone: ['x']`.
 */
export type Filter = {
  readonly dimension: Dimension;
  /** Knows only the values that so many visitors of the rows that match the other filters have; the other values are one. Of places alone. */
  readonly minVisitors?: number;
} & (
  | { readonly is: string | null }
  | { readonly isNot: string | null }
  | { readonly isAnyOf: readonly (string | null)[] }
  | { readonly isNoneOf: readonly (string | null)[] }
  | { readonly containsAnyOf: readonly (string | null)[] }
  | { readonly containsNone: readonly (string | null)[] }
  | { readonly matchesAnyOf: readonly (string | null)[] }
  | { readonly matchesNone: readonly (string | null)[] }
);

/** A visit of one view, and no event. */
export interface SingleView {
  readonly views: 1;
}

/** A condition that is on no dimension itself. */
type Composed<Of> = Of & { readonly dimension?: undefined };

/**
 * A condition on rows. `done` holds for rows of a visit, as a whole, in which a row reached a goal, or which is a single view, whatever
 * the attribution: rows without a visit did nothing.
 */
export type Condition =
  | Filter
  | Composed<{ readonly and: readonly Condition[] }>
  | Composed<{ readonly or: readonly Condition[] }>
  | Composed<{ readonly not: Condition }>
  | Composed<{ readonly done: GoalCondition | SingleView }>;

/** A query of the rows of one site and kind, within a span (null: all time), that match every condition. */
export interface HitQuery extends OfSite {
  readonly siteId: number;
  readonly kind: HitKind;
  readonly span: Span | null;
  readonly filters: readonly Condition[];
  /** Default: `hit`. Agent visits and spam hits have no visits: their rows keep their own values. */
  readonly attribution?: Attribution;
  /**
   * Days whose imported sums are added in totals and groups, where all filters and the grouping are
   * of one dimension. Without them, rows alone are counted.
   */
  readonly importedDays?: ImportedDays;
}

/** A slice of a result: rows to skip and rows to return. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Options of every read. */
export interface ReadOptions {
  /** Cancels the query, when its client has disconnected. */
  readonly signal?: AbortSignal | undefined;
  /** The queue that the read waits in. Queues are served in turn, and reject with `rate_limited` and `unavailable`. Absent: background work. */
  readonly queue?: string | undefined;
}

/** Which groups to return. */
export interface GroupsPage extends Slice {
  /** Returns only groups whose key contains this, ignoring case; never the one without a key. */
  readonly search?: string;
  /** Number of visitors that `hasMinVisitors` compares each group with, which is faster than a count. Not where visitors are counted. */
  readonly minVisitors?: number;
  /** With `minVisitors`: sums up the groups with fewer visitors in one group with this key. */
  readonly othersKey?: string;
  /** The count that is largest in the first group; those of visitors and visits have to be counted. Default: `hits`. */
  readonly orderBy?: GroupOrder;
}

/** The values of a dimension that keep their names in groups; all others are summed up as `OTHER_PLACES`. */
export interface NamedValues {
  readonly dimension: Dimension;
  /** The dimensions of the composite key that identifies a value: those that contain it, then its own. */
  readonly keyDimensions: readonly Dimension[];
  /** Composite keys: values joined by `KEY_SEPARATOR`, empty for null. */
  readonly keys: readonly string[];
}

/**
 * Rows by the values of some dimensions. Each dimension is read by its own rule: the value of the row, of its visit or of its visitor.
 * Imported days are not counted.
 */
export interface CombinationsQuery extends Omit<HitQuery, 'importedDays'> {
  /** None to three. */
  readonly dimensions: readonly Dimension[];
  /** Default: `hits`. */
  readonly orderBy?: GroupOrder;
  readonly named?: readonly NamedValues[];
}

/** How groups are read. */
export interface GroupOptions extends ReadOptions, GroupsPage {
  /** Counts the visitors and visits of each group too, which takes longer. */
  readonly countsVisitors?: boolean;
}

/** Counts that groups are ordered by. */
export const GROUP_ORDERS = ['hits', 'visitors', 'visits'] as const;
export type GroupOrder = (typeof GROUP_ORDERS)[number];

/** All rows of one visitor. */
export interface VisitorRowsQuery {
  readonly siteId: number;
  readonly kind: Exclude<HitKind, 'agent_visit'>;
  /** 16 hexadecimal digits: queries are data that JSON has. */
  readonly visitorHash: string;
  /** All time when left out. */
  readonly span?: Span;
  /** Whether rows that are held are listed too. */
  readonly includesHeld?: boolean;
  /** The sites as whose rows they are held; `withStorageIds` sets them. */
  readonly heldAs?: readonly number[];
}

/** How totals are read. */
export interface TotalsOptions extends ReadOptions {
  /** Counts visits too, which takes longer. */
  readonly countsVisits?: boolean;
  /** Whether the number of paths is not needed, which may take longest: it may be 0 then. */
  readonly omitsPaths?: boolean;
  /** Whether only visitors are needed: other counts may be 0 then. Not with `countsVisits`. */
  readonly onlyVisitors?: boolean;
}

/** Pages whose engagement is worked out: some, each, or all of them together. */
export type EngagedPages = readonly string[] | 'each' | 'together';

/** Groups of many sites, of any dimension but entry and exit pages, and those that depend on the site. */
export interface GroupsBySiteQuery {
  readonly siteIds: readonly number[];
  readonly kind: HitKind;
  readonly span: Span;
  readonly dimension: Exclude<Dimension, 'entry_page' | 'exit_page' | 'hostname' | 'channel' | 'bot_sign'>;
  /** Maximum number of groups per site. */
  readonly limit: number;
}

/** How series are read. */
export interface SeriesOptions extends ReadOptions {
  /** The day of each edge, the first of a bucket: imported sums are added to the bucket of their day. */
  readonly importedEdges?: readonly Day[] | undefined;
  /** Counts the visitors and visits of each bucket too, which takes longer. */
  readonly countsVisitors?: boolean;
  /** Adds the engagement in the visits of each bucket, which takes longer. */
  readonly countsEngagement?: boolean;
}

/** Which hits journeys are made of. */
export interface JourneyHits extends OfSite {
  readonly siteId: number;
  readonly span: Span;
  /**
   * Conditions on visits: journeys have the hits of those that match every one. A dimension of visits compares the visit's value,
   * `path` the pages seen in it, a property what any of its hits has, `event` the events sent in it. Default: none.
   */
  readonly filters?: readonly Condition[];
}

/** What visits opened before and after a page. */
export interface JourneyPagesQuery extends JourneyHits {
  readonly path: string;
  /** Maximum number of paths in each list. */
  readonly maxPaths: number;
  /** Approximate maximum number of the site's hits that are read: those at the end of the span. */
  readonly maxHits: number;
}

/** Journeys of a site's visitors: one per visitor hash in the span, none for anonymous hits. */
export interface JourneyQuery extends JourneyHits {
  /** Whether only journeys of two hits or more are listed. Totals are of all. */
  readonly omitsSingle?: boolean;
  /** Maximum number of pages per journey; a longer one keeps its first pages. */
  readonly maxPages: number;
  /** Maximum number of paths in each list of the most common ones. */
  readonly maxPaths: number;
}
