/** The hit feed: live rows in the order of their ids, read from a cursor on. */
import type { HitKind } from './columns.ts';
import type { ReadOptions } from './query.ts';
import type { StoredHit } from './row.ts';

/** Which rows of the feed: of one kind and some sites, after the row with an id. */
export interface FeedQuery {
  readonly kind: HitKind;
  readonly siteIds: readonly number[];
  /** Rows with a greater id; 0 for all. */
  readonly afterId: number;
  readonly limit: number;
}

/** A page of the feed, oldest row first. */
export interface FeedPage {
  readonly rows: readonly StoredHit[];
  /** The next cursor: no row of the sites with an id up to this one will follow. */
  readonly throughId: number;
}

/**
 * Reads rows in the order in which they were stored. It is apart from `HitStore` because it needs a promise that not every
 * engine can give: ids of a kind become visible in ascending order, so that after a row was read no row with a smaller id
 * appears. An engine with a single writer that assigns ids at commit keeps it by itself. A distributed engine, whose
 * writers commit out of order, has to end each page before the smallest id that is still in flight.
 */
export interface HitFeed {
  /** Returns rows that `append` stored, never those that were imported or restored from spam. */
  listAppended(query: FeedQuery, options?: ReadOptions): Promise<FeedPage>;
}
