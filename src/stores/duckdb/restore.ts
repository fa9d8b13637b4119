/** `restoreSpam`: suppressed hits become hits at their own time, and marks pass to those that are older than the marked one. */
import type { Restoration } from '../../core/hit-store.ts';
import type { Change, HitEngine } from './engine-types.ts';
import { addToRollUps } from './rollups.ts';
import { silence } from './silence.ts';
import { isOneOf, type Run, raw, type Sql, sql } from './sql.ts';

/** Most rows that one transaction moves; commits are held meanwhile. */
const ROWS_A_CHANGE = 10_000;

type Mark = 'is_unique' | 'is_first_of_day';

/** What a mark is given once for, beside the site. */
const KEY_OF = {
  is_unique: raw('visitor_hash, path, created_at::date'),
  is_first_of_day: raw('visitor_hash, created_at::date'),
} as const;

/** Marked hits of a site that are younger than a coming one of the same visitor and UTC day (and path): they lose the mark. */
const findLosers = async (change: Change, siteId: number, mark: Mark, coming: Sql): Promise<number[]> => {
  const key = KEY_OF[mark];
  const { text, values } = sql`
    with earliest as (
      select (${key}) as key, min(created_at) as first from spam_hits
      where ${coming} and visitor_hash is not null group by all),
    marked as (
      select id, created_at, (${key}) as key from hits
      where site_id = ${siteId} and ${raw(mark)} and created_at >= (select min(first) from earliest)
        and created_at < (select max(first)::date + 1 from earliest))
    select id from marked join earliest using (key) where created_at > first order by id`;
  return (await change.read<{ id: number }>(text, values)).map(row => row.id);
};

const COPIED = raw(`site_id, created_at, path, url, referrer, country, browser_name, platform_name, is_mobile,
  source, visitor_hash, visitor_is_stable`);

/** Whether a coming row takes a mark: the oldest of its key, where no stored hit has it. */
const takesMark = (siteId: number, mark: Mark): Sql => sql`
  visitor_hash is not null
    and row_number() over (partition by ${KEY_OF[mark]} order by created_at, id) = 1
    and (${KEY_OF[mark]}) not in (
      select (${KEY_OF[mark]}) from hits where site_id = ${siteId} and ${raw(mark)}
        and created_at >= (select first from reach) and created_at < (select last from reach))`;

/** Puts the coming rows among the hits, in order of time. */
const insertFrom = (siteId: number, coming: Sql, firstId: number): Sql => sql`
  insert into hits (id, ${COPIED}, is_unique, is_first_of_day)
  with coming as (select * from spam_hits where ${coming}),
  reach as (select min(created_at)::date as first, max(created_at)::date + 1 as last from coming)
  select row_number() over (order by created_at, id) + ${firstId - 1}, ${COPIED},
    ${takesMark(siteId, 'is_unique')}, ${takesMark(siteId, 'is_first_of_day')}
  from coming order by created_at, id`;

/** Moves one step's rows in one transaction; answers their ids among the hits. */
const moveStep = (engine: HitEngine, siteId: number, coming: Sql): Promise<number[]> =>
  engine.change(async change => {
    const run: Run = statement => change.run(statement.text, statement.values);
    const unique = await findLosers(change, siteId, 'is_unique', coming);
    const first = await findLosers(change, siteId, 'is_first_of_day', coming);
    const losers = sql`site_id = ${siteId} and ${isOneOf([...new Set([...unique, ...first])])}`;
    if (unique.length + first.length > 0) await addToRollUps(run, losers, -1);
    if (unique.length > 0) await run(sql`update hits set is_unique = false where ${isOneOf(unique)}`);
    if (first.length > 0) await run(sql`update hits set is_first_of_day = false where ${isOneOf(first)}`);
    if (unique.length + first.length > 0) await addToRollUps(run, losers, 1);
    const ids = await change.add('hit', firstId => insertFrom(siteId, coming, firstId));
    await silence(run, 'hit', ids);
    await change.remove('spam_hit', coming.text, coming.values);
    return ids;
  });

/** Moves spam hits among the hits, at most 10,000 in a transaction, and answers their new ids. */
export const restoreSpam = async (engine: HitEngine, { siteId, which }: Restoration): Promise<number[]> => {
  const restored: number[] = [];
  if (which !== 'all') {
    for (let start = 0; start < which.ids.length; start += ROWS_A_CHANGE) {
      const coming = sql`site_id = ${siteId} and ${isOneOf(which.ids.slice(start, start + ROWS_A_CHANGE))}`;
      restored.push(...(await moveStep(engine, siteId, coming)));
    }
    return restored;
  }
  const ofSite = sql`site_id = ${siteId}`;
  // What comes in from now on was not among the ones to be restored.
  const newest = await maxId(engine, ofSite);
  for (;;) {
    const left = sql`${ofSite} and id <= ${newest}`;
    const last = await maxId(
      engine,
      sql`id in (select id from spam_hits where ${left} order by id limit ${ROWS_A_CHANGE})`,
    );
    if (last === 0) return restored;
    restored.push(...(await moveStep(engine, siteId, sql`${ofSite} and id <= ${last}`)));
  }
};

/** Newest id among spam hits; 0 when there are none. */
const maxId = async (engine: HitEngine, condition: Sql): Promise<number> => {
  const { text, values } = sql`select coalesce(max(id), 0) as last from spam_hits where ${condition}`;
  const [row] = await engine.read<{ last: number }>(text, values);
  return row?.last ?? 0;
};
