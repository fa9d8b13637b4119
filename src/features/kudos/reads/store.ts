/** Reports of kudos: lists, counts and groups. SQLite answers on the thread of all requests, so each is read in slices. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, count, desc, eq, inArray, ne, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { GroupOptions, ReadOptions, Slice } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { createTurns } from '../../../lib/fair-pool.ts';
import type { RowFilter } from '../../../reports/filters.ts';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { kudos } from '../tables.ts';

export type KudoRow = Omit<typeof kudos.$inferSelect, 'importKey' | 'formerPaths'>;

/** Selects kudos of a site. */
export interface KudoQuery {
  readonly siteId: number;
  readonly span: Span;
  /** Default: all of them. */
  readonly filters?: readonly RowFilter<KudoField>[];
}

/** Filters of kudos. */
export type KudoField = keyof typeof FIELDS;

const FIELDS = { path: kudos.path, uid: kudos.uid };

/** A page with its kudos. */
export interface KudoGroup {
  readonly path: string;
  readonly count: number;
}

/** Returns the owner of a site. */
export type FindOwner = (siteId: number) => number | undefined;

/** Rows of the first slice that a report reads, and of the smallest. */
const MIN_SLICE = 250;
/** Milliseconds of a slice, for which other requests wait, after which the next one is halved; it is doubled otherwise. */
const SLICE_MS = 4;

const NEWEST_FIRST = [desc(kudos.createdAt), desc(kudos.id)];

/** Lists and counts kudos. */
export function createKudoReads(db: AppDb, findOwner: FindOwner) {
  const readSlices = createSlices(db, findOwner);
  return {
    /** Newest first. */
    async list(query: KudoQuery, { offset, limit }: Slice, options?: ReadOptions): Promise<KudoRow[]> {
      const ids: number[] = [];
      let skipped = 0;
      // Ids alone are in the index: rows that are only skipped are never read.
      const select = (inSlice: SQL | undefined) =>
        db
          .select({ id: kudos.id })
          .from(kudos)
          .where(inSlice)
          .orderBy(...NEWEST_FIRST);
      for await (const found of readSlices<[number]>({ query, order: BY_TIME, select, options })) {
        const shown = found.slice(Math.max(0, offset - skipped), offset + limit - skipped);
        ids.push(...shown.map(([id]) => id));
        skipped += found.length;
        if (skipped >= offset + limit) break;
      }
      const { id, siteId, uid, path, createdAt } = kudos;
      return db
        .select({ id, siteId, uid, path, createdAt })
        .from(kudos)
        .where(hasId(ids))
        .orderBy(...NEWEST_FIRST)
        .all();
    },
    async count(query: KudoQuery, options?: ReadOptions): Promise<number> {
      const select = (inSlice: SQL | undefined) => db.select({ count: count() }).from(kudos).where(inSlice);
      let total = 0;
      for await (const rows of readSlices<[number]>({ query, order: BY_TIME, select, options }))
        for (const [found] of rows) total += found;
      return total;
    },
    /**
     * Pages by their kudos, most first, and how many there are in all. `search` is a part of the path, whatever the
     * case of its letters from a to z.
     */
    async countsByPath(
      query: KudoQuery,
      { offset, limit, search, ...options }: GroupOptions,
    ): Promise<{ groups: KudoGroup[]; total: number }> {
      const select = (inSlice: SQL | undefined) =>
        db
          .select({ path: kudos.path, id: sql`max(${kudos.id})`, count: count() })
          .from(kudos)
          .where(and(inSlice, search === undefined ? undefined : pathContains(search)))
          .groupBy(kudos.path)
          .orderBy(desc(kudos.path));
      // A kudo stands for its page: all paths of a site might not fit into memory.
      const pages: { readonly id: number; count: number }[] = [];
      let lastPath: string | undefined;
      const slices = readSlices<[string, number, number]>({ query, order: BY_PATH, select, options });
      for await (const rows of slices)
        for (const [path, id, found] of rows) {
          const last = pages.at(-1);
          if (last && path === lastPath) last.count += found;
          else pages.push({ id, count: found });
          lastPath = path;
        }
      const shown = pages
        .reverse()
        .sort((a, b) => b.count - a.count)
        .slice(offset, offset + limit);
      const paths = db
        .select({ id: kudos.id, path: kudos.path })
        .from(kudos)
        .where(hasId(shown.map(({ id }) => id)))
        .all();
      const pathOf = new Map(paths.map(({ id, path }) => [id, path]));
      return {
        groups: shown.map(({ id, count }) => ({ path: pathOf.get(id) ?? '', count })),
        total: pages.length,
      };
    },
    /** Kudos between consecutive edges. */
    async countsBetween(
      { siteId, filters = [] }: Omit<KudoQuery, 'span'>,
      edges: readonly Date[],
      options?: ReadOptions,
    ): Promise<number[]> {
      const counts = edges.slice(1).map(() => 0);
      const [start, end] = [edges[0], edges.at(-1)];
      if (!start || !end) return counts;
      const select = (inSlice: SQL | undefined) =>
        db
          .select({ createdAt: kudos.createdAt })
          .from(kudos)
          .where(inSlice)
          .orderBy(...NEWEST_FIRST);
      const query = { siteId, filters, span: { start, end } };
      let at = counts.length - 1;
      for await (const rows of readSlices<[number]>({ query, order: BY_TIME, select, options }))
        for (const [time] of rows) {
          while (time < Number(edges[at])) at--;
          counts[at] = (counts[at] ?? 0) + 1;
        }
      return counts;
    },
  };
}

