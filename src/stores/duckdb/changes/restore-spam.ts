/** Restores spam hits: they become hits at their original time, and take the mark of the first hit from younger ones. */
import { columnsOfKind } from '../../../core/hits/columns.ts';
import type { Restoration } from '../../../core/hits/store.ts';
import type { HitEngine } from '../engine-types.ts';
import { excludeFromFeed } from '../feed.ts';
import { isOneOf, raw, type Sql, sql, toRead, toRun, toStatement } from '../sql/sql.ts';
import { MARK_KEYS, type Mark, updateMarks } from './marks.ts';
import { inChange } from './session.ts';

/** Maximum number of rows that one transaction moves; commits wait for it. */
const MAX_CHANGE_ROWS = 10_000;

/** Spam hits of a site that one transaction restores. */
interface Step {
  readonly siteId: number;
  /** The condition for their rows. */
  readonly incoming: Sql;
}

/** Selects marked hits that are younger than an incoming one of the same visitor and day (and path): they lose the mark. */
const selectDisplacedHits = (mark: Mark, { siteId, incoming }: Step): Sql => {
  const key = MARK_KEYS[mark];
  return sql`
    with earliest as (
      select (${key}) as key, min(created_at) as first, any_value(day) as first_day from spam_hits
      where ${incoming} and visitor_hash is not null group by key),
    marked as (
      select id, created_at, (${key}) as key from hits
      where site_id = ${siteId} and ${raw(mark)} and day between (select min(first_day) from earliest) and (select max(first_day) from earliest))
    select id from marked join earliest using (key) where created_at > first`;
};

/** Columns that spam hits share with hits. */
const COPIED = raw(
  columnsOfKind('spam_hit')
    .filter(({ kinds }) => kinds.includes('hit'))
    .map(({ name }) => name)
    .join(', '),
);

/** Returns the condition by which an incoming row gets a mark: the oldest of its key, when no stored hit has the mark. */
const takesMark = (siteId: number, mark: Mark): Sql => sql`
  visitor_hash is not null
    and row_number() over (partition by ${MARK_KEYS[mark]} order by created_at, id) = 1
    and (${MARK_KEYS[mark]}) not in (
      select (${MARK_KEYS[mark]}) from hits where site_id = ${siteId} and ${raw(mark)}
        and day between (select first from reach) and (select last from reach))`;

/** Inserts the incoming rows as hits, in order of time. */
const insertFrom = (siteId: number, incoming: Sql, firstId: number): Sql => sql`
  insert into hits (id, ${COPIED}, is_unique, is_first_of_day)
  with incoming as (select * from spam_hits where ${incoming}),
  reach as (select min(day) as first, max(day) as last from incoming)
  select row_number() over (order by created_at, id) + ${firstId - 1}, ${COPIED},
    ${takesMark(siteId, 'is_unique')}, ${takesMark(siteId, 'is_first_of_day')}
  from incoming order by created_at, id`;

/** Moves the rows of one step in one transaction. Returns their ids as hits. */
const moveStep = (engine: HitEngine, step: Step): Promise<number[]> =>
  engine.change(async change => {
    const { siteId, incoming } = step;
    const run = toRun(change);
    await updateMarks(inChange(change), sql`site_id = ${siteId}`, mark => selectDisplacedHits(mark, step));
    const ids = await change.add('hit', firstId => toStatement(insertFrom(siteId, incoming, firstId)));
    await excludeFromFeed(run, 'hit', ids);
    const removed = toStatement(incoming);
    await change.remove('spam_hit', removed.text, removed.values);
    return ids;
  });

/** Restores spam hits, at most 10,000 in a transaction. Returns their new ids. */
export const restoreSpam = async (engine: HitEngine, { siteId, which }: Restoration): Promise<number[]> => {
  const restored: number[] = [];
  if (which !== 'all') {
    for (let start = 0; start < which.ids.length; start += MAX_CHANGE_ROWS) {
      const incoming = sql`site_id = ${siteId} and ${isOneOf(which.ids.slice(start, start + MAX_CHANGE_ROWS))}`;
      restored.push(...(await moveStep(engine, { siteId, incoming })));
    }
    return restored;
  }
  const ofSite = sql`site_id = ${siteId}`;
  // Spam hits that arrive from now on are not restored.
  const newest = await maxId(engine, ofSite);
  for (;;) {
    const left = sql`${ofSite} and id <= ${newest}`;
    const last = await maxId(
      engine,
      sql`id in (select id from spam_hits where ${left} order by id limit ${MAX_CHANGE_ROWS})`,
    );
    if (last === 0) return restored;
    restored.push(...(await moveStep(engine, { siteId, incoming: sql`${ofSite} and id <= ${last}` })));
  }
};

/** Returns the newest id among spam hits; 0 when there are none. */
const maxId = async (engine: HitEngine, condition: Sql): Promise<number> => {
  const [row] = await toRead(engine)<{ last: number }>(
    sql`select coalesce(max(id), 0) as last from spam_hits where ${condition}`,
  );
  return row?.last ?? 0;
};
