import type { CopySession } from '../engine-types.ts';
import { type Sql, sql, toRead } from '../sql/sql.ts';

/** Counts the days of a file whose sums are wrong, by a statement that counts them as `days`; 0 where an older schema lacks the table. */
export const countFaultyDays = async (
  session: CopySession,
  table: string,
  statement: Sql,
): Promise<number> => {
  const read = toRead(session);
  const tables = sql`select table_name from duckdb_tables()
    where database_name = current_database() and table_name = ${table}`;
  if ((await read(tables)).length === 0) return 0;
  const [counted] = await read<{ readonly days: number }>(statement);
  return counted?.days ?? 0;
};
