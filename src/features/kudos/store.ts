import { and, asc, count, desc, eq, gte, inArray, lt, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Slice } from '../../core/hit-store.ts';
import type { Span } from '../../core/span.ts';
import type { RowFilter } from '../../http/report-filters.ts';
import type { ConfigDb, Db } from '../../stores/sqlite/config-db.ts';
import { kudoCounts, kudos } from './tables.ts';

export type KudoRow = typeof kudos.$inferSelect;
export type NewKudo = Omit<KudoRow, 'id'>;

/** Which kudos of a site are meant. */
export interface KudoQuery {
  readonly siteId: number;
  readonly span: Span;
  /** Default: all of them. */
  readonly filters?: readonly RowFilter<KudoField>[];
}

/** What kudos are filtered by. */
export type KudoField = keyof typeof FIELDS;

const FIELDS = { path: kudos.path, uid: kudos.uid };

/** A page with its kudos. */
export interface KudoGroup {
  readonly path: string;
  readonly count: number;
}

/** Stands for all of a site among the counts: every page's path begins with a slash. */
const WHOLE_SITE = '';
/** Kudos of a deleted site that go in one transaction. */
const ROWS_PER_STEP = 2000;

/** The kudos of the configuration database, with a count kept beside them for each path and each site. */
export function createKudosStore(
  config: ConfigDb,
  /** Told of kudos that were added, within their transaction. */
  onAdded: (kudos: readonly KudoRow[]) => void = () => {},
) {
  const countOf = config.prepared(db =>
    db
      .select({ count: kudoCounts.count })
      .from(kudoCounts)
      .where(
        and(eq(kudoCounts.siteId, sql.placeholder('siteId')), eq(kudoCounts.path, sql.placeholder('path'))),
      )
      .prepare(),
  );

  const insert = config.prepared(db =>
    db
      .insert(kudos)
      .values({
        siteId: sql.placeholder('siteId'),
        uid: sql.placeholder('uid'),
        path: sql.placeholder('path'),
        createdAt: sql.placeholder('createdAt'),
      })
      .onConflictDoNothing()
      .returning()
      .prepare(),
  );
  const increase = config.prepared(db =>
    db
      .insert(kudoCounts)
      .values({ siteId: sql.placeholder('siteId'), path: sql.placeholder('path'), count: 1 })
      .onConflictDoUpdate({
        target: [kudoCounts.siteId, kudoCounts.path],
        set: { count: sql`${kudoCounts.count} + 1` },
      })
      .prepare(),
  );

  function add(kudo: NewKudo): KudoRow | undefined {
    // Nothing comes back of a row that was not inserted, which the type does not say.
    const row: KudoRow | undefined = insert().get({ ...kudo });
    if (row) for (const path of [kudo.path, WHOLE_SITE]) increase().run({ siteId: kudo.siteId, path });
    return row;
  }

  return {
    /** Adds kudos in one transaction. Undefined for one whose uid the site has already. */
    insertAll: (given: readonly NewKudo[]): (KudoRow | undefined)[] =>
      config.transaction(() => {
        const rows = given.map(add);
        onAdded(rows.filter(row => row !== undefined));
        return rows;
      }),
    find: (siteId: number, uid: string): KudoRow | undefined =>
      config.db.select().from(kudos).where(isKudo(siteId, uid)).get(),
    /** Newest first. */
    list: (query: KudoQuery, slice: Slice): KudoRow[] => {
      // Ids alone are in the index: rows that are only skipped are never read.
      const ids = config.db
        .select({ id: kudos.id })
        .from(kudos)
        .where(matches(query))
        .orderBy(...NEWEST_FIRST)
        .limit(slice.limit)
        .offset(slice.offset);
      return config.db
        .select()
        .from(kudos)
        .where(inArray(kudos.id, ids))
        .orderBy(...NEWEST_FIRST)
        .all();
    },
    /** When the first kudo of a site was; undefined while it has none. */
    findEarliest: (siteId: number): Date | undefined =>
      config.db
        .select({ createdAt: kudos.createdAt })
        .from(kudos)
        .where(eq(kudos.siteId, siteId))
        .orderBy(kudos.createdAt)
        .limit(1)
        .get()?.createdAt,
    count: (query: KudoQuery): number =>
      config.db.select({ count: count() }).from(kudos).where(matches(query)).get()?.count ?? 0,
    ...createKudoCounts(config),
    /** Kudos of a page, ever. */
    countOf: (siteId: number, path: string): number => countOf().get({ siteId, path })?.count ?? 0,
    /** Kudos of each site, ever; a site without any is left out. */
    countsOf: (siteIds: readonly number[]): Map<number, number> =>
      new Map(
        config.db
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
    /** One kudo out, with its counts; false when there is none. */
    remove: (siteId: number, uid: string): boolean =>
      config.transaction(db => {
        const removed = db.delete(kudos).where(isKudo(siteId, uid)).returning().get();
        if (removed) decrease(db, removed);
        return removed !== undefined;
      }),
    /** Removes some of the kudos of a site that is gone, and all of its counts; false when there was none left. */
    removeSomeOfSite: (siteId: number): boolean =>
      config.transaction(db => {
        db.delete(kudoCounts).where(eq(kudoCounts.siteId, siteId)).run();
        const some = db
          .select({ id: kudos.id })
          .from(kudos)
          .where(eq(kudos.siteId, siteId))
          .orderBy(kudos.createdAt)
          .limit(ROWS_PER_STEP);
        return db.delete(kudos).where(inArray(kudos.id, some)).returning({ id: kudos.id }).all().length > 0;
      }),
  };
}

export type KudosStore = ReturnType<typeof createKudosStore>;

const NEWEST_FIRST = [desc(kudos.createdAt), desc(kudos.id)];

const isKudo = (siteId: number, uid: string) => and(eq(kudos.siteId, siteId), eq(kudos.uid, uid));

/** Counts by page and by time. */
const createKudoCounts = (config: ConfigDb) => ({
  /**
   * Pages by their kudos, most first, and how many there are in all. `search` asks for a part of the path, whatever the
   * case of its letters from a to z.
   */
  countsByPath(query: KudoQuery, { offset, limit }: Slice, search?: string) {
    const isMeant = and(matchesByPath(query), search === undefined ? undefined : holds(search));
    const rows = config.db
      .select({ path: kudos.path, count: count(), total: sql<number>`count(*) over ()` })
      .from(kudos)
      .where(isMeant)
      .groupBy(kudos.path)
      .orderBy(desc(count()), asc(kudos.path))
      .limit(limit)
      .offset(offset)
      .all();
    const groups: readonly KudoGroup[] = rows;
    if (rows[0] || offset === 0) return { groups, total: rows[0]?.total ?? 0 };
    const paths = sql<number>`count(distinct ${kudos.path})`;
    const counted = config.db.select({ paths }).from(kudos).where(isMeant).get();
    return { groups, total: counted?.paths ?? 0 };
  },
  /** Kudos between consecutive edges. */
  countsBetween({ siteId, filters = [] }: Omit<KudoQuery, 'span'>, edges: readonly Date[]): number[] {
    const buckets = edges.slice(1).map((end, index) => [Number(edges[index]), Number(end)]);
    const inBucket = sql`${kudos.createdAt} >= json_extract(value, '$[0]') and ${kudos.createdAt} < json_extract(value, '$[1]')`;
    const isMeant = and(eq(kudos.siteId, siteId), ...filters.map(meets), inBucket);
    const counted = config.db.all<{ count: number }>(
      sql`select (select count(*) from ${kudos} where ${isMeant}) as count from json_each(${JSON.stringify(buckets)})`,
    );
    return counted.map(row => row.count);
  },
});

const matches = ({ siteId, span, filters = [] }: KudoQuery) =>
  and(
    eq(kudos.siteId, siteId),
    gte(kudos.createdAt, span.start),
    lt(kudos.createdAt, span.end),
    ...filters.map(meets),
  );

/** The same, read in the order of paths: the plus keeps SQLite from an index in which paths are not. */
const matchesByPath = ({ siteId, span, filters = [] }: KudoQuery) =>
  and(
    eq(kudos.siteId, siteId),
    sql`+${kudos.createdAt} >= ${span.start.getTime()} and +${kudos.createdAt} < ${span.end.getTime()}`,
    ...filters.map(meets),
  );

const holds = (part: string): SQL => sql`instr(lower(${kudos.path}), lower(${part})) > 0`;

/** Every kudo has its fields: who asks for none without, gets none. */
function meets(filter: RowFilter<KudoField>): SQL {
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
    const isIt = and(eq(kudoCounts.siteId, siteId), eq(kudoCounts.path, counted));
    db.update(kudoCounts)
      .set({ count: sql`${kudoCounts.count} - 1` })
      .where(isIt)
      .run();
    db.delete(kudoCounts)
      .where(and(isIt, lte(kudoCounts.count, 0)))
      .run();
  }
}
