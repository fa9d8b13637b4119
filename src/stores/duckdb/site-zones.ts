/** The zones of the days of sites: rows have their date as they are made, and get another when the zone changes. */
import { DEFAULT_ZONE, dateOf, listOffsets, spanOfDates } from '../../core/days.ts';
import { decorateAsk } from '../../core/hits/ask.ts';
import { HIT_KINDS } from '../../core/hits/columns.ts';
import { siteIdsOf } from '../../core/hits/question.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { createMutex } from '../../lib/mutex.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { type DayRows, toDaySlices, toRowsPerSlice } from './aggregates/day-slices.ts';
import { addToSums } from './aggregates/hits.ts';
import { markStale } from './aggregates/stale.ts';
import { isUpdatedBy } from './aggregates/sums.ts';
import type { CopySession, HitEngine, Rebuild } from './engine-types.ts';
import { tableOf } from './queries/conditions.ts';
import { unionAll } from './queries/parts.ts';
import { listSiteIds } from './queries/site-ids.ts';
import { join, type Read, type Run, raw, type Sql, sql, toRead, toRun, within } from './sql/sql.ts';
import { readTables } from './sql/tables.ts';
import { markVisitsStale } from './visits/fresh.ts';

/** What is known of the days of a site. */
interface SiteDays {
  readonly zone: string;
  /** Whether its unique hits are marked by these days. */
  readonly hasOwnMarks: boolean;
}

/** Days of sites by site; those of all others are of UTC. */
export type SiteZones = ReadonlyMap<number, SiteDays>;

/** Reads the zones that the rows of sites are stored by. */
export const readSiteZones = async (session: Pick<CopySession, 'read'>): Promise<SiteZones> => {
  const rows = await readTables(
    () =>
      session.read<SiteDays & { readonly siteId: number }>(
        'select site_id as "siteId", zone, has_own_marks as "hasOwnMarks" from site_zones',
      ),
    () => [],
  );
  return new Map(rows.map(({ siteId, ...days }) => [siteId, days]));
};

/** A day of a site. */
export interface SiteDay extends Span {
  /** Its date, in days since 1970. */
  readonly date: number;
}

/** Creates the function that returns the day of a row in its site's zone. */
export const createDayOf = (zoneOf: (siteId: number) => string): ((row: NewHit) => SiteDay) => {
  /** The last day of each zone that was looked at: most rows are of today. */
  const last = new Map<string, SiteDay>();
  return ({ siteId, createdAt }) => {
    const zone = zoneOf(siteId);
    const known = last.get(zone);
    if (known && createdAt >= known.start && createdAt < known.end) return known;
    const date = dateOf(createdAt, zone);
    const day = { ...spanOfDates(date, date, zone), date: +date / DAY_MS };
    last.set(zone, day);
    return day;
  };
};

/** Returns the expression of the date that an instant is on, for those within a span. */
export const toDateSql = (instant: Sql, zone: string, span: Span): Sql => {
  const offsets = listOffsets(span, zone).toReversed();
  const cases = offsets.map(
    ({ from, offsetMs }) => sql`when ${instant} >= ${from} then to_milliseconds(${offsetMs})`,
  );
  return offsets.every(({ offsetMs }) => offsetMs === 0)
    ? sql`${instant}::date`
    : sql`(${instant} + case ${join(cases, ' ')} end)::date`;
};

const TABLES = HIT_KINDS.map(tableOf);
/** Tables with a mark for the first row of a visitor's day. */
const MARKED = [raw('hits'), raw('events')];

/** Tables of visitors. */
const VISITED = [...MARKED, raw('engagements')];

/** Returns the first and the last instant of a site's rows. */
const findSpan = async (read: Read, rows: Sql): Promise<Span | undefined> => {
  const times = TABLES.map(
    table => sql`select min(created_at) as "start", max(created_at) as "end" from ${table} where ${rows}`,
  );
  const [found] = await read<{ start: Date | null; end: Date | null }>(
    sql`select min("start") as "start", max("end") as "end" from (${unionAll(times)})`,
  );
  return found?.start && found.end ? { start: found.start, end: new Date(+found.end + 1) } : undefined;
};

