/** Gives rows that are held back to their site. */
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import type { HeldRestoration } from '../../../core/hits/store.ts';
import { addToSums } from '../aggregates/hits.ts';
import { dropSums } from '../aggregates/stale.ts';
import type { HitEngine } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { isOneOf, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';
import { restorePaths } from './rewrite-paths.ts';
import { addRows, changeRows, MARK_KEYS, MARKS, type Mark, type Session } from './session.ts';

const isHeld = ({ heldAs }: HeldRestoration): Sql => sql`site_id = ${heldAs}`;

/** Selects the ids of the rows of a kind that are held. */
const selectIds = (held: HeldRestoration, kind: HitKind): Sql =>
  sql`select id from ${tableOf(kind)} where ${isHeld(held)}`;

/** A hit that gets a mark, or loses it. */
interface Remarked {
  readonly id: number;
  readonly holds: boolean;
}

/**
 * Finds the hits whose mark changes: of each visitor and day (and path) of a hit that is held, the oldest that has the mark keeps
 * it, and the oldest of all gets it where none has.
 */
const findRemarked = (read: Read, mark: Mark, held: HeldRestoration): Promise<Remarked[]> => {
  const [key, name] = [MARK_KEYS[mark], raw(mark)];
  const first = raw('arg_min(id, struct_pack(created_at, id))');
  return read(sql`
    with keys as (select distinct ${key} from hits where ${isHeld(held)} and visitor_hash is not null),
    candidates as (
      select id, created_at, ${name}, ${key} from hits join keys using (${key})
      where site_id in (${held.siteId}, ${held.heldAs})
        and day between (select min(day) from keys) and (select max(day) from keys)),
    holders as (
      select ${key}, coalesce(${first} filter (where ${name}), ${first}) as holder from candidates group by ${key})
    select id, id = holder as holds from candidates join holders using (${key}) where ${name} <> (id = holder)`);
};

const restore = async (session: Session, held: HeldRestoration): Promise<void> => {
  const { run, read, find } = session;
  const restored = new Map<HitKind, Sql | undefined>();
  for (const kind of HIT_KINDS) restored.set(kind, await find(kind, selectIds(held, kind)));
  const remarked = new Map<Mark, readonly Remarked[]>();
  for (const mark of MARKS) remarked.set(mark, await findRemarked(read, mark, held));
  const ids = new Set([...remarked.values()].flat().map(({ id }) => id));
  const others = sql`site_id = ${held.siteId} and ${isOneOf([...ids])}`;
  await addToSums(run, others, -1);
  await markVisitsStale(run, 'hit', others);
  for (const [mark, hits] of remarked)
    for (const [holds, own] of Map.groupBy(hits, each => each.holds))
      await run(sql`update hits set ${raw(mark)} = ${holds} where ${isOneOf(own.map(({ id }) => id))}`);
  await addToSums(run, others, 1);
  await dropSums(run, held.heldAs);
  for (const kind of HIT_KINDS) {
    await markVisitsStale(run, kind, isHeld(held));
    await run(sql`update ${tableOf(kind)} set site_id = ${held.siteId} where ${isHeld(held)}`);
  }
  await addRows(session, held.siteId, restored);
};

/** Restores all rows that are held as another site's, and what rows had before they were rewritten. */
export const restoreHeld = async (engine: HitEngine, held: HeldRestoration): Promise<void> => {
  const selected = HIT_KINDS.map(kind => selectIds(held, kind));
  await changeRows(engine, selected, session => restore(session, held));
  await restorePaths(engine, held);
};
