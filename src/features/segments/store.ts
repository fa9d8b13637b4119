import { and, count, eq, isNull, or } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { segments } from './tables.ts';

export type SegmentRow = typeof segments.$inferSelect;
export type SegmentChange = Partial<Pick<SegmentRow, 'name' | 'filters' | 'userId' | 'updatedAt'>>;

/** The segments of the application database. */
export function createSegmentsStore(db: AppDb) {
  const isOfSite = (siteId: number) => and(eq(segments.siteId, siteId), isNull(segments.userId));
  return {
    ...createItemsOfSite(db, segments),
    /** Those of everybody, and a user's own; oldest first. */
    list: (siteId: number, userId: number): SegmentRow[] =>
      db
        .select()
        .from(segments)
        .where(or(isOfSite(siteId), and(eq(segments.siteId, siteId), eq(segments.userId, userId))))
        .orderBy(segments.id)
        .all(),
    listOfSite: (siteId: number): SegmentRow[] =>
      db.select().from(segments).where(isOfSite(siteId)).orderBy(segments.id).all(),
    /** Counts those of everybody, or a user's own. */
    count: (siteId: number, userId: number | null): number =>
      db
        .select({ count: count() })
        .from(segments)
        .where(
          userId === null ? isOfSite(siteId) : and(eq(segments.siteId, siteId), eq(segments.userId, userId)),
        )
        .get()?.count ?? 0,
  };
}

export type SegmentsStore = ReturnType<typeof createSegmentsStore>;
