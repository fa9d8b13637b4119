/** Leaderboard: the paths of a site by all hits, cached for an hour. Source: api-v1, Endpoints, Leaderboard. */
import { createCache } from '../../core/cache.ts';
import type { Clock } from '../../core/clock.ts';
import type { GroupRow } from '../../core/hits/answers.ts';
import type { HitQuery } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type Page, toOffset } from '../../core/page.ts';
import { HOUR_MS } from '../../lib/time-units.ts';

/** Source: api-v1, Limits, Leaderboard cache. */
const TTL_MS = HOUR_MS;
/** Rows are read and cached in chunks of the largest page: any page needs one or two of them. */
const STRETCH_ROWS = 1000;
const MAX_ROWS_BYTES = 32 * 1024 ** 2;
const MAX_BOARDS_BYTES = 4 * 1024 ** 2;
/** Overhead of an entry or a row beside its text. */
const FIXED_BYTES = 128;

/** Filter of paths: all of a site (null), or those that contain a text, case-insensitively. */
interface BoardRequest {
  readonly siteId: number;
  readonly filter: string | null;
}

/** Totals that all pages of a leaderboard share. */
interface Board {
  /** The board is as of this instant. */
  readonly cachedAt: Date;
  readonly expiresAt: Date;
  /** Of all the site's paths, whatever the filter. */
  readonly siteHits: number;
  readonly pathCount: number;
}

/** A page of a board. */
export interface BoardPage extends Board {
  readonly rows: readonly GroupRow[];
}

export type LeaderboardService = ReturnType<typeof createLeaderboardService>;

/** Creates the service of leaderboards, with a cache of bounded memory. */
export function createLeaderboardService({
  hits,
  clock,
}: {
  readonly hits: HitStore;
  readonly clock: Clock;
}) {
  const boards = createKeeper<Board>(clock, MAX_BOARDS_BYTES);
  const stretches = createKeeper<readonly GroupRow[]>(clock, MAX_ROWS_BYTES);

  const read = (request: BoardRequest, cachedAt: Date, number: number) =>
    hits.group(queryOf(request, cachedAt), 'path', { offset: number * STRETCH_ROWS, limit: STRETCH_ROWS });

  const stretchKey = ({ siteId, filter }: BoardRequest, cachedAt: Date, number: number): string =>
    keyOf(siteId, filter, +cachedAt, number);

  async function openBoard(request: BoardRequest): Promise<Board> {
    const cachedAt = clock.now();
    const [first, siteHits] = await Promise.all([
      read(request, cachedAt, 0),
      hits.count(queryOf({ ...request, filter: null }, cachedAt)),
    ]);
    stretches.keep(stretchKey(request, cachedAt, 0), first.rows, sizeOf(first.rows));
    return { cachedAt, expiresAt: new Date(+cachedAt + TTL_MS), siteHits, pathCount: first.total };
  }

  const stretchOf = (request: BoardRequest, { cachedAt }: Board, number: number) =>
    stretches.get(stretchKey(request, cachedAt, number), async () => {
      const { rows } = await read(request, cachedAt, number);
      return { value: rows, sizeBytes: sizeOf(rows) };
    });

  return {
    /** A page of a site's board. Pages of one `cachedAt` go together; a later board is made an hour after it. */
    async page(request: BoardRequest, page: Page): Promise<BoardPage> {
      const key = keyOf(request.siteId, request.filter);
      const board = await boards.get(key, async () => {
        const value = await openBoard(request);
        // Nothing is saved by keeping an empty board, and a new site's first hits show at once.
        return { value, sizeBytes: value.pathCount === 0 ? null : FIXED_BYTES + 2 * key.length };
      });
      const offset = toOffset(page);
      if (offset >= board.pathCount) return { ...board, rows: [] };
      const first = Math.floor(offset / STRETCH_ROWS);
      const last = Math.floor((Math.min(offset + page.size, board.pathCount) - 1) / STRETCH_ROWS);
      const rows = [...(await stretchOf(request, board, first))];
      if (last > first) rows.push(...(await stretchOf(request, board, last)));
      const skipped = offset - first * STRETCH_ROWS;
      return { ...board, rows: rows.slice(skipped, skipped + page.size) };
    },
    /** Removes a site from the cache. */
    removeOfSite(siteId: number): void {
      boards.forget(siteId);
      stretches.forget(siteId);
    },
  };
}

/** Builds a cache key; the site's id comes first, so that all keys of a site are found by it. */
const keyOf = (siteId: number, ...rest: readonly unknown[]): string => `${siteId} ${JSON.stringify(rest)}`;

const sizeOf = (rows: readonly GroupRow[]): number =>
  rows.reduce((sum, { key }) => sum + FIXED_BYTES + 2 * (key?.length ?? 0), FIXED_BYTES);

/** A board is of the hits up to its instant, so that pages that are read later go with those read before. */
const queryOf = ({ siteId, filter }: BoardRequest, at: Date): HitQuery => ({
  siteId,
  kind: 'hit',
  span: { start: new Date(0), end: new Date(+at + 1) },
  filters: filter === null ? [] : [{ dimension: 'path', contains: filter }],
});

/** A computed value with its size; null: it is not cached. */
interface Made<V> {
  readonly value: V;
  readonly sizeBytes: number | null;
}

/** Caches values for an hour; concurrent requests share one computation. */
function createKeeper<V extends object>(clock: Clock, maxBytes: number) {
  const cache = createCache<string, V>({ maxSize: maxBytes }, { ttlMs: TTL_MS, clock });
  const underWay = new Map<string, Promise<V>>();

  function keep(key: string, value: V, sizeBytes: number): void {
    cache.set(key, value, { size: sizeBytes });
  }

  async function make(key: string, work: () => Promise<Made<V>>): Promise<V> {
    try {
      const { value, sizeBytes } = await work();
      if (sizeBytes !== null) keep(key, value, sizeBytes);
      return value;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    keep,
    async get(key: string, work: () => Promise<Made<V>>): Promise<V> {
      const kept = cache.get(key);
      if (kept !== undefined) return kept;
      let making = underWay.get(key);
      if (!making) {
        making = make(key, work);
        underWay.set(key, making);
      }
      return making;
    },
    forget(siteId: number): void {
      for (const key of [...cache.keys()]) if (key.startsWith(`${siteId} `)) cache.delete(key);
    },
  };
}
