/**
 * Gives stored paths the spelling that new ones have, once for each version of the rules: in one rebuild, so that until it is done
 * all is as before. Nothing else of a row changes but the mark of a unique hit, where two spellings were two pages.
 */
import { normalizePath, PATH_RULES_VERSION } from '../../../lib/normalize-path.ts';
import { updateInSlices } from '../aggregates/day-slices.ts';
import { clearSums } from '../aggregates/stale.ts';
import type { HitEngine, Rebuild } from '../engine-types.ts';
import { IS_PLAIN_PATH } from '../import/fields.ts';
import { tableOf } from '../queries/conditions.ts';
import { raw, sql, toRun } from '../sql/sql.ts';
import {
  dropRenamedPaths,
  PATH_KINDS,
  RENAMED,
  renameImportedDays,
  storeRenamedPaths,
} from './renamed-paths.ts';
import { rebuildRows } from './session.ts';

/** Leaves the mark of a unique hit to the first of those that are on one page now. */
const mergeMarks = (copy: Rebuild): Promise<void> => {
  const rows = sql`is_unique and path in (select path from ${RENAMED})`;
  return updateInSlices(copy, { table: raw('hits'), rows }, slice =>
    toRun(copy)(sql`update hits set is_unique = false where ${slice} and id in (
      select id from (
        select id, row_number() over (partition by site_id, visitor_hash, day, path order by created_at, id) as nth
        from hits where ${slice} and ${rows}
      ) where nth > 1)`),
  );
};

const respell = async (copy: Rebuild): Promise<void> => {
  const run = toRun(copy);
  const renamed = await storeRenamedPaths(copy, {
    rows: sql`true`,
    path: sql`not ${raw(IS_PLAIN_PATH)}`,
    rename: path => ({ path: normalizePath(path), url: null }),
  });
  if (renamed > 0) {
    for (const table of PATH_KINDS.map(tableOf))
      await updateInSlices(copy, { table, rows: sql`path in (select given from ${RENAMED})` }, rows =>
        run(sql`update ${table} as stored set path = renamed.path from ${RENAMED} as renamed
          where stored.path = renamed.given and ${rows}`),
      );
    await mergeMarks(copy);
    await renameImportedDays(
      run,
      sql`(site_id, import_key, day, dimension) in (
        select (site_id, import_key, day, dimension) from imported_days where value in (select given from ${RENAMED}))`,
    );
    // All of them are made again: pages are in most.
    await clearSums(run);
  }
  await dropRenamedPaths(run);
  await run(sql`update sum_state set path_rules = ${PATH_RULES_VERSION}`);
};

/** Normalizes stored paths, unless they are. Rejects when the signal aborts, or where there is no room for a rebuild. */
export const normalizePaths = async (engine: HitEngine, signal: AbortSignal): Promise<void> => {
  if (engine.sums().hasNormalPaths) return;
  await rebuildRows(engine, respell, signal);
};
