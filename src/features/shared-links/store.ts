import { and, count, eq, sql } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { sharedLinks } from './tables.ts';

export type SharedLinkRow = typeof sharedLinks.$inferSelect;
export type NewSharedLink = Omit<SharedLinkRow, 'id' | 'openedCount' | 'lastOpenedAt'>;
export type SharedLinkChange = Partial<
  Pick<SharedLinkRow, 'name' | 'sections' | 'segmentId' | 'passwordHash' | 'expiresAt' | 'updatedAt'>
>;

/** The shared links of the application database. */
export function createSharedLinksStore(db: AppDb) {
  return {
    find: (siteId: number, id: number): SharedLinkRow | undefined =>
      db
        .select()
        .from(sharedLinks)
        .where(and(eq(sharedLinks.id, id), eq(sharedLinks.siteId, siteId)))
        .get(),
    findByTokenHash: (tokenHash: string): SharedLinkRow | undefined =>
      db.select().from(sharedLinks).where(eq(sharedLinks.tokenHash, tokenHash)).get(),
    /** Oldest first. */
    list: (siteId: number): SharedLinkRow[] =>
      db.select().from(sharedLinks).where(eq(sharedLinks.siteId, siteId)).orderBy(sharedLinks.id).all(),
    listBySegment: (segmentId: number): SharedLinkRow[] =>
      db.select().from(sharedLinks).where(eq(sharedLinks.segmentId, segmentId)).orderBy(sharedLinks.id).all(),
    count: (siteId: number): number =>
      db.select({ count: count() }).from(sharedLinks).where(eq(sharedLinks.siteId, siteId)).get()?.count ?? 0,
    insert: (link: NewSharedLink): SharedLinkRow =>
      db
        .insert(sharedLinks)
        .values({ ...link, openedCount: 0 })
        .returning()
        .get(),
    update: (id: number, change: SharedLinkChange): SharedLinkRow | undefined =>
      db.update(sharedLinks).set(change).where(eq(sharedLinks.id, id)).returning().get(),
    recordOpening: (id: number, at: Date): void => {
      db.update(sharedLinks)
        .set({ openedCount: sql`${sharedLinks.openedCount} + 1`, lastOpenedAt: at })
        .where(eq(sharedLinks.id, id))
        .run();
    },
    remove: (id: number): void => {
      db.delete(sharedLinks).where(eq(sharedLinks.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(sharedLinks).where(eq(sharedLinks.siteId, siteId)).run();
    },
  };
}

export type SharedLinksStore = ReturnType<typeof createSharedLinksStore>;
