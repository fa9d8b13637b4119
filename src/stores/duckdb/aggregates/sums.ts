/** Rows of the table `sums`: how they are chosen, put in order and merged. */
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';
import { AGGREGATES, type AggregateName, numberOf, type SumKey } from './table.ts';

const literal = (number: number): Sql => raw(String(number));

/** Returns the number of an aggregate as a literal. */
export const aggregateNumber = (name: AggregateName): Sql => literal(AGGREGATES[name].number);

/** Returns the number of a key as a literal. */
export const keyNumber = (key: SumKey): Sql => literal(numberOf(key));

/** Returns the condition for the sums of an aggregate by a key. */
export const isOf = (name: AggregateName, key: SumKey): Sql =>
  sql`aggregate = ${aggregateNumber(name)} and dimension = ${keyNumber(key)}`;

/** Returns the columns that say what sums are of. */
export const sumsOf = (name: AggregateName, key: SumKey = 'none'): Sql =>
  sql`${aggregateNumber(name)}::utinyint as aggregate, ${keyNumber(key)}::utinyint as dimension`;

/** Returns the condition for the sums that are kept right in a way. */
export const isUpdatedBy = (update: 'add' | 'visitors' | 'recount'): Sql =>
  raw(
    `aggregate in (${Object.values(AGGREGATES)
      .flatMap(aggregate => (aggregate.update === update ? [aggregate.number] : []))
      .join(', ')})`,
  );

const KEY = raw('site_id, aggregate, dimension, day, since, key');

/** The order of sums in the file: those with numbers of about the same size stand together, and so take few bits each. */
export const SUMS_ORDER = raw(
  'site_id, aggregate, dimension, ceil(log2(abs(hits) + abs(visits) + 1)), day, since',
);

/** Selects rows of `sums`, summed up. */
export const selectSummedUp = (rows: Sql): Sql => sql`
  select ${KEY}, sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits, sum(visits)::integer as visits
  from (${rows}) group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) <> 0`;

/** Inserts rows in order. */
export const insertSums = (run: Run, rows: Sql): Promise<number> =>
  run(sql`insert into sums select * from (${rows}) order by ${SUMS_ORDER}`);

/**
 * Merges rows with the stored sums that a condition chooses: those are summed up again with them, so that a key has one row, in
 * order, and sums that cancel out disappear.
 */
export const mergeSums = async (
  run: Run,
  { rows, stored }: { readonly rows: Sql; readonly stored: Sql },
): Promise<void> => {
  await run(
    sql`create temp table merged as ${selectSummedUp(sql`${rows} union all select * from sums where ${stored}`)}`,
  );
  await run(sql`delete from sums where ${stored}`);
  await insertSums(run, raw('from temp.main.merged'));
  await run(sql`drop table temp.main.merged`);
};
