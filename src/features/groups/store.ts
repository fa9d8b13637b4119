import { and, eq, gte, max, ne, sql } from 'drizzle-orm';
import type { Site } from '../../core/site.ts';
import type { AppDb, Db } from '../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { groupMembers, groups } from './tables.ts';

/** A group with those of its sites that have not been deleted, in order. */
export interface Group extends GroupRow {
  readonly sites: readonly Site[];
}

export type GroupRow = typeof groups.$inferSelect;
export type NewGroup = Omit<GroupRow, 'id' | 'position'>;
export type GroupChange = Partial<Omit<GroupRow, 'id' | 'ownerId' | 'createdAt'>>;

/** The site groups of the application database, and which sites are in them. */
export function createGroupsStore(db: AppDb) {
  /** SQLite limits the values of one statement, hence one for each site. */
  function putMembers(db: Db, groupId: number, siteIds: readonly number[]): void {
    db.delete(groupMembers).where(eq(groupMembers.groupId, groupId)).run();
    for (const [position, siteId] of siteIds.entries())
      db.insert(groupMembers).values({ groupId, siteId, position }).run();
  }

  return {
    find: (ownerId: number, id: number): GroupRow | undefined =>
      findRow(db, groups, and(eq(groups.id, id), eq(groups.ownerId, ownerId))),
    listByOwner: (ownerId: number): GroupRow[] =>
      listRows(db, groups, { where: eq(groups.ownerId, ownerId), orderBy: [groups.position, groups.id] }),
    /** Ids of a group's sites, in order; deleted ones are among them until they are purged. */
    listMembers: (groupId: number): number[] =>
      db
        .select({ siteId: groupMembers.siteId })
        .from(groupMembers)
        .where(eq(groupMembers.groupId, groupId))
        .orderBy(groupMembers.position)
        .all()
        .map(({ siteId }) => siteId),
    /** Adds a group after the owner's others. */
    insert: (group: NewGroup, siteIds: readonly number[]): GroupRow =>
      db.transaction(tx => {
        const last = tx
          .select({ position: max(groups.position) })
          .from(groups)
          .where(eq(groups.ownerId, group.ownerId))
          .get();
        const added = tx
          .insert(groups)
          .values({ ...group, position: (last?.position ?? 0) + 1 })
          .returning()
          .get();
        putMembers(tx, added.id, siteIds);
        return added;
      }),
    /** Changes fields, and replaces the members when given. */
    update: (id: number, change: GroupChange, siteIds?: readonly number[]): GroupRow | undefined =>
      db.transaction(tx => {
        if (siteIds) putMembers(tx, id, siteIds);
        if (change.position !== undefined) shiftPositions(tx, id, change.position);
        return tx.update(groups).set(change).where(eq(groups.id, id)).returning().get();
      }),
    /** Foreign keys delete its members; the sites stay. */
    remove: (id: number): void => {
      db.delete(groups).where(eq(groups.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(groupMembers).where(eq(groupMembers.siteId, siteId)).run();
    },
  };
}

/** Shifts the owner's groups from a position on by one, if that position is taken. */
function shiftPositions(db: Db, id: number, position: number): void {
  const owner = db.select({ id: groups.ownerId }).from(groups).where(eq(groups.id, id));
  const others = and(eq(groups.ownerId, owner), ne(groups.id, id));
  const isTaken = findRow(db, groups, and(others, eq(groups.position, position)));
  if (!isTaken) return;
  db.update(groups)
    .set({ position: sql`${groups.position} + 1` })
    .where(and(others, gte(groups.position, position)))
    .run();
}

export type GroupsStore = ReturnType<typeof createGroupsStore>;
