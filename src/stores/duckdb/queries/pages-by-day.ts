/**
 * Counts the visitors of an unfiltered query by entry or exit page from sums by day. Visitors with rows that those sums
 * lack, in the partial days of a span or after the watermark, are corrected: where such a row comes before (after) all rows that
 * the sums have, the page that they have is subtracted and the row's is added.
 */
import type { HitQuery } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { join, type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { type DayParts, extendToDays, rawParts, splitDays, unionAll } from './parts.ts';
import { type JourneyEnd, toMoment } from './visitor-filters.ts';

/** The differences between entry and exit pages. */
const ENDS = {
  arg_min: {
    table: raw('entry_pages'),
    moment: raw('min'),
    page: raw('arg_min_null'),
    /** Whether one moment or day comes before the other, seen from this end. */
    isBefore: (one: string, other: string): Sql => raw(`${one} < ${other}`),
    seen: 'first_seen',
    /** The day that the end is on, if it is in the span, and the other. */
    days: ['first_day', 'last_day'],
    isEnd: (parts: DayParts): Sql => isFirstDay(parts),
  },
  arg_max: {
    table: raw('exit_pages'),
    moment: raw('max'),
    page: raw('arg_max_null'),
    isBefore: (one: string, other: string): Sql => raw(`${one} > ${other}`),
    seen: 'last_seen',
    days: ['last_day', 'first_day'],
    isEnd: (parts: DayParts): Sql => isLastDay(parts),
  },
} as const;

/** A query that sums by day answer, and how its span is split. */
export interface SummedQuery {
  readonly query: HitQuery;
  readonly parts: DayParts;
}

/** A query by one end of the journeys. */
interface EndQuery extends SummedQuery {
  readonly end: JourneyEnd;
}

/**
 * Finds how daily sums answer a query; undefined if raw rows must: the sums of the site are stale, or the span has no whole
 * day.
 */
export const findSummedQuery = async (read: Read, query: HitQuery): Promise<SummedQuery | undefined> => {
  if (query.filters.length > 0) return undefined;
  const [stale] = await read(sql`select 1 from stale_pages where site_id = ${query.siteId} limit 1`);
  if (stale) return undefined;
  const { zone } = query;
  const hits = sql`site_id = ${query.siteId} and visitor_hash is not null`;
  const span = query.span && (await extendToDays(read, { span: query.span, zone, hits }));
  const parts = splitDays(span, zone);
  return parts && { query: { ...query, span }, parts };
};

/** Returns the condition for rows of sums whose visitors were not seen in the whole days before. */
export const isFirstDay = ({ days }: DayParts): Sql =>
  days === null ? raw('days_since = 0') : sql`(days_since = 0 or day - days_since < ${days.start})`;

/** Returns the condition for rows of sums whose visitors were not seen in the whole days after. */
export const isLastDay = ({ days }: DayParts): Sql =>
  days === null ? raw('days_until = 0') : sql`(days_until = 0 or day + days_until >= ${days.end})`;

/** Selects pages of the sums as `path`, `visitors`. */
export const selectSums = ({ query, parts }: SummedQuery, end: JourneyEnd): Sql => sql`
  select path, visitors from (
    select page, sum(visitors) as visitors from ${ENDS[end].table}
    where site_id = ${query.siteId} and ${within('day', parts.days)}
      and ${ENDS[end].isEnd(parts)} group by page)
  left join pages using (page) where visitors <> 0`;

const isFrom = (day: string, { days }: DayParts): Sql =>
  days === null ? sql`${raw(day)} is not null` : sql`${raw(day)} >= ${days.start}`;
const isUntil = (day: string, { days }: DayParts): Sql =>
  days === null ? sql`${raw(day)} is not null` : sql`${raw(day)} < ${days.end}`;

/** Selects the rows that the sums lack: those after the watermark, and those of partial days, of all or of late visitors. */
export const selectUnsummedRows = ({ query, parts }: SummedQuery, ofPartialDays: Sql): Sql => {
  const [late = raw('false'), ...partial] = rawParts(parts);
  const select = (isLate: boolean, part: Sql): Sql => sql`
    select visitor_hash, path, ${toMoment(query)} as moment, day, visitor_is_stable, ${isLate} as is_late
    from hits where site_id = ${query.siteId} and visitor_hash is not null and ${part}`;
  return sql`
    late_rows as materialized (${select(true, late)}),
    unsummed_rows as (${unionAll([
      raw('from late_rows'),
      ...partial.map(part => select(false, sql`${part} and ${ofPartialDays}`)),
    ])})`;
};

const OF_LATE = raw('visitor_hash in (select visitor_hash from late_rows)');

/** Selects the first and last days of late visitors of `unsummed`; one of scope `day` has only that day. */
export const selectKnownDays = ({ query }: SummedQuery): Sql => sql`
  select visitor_hash, first_day, last_day from visitors where site_id = ${query.siteId} and ${OF_LATE}
  union all select visitor_hash, first_seen, last_seen from unsummed where is_late and not is_stable`;

/** Returns the condition on first and last days for visitors that the sums may have. */
export const isKnownBy = (parts: DayParts): Sql =>
  sql`coalesce(${isFrom('last_day', parts)} and ${isUntil('first_day', parts)}, false)`;

/**
 * Selects the visitors of rows that the sums lack, with their page and moment out of those rows. Of visitors with rows after
 * the watermark, first and last days tell most: `is_inner` that the sums have a page further out, and `is_known` that they may
 * have one, between `from_day` and `to_day`. The pages of others, who were seen on partial days, are looked up.
 */
const selectUnsummed = (query: EndQuery, ofPartialDays: Sql): Sql => {
  const { parts, end } = query;
  const { moment, page, isBefore, seen, days } = ENDS[end];
  const [day, other] = days;
  const isWithin = (name: string): Sql => join([isFrom(name, parts), isUntil(name, parts)], ' and ');
  return sql`
    ${selectUnsummedRows(query, ofPartialDays)},
    unsummed as (
      select visitor_hash, ${moment}(moment) as moment, ${page}(path, moment) as path, bool_or(is_late) as is_late,
        min(day) as first_seen, max(day) as last_seen,
        bool_or(visitor_is_stable) as is_stable
      from unsummed_rows group by visitor_hash),
    known as (${selectKnownDays(query)}),
    classified as materialized (
      select unsummed.*,
        not is_late or ${isKnownBy(parts)} as is_known,
        coalesce((${isWithin(day)} and ${isBefore(day, seen)}) or (${isWithin(other)} and ${isBefore(other, seen)}), false) as is_inner,
        case when ${isWithin(day)} then ${raw(day)} else first_day end as from_day,
        case when ${isWithin(day)} then ${raw(day)} else last_day end as to_day
      from unsummed left join known using (visitor_hash))`;
};

/** The days in which pages of visitors with rows after the watermark must be looked up. */
interface LookUp {
  readonly from_day: Date | null;
  readonly to_day: Date | null;
}

/** Finds the days in which pages of visitors with rows after the watermark have to be looked up. */
const findLookUp = async (read: Read, query: EndQuery): Promise<LookUp> => {
  const [found] = await read<LookUp>(sql`with ${selectUnsummed(query, OF_LATE)}
    select min(from_day) as from_day, max(to_day) as to_day from classified where is_known and not is_inner`);
  return found ?? { from_day: null, to_day: null };
};

/** Returns the condition for hits that the sums have. */
export const isSummed = ({ query, parts }: SummedQuery): Sql =>
  sql`site_id = ${query.siteId} and id <= (select watermark from rollup_state)
    and ${within('created_at', parts.wholeUnits)}`;

/** Returns whether any hit of a visitor came after the watermark. */
export const hasLateRows = async (read: Read, { query, parts }: SummedQuery): Promise<boolean> => {
  const [late = raw('false')] = rawParts(parts);
  const [found] = await read(
    sql`select 1 from hits where site_id = ${query.siteId} and visitor_hash is not null and ${late} limit 1`,
  );
  return found !== undefined;
};

/** Selects pages that the sums have, with their moments: out of visits where those have no later rows. */
const selectStored = ({ query, parts, end }: EndQuery, { from_day, to_day }: LookUp): Sql[] => {
  const stored = isSummed({ query, parts });
  const lookedUp = (isLate: Sql): Sql =>
    sql`visitor_hash in (select visitor_hash from classified where ${isLate} and is_known and not is_inner)`;
  const moment = sql`${toMoment(query)} as moment`;
  const selects: Sql[] = [];
  if (from_day !== null && to_day !== null)
    selects.push(sql`select visitor_hash, ${moment}, path from hits
      where ${stored} and ${within('day', { start: from_day, end: new Date(+to_day + DAY_MS) })} and ${lookedUp(raw('is_late'))}`);
  if (parts.partialUnits.length > 0)
    selects.push(sql`select visitor_hash, ${moment}, ${end === 'arg_min' ? raw('path') : raw('coalesce(visit_exit_page, path) as path')}
      from hits where ${stored} and visit_hits is not null and ${lookedUp(raw('not is_late'))}`);
  return selects;
};

/** Selects the corrections of the visitors that the sums lack rows of, as `path` and `visitors`. */
const selectCorrections = (query: EndQuery, lookUp: LookUp): Sql => {
  const { moment, page, isBefore } = ENDS[query.end];
  const added = raw('select path, 1 as visitors from classified where not is_known and not is_inner');
  const stored = selectStored(query, lookUp);
  if (stored.length === 0) return sql`with ${selectUnsummed(query, raw('true'))} ${added}`;
  return sql`
    with ${selectUnsummed(query, raw('true'))},
    stored as (
      select visitor_hash, ${moment}(moment) as moment, ${page}(path, moment) as path
      from (${unionAll(stored)}) group by visitor_hash),
    moved as (
      select classified.path, stored.path as stored_path, stored.visitor_hash is not null as is_stored
      from classified left join stored using (visitor_hash)
      where is_known and not is_inner
        and (stored.visitor_hash is null or ${isBefore('classified.moment', 'stored.moment')}))
    ${added}
    union all select path, 1 from moved
    union all select stored_path, -1 from moved where is_stored`;
};

/** Returns the corrections; undefined when the sums lack no rows. */
const findCorrections = async (read: Read, query: EndQuery): Promise<Sql | undefined> => {
  if (await hasLateRows(read, query)) return selectCorrections(query, await findLookUp(read, query));
  return query.parts.partialUnits.length > 0
    ? selectCorrections(query, { from_day: null, to_day: null })
    : undefined;
};

/**
 * Returns a select of pages and their visitors as `queryGroups` needs it; undefined where raw rows have to answer. Its statements
 * have to run in one transaction.
 */
export const findPagesByDay = async (
  read: Read,
  query: HitQuery,
  end: JourneyEnd,
): Promise<Sql | undefined> => {
  const summed = await findSummedQuery(read, query);
  if (!summed) return undefined;
  const corrections = await findCorrections(read, { ...summed, end });
  const sums = selectSums(summed, end);
  return sql`select path as key, sum(visitors)::bigint as hits, 0 as unique_hits
    from (${corrections ? unionAll([sums, sql`(${corrections})`]) : sums}) group by path having sum(visitors) > 0`;
};
