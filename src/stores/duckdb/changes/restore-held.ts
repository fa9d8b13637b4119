/** Gives rows that are held back to their site. */
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import type { HeldRestoration } from '../../../core/hits/store.ts';
import { dropSums } from '../aggregates/stale.ts';
import type { HitEngine } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';
import { holderOf, MARK_KEYS, type Mark, updateMarks } from './marks.ts';
import { restorePaths } from './rewrite-paths.ts';
import { addToSite, changeRows, type Session } from './session.ts';

const isHeld = ({ heldAs }: HeldRestoration): Sql => sql`site_id = ${heldAs}`;

const isOfBoth = ({ siteId, heldAs }: HeldRestoration): Sql => sql`site_id in (${siteId}, ${heldAs})`;

/** Selects the ids of the rows of a kind that are held. */
const selectIds = (held: HeldRestoration, kind: HitKind): Sql =>
  sql`select id from ${tableOf(kind)} where ${isHeld(held)}`;

/**
 * Selects the hits whose mark changes: of each visitor and day (and path) of a hit that is held, the oldest that has the mark keeps
 * it, and the oldest of all gets it where none has.
 */
const selectChangedMarks = (mark: Mark, held: HeldRestoration, slice: Sql): Sql => {
  const [key, name] = [MARK_KEYS[mark], raw(mark)];
  return sql`
    with keys as (select distinct ${key} from hits where ${isHeld(held)} and visitor_hash is not null and ${slice}),
    candidates as (
      select id, created_at, ${name}, ${key} from hits join keys using (${key})
      where ${isOfBoth(held)} and day between (select min(day) from keys) and (select max(day) from keys)),
    holders as (
      select ${key}, ${holderOf(mark)} as holder from candidates group by ${key})
    select id from candidates join holders using (${key}) where ${name} <> (id = holder)`;
};

const restore = async (session: Session, held: HeldRestoration): Promise<void> => {
  const { run, find, inSlices } = session;
  const { siteId, heldAs } = held;
  const restored = new Map<HitKind, Sql | undefined>();
  for (const kind of HIT_KINDS) restored.set(kind, await find(kind, selectIds(held, kind)));
  await dropSums(run, heldAs);
  for (const [kind, found] of restored) {
    if (!found) continue;
    const table = tableOf(kind);
    await inSlices({ table, rows: isHeld(held), read: isOfBoth(held) }, async slice => {
      if (kind === 'hit')
        await updateMarks(session, sql`site_id = ${siteId} and ${slice}`, mark =>
          selectChangedMarks(mark, held, slice),
        );
      const rows = sql`${isHeld(held)} and ${slice}`;
      await markVisitsStale(run, kind, rows);
      const count = await run(sql`update ${table} set site_id = ${siteId} where ${rows}`);
      await addToSite(session, { kind, rows: sql`site_id = ${siteId} and ${found} and ${slice}`, sign: 1 });
      return count;
    });
  }
};

/** Restores all rows that are held as another site's, and what rows had before they were rewritten. */
export const restoreHeld = async (engine: HitEngine, held: HeldRestoration): Promise<void> => {
  const selected = HIT_KINDS.map(kind => selectIds(held, kind));
  await changeRows(engine, selected, session => restore(session, held));
  await restorePaths(engine, held);
};
