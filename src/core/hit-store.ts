/**
 * The seam in front of the analytics engine. Queries are data over closed enums: no SQL fragment, time zone
 * or page arithmetic crosses this line, so that a second engine only has to translate.
 * Every engine passes the contract suite in `test/stores/hit-store-contract.ts`.
 */

import type { ImportFormat } from './import-format.ts';
import type { Span } from './span.ts';

/** What is stored: human page views, custom events, AI-crawler visits, and suppressed hits kept apart. */
export const HIT_KINDS = ['hit', 'event', 'agent_visit', 'spam_hit'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/**
 * What rows can be filtered and grouped by: the columns of `StoredHit`, where a kind has them, and what follows from
 * them. A kind without the columns has null in all its rows.
 * - `referrer_host`: host of the referrer, in small letters, without `www.` and a port.
 * - `campaign`, `medium`: `utm_campaign` and `utm_medium` of the url, decoded; null when missing or empty.
 * - `device`: `mobile`, `desktop` or `unknown`.
 * - `entry_page`, `exit_page`, hits only: path of the first (last) hit of the row's visitor in the span, whatever else
 *   is filtered; null for anonymous rows.
 * - `event`, as a filter of hits: the events that the row's visitor sent in the span, any of which may meet it; null for
 *   a visitor without any, and for anonymous rows. Hits are not grouped by it.
 */
export const DIMENSIONS = [
  'path',
  'url',
  'country',
  'referrer',
  'browser_name',
  'platform_name',
  'source',
  'event',
  'value',
  'agent_name',
  'provider',
  'category',
  'reason',
  'referrer_host',
  'campaign',
  'medium',
  'device',
  'entry_page',
  'exit_page',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How a visitor is known: `day` by the daily salt (the hash never recurs on another UTC day), `stable` by a given id or hash. */
export type VisitorScope = 'day' | 'stable';

/** One row to be stored. The engine gives it its id and decides whether it is a unique hit. */
export interface NewHit {
  readonly kind: HitKind;
  readonly siteId: number;
  readonly createdAt: Date;
  /** Null only for an event without a page. */
  readonly path: string | null;
  /** Null when it is the site's address followed by the path: the common case, which then costs nothing. */
  readonly url: string | null;
  readonly referrer: string | null;
  /** Two capitals; `XX` when unknown. */
  readonly country: string;
  readonly browserName: string | null;
  readonly platformName: string | null;
  readonly isMobile: boolean | null;
  readonly source: string | null;
  /** 64-bit keyed hash; null for an anonymous write, which is no visitor and no unique hit. */
  readonly visitorHash: bigint | null;
  /** Null exactly when `visitorHash` is. */
  readonly visitorScope: VisitorScope | null;
  /** Events only, else null. */
  readonly event: string | null;
  readonly value: string | null;
  /** Agent visits only, else null. */
  readonly agentName: string | null;
  readonly provider: string | null;
  readonly category: string | null;
  /** Spam hits only: why it was suppressed. Else null. */
  readonly reason: string | null;
}

/** A row as it is read back. */
export interface StoredHit extends NewHit {
  /** Rising integer of its kind, under 2^53, never reused. */
  readonly id: number;
}

/**
 * One condition. Values compare exactly; `contains` and its kin ignore case. A null value asks for rows without one.
 * The excluding forms leave out exactly what their including twins let in, so that rows without a value pass
 * `containsNone: ['x']`.
 */
export type Filter = { readonly dimension: Dimension } & (
  | { readonly is: string | null }
  | { readonly isNot: string | null }
  | { readonly isAnyOf: readonly (string | null)[] }
  | { readonly isNoneOf: readonly (string | null)[] }
  | { readonly contains: string }
  | { readonly containsAnyOf: readonly (string | null)[] }
  | { readonly containsNone: readonly (string | null)[] }
);

/** Which rows: of one site and kind, within a span (null: all time), meeting every filter. */
export interface HitQuery {
  readonly siteId: number;
  readonly kind: HitKind;
  readonly span: Span | null;
  readonly filters: readonly Filter[];
}

/** Rows to skip and to return. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Options of every read. */
export interface ReadOptions {
  /** Cancels the query when its client has gone. */
  readonly signal?: AbortSignal;
  /** Where the read waits: queues take turns, and reject with `rate_limited` and `unavailable`. Absent: background work. */
  readonly queue?: string;
}

/** Options of `group`. */
export interface GroupOptions extends ReadOptions {
  /** Only groups whose key contains this, case ignored; never the one without a key. */
  readonly search?: string;
}

/** One group of `group`. */
export interface GroupRow {
  /** The dimension's value; null for rows without one. */
  readonly key: string | null;
  /** Rows; of entry and exit pages, which have no anonymous ones, their distinct visitors. */
  readonly hits: number;
  /** Hits that were the first of their visitor, path and UTC day; 0 for entry and exit pages. */
  readonly uniqueHits: number;
}

/** What `groupBySite` asks: groups of columns and what follows from them, never of entry and exit pages. */
export interface GroupsBySiteQuery {
  readonly siteIds: readonly number[];
  readonly kind: HitKind;
  readonly span: Span;
  readonly dimension: Exclude<Dimension, 'entry_page' | 'exit_page'>;
  /** Groups of each site at most. */
  readonly limit: number;
}

/** Options of `series`. */
export interface SeriesOptions extends ReadOptions {
  /** Buckets tell their visitors too, which takes longer. */
  readonly countsVisitors?: boolean;
}

/** One bucket of `series`, empty ones included. */
export interface SeriesBucket {
  readonly hits: number;
  readonly uniqueHits: number;
  /** Distinct visitors of the bucket, exact; only where `countsVisitors` asked for them. */
  readonly visitors?: number;
}

export interface Totals {
  readonly hits: number;
  readonly uniqueHits: number;
  /** Distinct visitors, exact. */
  readonly visitors: number;
  /** Distinct paths of hits; other kinds are not asked, and have 0. */
  readonly paths: number;
}

/**
 * What the visitors of a query did: all their hits in its span, also those that its filters leave out, so that one who
 * came by a campaign and read on has not left at once.
 */
export interface Engagement {
  /** Distinct visitors with a row that the query asks for; anonymous ones are none. */
  readonly visitors: number;
  /** Those with one hit in the span. */
  readonly singleHitVisitors: number;
  /** Their days: each visitor once for every UTC day with a hit, which is what a visit's length is an average over. */
  readonly visits: number;
  /** Their hits. */
  readonly hits: number;
  /** From the first to the last hit of each visit, in sum. */
  readonly totalDurationSeconds: number;
}

export interface SiteTotals {
  readonly hits: number;
  readonly uniqueHits: number;
}

/** Whose journeys are asked for, and how much of each. */
export interface JourneyQuery {
  readonly siteId: number;
  readonly span: Span;
  /** Pages of one journey at most; a longer one keeps its first. */
  readonly maxPages: number;
  /** Paths in each list of the commonest ones at most. */
  readonly maxPaths: number;
}

/** A page that a visitor saw. */
export interface JourneyStep {
  readonly path: string;
  readonly at: Date;
}

/** Everything one visitor did in the span. Hits are in order of time, and of their ids within an instant. */
export interface Journey {
  readonly visitorHash: bigint;
  /** Views of pages, repeated ones included, also those beyond the pages kept. */
  readonly hits: number;
  readonly firstHit: Date;
  readonly lastHit: Date;
  readonly entryPath: string;
  readonly exitPath: string;
  /** Referrer, country and browser of the first hit. */
  readonly referrer: string | null;
  readonly country: string;
  readonly browserName: string | null;
  readonly pages: readonly JourneyStep[];
}

/** Visitors who began, or ended, on a path. */
export interface PathVisitors {
  readonly path: string;
  readonly visitors: number;
}

/** All journeys of a span in sum, and a slice of them. */
export interface Journeys {
  readonly visitors: number;
  /** Visitors with one hit. */
  readonly singleHitVisitors: number;
  /** Commonest first; of equal ones the path that was entered (left) last. */
  readonly entryPaths: readonly PathVisitors[];
  readonly exitPaths: readonly PathVisitors[];
  /** Newest last hit first, and within an instant the later id. */
  readonly rows: readonly Journey[];
}

/** Which rows came in live: of one kind and some sites, after the row with an id. */
export interface AppendedQuery {
  readonly kind: HitKind;
  readonly siteIds: readonly number[];
  /** Rows with a greater id; 0 for all. */
  readonly afterId: number;
  readonly limit: number;
}

/** Rows that came in live, oldest first. */
export interface AppendedRows {
  readonly rows: readonly StoredHit[];
  /** Where the next reading goes on: every row of the sites up to this id has been given. */
  readonly throughId: number;
}

/** What `remove` takes away: named rows, everything before an instant, or all of a site's rows of the kinds named. */
export interface Removal {
  readonly siteId: number;
  readonly kinds: readonly HitKind[];
  readonly which: { readonly ids: readonly number[] } | { readonly before: Date } | 'all';
}

/** Suppressed hits that are to count after all: named ones, or all of the site's. */
export interface Restoration {
  readonly siteId: number;
  readonly which: { readonly ids: readonly number[] } | 'all';
}

/** A history to be loaded from a file. Only the engine can read millions of rows quickly, so it gets the file. */
export interface ImportRequest {
  readonly siteId: number;
  readonly siteUrl: string;
  readonly file: string;
  /** What the file is called in messages; its path when absent. */
  readonly name?: string;
  readonly format: ImportFormat;
  /** What SQL cannot say: asked once per distinct value, never per row. */
  readonly derive: ImportDerivations;
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** Called now and then with rows done so far and, when known, in all. */
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** The pipeline's rules for values that need code, called with one distinct value at a time. */
export interface ImportDerivations {
  readonly userAgent: (userAgent: string) => {
    readonly browserName: string | null;
    readonly platformName: string | null;
    readonly isMobile: boolean | null;
  };
  /** `XX` when unknown. */
  readonly country: (ipAddress: string) => string;
  /** Source of a hit that has none: from the address's parameters, else from the referrer. */
  readonly source: (url: string | null, referrer: string | null) => string | null;
  /** Hash of a given visitor id on this site. */
  readonly visitor: (visitorId: string) => bigint;
  /** Hash of an address and user agent on a day of the past; the salt lives for this import only. */
  readonly visitorOfDay: (ipAddress: string | null, userAgent: string | null, day: string) => bigint | null;
  /** The AI agent behind a user agent, when its row is an agent visit. */
  readonly agent: (
    userAgent: string,
  ) => { readonly name: string; readonly provider: string; readonly category: string } | null;
}

export interface ImportReport {
  readonly read: number;
  readonly imported: Readonly<Record<'hit' | 'event' | 'agent_visit', number>>;
  /** Already there: the same file, or an overlapping one, imported before. */
  readonly duplicates: number;
  readonly bad: number;
  /** The first 100 bad rows and the first one of each of 100 kinds of faults, by line (for Parquet: by row). */
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  /** Bad rows in all by kind of fault: `faultKindOf` of the message. */
  readonly faultCounts: Readonly<Record<string, number>>;
}

/** Facts for the operator. */
export interface StoreFacts {
  readonly rows: Readonly<Record<HitKind, number>>;
  readonly sizeBytes: number;
  readonly schemaVersion: number;
}

export interface HitStore {
  /**
   * Stores rows and resolves with their ids, in order, once they are durable and visible to every later read.
   * All of them or none: rejects with `AppError('unavailable')` when they cannot be written (a full disk);
   * reading goes on, and writing too as soon as there is room.
   */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /** Rows, newest first. */
  list(query: HitQuery, slice: Slice, options?: ReadOptions): Promise<StoredHit[]>;
  /**
   * Rows that `append` stored, in the order of their ids; never those that were imported or restored from spam. Ids
   * become visible in order, so that a reader who goes on from `throughId` misses none.
   */
  listAppended(query: AppendedQuery, options?: ReadOptions): Promise<AppendedRows>;
  /** How many rows a query matches. */
  count(query: HitQuery, options?: ReadOptions): Promise<number>;
  /** Groups by one dimension, largest first (ties by key, null last), and how many groups there are in all. */
  group(
    query: HitQuery,
    dimension: Dimension,
    slice: Slice,
    options?: GroupOptions,
  ): Promise<{ readonly rows: GroupRow[]; readonly total: number }>;
  /**
   * Counts between consecutive edges: n + 1 rising edges give n half-open buckets. The query's span is ignored: what
   * filters ask of a visitor's other rows is asked of those between the first and the last edge.
   */
  series(query: HitQuery, edges: readonly Date[], options?: SeriesOptions): Promise<SeriesBucket[]>;
  totals(query: HitQuery, options?: ReadOptions): Promise<Totals>;
  /** What the visitors of a query of hits did; other kinds are not asked, and have 0 in all. */
  engagement(query: HitQuery, options?: ReadOptions): Promise<Engagement>;
  /** Hits of many sites at once; sites without any are missing from the answer. */
  totalsBySite(
    siteIds: readonly number[],
    span: Span | null,
    options?: ReadOptions,
  ): Promise<Map<number, SiteTotals>>;
  /** `series` of the hits of many sites at once, by their ids; sites without any between the edges are missing. */
  seriesBySite(
    siteIds: readonly number[],
    edges: readonly Date[],
    options?: ReadOptions,
  ): Promise<Map<number, SeriesBucket[]>>;
  /** The largest groups of many sites at once, by their ids, in the order of `group`; sites without any are missing. */
  groupBySite(query: GroupsBySiteQuery, options?: ReadOptions): Promise<Map<number, GroupRow[]>>;
  /** Distinct visitors of the hits of many sites at once, exact, by their ids; sites without any are missing. */
  visitorsBySite(siteIds: readonly number[], span: Span, options?: ReadOptions): Promise<Map<number, number>>;
  /** Journeys of the visitors of a site's hits: one for each visitor hash in the span, none for anonymous hits. */
  journeys(query: JourneyQuery, slice: Slice, options?: ReadOptions): Promise<Journeys>;
  /** When the first hit, event or agent visit of a site was; null while it has none. */
  earliest(siteId: number, options?: ReadOptions): Promise<Date | null>;
  /** Takes rows away for good and says how many. */
  remove(removal: Removal): Promise<number>;
  /**
   * Moves spam hits among the hits of their site, each at its own time with its own visitor, and resolves with their
   * new ids once that is durable. Unique hits are then as if they had come in as hits: one that is older than the
   * marked hit of its visitor, path and day takes the mark. Whatever happens meanwhile, a hit is in one of the two
   * places and never in both or none. Ids that are no spam hits of the site are passed over.
   */
  restoreSpam(restoration: Restoration): Promise<number[]>;
  /** Loads a history. All of it or nothing; the same file twice adds nothing the second time. */
  importFile(request: ImportRequest): Promise<ImportReport>;
  /** Night work: folds what has come in since the last time into the main file. `force` does it however little that is. */
  maintain(options?: { readonly force?: boolean }): Promise<void>;
  /** Rejects when the engine does not answer. */
  ping(): Promise<void>;
  facts(): Promise<StoreFacts>;
  /** Everything acknowledged is on disk afterwards; no file is changed in place. */
  close(): Promise<void>;
}
