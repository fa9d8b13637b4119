import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Site } from '../../core/site.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { sites } from './tables.ts';

export type NewSite = Omit<typeof sites.$inferInsert, 'storageId'>;
export type SiteChange = Partial<Omit<Site, 'id' | 'storageId' | 'uid' | 'ownerId' | 'createdAt'>>;

/** The sites of the application database; deleted ones are found by `listToPurge` only. */
export function createSitesStore(
  db: AppDb,
  /** Draws the number under which a new site's hits are stored. */
  drawStorageId: () => number,
) {
  return {
    insert: (site: NewSite): Site =>
      db
        .insert(sites)
        .values({ ...site, storageId: drawStorageId() })
        .returning()
        .get(),
    find: (id: number): Site | undefined =>
      db
        .select()
        .from(sites)
        .where(and(eq(sites.id, id), isNull(sites.deletedAt)))
        .get(),
    findByUid: (uid: string): Site | undefined =>
      db
        .select()
        .from(sites)
        .where(and(eq(sites.uid, uid), isNull(sites.deletedAt)))
        .get(),
    listByOwner: (ownerId: number): Site[] =>
      db
        .select()
        .from(sites)
        .where(and(eq(sites.ownerId, ownerId), isNull(sites.deletedAt)))
        .orderBy(sites.id)
        .all(),
    /** Every site, by id. */
    listAll: (): Site[] => db.select().from(sites).where(isNull(sites.deletedAt)).orderBy(sites.id).all(),
    /** Sites of an owner, and those with an uptime monitor switched on. */
    countByOwner: (ownerId: number): { sites: number; monitors: number } =>
      db
        .select({ sites: count(), monitors: sql<number>`coalesce(sum(${sites.uptimeEnabled}), 0)` })
        .from(sites)
        .where(and(eq(sites.ownerId, ownerId), isNull(sites.deletedAt)))
        .get() ?? { sites: 0, monitors: 0 },
    countAll: (): number =>
      db.select({ count: count() }).from(sites).where(isNull(sites.deletedAt)).get()?.count ?? 0,
    update: (id: number, change: SiteChange): Site | undefined =>
      db.update(sites).set(change).where(eq(sites.id, id)).returning().get(),
    /** Sites with uptime monitoring switched on. */
    listWatched: (): Site[] =>
      db
        .select()
        .from(sites)
        .where(and(isNull(sites.deletedAt), eq(sites.uptimeEnabled, true)))
        .all(),
    /** Sites with insights switched on. */
    listWithInsights: (): Site[] =>
      db
        .select()
        .from(sites)
        .where(and(isNull(sites.deletedAt), eq(sites.insightsEnabled, true)))
        .all(),
    /** Sites that keep what they collect for a number of days only. */
    listWithRetention: (): Site[] =>
      db
        .select()
        .from(sites)
        .where(and(isNull(sites.deletedAt), isNotNull(sites.retentionDays)))
        .all(),
    /** Deleted sites whose hits are still there. */
    listToPurge: (): Site[] =>
      db
        .select()
        .from(sites)
        .where(and(isNotNull(sites.deletedAt), isNull(sites.purgedAt)))
        .all(),
  };
}

export type SitesStore = ReturnType<typeof createSitesStore>;
