import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  lt,
  lte,
  ne,
  notInArray,
  type Query,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Events } from '../../core/events.ts';
import type { GroupOptions, ReadOptions, Slice } from '../../core/hits/query.ts';
import type { Span } from '../../core/span.ts';
import type { RowFilter } from '../../reports/filters.ts';
import type { AppDb, Db } from '../../stores/sqlite/app-db.ts';
import type { ReadRows } from '../../stores/sqlite/report-process.ts';
import { kudoCounts, kudos } from './tables.ts';

export type KudoRow = Omit<typeof kudos.$inferSelect, 'importKey'>;
export type NewKudo = Omit<KudoRow, 'id'>;

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

/** A statement that drizzle has built. */
type Statement = SQLWrapper & { toSQL(): Query };

/**
 * Reports on up to this many kudos of a site run on the main thread, in a few milliseconds at most; handing them to the
 * report process would take longer. Reports on more run there.
 */
const MAX_KUDOS_ON_MAIN_THREAD = 500;

/** Key of a site's total among the counts: paths of pages begin with a slash. */
const WHOLE_SITE = '';
/** Kudos of a deleted site, and counts, that are removed in one transaction: about 16 ms with the longest paths. */
const BATCH_ROWS = 250;

export interface KudosStoreDeps {
  readonly db: AppDb;
  readonly readRows: ReadRows;
  readonly events: Pick<Events, 'publish'>;
}

/** The kudos of the application database, with a count kept beside them for each path and each site. */
export function createKudosStore({ db, readRows, events }: KudosStoreDeps) {
  const selectCount = db.prepared(current =>
    current
      .select({ count: kudoCounts.count })
      .from(kudoCounts)
      .where(
        and(eq(kudoCounts.siteId, sql.placeholder('siteId')), eq(kudoCounts.path, sql.placeholder('path'))),
      )
      .prepare(),
  );

  const insert = db.prepared(current =>
    current
      .insert(kudos)
      .values({
        siteId: sql.placeholder('siteId'),
        uid: sql.placeholder('uid'),
        path: sql.placeholder('path'),
        createdAt: sql.placeholder('createdAt'),
        importKey: sql.placeholder('importKey'),
      })
      .onConflictDoNothing()
      .returning()
      .prepare(),
  );
  const increase = db.prepared(current =>
    current
      .insert(kudoCounts)
      .values({ siteId: sql.placeholder('siteId'), path: sql.placeholder('path'), count: 1 })
      .onConflictDoUpdate({
        target: [kudoCounts.siteId, kudoCounts.path],
        set: { count: sql`${kudoCounts.count} + 1` },
      })
      .prepare(),
  );

  function add(kudo: NewKudo, importKey: string | null): KudoRow | undefined {
    // Undefined if the row was not inserted, which the type does not say.
    const row: KudoRow | undefined = insert().get({ ...kudo, importKey });
    if (row) for (const path of [kudo.path, WHOLE_SITE]) increase().run({ siteId: kudo.siteId, path });
    return row;
  }

  return {
    /** Adds kudos in one transaction. Undefined for one whose uid the site has already. */
    insertAll(kudos: readonly NewKudo[]): (KudoRow | undefined)[] {
      const rows = db.transaction(() => {
        const added = kudos.map(kudo => add(kudo, null));
        events.publish('kudos.added', added.filter(isPresent));
        return added;
      });
      events.publish('kudos.stored', rows.filter(isPresent));
      return rows;
    },
    /** Adds kudos of an import in one transaction, without notifications. Returns how many; existing uids are left unchanged. */
    importAll: (kudos: readonly NewKudo[], importKey: string): number =>
      db.transaction(() => kudos.map(kudo => add(kudo, importKey)).filter(isPresent).length),
    find: (siteId: number, uid: string): KudoRow | undefined =>
      db.select().from(kudos).where(hasUid(siteId, uid)).get(),
    /** When the first kudo of a site was; undefined while it has none. */
    findEarliest: (siteId: number): Date | undefined =>
      db
        .select({ createdAt: kudos.createdAt })
        .from(kudos)
        .where(eq(kudos.siteId, siteId))
        .orderBy(kudos.createdAt)
        .limit(1)
        .get()?.createdAt,
    /** Kudos of a span after one of them, oldest first. */
    listAfter: ({ siteId, span }: KudoQuery, after: KudoRow | undefined, limit: number): KudoRow[] =>
      db
        .select()
        .from(kudos)
        .where(
          and(
            matches({ siteId, span }),
            after && sql`(${kudos.createdAt}, ${kudos.id}) > (${after.createdAt.getTime()}, ${after.id})`,
          ),
        )
        .orderBy(asc(kudos.createdAt), asc(kudos.id))
        .limit(limit)
        .all(),
    ...createKudoReads(db, readRows),
    /** Kudos of a page, ever. */
    countForPage: (siteId: number, path: string): number => selectCount().get({ siteId, path })?.count ?? 0,
    /** Kudos of each site, ever; a site without any is left out. */
    countBySite: (siteIds: readonly number[]): Map<number, number> =>
      new Map(
        db
          .select({ siteId: kudoCounts.siteId, count: kudoCounts.count })
          .from(kudoCounts)
          .where(
            and(
              eq(kudoCounts.path, WHOLE_SITE),
              sql`${kudoCounts.siteId} in (select value from json_each(${JSON.stringify(siteIds)}))`,
            ),
          )
          .all()
          .map(row => [row.siteId, row.count]),
      ),
    ...createKudoRemovals(db),
  };
}