/** The values of a kudo in the columns of an order. */
type Key = readonly (string | number)[];

/** Orders of kudos: the columns of an index. */
const BY_TIME = [kudos.createdAt, kudos.id];
const BY_PATH = [kudos.path, ...BY_TIME];

interface Slices {
  readonly query: KudoQuery;
  readonly order: typeof BY_TIME | typeof BY_PATH;
  /** Builds the statement for a slice. */
  readonly select: (inSlice: SQL | undefined) => SQLWrapper;
  readonly options: ReadOptions | undefined;
}

/**
 * Creates the function that reads the kudos of a query in slices of an index, from its end, with a statement for each slice.
 * SQLite answers on the thread of all requests: these go on between two slices, for which accounts take turns.
 */
function createSlices(db: AppDb, findOwner: FindOwner) {
  const turns = createTurns();
  return async function* readSlices<Row>({ query, order, select, options }: Slices): AsyncGenerator<Row[]> {
    const { siteId, span, filters = [] } = query;
    const [from, until] = [span.start.getTime(), span.end.getTime()];
    // The plus keeps SQLite from using an index of another order.
    const inSpan = sql`+${kudos.createdAt} >= ${from} and +${kudos.createdAt} < ${until}`;
    const inIndex = and(
      eq(kudos.siteId, siteId),
      ...filters.filter(filter => 'is' in filter).map(toCondition),
    );
    const key = sql.join(order, sql`, `);
    const compareKey = (operator: '<' | '>=', than: Key | undefined) =>
      than &&
      sql`(${key}) ${sql.raw(operator)} (${sql.join(
        than.map(value => sql`${value}`),
        sql`, `,
      )})`;
    const first: Key | undefined = order === BY_TIME ? [from, 0] : undefined;
    let end: Key | undefined = first && [until, 0];
    let size = MIN_SLICE;
    let isLast = false;

    function readSlice(): Row[] {
      const startedMs = performance.now();
      const toEnd = and(inIndex, compareKey('>=', first), compareKey('<', end));
      const [start] = db.values<(string | number)[]>(sql`
        select ${key} from ${kudos} where ${toEnd}
        order by ${sql.join(order.map(desc), sql`, `)} limit 1 offset ${size - 1}`);
      const inSlice = and(
        inIndex,
        compareKey('>=', start ?? first),
        compareKey('<', end),
        inSpan,
        ...filters.map(toCondition),
      );
      const rows = db.values(select(inSlice)) as Row[];
      isLast = !start;
      end = start;
      size = performance.now() - startedMs < SLICE_MS ? size * 2 : Math.max(MIN_SLICE, size / 2);
      return rows;
    }

    while (!isLast)
      yield await turns.run(
        `account ${findOwner(siteId)}`,
        async () => {
          const rows = readSlice();
          await nextTurn();
          return rows;
        },
        { signal: options?.signal },
      );
  };
}

const hasId = (ids: readonly number[]): SQL =>
  sql`${kudos.id} in (select value from json_each(${JSON.stringify(ids)}))`;

const pathContains = (part: string): SQL => sql`instr(lower(${kudos.path}), lower(${part})) > 0`;

/** Converts a filter. Every kudo has its fields: none matches null. */
function toCondition(filter: RowFilter<KudoField>): SQL {
  const field = FIELDS[filter.dimension];
  const given = (values: readonly (string | null)[]) => values.filter(value => value !== null);
  if ('is' in filter) return filter.is === null ? sql`false` : eq(field, filter.is);
  if ('isNot' in filter) return filter.isNot === null ? sql`true` : ne(field, filter.isNot);
  if ('isAnyOf' in filter) return inArray(field, given(filter.isAnyOf));
  if ('isNoneOf' in filter) return notInArray(field, given(filter.isNoneOf));
  throw new Error('kudos are filtered by whole values');
}
