import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Events } from '../../core/events.ts';
import type { AppDb, Db } from '../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { BATCH_ROWS, changeCount, WHOLE_SITE } from './counts/store.ts';
import { createPathChanges } from './paths/store.ts';
import { createKudoReads, type FindOwner, type KudoQuery, type KudoRow } from './reads/store.ts';
import { kudoCounts, kudos } from './tables.ts';

export type NewKudo = Omit<KudoRow, 'id'>;

export interface KudosStoreDeps {
  readonly db: AppDb;
  readonly findOwner: FindOwner;
  readonly events: Pick<Events, 'publish'>;
}

/** The kudos of the application database, with a count kept beside them for each path and each site. */
export function createKudosStore({ db, findOwner, events }: KudosStoreDeps) {
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
    find: (siteId: number, uid: string): KudoRow | undefined => findRow(db, kudos, hasUid(siteId, uid)),
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
      listRows(db, kudos, {
        where: and(
          eq(kudos.siteId, siteId),
          gte(kudos.createdAt, span.start),
          lt(kudos.createdAt, span.end),
          after && sql`(${kudos.createdAt}, ${kudos.id}) > (${after.createdAt.getTime()}, ${after.id})`,
        ),
        orderBy: [asc(kudos.createdAt), asc(kudos.id)],
        limit,
      }),
    ...createKudoReads(db, findOwner),
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
    ...createPathChanges(db),
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
  /** Removes some of the kudos that an import added; false if there were none left. */
  removeSomeOfImport: (importKey: string): boolean => removeSome(db, eq(kudos.importKey, importKey)),
  /** Removes some of the kudos of a site from before an instant; false if there were none left. */
  removeSomeBefore: (siteId: number, instant: Date): boolean =>
    removeSome(db, and(eq(kudos.siteId, siteId), lt(kudos.createdAt, instant))),
});

/** Removes some kudos that meet a condition, and decrements the counts; false if there were none. */
const removeSome = (db: AppDb, condition: SQL | undefined): boolean =>
  db.transaction(tx => {
    const some = tx.select({ id: kudos.id }).from(kudos).where(condition).limit(BATCH_ROWS);
    const removed = tx.delete(kudos).where(inArray(kudos.id, some)).returning().all();
    for (const kudo of removed) decrease(tx, kudo);
    return removed.length > 0;
  });

const hasUid = (siteId: number, uid: string) => and(eq(kudos.siteId, siteId), eq(kudos.uid, uid));

function decrease(db: Db, { siteId, path }: KudoRow): void {
  for (const counted of [path, WHOLE_SITE]) changeCount(db, { siteId, path: counted }, -1);
}