const isPresent = (row: KudoRow | undefined): row is KudoRow => row !== undefined;

export type KudosStore = ReturnType<typeof createKudosStore>;

const createKudoRemovals = (db: AppDb) => ({
  /** Removes a kudo and decrements the counts; false if there is none. */
  remove: (siteId: number, uid: string): boolean =>
    db.transaction(tx => {
      const removed = tx.delete(kudos).where(hasUid(siteId, uid)).returning().get();
      if (removed) decrease(tx, removed);
      return removed !== undefined;
    }),
  /** Removes some of the kudos and counts of a deleted site; false if there were none left. */
  removeSomeOfSite: (siteId: number): boolean =>
    db.transaction(tx => {
      const ofSite = eq(kudoCounts.siteId, siteId);
      const counted = tx.select({ path: kudoCounts.path }).from(kudoCounts).where(ofSite).limit(BATCH_ROWS);
      const some = tx
        .select({ id: kudos.id })
        .from(kudos)
        .where(eq(kudos.siteId, siteId))
        .orderBy(kudos.createdAt)
        .limit(BATCH_ROWS);
      const counts = tx
        .delete(kudoCounts)
        .where(and(ofSite, inArray(kudoCounts.path, counted)))
        .returning({ siteId: kudoCounts.siteId })
        .all();
      const rows = tx.delete(kudos).where(inArray(kudos.id, some)).returning({ id: kudos.id }).all();
      return counts.length + rows.length > 0;
    }),
  /** Removes some of the kudos that an import added and decrements the counts; false if there were none left. */
  removeSomeOfImport: (importKey: string): boolean =>
    db.transaction(tx => {
      const some = tx
        .select({ id: kudos.id })
        .from(kudos)
        .where(eq(kudos.importKey, importKey))
        .limit(BATCH_ROWS);
      const removed = tx.delete(kudos).where(inArray(kudos.id, some)).returning().all();
      for (const kudo of removed) decrease(tx, kudo);
      return removed.length > 0;
    }),
});

const NEWEST_FIRST = [desc(kudos.createdAt), desc(kudos.id)];

const hasUid = (siteId: number, uid: string) => and(eq(kudos.siteId, siteId), eq(kudos.uid, uid));

