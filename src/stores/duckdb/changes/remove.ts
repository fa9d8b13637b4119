/** Removes rows for good, subtracts them from the roll-ups, and marks the remaining rows that are now the first of their visitor. */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { Removal } from '../../../core/hits/store.ts';
import type { HitEngine } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { addToRollUps, dropRollUps } from '../rollups/rollups.ts';
import { isOneOf, type Read, type Run, raw, type Sql, sql } from '../sql/sql.ts';

/** Most rows that one transaction may take: larger ones would be written into the base file at once. */
const ROWS_A_CHANGE = 60_000;
/** From here on a new generation without the rows is cheaper than a row of transactions. */
const ROWS_FOR_REBUILD = 240_000;
const IDS_A_CHANGE = 10_000;

/** Statements of a change or of a rebuild. */
interface Tools {
  readonly run: Run;
  readonly ask: Read;
  readonly remove: (kind: HitKind, condition: Sql) => Promise<number>;
}

/** Returns the condition for the rows of a removal. */
const conditionOf = ({ siteId, which }: Omit<Removal, 'kinds'>): Sql => {
  if (which === 'all') return sql`site_id = ${siteId}`;
  if ('before' in which) return sql`site_id = ${siteId} and created_at < ${which.before}`;
  return sql`site_id = ${siteId} and ${isOneOf(which.ids)}`;
};

/**
 * Finds the hits that become the first of a visitor and UTC day (and path), because the marked one is in `batch`, the rows
 * of this step. `toDelete` are the rows of the whole removal.
 */
const findNewFirstHits = async (
  ask: Read,
  siteId: number,
  mark: 'is_unique' | 'is_first_of_day',
  batch: Sql,
  toDelete: Sql,
) => {
  const path = raw(mark === 'is_unique' ? 'path,' : '');
  const rows = await ask<{ id: number }>(sql`
    with lost as (select distinct visitor_hash, ${path} created_at::date as day from hits where ${batch} and ${raw(mark)}),
    left_over as (
      select id, created_at, visitor_hash, ${path} created_at::date as day from hits
      where site_id = ${siteId} and not (${toDelete})
        and created_at >= (select min(day) from lost) and created_at < (select max(day) + 1 from lost))
    select arg_min(id, struct_pack(created_at, id)) as id
    from left_over join lost using (visitor_hash, ${path} day) group by visitor_hash, ${path} day`);
  return rows.map(row => row.id);
};

/** Removes a batch of hits of a site; `toDelete` are the rows of the whole removal. */
const removeHits = async (
  { run, ask, remove }: Tools,
  siteId: number,
  batch: Sql,
  toDelete: Sql,
): Promise<number> => {
  const unique = await findNewFirstHits(ask, siteId, 'is_unique', batch, toDelete);
  const first = await findNewFirstHits(ask, siteId, 'is_first_of_day', batch, toDelete);
  const newFirstHits = sql`site_id = ${siteId} and ${isOneOf([...new Set([...unique, ...first])])}`;
  await addToRollUps(run, sql`((${batch}) or (${newFirstHits}))`, -1);
  if (unique.length > 0) await run(sql`update hits set is_unique = true where ${isOneOf(unique)}`);
  if (first.length > 0) await run(sql`update hits set is_first_of_day = true where ${isOneOf(first)}`);
  const removed = await remove('hit', batch);
  await addToRollUps(run, newFirstHits, 1);
  return removed;
};

const removeStep = async (tools: Tools, kind: HitKind, removal: Removal, batch: Sql): Promise<number> => {
  if (kind !== 'hit') return tools.remove(kind, batch);
  if (removal.which !== 'all') return removeHits(tools, removal.siteId, batch, conditionOf(removal));
  await addToRollUps(tools.run, batch, -1);
  return tools.remove(kind, batch);
};

const removeByChange = (engine: HitEngine, kind: HitKind, removal: Removal, batch: Sql): Promise<number> =>
  engine.change(change => {
    const tools: Tools = {
      run: statement => change.run(statement.text, statement.values),
      ask: statement => change.read(statement.text, statement.values),
      remove: (of, condition) => change.remove(of, condition.text, condition.values),
    };
    return removeStep(tools, kind, removal, batch);
  });

const removeByRebuild = (engine: HitEngine, kind: HitKind, removal: Removal): Promise<number> =>
  engine.rebuild(async copy => {
    const run: Run = statement => copy.run(statement.text, statement.values);
    const tools: Tools = {
      run,
      ask: statement => copy.read(statement.text, statement.values),
      remove: (of, condition) => run(sql`delete from ${tableOf(of)} where ${condition}`),
    };
    if (kind !== 'hit' || removal.which !== 'all')
      return removeStep(tools, kind, removal, conditionOf(removal));
    await dropRollUps(run, removal.siteId);
    return tools.remove(kind, conditionOf(removal));
  });

/** Removes rows of one kind, older than an instant or all, in steps by ascending id, or by a rebuild when they are many. */
const removeMatching = async (engine: HitEngine, kind: HitKind, removal: Removal): Promise<number> => {
  const toDelete = conditionOf(removal);
  const count = sql`select count(*) as rows from ${tableOf(kind)} where ${toDelete}`;
  const [counted] = await engine.read<{ rows: number }>(count.text, count.values);
  if ((counted?.rows ?? 0) >= ROWS_FOR_REBUILD) return removeByRebuild(engine, kind, removal);
  let removed = 0;
  for (;;) {
    const next = sql`select max(id) as last from
      (select id from ${tableOf(kind)} where ${toDelete} order by id limit ${ROWS_A_CHANGE})`;
    const [step] = await engine.read<{ last: number | null }>(next.text, next.values);
    if (typeof step?.last !== 'number') return removed;
    removed += await removeByChange(engine, kind, removal, sql`${toDelete} and id <= ${step.last}`);
  }
};

const removeNamed = async (
  engine: HitEngine,
  kind: HitKind,
  siteId: number,
  ids: readonly number[],
): Promise<number> => {
  let removed = 0;
  for (let start = 0; start < ids.length; start += IDS_A_CHANGE) {
    const step: Removal = { siteId, kinds: [kind], which: { ids: ids.slice(start, start + IDS_A_CHANGE) } };
    removed += await removeByChange(engine, kind, step, conditionOf(step));
  }
  return removed;
};

/** Removes rows for good, at most 60,000 in a transaction. Returns how many. */
export const removeRows = async (engine: HitEngine, removal: Removal): Promise<number> => {
  let removed = 0;
  for (const kind of new Set(removal.kinds)) {
    const { siteId, which } = removal;
    const isNamed = which !== 'all' && 'ids' in which;
    removed += isNamed
      ? await removeNamed(engine, kind, siteId, which.ids)
      : await removeMatching(engine, kind, removal);
  }
  return removed;
};
