/** `remove`: rows go for good, the roll-ups lose what they amounted to, and marks pass to the rows that are left. */
import type { HitKind, Removal } from '../../core/hit-store.ts';
import type { HitEngine } from './engine-types.ts';
import { tableOf } from './queries/conditions.ts';
import { addToRollUps, dropRollUps } from './rollups.ts';
import { type Ask, isOneOf, type Run, raw, type Sql, sql } from './sql.ts';

/** Most rows that one transaction may take: larger ones would be written into the base file at once. */
const ROWS_A_CHANGE = 60_000;
/** From here on a new generation without the rows is cheaper than a row of transactions. */
const ROWS_FOR_REBUILD = 240_000;
const IDS_A_CHANGE = 10_000;

/** What removing needs of a change, or of a rebuild. */
interface Tools {
  readonly run: Run;
  readonly ask: Ask;
  readonly remove: (kind: HitKind, condition: Sql) => Promise<number>;
}

/** Which rows of a site a removal names. */
const conditionOf = ({ siteId, which }: Omit<Removal, 'kinds'>): Sql => {
  if (which === 'all') return sql`site_id = ${siteId}`;
  if ('before' in which) return sql`site_id = ${siteId} and created_at < ${which.before}`;
  return sql`site_id = ${siteId} and ${isOneOf(which.ids)}`;
};

/**
 * Rows that inherit a mark: the oldest ones left of each visitor and UTC day (and path) whose marked row is going.
 * `going` are the rows of this step, `doomed` those of the whole removal.
 */
const findHeirs = async (
  ask: Ask,
  siteId: number,
  mark: 'is_unique' | 'is_first_of_day',
  going: Sql,
  doomed: Sql,
) => {
  const path = raw(mark === 'is_unique' ? 'path,' : '');
  const rows = await ask<{ id: number }>(sql`
    with lost as (select distinct visitor_hash, ${path} created_at::date as day from hits where ${going} and ${raw(mark)}),
    left_over as (
      select id, created_at, visitor_hash, ${path} created_at::date as day from hits
      where site_id = ${siteId} and not (${doomed})
        and created_at >= (select min(day) from lost) and created_at < (select max(day) + 1 from lost))
    select arg_min(id, struct_pack(created_at, id)) as id
    from left_over join lost using (visitor_hash, ${path} day) group by visitor_hash, ${path} day`);
  return rows.map(row => row.id);
};

/** Takes away some hits of a site: `going` now, as a part of all that are `doomed`. */
const removeHits = async (
  { run, ask, remove }: Tools,
  siteId: number,
  going: Sql,
  doomed: Sql,
): Promise<number> => {
  const unique = await findHeirs(ask, siteId, 'is_unique', going, doomed);
  const first = await findHeirs(ask, siteId, 'is_first_of_day', going, doomed);
  const heirs = sql`site_id = ${siteId} and ${isOneOf([...new Set([...unique, ...first])])}`;
  await addToRollUps(run, sql`((${going}) or (${heirs}))`, -1);
  if (unique.length > 0) await run(sql`update hits set is_unique = true where ${isOneOf(unique)}`);
  if (first.length > 0) await run(sql`update hits set is_first_of_day = true where ${isOneOf(first)}`);
  const removed = await remove('hit', going);
  await addToRollUps(run, heirs, 1);
  return removed;
};

const removeStep = async (tools: Tools, kind: HitKind, removal: Removal, going: Sql): Promise<number> => {
  if (kind !== 'hit') return tools.remove(kind, going);
  if (removal.which !== 'all') return removeHits(tools, removal.siteId, going, conditionOf(removal));
  await addToRollUps(tools.run, going, -1);
  return tools.remove(kind, going);
};

const removeByChange = (engine: HitEngine, kind: HitKind, removal: Removal, going: Sql): Promise<number> =>
  engine.change(change => {
    const tools: Tools = {
      run: statement => change.run(statement.text, statement.values),
      ask: statement => change.read(statement.text, statement.values),
      remove: (of, condition) => change.remove(of, condition.text, condition.values),
    };
    return removeStep(tools, kind, removal, going);
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

/** Removes rows of one kind by time or all of them, in steps by rising id, or by a rebuild when they are many. */
const removeStretch = async (engine: HitEngine, kind: HitKind, removal: Removal): Promise<number> => {
  const doomed = conditionOf(removal);
  const count = sql`select count(*) as rows from ${tableOf(kind)} where ${doomed}`;
  const [counted] = await engine.read<{ rows: number }>(count.text, count.values);
  if ((counted?.rows ?? 0) >= ROWS_FOR_REBUILD) return removeByRebuild(engine, kind, removal);
  let removed = 0;
  for (;;) {
    const next = sql`select max(id) as last from
      (select id from ${tableOf(kind)} where ${doomed} order by id limit ${ROWS_A_CHANGE})`;
    const [step] = await engine.read<{ last: number | null }>(next.text, next.values);
    if (typeof step?.last !== 'number') return removed;
    removed += await removeByChange(engine, kind, removal, sql`${doomed} and id <= ${step.last}`);
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

/** Takes rows away for good, at most 60,000 in a transaction, and says how many. */
export const removeRows = async (engine: HitEngine, removal: Removal): Promise<number> => {
  let removed = 0;
  for (const kind of new Set(removal.kinds)) {
    const { siteId, which } = removal;
    const isNamed = which !== 'all' && 'ids' in which;
    removed += isNamed
      ? await removeNamed(engine, kind, siteId, which.ids)
      : await removeStretch(engine, kind, removal);
  }
  return removed;
};
