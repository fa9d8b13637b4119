/** Removes imported days. */
import type { Removal } from '../../../core/hits/store.ts';
import type { HitEngine } from '../engine-types.ts';
import { type Run, type Sql, sql, toRun } from '../sql/sql.ts';
import { isOfImport } from './parts.ts';
import { type KnownSpans, updateSpans } from './spans.ts';

/** Maximum number of rows of one transaction: DuckDB would write larger ones into the base file at once. */
const MAX_CHANGE_ROWS = 60_000;

/** Removes the days of a site that meet a condition. Returns how many rows. */
const removeWhere = async (engine: HitEngine, siteId: number, condition: Sql): Promise<number> => {
  const rows = sql`site_id = ${siteId} and ${condition}`;
  const count = sql`select count(*) as rows from imported_days where ${rows}`;
  const [counted] = await engine.read<{ rows: number }>(count.text, count.values);
  if (!counted?.rows) return 0;
  const work = async (run: Run): Promise<number> => {
    const removed = await run(sql`delete from imported_days where ${rows}`);
    await updateSpans(run, sql`site_id = ${siteId}`);
    return removed;
  };
  return counted.rows > MAX_CHANGE_ROWS
    ? engine.rebuild(copy => work(toRun(copy)))
    : engine.change(change => work(toRun({ run: change.run })));
};

/** Removes the days of an import. Returns how many rows. */
export const removeDays = (engine: HitEngine, siteId: number, importKey: string): Promise<number> =>
  removeWhere(engine, siteId, isOfImport(importKey));

/** Removes the days that a removal of rows is about: all of a purged site, those before the first that is retained. */
export const removeDaysWith = async (
  engine: HitEngine,
  spans: KnownSpans,
  { siteId, kinds, which }: Removal,
): Promise<void> => {
  if (!kinds.includes('hit') || (await spans.find(siteId)).length === 0) return;
  if (which === 'all') await removeWhere(engine, siteId, sql`true`);
  else if ('before' in which) await removeWhere(engine, siteId, sql`day < ${which.before}::date`);
};
