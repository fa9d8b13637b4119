import { and, count, eq, isNull, or } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { segments } from './tables.ts';

export type SegmentRow = typeof segments.$inferSelect;
export type NewSegment = Omit<SegmentRow, 'id'>;
export type SegmentChange = Partial<Pick<SegmentRow, 'name' | 'filters' | 'userId' | 'updatedAt'>>;

/** The segments of the application database. */
export function createSegmentsStore(db: AppDb) {
  const isOfSite = (siteId: number) => and(eq(segments.siteId, siteId), isNull(segments.userId));
  return {
    find: (siteId: number, id: number): SegmentRow | undefined =>
      db
        .select()
        .from(segments)
        .where(and(eq(segments.id, id), eq(segments.siteId, siteId)))
        .get(),
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
    insert: (segment: NewSegment): SegmentRow => db.insert(segments).values(segment).returning().get(),
    update: (id: number, change: SegmentChange): SegmentRow | undefined =>
      db.update(segments).set(change).where(eq(segments.id, id)).returning().get(),
    remove: (id: number): void => {
      db.delete(segments).where(eq(segments.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(segments).where(eq(segments.siteId, siteId)).run();
    },
  };
}

export type SegmentsStore = ReturnType<typeof createSegmentsStore>;
