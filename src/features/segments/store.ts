import { and, eq, isNull, or } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { countRows, listRows } from '../../stores/sqlite/rows.ts';
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
      listRows(db, segments, {
        where: or(isOfSite(siteId), and(eq(segments.siteId, siteId), eq(segments.userId, userId))),
      }),
    listOfSite: (siteId: number): SegmentRow[] => listRows(db, segments, { where: isOfSite(siteId) }),
    /** Counts those of everybody, or a user's own. */
    count: (siteId: number, userId: number | null): number =>
      countRows(
        db,
        segments,
        userId === null ? isOfSite(siteId) : and(eq(segments.siteId, siteId), eq(segments.userId, userId)),
      ),
  };
}

export type SegmentsStore = ReturnType<typeof createSegmentsStore>;