/** Marks the oldest row of each visitor and day, by id. */
const markFirsts = (
  run: Run,
  { table, rows = raw('true'), ofDays }: { readonly table: Sql; readonly rows?: Sql; readonly ofDays: Sql },
): Promise<number> =>
  run(sql`update ${table} set is_first_of_day = (visitor_hash is not null and id in
      (select min(id) from ${table} where ${ofDays} and visitor_hash is not null group by visitor_hash, day))
    where ${ofDays} and ${rows}`);

/** Visitors of a site who may be on several days. */
interface DayVisitors {
  readonly site: Sql;
  /** The condition for their rows. Default: all of the site. */
  readonly rows?: Sql;
  /** The condition for rows that are summed up already. Default: none. */
  readonly summed?: Sql;
}

/**
 * Marks visitors as stable who have a daily hash of another time zone and are on several days of the site: sums assume one day for others.
 */
export const markSeenOnSeveralDays = async (
  run: Run,
  { site, rows = raw('true'), summed = raw('false') }: DayVisitors,
): Promise<void> => {
  const isOfDay = sql`${site} and not visitor_is_stable`;
  const days = VISITED.map(table => sql`select visitor_hash, day from ${table} where ${isOfDay} and ${rows}`);
  await run(sql`create temp table several_days as
    select visitor_hash from (${unionAll(days)}) group by visitor_hash having min(day) <> max(day)`);
  const isFound = sql`${isOfDay} and visitor_hash in (select visitor_hash from temp.main.several_days)`;
  await markStale(run, 'hits', sql`${isFound} and ${summed}`);
  for (const table of VISITED)
    await run(sql`update ${table}
      set visitor_is_stable = true, visitor_is_identified = false where ${isFound}`);
  await run(sql`drop table temp.main.several_days`);
};

interface SiteZone {
  readonly siteId: number;
  readonly zone: string;
}

/** Gives the rows of a site the dates of a zone, and marks what follows from them as stale, in slices of days. */
const changeDates = async (copy: Rebuild, { siteId, zone }: SiteZone): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const site = sql`site_id = ${siteId}`;
  const span = await findSpan(read, site);
  if (!span) return;
  const rowsPerSlice = toRowsPerSlice(copy);
  const findSlices = async (day: string) =>
    toDaySlices(
      await read<DayRows>(
        sql`select day, count(*) as rows from (${unionAll(
          TABLES.map(table => sql`select ${raw(day)} as day from ${table} where ${site}`),
        )}) group by day order by day`,
      ),
      rowsPerSlice,
    );
  const engaged = sql`select distinct site_id, day from sums where ${site} and ${isUpdatedBy('recount')}`;
  await run(sql`insert into stale_sums ${engaged}`);
  await run(sql`delete from sums where ${site} and ${isUpdatedBy('add')}`);
  const date = toDateSql(raw('created_at'), zone, span);
  for (const slice of await findSlices('created_at::date')) {
    copy.signal.throwIfAborted();
    for (const table of TABLES)
      await run(sql`update ${table} set day = ${date} where ${site} and ${within('created_at', slice)}`);
    await copy.run(`CHECKPOINT ${copy.catalog}`);
  }
  await markSeenOnSeveralDays(run, { site });
  for (const slice of await findSlices('day')) {
    copy.signal.throwIfAborted();
    const ofDays = sql`${site} and ${within('day', slice)}`;
    for (const table of MARKED) await markFirsts(run, { table, ofDays });
    await addToSums(run, ofDays, 1);
    await copy.run(`CHECKPOINT ${copy.catalog}`);
  }
  for (const kind of ['hit', 'event'] as const) await markVisitsStale(run, kind, site);
  await run(sql`insert into stale_sums select distinct site_id, day from engagements
    where ${site} and visitor_hash is not null`);
};

/** Dates rows that were stored while those before them were. */
const dateLateRows = async (
  copy: CopySession,
  { siteId, zone }: SiteZone,
  lastIds: Rebuild['lastIds'],
): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  for (const kind of HIT_KINDS) {
    const table = tableOf(kind);
    const late = sql`site_id = ${siteId} and id > ${lastIds[kind]}`;
    const [found] = await read<{ start: Date | null; end: Date | null }>(
      sql`select min(created_at) as "start", max(created_at) as "end" from ${table} where ${late}`,
    );
    if (!found?.start || !found.end) continue;
    const date = toDateSql(raw('created_at'), zone, { start: found.start, end: new Date(+found.end + 1) });
    await run(sql`update ${table} set day = ${date} where ${late}`);
    if (kind !== 'hit' && kind !== 'event') continue;
    const ofDays = sql`site_id = ${siteId} and day in (select day from ${table} where ${late})`;
    await markFirsts(run, { table, rows: sql`id > ${lastIds[kind]}`, ofDays });
  }
};

