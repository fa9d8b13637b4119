/** Removes imported days. */
import { dateOf } from '../../../core/days.ts';
import type { Removal } from '../../../core/hits/store.ts';
import { removeSums } from '../changes/remove-sums.ts';
import type { HitEngine } from '../engine-types.ts';
import { type Sql, sql } from '../sql/sql.ts';
import { isOfImport } from './parts.ts';
import { type KnownSpans, updateSpans } from './spans.ts';

/** Removes the days of a site that meet a condition. Returns how many rows. */
const removeWhere = (engine: HitEngine, siteId: number, condition: Sql): Promise<number> =>
  removeSums(engine, {
    table: 'imported_days',
    rows: sql`site_id = ${siteId} and ${condition}`,
    after: run => updateSpans(run, sql`site_id = ${siteId}`),
  });

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
  else if ('before' in which)
    await removeWhere(engine, siteId, sql`day < ${dateOf(which.before, engine.zoneOf(siteId))}`);
};
