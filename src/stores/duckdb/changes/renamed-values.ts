/** What stored values of a column become in a rebuild: a table of those that change, worked out once for each value. */
import { columnsOfKind, HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import type { PathRewriting } from '../../../core/hits/rewriting.ts';
import { DIMENSIONS_OF, type NormalColumn } from '../../../core/hits/value-rules.ts';
import type { Rebuild } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { unionAll } from '../queries/parts.ts';
import { type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';

const PAGE_ROWS = 10_000;

/** Lists the kinds of rows that have a column. */
export const kindsWith = (column: NormalColumn): HitKind[] =>
  HIT_KINDS.filter(kind => columnsOfKind(kind).some(({ name }) => name === column));

/** Returns the condition for imported days whose values are those of a column. */
export const hasValuesOf = (column: NormalColumn): Sql =>
  sql`dimension in ${raw(`(${[...DIMENSIONS_OF[column]].map(name => `'${name}'`).join(', ')})`)}`;

/** The given value, the new one, and the address of a row that has none. */
export const RENAMED = raw('temp.main.renamed_values');

/** Values that are looked at, and what they become. */
interface Renaming extends Pick<PathRewriting, 'rename'> {
  readonly column: NormalColumn;
  /** The condition for rows and imported days. */
  readonly rows: Sql;
  /** The condition for their values, over `given`. Default: any. */
  readonly values?: Sql;
}

/** Works out what the values of a column of rows and imported days become. Returns how many change. */
export const storeRenamedValues = async (
  copy: Rebuild,
  { column, rows, values = raw('true'), rename }: Renaming,
): Promise<number> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const all = [
    ...kindsWith(column).map(kind => sql`select ${raw(column)} as given from ${tableOf(kind)} where ${rows}`),
    sql`select value as given from imported_days where ${hasValuesOf(column)} and ${rows}`,
  ];
  await run(sql`create or replace temp table stored_values as
    select distinct given from (${unionAll(all)}) where given is not null and ${values}`);
  await run(sql`create or replace temp table renamed_values (given varchar, value varchar, url varchar)`);
  const appender = await copy.connection.createAppender('renamed_values', 'main', 'temp');
  let count = 0;
  for (let from = 0, found = PAGE_ROWS; found === PAGE_ROWS; from += PAGE_ROWS) {
    copy.signal.throwIfAborted();
    const page = await read<{ given: string }>(
      sql`select given from temp.main.stored_values where rowid >= ${from} and rowid < ${from + PAGE_ROWS}`,
    );
    found = page.length;
    for (const { given } of page) {
      const renamed = rename(given);
      if (renamed === null || renamed.path === given) continue;
      appender.appendVarchar(given);
      appender.appendVarchar(renamed.path);
      if (renamed.url === null) appender.appendNull();
      else appender.appendVarchar(renamed.url);
      appender.endRow();
      count += 1;
    }
  }
  appender.closeSync();
  await run(sql`drop table temp.main.stored_values`);
  return count;
};

export const dropRenamedValues = (run: Run): Promise<number> => run(sql`drop table ${RENAMED}`);

const DAY_SUMS = raw(
  ['visitors', 'visits', 'views', 'unique_views', 'bounces', 'duration_seconds', 'events']
    .map(name => `sum(${name})::bigint as ${name}`)
    .concat('any_value(clip_zone) as clip_zone')
    .join(', '),
);

/** Gives imported days with values of a column that meet a condition the new ones, and adds up those of one value. */
export const renameImportedDays = async (run: Run, column: NormalColumn, days: Sql): Promise<void> => {
  const ofColumn = hasValuesOf(column);
  await run(sql`create or replace temp table renamed_days as
    select site_id, import_key, day, dimension, coalesce(renamed.value, stored.value) as value, ${DAY_SUMS}
    from (select * from imported_days where ${ofColumn} and ${days}) as stored
      left join ${RENAMED} as renamed on stored.value = renamed.given
    group by all`);
  await run(sql`delete from imported_days where ${ofColumn} and ${days}`);
  await run(sql`insert into imported_days by name select * from temp.main.renamed_days`);
  await run(sql`drop table temp.main.renamed_days`);
};
