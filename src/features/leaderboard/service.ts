/** Leaderboard: the paths of a site by all hits, cached for an hour. Source: api-v1, Endpoints, Leaderboard. */
import { createCache } from '../../core/cache.ts';
import type { Clock } from '../../core/clock.ts';
import type { GroupRow } from '../../core/hits/answers.ts';
import type { HitQuery } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type Page, toOffset } from '../../core/page.ts';
import { normalizeText } from '../../lib/normalize-path.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import { findImported, type Imported } from '../../reports/imported.ts';
import { ALL_DAYS } from '../../reports/period.ts';

/** Source: api-v1, Limits, Leaderboard cache. */
const TTL_MS = HOUR_MS;
/** Rows are read and cached in chunks of the largest page: any page needs one or two of them. */
const CHUNK_ROWS = 1000;
const PAGES = { shape: 'groups', dimension: 'path', limit: CHUNK_ROWS } as const;
const ALL_HITS = { shape: 'totals', measures: ['hits'] } as const;
const MAX_ROWS_BYTES = 32 * 1024 ** 2;
const MAX_BOARDS_BYTES = 4 * 1024 ** 2;
/** Overhead of an entry or a row beside its text. */
const FIXED_BYTES = 128;

/** Filter of paths: all of a site (null), or those that contain a text, case-insensitively. */
interface BoardRequest {
  readonly siteId: number;
  readonly filter: string | null;
}

/** A request, and what there is of imported days. */
interface BoardSource extends BoardRequest {
  readonly imported: Imported | undefined;
  /** Keys of the imports of days: with others, boards are others. */
  readonly imports: readonly string[];
}

/** Totals that all pages of a leaderboard share. */
interface Board {
  /** The board is as of this instant. */
  readonly cachedAt: Date;
  readonly expiresAt: Date;
  /** Of all the site's paths, whatever the filter. */
  readonly siteHits: number;
  readonly pathCount: number;
  readonly imported: Imported | undefined;
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
  const boards = createBoardCache<Board>(clock, MAX_BOARDS_BYTES);
  const chunks = createBoardCache<readonly GroupRow[]>(clock, MAX_ROWS_BYTES);

  const findSource = async (request: BoardRequest): Promise<BoardSource> => {
    const { siteId } = request;
    const spans = await hits.importedSpans(siteId);
    const query = { siteId, kind: 'hit', filters: [] } as const;
    const [period, { span }] = [ALL_DAYS, ALL_DAYS];
    const imported = await findImported(hits, { query, period, span, grouping: 'path' });
    return { ...request, imported, imports: spans.map(({ importKey }) => importKey) };
  };

  const readChunk = (request: BoardSource, cachedAt: Date, number: number) =>
    hits.ask({ ...PAGES, ...toHitQuery(request, cachedAt), offset: number * CHUNK_ROWS });

  const chunkKey = ({ siteId, filter, imports }: BoardSource, cachedAt: Date, number: number): string =>
    toCacheKey(siteId, filter, +cachedAt, number, imports);

  async function createBoard(request: BoardSource): Promise<Board> {
    const cachedAt = clock.now();
    const [first, { hits: siteHits }] = await Promise.all([
      readChunk(request, cachedAt, 0),
      hits.ask({ ...ALL_HITS, ...toHitQuery({ ...request, filter: null }, cachedAt) }),
    ]);
    chunks.put(chunkKey(request, cachedAt, 0), first.rows, sizeInBytes(first.rows));
    const expiresAt = new Date(+cachedAt + TTL_MS);
    return { cachedAt, expiresAt, siteHits, pathCount: first.total, imported: request.imported };
  }

  const getChunk = (request: BoardSource, { cachedAt }: Board, number: number) =>
    chunks.get(chunkKey(request, cachedAt, number), async () => {
      const { rows } = await readChunk(request, cachedAt, number);
      return { value: rows, sizeBytes: sizeInBytes(rows) };
    });

  return {
    /** Returns a page of a site's board. Pages with the same `cachedAt` are consistent; a board expires an hour later. */
    async page(requested: BoardRequest, page: Page): Promise<BoardPage> {
      const request = await findSource(requested);
      const key = toCacheKey(request.siteId, request.filter, request.imports);
      const board = await boards.get(key, async () => {
        const value = await createBoard(request);
        // An empty board is not cached: it costs nothing to compute, and a new site's first hits show at once.
        return { value, sizeBytes: value.pathCount === 0 ? null : FIXED_BYTES + 2 * key.length };
      });
      const offset = toOffset(page);
      if (offset >= board.pathCount) return { ...board, rows: [] };
      const first = Math.floor(offset / CHUNK_ROWS);
      const last = Math.floor((Math.min(offset + page.size, board.pathCount) - 1) / CHUNK_ROWS);
      const rows = [...(await getChunk(request, board, first))];
      if (last > first) rows.push(...(await getChunk(request, board, last)));
      const skipped = offset - first * CHUNK_ROWS;
      return { ...board, rows: rows.slice(skipped, skipped + page.size) };
    },
    /** Removes a site from the cache. */
    removeOfSite(siteId: number): void {
      boards.removeSite(siteId);
      chunks.removeSite(siteId);
    },
  };
}

/** Builds a cache key; the site's id comes first, so that all keys of a site are found by it. */
const toCacheKey = (siteId: number, ...rest: readonly unknown[]): string =>
  `${siteId} ${JSON.stringify(rest)}`;

const sizeInBytes = (rows: readonly GroupRow[]): number =>
  rows.reduce((sum, { key }) => sum + FIXED_BYTES + 2 * (key?.length ?? 0), FIXED_BYTES);

/** Builds the query of a board: hits up to its instant, so that all of its pages are consistent. */
const toHitQuery = ({ siteId, filter, imported }: BoardSource, at: Date): HitQuery => ({
  siteId,
  kind: 'hit',
  span: { start: new Date(0), end: new Date(+at + 1) },
  filters: filter === null ? [] : [{ dimension: 'path', containsAnyOf: [normalizeText(filter)] }],
  ...(imported?.included && { importedDays: 'all' }),
});

/** A computed value with its size; null: it is not cached. */
interface Computed<V> {
  readonly value: V;
  readonly sizeBytes: number | null;
}

/** Caches values for an hour; concurrent requests share one computation. */
function createBoardCache<V extends object>(clock: Clock, maxBytes: number) {
  const cache = createCache<string, V>({ maxSize: maxBytes }, { ttlMs: TTL_MS, clock });
  const pending = new Map<string, Promise<V>>();

  function put(key: string, value: V, sizeBytes: number): void {
    cache.set(key, value, { size: sizeBytes });
  }

  async function computeAndCache(key: string, compute: () => Promise<Computed<V>>): Promise<V> {
    try {
      const { value, sizeBytes } = await compute();
      if (sizeBytes !== null) put(key, value, sizeBytes);
      return value;
    } finally {
      pending.delete(key);
    }
  }

  return {
    put,
    async get(key: string, compute: () => Promise<Computed<V>>): Promise<V> {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      let computation = pending.get(key);
      if (!computation) {
        computation = computeAndCache(key, compute);
        pending.set(key, computation);
      }
      return computation;
    },
    removeSite(siteId: number): void {
      for (const key of [...cache.keys()]) if (key.startsWith(`${siteId} `)) cache.delete(key);
    },
  };
}
