import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Site } from '../../core/site.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
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
      findRow(db, sites, and(eq(sites.id, id), isNull(sites.deletedAt))),
    findByUid: (uid: string): Site | undefined =>
      findRow(db, sites, and(eq(sites.uid, uid), isNull(sites.deletedAt))),
    listByOwner: (ownerId: number): Site[] =>
      listRows(db, sites, { where: and(eq(sites.ownerId, ownerId), isNull(sites.deletedAt)) }),
    /** Every site, by id. */
    listAll: (): Site[] => listRows(db, sites, { where: isNull(sites.deletedAt) }),
    /** Sites of an owner, and those with an uptime monitor switched on. */
    countByOwner: (ownerId: number): { sites: number; monitors: number } =>
      db
        .select({ sites: count(), monitors: sql<number>`coalesce(sum(${sites.uptimeEnabled}), 0)` })
        .from(sites)
        .where(and(eq(sites.ownerId, ownerId), isNull(sites.deletedAt)))
        .get() ?? { sites: 0, monitors: 0 },
    countAll: (): number => countRows(db, sites, isNull(sites.deletedAt)),
    update: (id: number, change: SiteChange): Site | undefined =>
      db.update(sites).set(change).where(eq(sites.id, id)).returning().get(),
    /** Gives a site to another account. */
    move: (id: number, change: Pick<Site, 'ownerId' | 'timeZone' | 'updatedAt'>): Site | undefined =>
      db.update(sites).set(change).where(eq(sites.id, id)).returning().get(),
    /** Sites with uptime monitoring switched on. */
    listWatched: (): Site[] =>
      listRows(db, sites, { where: and(isNull(sites.deletedAt), eq(sites.uptimeEnabled, true)) }),
    /** Sites with insights switched on. */
    listWithInsights: (): Site[] =>
      listRows(db, sites, { where: and(isNull(sites.deletedAt), eq(sites.insightsEnabled, true)) }),
    /** Sites that keep what they collect for a number of days only. */
    listWithRetention: (): Site[] =>
      listRows(db, sites, { where: and(isNull(sites.deletedAt), isNotNull(sites.retentionDays)) }),
    /** Deleted sites whose hits are still there. */
    listToPurge: (): Site[] =>
      listRows(db, sites, { where: and(isNotNull(sites.deletedAt), isNull(sites.purgedAt)) }),
  };
}

export type SitesStore = ReturnType<typeof createSitesStore>;
