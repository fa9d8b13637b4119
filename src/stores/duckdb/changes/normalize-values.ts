/**
 * Gives stored paths and sources the values that new rows have, once for each version of the rules: in one rebuild, so that until it is
 * done all is as before. Nothing else of a row changes but the mark of a unique hit, where two spellings were two pages.
 */
import { hasVisits } from '../../../core/hits/query.ts';
import {
  NORMAL_COLUMNS,
  NORMALIZE,
  type NormalColumn,
  VALUE_RULES_VERSION,
} from '../../../core/hits/value-rules.ts';
import { updateInSlices } from '../aggregates/day-slices.ts';
import { clearSums } from '../aggregates/stale.ts';
import type { HitEngine, Rebuild } from '../engine-types.ts';
import { hasUnicodeHost, isPlainPath } from '../import/fields.ts';
import { tableOf } from '../queries/conditions.ts';
import { raw, type Sql, sql, toRun } from '../sql/sql.ts';
import {
  dropRenamedValues,
  kindsWith,
  RENAMED,
  renameImportedDays,
  storeRenamedValues,
} from './renamed-values.ts';
import { rebuildRows } from './session.ts';

/** Leaves the mark of a unique hit to the first of those that are on one page now. */
const mergeMarks = (copy: Rebuild): Promise<number> => {
  const rows = sql`is_unique and path in (select value from ${RENAMED})`;
  return updateInSlices(copy, { table: raw('hits'), rows }, slice =>
    toRun(copy)(sql`update hits set is_unique = false where ${slice} and id in (
      select id from (
        select id, row_number() over (partition by site_id, visitor_hash, day, path order by created_at, id) as nth
        from hits where ${slice} and ${rows}
      ) where nth > 1)`),
  );
};

/** The condition for values that may change, over `given`. */
const MAY_CHANGE: Readonly<Record<NormalColumn, Sql>> = {
  path: raw(`not ${isPlainPath('given')}`),
  source: raw('true'),
  referrer: raw(hasUnicodeHost('given')),
  url: raw(hasUnicodeHost('given')),
};

/** Normalizes the values of a column. Returns whether any changed. */
const normalizeColumn = async (copy: Rebuild, column: NormalColumn): Promise<boolean> => {
  const run = toRun(copy);
  const count = await storeRenamedValues(copy, {
    ...{ column, rows: raw('true') },
    values: MAY_CHANGE[column],
    rename: value => ({ path: NORMALIZE[column](value), url: null }),
  });
  if (count > 0) {
    const name = raw(column);
    for (const kind of kindsWith(column)) {
      const table = tableOf(kind);
      // The channel follows from these: the rebuild stores it again.
      const channel = raw(column !== 'path' && hasVisits(kind) ? ', channel = null' : '');
      await updateInSlices(copy, { table, rows: sql`${name} in (select given from ${RENAMED})` }, rows =>
        run(sql`update ${table} as stored set ${name} = renamed.value${channel} from ${RENAMED} as renamed
          where stored.${name} = renamed.given and ${rows}`),
      );
    }
    if (column === 'path') await mergeMarks(copy);
    await renameImportedDays(
      run,
      column,
      sql`(site_id, import_key, day, dimension) in (
        select (site_id, import_key, day, dimension) from imported_days where value in (select given from ${RENAMED}))`,
    );
  }
  await dropRenamedValues(run);
  return count > 0;
};

const normalizeAll = async (copy: Rebuild): Promise<void> => {
  const run = toRun(copy);
  let hasChanged = false;
  for (const column of NORMAL_COLUMNS) hasChanged = (await normalizeColumn(copy, column)) || hasChanged;
  // All of them are made again: pages are in most.
  if (hasChanged) await clearSums(run);
  await run(sql`update sum_state set path_rules = ${VALUE_RULES_VERSION}`);
};

/** Normalizes stored values, unless they are. Rejects when the signal aborts, or where there is no room for a rebuild. */
export const normalizeValues = async (engine: HitEngine, signal: AbortSignal): Promise<void> => {
  if (engine.sums().hasNormalValues) return;
  await rebuildRows(engine, normalizeAll, signal);
};
