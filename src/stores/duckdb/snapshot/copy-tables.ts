/** Copies the tables of a file to a new one. */
import { toRowsPerSlice } from '../aggregates/day-slices.ts';
import { SUMS_ORDER } from '../aggregates/sums.ts';
import { raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import type { AttachedFile } from './snapshot.ts';

/** Rows are written in groups of so many. */
const ROW_GROUP = 122_880;

/** Copies all tables; those of sums are put in order, in parts that fit into memory. */
export async function copyTables(
  from: AttachedFile,
  to: AttachedFile,
  { memoryLimitBytes }: { readonly memoryLimitBytes: number },
): Promise<void> {
  const [read, run] = [toRead(to.session), toRun(to.session)];
  await run(sql`copy from database ${raw(from.catalog)} to ${raw(to.catalog)} (schema)`);
  const rowsPerPart = Math.max(1, Math.floor(toRowsPerSlice({ memoryLimitBytes }) / ROW_GROUP)) * ROW_GROUP;
  const tables = await read<{ name: string }>(
    sql`select table_name as name from duckdb_tables() where database_name = ${from.catalog}`,
  );
  for (const { name } of tables) {
    const [source, target] = [from, to].map(({ catalog }) => raw(`${catalog}.main.${name}`)) as [Sql, Sql];
    if (name !== 'sums') {
      await run(sql`insert into ${target} select * from ${source}`);
      continue;
    }
    const [found] = await read<{ last: number | null }>(sql`select max(rowid) as last from ${source}`);
    for (let start = 0; start <= (found?.last ?? -1); start += rowsPerPart)
      await run(
        sql`insert into ${target} select * from ${source}
          where rowid >= ${start} and rowid < ${start + rowsPerPart} order by ${SUMS_ORDER}`,
      );
  }
}
