/**
 * Sums of engagement by day: how many views were read for so many seconds and so far, of each page and of all together. A view
 * has several reports, and what counts of them depends on its hits, so sums cannot be added up: a day with new rows is recomputed.
 */
import type { Rebuild } from '../engine-types.ts';
import { type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { selectEngagedVisits, selectFirstHits, selectViews, VIEW_PAGE } from '../visits/engaged-views.ts';
import { type DayRows, type DaySlice, toDaySlices } from './day-slices.ts';
import { insertSums, isUpdatedBy, selectSummedUp, sumsOf } from './sums.ts';
import { selectPageNames } from './visitor-days.ts';

const RECOUNTED = isUpdatedBy('recount');
const DAYS = raw('temp.main.engaged_days');
const OF_DAYS = raw('(site_id, day) in (select site_id, day from temp.main.engaged_days)');

/** Conditions for rows that the sums of engagement lack. */
const NEW_ROWS = {
  hits: raw('id > (select watermark from sum_state)'),
  events: raw('id > (select event_watermark from sum_state)'),
  engagements: raw('id > (select engagement_watermark from sum_state)'),
} as const;

/** Selects the days with rows that the sums lack, as `site_id` and `day`; they may repeat. Rows without a visitor change nothing. */
export const selectChangedDays = (rows: Sql, days: Sql): Sql => {
  const of = (table: keyof typeof NEW_ROWS): Sql => sql`
    select site_id, day from ${raw(table)} where ${NEW_ROWS[table]} and visitor_hash is not null and ${rows}`;
  return sql`${of('hits')} union all ${of('events')} union all ${of('engagements')}
    union all select site_id, day from stale_sums where day is not null and ${days}`;
};

/** Stores the days whose sums must be computed. Call it before any watermark is raised. */
export const beginReading = async (copy: Rebuild): Promise<void> => {
  // Most files have no reports at all.
  const [found] = await toRead(copy)<{ readonly has: boolean }>(
    sql`select exists (select 1 from engagements) or exists (select 1 from sums where ${RECOUNTED}) as has`,
  );
  const changed = found?.has
    ? selectChangedDays(raw('true'), raw('true'))
    : sql`select 0 as site_id, current_date as day limit 0`;
  await toRun(copy)(sql`create temp table engaged_days as select distinct site_id, day from (${changed})
    where (site_id, day) in (select site_id, day from engagements union select site_id, day from sums where ${RECOUNTED})`);
};

/** Divides the days to be worked out into slices, by their hits and reports. */
const findSlices = async (copy: Rebuild, rowsPerSlice: number): Promise<DaySlice[]> => {
  const read = toRead(copy);
  const [found] = await read<{ readonly start: Date | null; readonly end: Date | null }>(
    sql`select min(day) as start, max(day) + 1 as "end" from ${DAYS}`,
  );
  if (!found?.start || !found.end) return [];
  const span = { start: found.start, end: found.end };
  const rows = (table: string) =>
    sql`select day from ${raw(table)} where ${within('day', span)}
      and ${OF_DAYS}`;
  return toDaySlices(
    await read<DayRows>(
      sql`select day, count(*) as rows from (${rows('hits')} union all ${rows('engagements')}) group by day order by day`,
    ),
    rowsPerSlice,
  );
};

/** Adds the views of a part of a slice to the table of its values. */
const addPart = async (run: Run, rows: Sql): Promise<void> => {
  const hits = sql`(select * from hits where visitor_hash is not null and ${rows}
    and (site_id, visitor_hash) in (select site_id, visitor_hash from engagements where ${rows}))`;
  await run(sql`create temp table engaged_views as
    select site_id, day, names.key, seconds, depth
    from (${selectViews(rows, selectFirstHits(hits), VIEW_PAGE)}) views
      join (select *, hash(key) as page from (${selectPageNames(DAYS)})) names using (site_id, day, page)`);
  const count = raw('count(*) as hits, 0 as unique_hits, 0 as visits');
  for (const [aggregate, value] of [
    ['seconds', raw('seconds')],
    ['depths', raw('depth')],
  ] as const)
    await run(sql`insert into temp.main.engaged_values
      select site_id, ${sumsOf(aggregate, 'path')}, day, ${value}, key, ${count} from temp.main.engaged_views
        where ${value} is not null group by all
      union all select site_id, ${sumsOf(aggregate)}, day, ${value}, null, ${count} from temp.main.engaged_views
        where ${value} is not null group by all`);
  await run(sql`drop table temp.main.engaged_views`);
  const bounces = sql`select * from hits where visit_hits = 1 and visit_events = 0 and ${rows}`;
  await run(sql`insert into temp.main.engaged_values
    select site_id, ${sumsOf('engaged')}, day, null, null, 0, 0, count(distinct visit_id)
    from (${selectEngagedVisits({ bounces, rows })}) group by site_id, day`);
};

/** Recomputes the sums of a slice, for a day with many rows in parts of its visitors. */
const updateSlice = async (copy: Rebuild, slice: DaySlice, rowsPerSlice: number): Promise<void> => {
  const run = toRun(copy);
  const parts = Math.max(1, Math.ceil(slice.rows / rowsPerSlice));
  await run(sql`create temp table engaged_values as select * from sums limit 0`);
  for (let part = 0; part < parts; part += 1) {
    copy.signal.throwIfAborted();
    await addPart(
      run,
      sql`${within('day', slice)} and ${OF_DAYS} and ${raw(parts === 1 ? 'true' : `hash(site_id, visitor_hash) % ${parts} = ${part}`)}`,
    );
  }
  await insertSums(run, selectSummedUp(raw('select * from temp.main.engaged_values')));
  await run(sql`drop table temp.main.engaged_values`);
};

/** Updates the sums of a copy up to its last row. Call it after the sums of hits and the visits were updated. */
export const updateReading = async (copy: Rebuild, rowsPerSlice: number): Promise<void> => {
  const run = toRun(copy);
  await run(sql`delete from sums where ${RECOUNTED} and ${OF_DAYS}`);
  for (const slice of await findSlices(copy, rowsPerSlice)) await updateSlice(copy, slice, rowsPerSlice);
  await run(sql`delete from stale_sums where day is not null`);
  await run(sql`update sum_state set engagement_watermark =
    greatest(engagement_watermark, (select coalesce(max(id), 0) from engagements))`);
  await run(sql`drop table ${DAYS}`);
};
