import { and, eq, gt, lte, or } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { siteTransfers } from './tables.ts';

export type TransferRow = typeof siteTransfers.$inferSelect;

/** Open transfers of the application database. */
export const createTransfersStore = (db: AppDb) => ({
  transaction: <Result>(work: () => Result): Result => db.transaction(work),
  /** Replaces an earlier one of the same site; deletes expired ones. */
  replace(transfer: Omit<TransferRow, 'id'>): TransferRow {
    const { siteId, createdAt } = transfer;
    db.delete(siteTransfers)
      .where(or(eq(siteTransfers.siteId, siteId), lte(siteTransfers.expiresAt, createdAt)))
      .run();
    return db.insert(siteTransfers).values(transfer).returning().get();
  },
  /** Finds one from or to an account. */
  find: (accountId: number, id: number, now: Date): TransferRow | undefined =>
    findRow(db, siteTransfers, and(eq(siteTransfers.id, id), isOpenOf(accountId, now))),
  /** Those from and to an account, oldest first. */
  list: (accountId: number, now: Date): TransferRow[] =>
    listRows(db, siteTransfers, { where: isOpenOf(accountId, now) }),
  countFrom: (accountId: number, now: Date): number =>
    countRows(db, siteTransfers, and(eq(siteTransfers.fromId, accountId), gt(siteTransfers.expiresAt, now))),
  remove: (id: number): void => {
    db.delete(siteTransfers).where(eq(siteTransfers.id, id)).run();
  },
  removeOfSite: (siteId: number): void => {
    db.delete(siteTransfers).where(eq(siteTransfers.siteId, siteId)).run();
  },
});

const isOpenOf = (accountId: number, now: Date) =>
  and(
    or(eq(siteTransfers.fromId, accountId), eq(siteTransfers.toId, accountId)),
    gt(siteTransfers.expiresAt, now),
  );

export type TransfersStore = ReturnType<typeof createTransfersStore>;