const storeZone = async (run: Run, { siteId, zone }: SiteZone, hasOwnMarks: boolean): Promise<void> => {
  await run(sql`delete from site_zones where site_id = ${siteId}`);
  if (zone !== DEFAULT_ZONE || !hasOwnMarks)
    await run(sql`insert into site_zones values (${siteId}, ${zone}, ${hasOwnMarks})`);
};

/** Creates the change of zones, one after the other: of several that wait, the last counts. */
export const createZoneChanges = (engine: HitEngine): HitStore['setZones'] => {
  const wanted = new Map<number, string>();
  const turns = createMutex();
  return (zones, { signal } = {}) => {
    for (const [siteId, zone] of zones) wanted.set(siteId, zone);
    return turns.runExclusive(async () => {
      const due = new Map(wanted);
      wanted.clear();
      await changeZones(engine, due, signal);
    });
  };
};

/** Stores zones of sites. Those with rows get other dates, visits and sums in one rebuild; until it is done, all is as before. */
const changeZones = async (
  engine: HitEngine,
  wanted: ReadonlyMap<number, string>,
  signal?: AbortSignal,
): Promise<void> => {
  const changed = [...wanted].flatMap(([siteId, zone]) =>
    engine.zoneOf(siteId) === zone ? [] : [{ siteId, zone }],
  );
  if (changed.length === 0) return;
  // Commits are paused: a site that is empty here gets no row before its zone.
  const filled = await engine.change(async change => {
    const withRows = new Set(await listSiteIds(change));
    for (const site of changed) if (!withRows.has(site.siteId)) await storeZone(toRun(change), site, true);
    return changed.filter(({ siteId }) => withRows.has(siteId));
  });
  if (filled.length === 0) return;
  let lastIds: Rebuild['lastIds'] | undefined;
  await engine.rebuild(
    async copy => {
      lastIds = copy.lastIds;
      for (const site of filled) {
        await changeDates(copy, site);
        await storeZone(toRun(copy), site, false);
      }
    },
    {
      ...(signal && { signal }),
      finalize: async copy => {
        for (const site of filled) if (lastIds) await dateLateRows(copy, site, lastIds);
      },
    },
  );
};

type DaysOf = Pick<HitEngine, 'zoneOf' | 'hasOwnMarks' | 'sums'>;

/** Reads of sites, for those of each zone by themselves. */
export const byZone = async <Value>(
  { zoneOf }: Pick<DaysOf, 'zoneOf'>,
  siteIds: readonly number[],
  read: (siteIds: readonly number[], zone: string) => Promise<Map<number, Value>>,
): Promise<Map<number, Value>> => {
  const found = new Map<number, Value>();
  for (const [zone, ofZone] of Map.groupBy(siteIds, zoneOf))
    for (const [siteId, value] of await read(ofZone, zone)) found.set(siteId, value);
  return found;
};

/** Puts the zone of a site's days into questions to a store, and repeats a read while which one, or the state of sums, changed. */
export const withZones = <Store extends HitStore>(
  hits: Store,
  { zoneOf, hasOwnMarks, sums }: DaysOf,
): Store => {
  const withDays = <Asked extends { readonly siteId: number }>(question: Asked): Asked => ({
    ...question,
    ...(zoneOf(question.siteId) !== DEFAULT_ZONE && { zone: zoneOf(question.siteId) }),
    ...(!hasOwnMarks(question.siteId) && { hasOtherMarks: true }),
  });
  return decorateAsk(hits, ask => async (question, options) => {
    const siteIds = siteIdsOf(question);
    for (;;) {
      const zones = siteIds.map(zoneOf);
      const state = sums();
      const answer = await ask('siteIds' in question ? question : withDays(question), options);
      if (sums() === state && siteIds.every((siteId, index) => zoneOf(siteId) === zones[index]))
        return answer;
    }
  });
};