/** Lists and counts kudos, in time proportional to those of the site. */
function createKudoReads(db: AppDb, readRows: ReadRows) {
  const isLarge = db.prepared(current =>
    current
      .select({ id: kudos.id })
      .from(kudos)
      .where(eq(kudos.siteId, sql.placeholder('siteId')))
      .limit(1)
      .offset(MAX_KUDOS_ON_MAIN_THREAD)
      .prepare(),
  );
  const file = (): string => String(db.values(sql`select file from pragma_database_list`)[0]?.[0]);

  const readOnMainThread = async (statement: Statement): Promise<unknown[][]> => db.values(statement);

  /** Rows of a statement that may have to scan all kudos of a site. */
  const read = (siteId: number, statement: Statement, options?: ReadOptions): Promise<unknown[][]> =>
    isLarge().get({ siteId })
      ? readRows({ siteId, file, ...statement.toSQL() }, options)
      : readOnMainThread(statement);

  const readNumber = async (...query: Parameters<typeof read>): Promise<number> =>
    Number((await read(...query))[0]?.[0] ?? 0);

  return {
    /** Newest first. */
    async list(query: KudoQuery, slice: Slice, options?: ReadOptions): Promise<KudoRow[]> {
      // Ids alone are in the index: rows that are only skipped are never read.
      const ids = db
        .select({ id: kudos.id })
        .from(kudos)
        .where(matches(query))
        .orderBy(...NEWEST_FIRST)
        .limit(slice.limit)
        .offset(slice.offset);
      const { id, uid, path, createdAt } = kudos;
      const statement = db
        .select({ id, uid, path, createdAt })
        .from(kudos)
        .where(inArray(kudos.id, ids))
        .orderBy(...NEWEST_FIRST);
      // The newest ones are the first in the index.
      const isShort = !query.filters?.length && slice.offset + slice.limit <= MAX_KUDOS_ON_MAIN_THREAD;
      const found = await (isShort ? readOnMainThread(statement) : read(query.siteId, statement, options));
      const rows = found as [number, string, string, number][];
      return rows.map(row => ({
        id: row[0],
        siteId: query.siteId,
        uid: row[1],
        path: row[2],
        createdAt: new Date(row[3]),
      }));
    },
    count: (query: KudoQuery, options?: ReadOptions): Promise<number> =>
      readNumber(query.siteId, db.select({ count: count() }).from(kudos).where(matches(query)), options),
    /**
     * Pages by their kudos, most first, and how many there are in all. `search` is a part of the path, whatever the
     * case of its letters from a to z.
     */
    async countsByPath(
      query: KudoQuery,
      { offset, limit, search, ...options }: GroupOptions,
    ): Promise<{ groups: KudoGroup[]; total: number }> {
      const condition = and(matchesByPath(query), search === undefined ? undefined : pathContains(search));
      const groups = db
        .select({ path: kudos.path, count: count() })
        .from(kudos)
        .where(condition)
        .groupBy(kudos.path)
        .orderBy(desc(count()), asc(kudos.path))
        .limit(limit)
        .offset(offset);
      // A separate statement: a window over the groups would compute all of them before returning the first.
      const total = db
        .select({ paths: countDistinct(kudos.path) })
        .from(kudos)
        .where(condition);
      const rows = (await read(query.siteId, groups, options)) as [string, number][];
      return {
        groups: rows.map(([path, kudoCount]) => ({ path, count: kudoCount })),
        total: await readNumber(query.siteId, total, options),
      };
    },
    /** Kudos between consecutive edges. */
    async countsBetween(
      { siteId, filters = [] }: Omit<KudoQuery, 'span'>,
      edges: readonly Date[],
      options?: ReadOptions,
    ): Promise<number[]> {
      const buckets = edges.slice(1).map((end, index) => [Number(edges[index]), Number(end)]);
      const inBucket = sql`${kudos.createdAt} >= json_extract(value, '$[0]') and ${kudos.createdAt} < json_extract(value, '$[1]')`;
      const condition = and(eq(kudos.siteId, siteId), ...filters.map(toCondition), inBucket);
      const statement = db
        .select({ count: sql`(select count(*) from ${kudos} where ${condition})` })
        .from(sql`json_each(${JSON.stringify(buckets)})`);
      return (await read(siteId, statement, options)).map(([counted]) => Number(counted));
    },
  };
}

const matches = ({ siteId, span, filters = [] }: KudoQuery) =>
  and(
    eq(kudos.siteId, siteId),
    gte(kudos.createdAt, span.start),
    lt(kudos.createdAt, span.end),
    ...filters.map(toCondition),
  );

/** The same, read in the order of paths: the plus keeps SQLite from using an index without paths. */
const matchesByPath = ({ siteId, span, filters = [] }: KudoQuery) =>
  and(
    eq(kudos.siteId, siteId),
    sql`+${kudos.createdAt} >= ${span.start.getTime()} and +${kudos.createdAt} < ${span.end.getTime()}`,
    ...filters.map(toCondition),
  );

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

function decrease(db: Db, { siteId, path }: KudoRow): void {
  for (const counted of [path, WHOLE_SITE]) {
    const isCount = and(eq(kudoCounts.siteId, siteId), eq(kudoCounts.path, counted));
    db.update(kudoCounts)
      .set({ count: sql`${kudoCounts.count} - 1` })
      .where(isCount)
      .run();
    db.delete(kudoCounts)
      .where(and(isCount, lte(kudoCounts.count, 0)))
      .run();
  }
}
