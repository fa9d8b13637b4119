import { eq, sql } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { sharedLinks } from './tables.ts';

export type SharedLinkRow = typeof sharedLinks.$inferSelect;
export type NewSharedLink = Omit<SharedLinkRow, 'id' | 'openedCount' | 'lastOpenedAt'>;
export type SharedLinkChange = Partial<
  Pick<SharedLinkRow, 'name' | 'sections' | 'segmentId' | 'passwordHash' | 'expiresAt' | 'updatedAt'>
>;

/** The shared links of the application database. */
export function createSharedLinksStore(db: AppDb) {
  const items = createItemsOfSite(db, sharedLinks);
  return {
    ...items,
    insert: (link: NewSharedLink): SharedLinkRow =>
      items.insert({ ...link, openedCount: 0, lastOpenedAt: null }),
    findByTokenHash: (tokenHash: string): SharedLinkRow | undefined =>
      findRow(db, sharedLinks, eq(sharedLinks.tokenHash, tokenHash)),
    listBySegment: (segmentId: number): SharedLinkRow[] =>
      listRows(db, sharedLinks, { where: eq(sharedLinks.segmentId, segmentId) }),
    recordOpening: (id: number, at: Date): void => {
      db.update(sharedLinks)
        .set({ openedCount: sql`${sharedLinks.openedCount} + 1`, lastOpenedAt: at })
        .where(eq(sharedLinks.id, id))
        .run();
    },
  };
}

export type SharedLinksStore = ReturnType<typeof createSharedLinksStore>;
