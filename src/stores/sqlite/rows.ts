/** Reads of whole rows of one table. */
import { count, getTableColumns, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Page, toOffset } from '../../core/page.ts';
import type { Queries } from './app-db.ts';

type Reading = Pick<Queries, 'select'>;
type RowOf<Table extends SQLiteTable> = Table['$inferSelect'];

interface ListOptions {
  readonly where?: SQL | undefined;
  /** Default: by id, where the table has one. */
  readonly orderBy?: SQL | SQLiteColumn | readonly (SQL | SQLiteColumn)[];
  readonly page?: Page;
  readonly limit?: number;
}

// Drizzle types no statement on a table that is a parameter, hence the casts.

export const findRow = <Table extends SQLiteTable>(db: Reading, table: Table, where?: SQL) =>
  db
    .select()
    .from(table as SQLiteTable)
    .where(where)
    .get() as RowOf<Table> | undefined;

export function listRows<Table extends SQLiteTable>(
  db: Reading,
  table: Table,
  { where, orderBy = getTableColumns(table)['id'] ?? [], page, limit }: ListOptions = {},
): RowOf<Table>[] {
  const rows = db
    .select()
    .from(table as SQLiteTable)
    .where(where)
    .orderBy(...[orderBy].flat());
  if (page) return rows.limit(page.size).offset(toOffset(page)).all() as RowOf<Table>[];
  return (limit === undefined ? rows : rows.limit(limit)).all() as RowOf<Table>[];
}

export const countRows = (db: Reading, table: SQLiteTable, where?: SQL): number =>
  db.select({ count: count() }).from(table).where(where).get()?.count ?? 0;
