/**
 * Gives stored paths the spelling that new ones have, once for each version of the rules: in one rebuild, so that until it is done
 * all is as before. Nothing else of a row changes but the mark of a unique hit, where two spellings were two pages.
 */
import { columnsOfKind, HIT_KINDS } from '../../../core/hits/columns.ts';
import { PATH_DIMENSIONS } from '../../../core/hits/page-path.ts';
import { normalizePath, PATH_RULES_VERSION } from '../../../lib/normalize-path.ts';
import { updateInSlices } from '../aggregates/day-slices.ts';
import { clearSums } from '../aggregates/stale.ts';
import type { HitEngine, Rebuild } from '../engine-types.ts';
import { IS_PLAIN_PATH } from '../import/fields.ts';
import { tableOf } from '../queries/conditions.ts';
import { unionAll } from '../queries/parts.ts';
import { type Run, raw, sql, toRead, toRun } from '../sql/sql.ts';
import { rebuildRows } from './session.ts';

const TABLES = HIT_KINDS.filter(kind => columnsOfKind(kind).some(({ name }) => name === 'path')).map(tableOf);
const PAGE_ROWS = 10_000;
const IS_PATH = sql`dimension in ${raw(`(${[...PATH_DIMENSIONS].map(name => `'${name}'`).join(', ')})`)}`;
const SPELLINGS = raw('temp.main.spellings');

/** Works out the spellings of all stored paths that change, into a table with the given and the new one. Returns how many. */
const findSpellings = async (copy: Rebuild): Promise<number> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const paths = [
    ...TABLES.map(table => sql`select path from ${table}`),
    sql`select value as path from imported_days where ${IS_PATH}`,
  ];
  await run(sql`create or replace temp table stored_paths as
    select distinct path from (${unionAll(paths)}) where not ${raw(IS_PLAIN_PATH)}`);
  await run(sql`create or replace temp table spellings (given varchar, path varchar)`);
  const appender = await copy.connection.createAppender('spellings', 'main', 'temp');
  let count = 0;
  for (let from = 0, found = PAGE_ROWS; found === PAGE_ROWS; from += PAGE_ROWS) {
    copy.signal.throwIfAborted();
    const rows = await read<{ path: string }>(
      sql`select path from temp.main.stored_paths where rowid >= ${from} and rowid < ${from + PAGE_ROWS}`,
    );
    found = rows.length;
    for (const { path } of rows) {
      const normal = normalizePath(path);
      if (normal === path) continue;
      appender.appendVarchar(path);
      appender.appendVarchar(normal);
      appender.endRow();
      count += 1;
    }
  }
  appender.closeSync();
  await run(sql`drop table temp.main.stored_paths`);
  return count;
};

/** Leaves the mark of a unique hit to the first of those that are on one page now. */
const mergeMarks = (copy: Rebuild): Promise<void> => {
  const rows = sql`is_unique and path in (select path from ${SPELLINGS})`;
  return updateInSlices(copy, { table: raw('hits'), rows }, slice =>
    toRun(copy)(sql`update hits set is_unique = false where ${slice} and id in (
      select id from (
        select id, row_number() over (partition by site_id, visitor_hash, day, path order by created_at, id) as nth
        from hits where ${slice} and ${rows}
      ) where nth > 1)`),
  );
};

const DAY_KEY = raw('site_id, import_key, day, dimension, value');
const DAY_SUMS = raw(
  ['visitors', 'visits', 'views', 'unique_views', 'bounces', 'duration_seconds', 'events']
    .map(name => `sum(${name})::bigint as ${name}`)
    .concat('any_value(clip_zone) as clip_zone')
    .join(', '),
);

/** Adds imported days of one page up. */
const mergeImportedDays = async (run: Run): Promise<void> => {
  await run(sql`update imported_days as stored set value = spelling.path from ${SPELLINGS} as spelling
    where ${IS_PATH} and stored.value = spelling.given`);
  await run(sql`create or replace temp table twins as select ${DAY_KEY}, ${DAY_SUMS} from imported_days
    where ${IS_PATH} and value in (select path from ${SPELLINGS}) group by ${DAY_KEY} having count(*) > 1`);
  await run(sql`delete from imported_days where (${DAY_KEY}) in (select (${DAY_KEY}) from temp.main.twins)`);
  await run(sql`insert into imported_days by name select * from temp.main.twins`);
  await run(sql`drop table temp.main.twins`);
};

const respell = async (copy: Rebuild): Promise<void> => {
  const run = toRun(copy);
  if ((await findSpellings(copy)) > 0) {
    for (const table of TABLES)
      await updateInSlices(copy, { table, rows: sql`path in (select given from ${SPELLINGS})` }, rows =>
        run(sql`update ${table} as stored set path = spelling.path from ${SPELLINGS} as spelling
          where stored.path = spelling.given and ${rows}`),
      );
    await mergeMarks(copy);
    await mergeImportedDays(run);
    // All of them are made again: pages are in most.
    await clearSums(run);
  }
  await run(sql`drop table ${SPELLINGS}`);
  await run(sql`update sum_state set path_rules = ${PATH_RULES_VERSION}`);
};

/** Normalizes stored paths, unless they are. Rejects when the signal aborts, or where there is no room for a rebuild. */
export const normalizePaths = async (engine: HitEngine, signal: AbortSignal): Promise<void> => {
  if (engine.sums().hasNormalPaths) return;
  await rebuildRows(engine, respell, signal);
};
