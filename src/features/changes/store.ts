import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { changes } from './tables.ts';

export type ChangeRow = typeof changes.$inferSelect;

const UNFINISHED = ['running', 'undoing'] as const;

/** The changes of the application database. */
export const createChangesStore = (db: AppDb, drawStorageId: () => number) => ({
  transaction: <Result>(work: () => Result): Result => db.transaction(work),
  /** Records that all rows of a site are those of a change from now on: those that come get another storage id. */
  insertReset: (row: Omit<ChangeRow, 'id' | 'storageId'>): ChangeRow => {
    const { siteId } = row;
    const [site] = db.all<{ storageId: number }>(
      sql`select storage_id as storageId from sites where id = ${siteId}`,
    );
    db.run(sql`update sites set storage_id = ${drawStorageId()} where id = ${siteId}`);
    return db
      .insert(changes)
      .values({ ...row, storageId: site?.storageId ?? 0 })
      .returning()
      .get();
  },
  insert: (row: Omit<ChangeRow, 'id' | 'storageId'>): ChangeRow =>
    db
      .insert(changes)
      .values({ ...row, storageId: drawStorageId() })
      .returning()
      .get(),
  update: (id: number, change: Partial<Pick<ChangeRow, 'status' | 'undoUntil'>>): ChangeRow =>
    db.update(changes).set(change).where(eq(changes.id, id)).returning().get(),
  find: (siteId: number, id: number): ChangeRow | undefined =>
    findRow(db, changes, and(eq(changes.siteId, siteId), eq(changes.id, id))),
  /** Newest first. */
  list: (siteId: number, page: Page): ChangeRow[] =>
    listRows(db, changes, { where: eq(changes.siteId, siteId), orderBy: desc(changes.id), page }),
  count: (siteId: number): number => countRows(db, changes, eq(changes.siteId, siteId)),
  /** Those of a site that hold rows, newest first. */
  listHeld: (siteId: number): ChangeRow[] =>
    listRows(db, changes, {
      where: and(eq(changes.siteId, siteId), inArray(changes.status, [...UNFINISHED, 'done'])),
      orderBy: desc(changes.id),
    }),
  /** Those that have not ended, of all sites, oldest first. */
  listUnfinished: (): ChangeRow[] =>
    listRows(db, changes, { where: inArray(changes.status, [...UNFINISHED]) }),
  /** Those that could be undone until an instant. */
  listExpired: (now: Date): ChangeRow[] =>
    listRows(db, changes, { where: and(eq(changes.status, 'done'), lt(changes.undoUntil, now)) }),
  /** Forgets what the changes of a site were about. Their storage ids stay known: rows may be in older files. */
  removeOfSite(siteId: number): void {
    db.update(changes)
      .set({ status: 'permanent', request: {}, undoUntil: null })
      .where(eq(changes.siteId, siteId))
      .run();
  },
});

export type ChangesStore = ReturnType<typeof createChangesStore>;
