/** What stored paths become in a rebuild: a table of those that change, worked out once for each path. */
import { columnsOfKind, HIT_KINDS } from '../../../core/hits/columns.ts';
import { PATH_DIMENSIONS } from '../../../core/hits/page-path.ts';
import type { PathRewriting } from '../../../core/hits/rewriting.ts';
import type { Rebuild } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { unionAll } from '../queries/parts.ts';
import { type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';

const PAGE_ROWS = 10_000;
/** Kinds of rows that have a path. */
export const PATH_KINDS = HIT_KINDS.filter(kind => columnsOfKind(kind).some(({ name }) => name === 'path'));
/** The condition for imported days of pages. */
export const IS_PAGE = sql`dimension in ${raw(`(${[...PATH_DIMENSIONS].map(name => `'${name}'`).join(', ')})`)}`;
/** The given path, the new one, and the address of a row that has none. */
export const RENAMED = raw('temp.main.renamed_paths');

/** Works out what the paths of rows and imported days that meet a condition become. Returns how many change. */
export const storeRenamedPaths = async (
  copy: Rebuild,
  { rows, path, rename }: Pick<PathRewriting, 'rename'> & { readonly rows: Sql; readonly path: Sql },
): Promise<number> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const paths = [
    ...PATH_KINDS.map(kind => sql`select path from ${tableOf(kind)} where ${rows}`),
    sql`select value as path from imported_days where ${IS_PAGE} and ${rows}`,
  ];
  await run(sql`create or replace temp table stored_paths as
    select distinct path from (${unionAll(paths)}) where path is not null and ${path}`);
  await run(sql`create or replace temp table renamed_paths (given varchar, path varchar, url varchar)`);
  const appender = await copy.connection.createAppender('renamed_paths', 'main', 'temp');
  let count = 0;
  for (let from = 0, found = PAGE_ROWS; found === PAGE_ROWS; from += PAGE_ROWS) {
    copy.signal.throwIfAborted();
    const page = await read<{ path: string }>(
      sql`select path from temp.main.stored_paths where rowid >= ${from} and rowid < ${from + PAGE_ROWS}`,
    );
    found = page.length;
    for (const { path: given } of page) {
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
  await run(sql`drop table temp.main.stored_paths`);
  return count;
};

export const dropRenamedPaths = (run: Run): Promise<number> => run(sql`drop table ${RENAMED}`);

const DAY_SUMS = raw(
  ['visitors', 'visits', 'views', 'unique_views', 'bounces', 'duration_seconds', 'events']
    .map(name => `sum(${name})::bigint as ${name}`)
    .concat('any_value(clip_zone) as clip_zone')
    .join(', '),
);

/** Gives imported days of pages that meet a condition the new paths, and adds up those of one page. */
export const renameImportedDays = async (run: Run, days: Sql): Promise<void> => {
  await run(sql`create or replace temp table renamed_days as
    select site_id, import_key, day, dimension, coalesce(renamed.path, value) as value, ${DAY_SUMS}
    from (select * from imported_days where ${IS_PAGE} and ${days}) left join ${RENAMED} as renamed on value = renamed.given
    group by all`);
  await run(sql`delete from imported_days where ${IS_PAGE} and ${days}`);
  await run(sql`insert into imported_days by name select * from temp.main.renamed_days`);
  await run(sql`drop table temp.main.renamed_days`);
};
