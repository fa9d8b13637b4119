/** Results of queries of hits. */
import type { HitKind } from './columns.ts';
import type { Revenue } from './revenue.ts';

/** A group. */
export interface GroupRow {
  /** The dimension's value; null for rows without one. */
  readonly key: string | null;
  /**
   * Number of rows; for entry and exit pages of visitors, with `attribution: 'hit'`, of distinct visitors, anonymous rows left
   * out.
   */
  readonly hits: number;
  /** Hits that were the first of their visitor, path and day; 0 for entry and exit pages of visitors. */
  readonly uniqueHits: number;
  /** Distinct visitors, exact; only where they are measured. */
  readonly visitors?: number;
  /** Distinct visits of the rows; only where they are measured. */
  readonly visits?: number;
  /** Whether it has at least `minVisitors`; only with that option. */
  readonly hasMinVisitors?: boolean;
  /** How it was read, of a page that has reports; only where that was asked for. */
  readonly engagement?: PageEngagement;
}

/** A group by the values of several dimensions, in their order; null for rows without one. Its hits are rows. */
export interface Combination extends Required<Pick<GroupRow, 'hits' | 'uniqueHits' | 'visitors' | 'visits'>> {
  readonly keys: readonly (string | null)[];
}

/** A page of groups, and the number of all. */
export interface Groups<Row = GroupRow> {
  readonly rows: Row[];
  readonly total: number;
}

/** A bucket of a series. */
export interface SeriesBucket {
  readonly hits: number;
  readonly uniqueHits: number;
  /** Distinct visitors of the bucket, exact; only where they are measured. */
  readonly visitors?: number;
  /** Distinct visits of the bucket's rows; only where they are measured. */
  readonly visits?: number;
  /** In the visits of the bucket's hits, all 0 for other kinds; only where it is measured. */
  readonly engagement?: VisitSums;
}

export interface Totals {
  readonly hits: number;
  readonly uniqueHits: number;
  /** Distinct visitors, exact. */
  readonly visitors: number;
  /** Distinct paths of hits; 0 for other kinds. */
  readonly paths: number;
  /** Distinct visits of the rows; only where they are measured. */
  readonly visits?: number;
}

/**
 * Engagement in the visits of a query, those with a hit that matches it. Each counts as a whole, also with its hits and events
 * that the filters exclude or that lie beyond the span, so that a visit that a campaign began and that went on is no bounce.
 */
export interface Engagement extends VisitSums {
  /** Distinct visitors with a hit that matches the query; anonymous hits have none, nor imported days that do not know their visits. */
  readonly visitors: number;
}

/** What is summed up over visits. */
export interface VisitSums {
  /** Distinct visits with a hit that matches the query. */
  readonly visits: number;
  /** Visits of one hit and no event whose page was not engaged for `ENGAGED_VISIT_SECONDS`. */
  readonly bounces: number;
  /** All hits of the visits. */
  readonly hits: number;
  /** Sum over the visits of the time from the first to the last row, events included. */
  readonly totalDurationSeconds: number;
}

/** The revenue of a group in one currency. */
export interface GroupRevenue extends Revenue {
  /** The value of the dimension; null for rows without one, and where nothing is grouped. */
  readonly key: string | null;
}

/** How a property is used in the rows of a query. */
export interface PropertyUse {
  readonly name: string;
  /** Rows that have it. */
  readonly rows: number;
  /** Rows in which it is a number, and a truth value. */
  readonly numbers: number;
  readonly booleans: number;
  /** Sum of the numbers; 0 without any. */
  readonly sum: number;
}

/** A mean and a median. */
export interface Averages {
  readonly mean: number;
  readonly median: number;
}

/** How long and how far a page was read, or several pages, over the views that reported it. */
export interface PageEngagement {
  /** Null for all pages of a query together. */
  readonly path: string | null;
  readonly views: number;
  /** For how long it was visible and active. */
  readonly engagedSeconds: Averages;
  /** In percent of its height; null where no view has any. */
  readonly scrollDepth: Averages | null;
}

export interface SiteTotals {
  readonly hits: number;
  readonly uniqueHits: number;
}

/** A page view of a journey. */
export interface JourneyStep {
  readonly path: string;
  readonly at: Date;
}

/** All hits of one visitor in the span, ordered by time, then by id. */
export interface Journey {
  readonly visitorHash: bigint;
  /** Number of page views, repeated ones and those beyond `pages` included. */
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

/** Number of visitors who entered, or left, on a path. */
export interface PathVisitors {
  readonly path: string;
  readonly visitors: number;
}

/** Totals over all journeys of a span, and a slice of them. */
export interface Journeys {
  readonly visitors: number;
  /** Visitors with one hit. */
  readonly singleHitVisitors: number;
  /** Most common first; among equals the path that was entered (left) last. */
  readonly entryPaths: readonly PathVisitors[];
  readonly exitPaths: readonly PathVisitors[];
  /** Ordered by last hit, newest first, then by id, greatest first. */
  readonly rows: readonly Journey[];
}

/** Views of a page that came next or before. */
export interface PathViews {
  readonly path: string;
  readonly views: number;
}

/**
 * What visits opened before and after a page. Views that follow each other on the same page, as when it is reloaded, are one.
 * The entries and all previous pages add up to `views`, as do the exits and all next pages.
 */
export interface JourneyPages {
  readonly views: number;
  readonly visits: number;
  /** Views that began a visit. */
  readonly entries: number;
  /** Views that ended a visit. */
  readonly exits: number;
  /** Most views first, then by path. */
  readonly previous: readonly PathViews[];
  readonly next: readonly PathViews[];
  /** Start of what was looked at, later than the span's where that has too many hits. */
  readonly since: Date;
}

/** Row counts, size and schema version, for the operator. */
export interface StoreFacts {
  readonly rows: Readonly<Record<HitKind, number>>;
  readonly sizeBytes: number;
  readonly schemaVersion: number;
}
