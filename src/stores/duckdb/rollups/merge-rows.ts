/** Merges the rows of additive sums. */
import { type Read, type Run, raw, type Sql, sql, within } from '../sql/sql.ts';
import { type DayRows, toDaySlices } from './day-slices.ts';

/** Rows are merged when more than one of so many is negative. */
const MERGE_SHARE = 8;

/** A table with a number by key, one of whose columns is `day`. */
export interface SummedTable {
  readonly table: Sql;
  readonly key: Sql;
  readonly count: Sql;
  readonly order: Sql;
}

/** Merges the rows of a table when many of them cancel out, in slices of days. */
export const mergeRows = async (
  read: Read,
  run: Run,
  { table, key, count, order, rowsPerSlice }: SummedTable & { readonly rowsPerSlice: number },
): Promise<void> => {
  const counted = await read<DayRows & { readonly negative: number }>(
    sql`select day, count(*) as rows, count(*) filter (where ${count} < 0) as negative
      from ${table} group by day order by day`,
  );
  const sum = (name: 'rows' | 'negative'): number => counted.reduce((total, row) => total + row[name], 0);
  if (sum('negative') * MERGE_SHARE <= sum('rows')) return;
  for (const slice of toDaySlices(counted, rowsPerSlice)) {
    const ofSlice = within('day', slice);
    await run(sql`create temp table merged as select ${key}, sum(${count})::integer as ${count}
      from ${table} where ${ofSlice} group by all having sum(${count}) <> 0`);
    await run(sql`delete from ${table} where ${ofSlice}`);
    await run(sql`insert into ${table} select * from temp.main.merged order by ${order}`);
    await run(sql`drop table temp.main.${raw('merged')}`);
  }
};
