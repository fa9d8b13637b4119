/**
 * Totals of the journeys of a span from sums by day: visitors, those with a single hit, and the commonest entry and exit pages.
 * Visitors with rows that the sums lack are looked up, and what the sums have of them is subtracted.
 */
import type { PathVisitors } from '../../../core/hits/answers.ts';
import type { HitQuery, JourneyQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import {
  findSummedQuery,
  hasLateRows,
  isFirstDay,
  isKnownBy,
  isLastDay,
  isSummed,
  type SummedQuery,
  selectKnownDays,
  selectSums,
  selectUnsummedRows,
} from './pages-by-day.ts';
import { unionAll } from './parts.ts';
import { type JourneyEnd, toMoment, visitorRows } from './visitor-filters.ts';

/** Totals over the visitors of a span. */
export interface JourneyTotals {
  readonly visitors: number;
  readonly singleHitVisitors: number;
  readonly entryPaths: readonly PathVisitors[];
  readonly exitPaths: readonly PathVisitors[];
}

const NO_CHANGES = raw('select null::varchar as path, 0 as visitors where false');
const NOTHING = sql`entry_changes as (${NO_CHANGES}), exit_changes as (${NO_CHANGES}), single_changes as (select 0 as visitors)`;

/** Selects the visitors of rows that the sums lack, and whether the sums may have them. */
const selectVisitors = (summed: SummedQuery): Sql => sql`
  ${selectUnsummedRows(summed, raw('true'))},
  unsummed as (
    select visitor_hash, count(*) as hits, min(moment) as first, max(moment) as last,
      arg_min_null(path, moment) as entry, arg_max_null(path, moment) as exit, bool_or(is_late) as is_late,
      min(day) as first_seen, max(day) as last_seen, bool_or(visitor_is_stable) as is_stable
    from unsummed_rows group by visitor_hash),
  known as (${selectKnownDays(summed)}),
  classified as materialized (
    select unsummed.*, first_day, last_day, not is_late or ${isKnownBy(summed.parts)} as is_known
    from unsummed left join known using (visitor_hash))`;

/** Selects the hits that the sums have of visitors, summed up by visit where a visitor has no later ones. */
const selectStored = async (read: Read, summed: SummedQuery, hasLate: boolean): Promise<Sql[]> => {
  const { query, parts } = summed;
  const ofVisitors = (isLate: Sql): Sql =>
    sql`${isSummed(summed)} and visitor_hash in (select visitor_hash from classified where is_known and ${isLate})`;
  const moment = toMoment(query);
  const selects: Sql[] = [];
  if (hasLate) {
    const [found] = await read<{ from: Date | null; to: Date | null }>(sql`with ${selectVisitors(summed)}
      select min(first_day) as "from", max(last_day) as "to" from classified where is_known and is_late`);
    if (found?.from && found.to) {
      const days = { start: found.from, end: new Date(+found.to + DAY_MS) };
      selects.push(sql`select visitor_hash, 1 as hits, ${moment} as moment, path as entry, path as exit
        from hits where ${ofVisitors(raw('is_late'))} and ${within('day', days)}`);
    }
  }
  if (parts.partialUnits.length > 0)
    selects.push(sql`select visitor_hash, visit_hits as hits, ${moment} as moment, path as entry,
        coalesce(visit_exit_page, path) as exit
      from hits where ${ofVisitors(raw('not is_late'))} and visit_hits is not null`);
  return selects;
};

/** Selects the tables `entry_changes`, `exit_changes` and `single_changes`: what the sums lack. */
const selectChanges = async (read: Read, summed: SummedQuery): Promise<Sql> => {
  const hasLate = await hasLateRows(read, summed);
  if (!hasLate && summed.parts.partialUnits.length === 0) return NOTHING;
  const stored = await selectStored(read, summed, hasLate);
  const rows = stored.length > 0 ? unionAll(stored) : raw(NO_STORED);
  return sql`${selectVisitors(summed)},
    stored as (
      select visitor_hash, sum(hits) as stored_hits, min(moment) as stored_first, max(moment) as stored_last,
        arg_min_null(entry, moment) as stored_entry, arg_max_null(exit, moment) as stored_exit
      from (${rows}) group by visitor_hash),
    changed as materialized (select * from classified left join stored using (visitor_hash)),
    entry_changes as (
      select entry as path, 1 as visitors from changed where stored_hits is null or first < stored_first
      union all select stored_entry, -1 from changed where first < stored_first),
    exit_changes as (
      select exit as path, 1 as visitors from changed where stored_hits is null or last > stored_last
      union all select stored_exit, -1 from changed where last > stored_last),
    single_changes as (
      select count(*) filter (where stored_hits is null and hits = 1) - count(*) filter (where stored_hits = 1) as visitors
      from changed)`;
};

const NO_STORED = `select null::ubigint as visitor_hash, 0 as hits, 0::bigint as moment, null::varchar as entry,
  null::varchar as exit where false`;

/** A row of `selectTotals`. */
interface TotalsRow {
  readonly part: 'entry' | 'exit' | 'total';
  readonly path: string | null;
  readonly visitors: number;
  readonly single: number;
}

/** Selects the totals, and the commonest pages with all that are as common as the last of them. */
const selectTotals = (summed: SummedQuery, changes: Sql, maxPaths: number): Sql => {
  const { query, parts } = summed;
  const pages = (end: JourneyEnd, changed: string): Sql => sql`
    select path, sum(visitors)::bigint as visitors
    from (${selectSums(summed, end)} union all select path, visitors from ${raw(changed)})
    group by path having sum(visitors) > 0`;
  const commonest = (part: string): Sql => sql`
    select ${raw(`'${part}'`)} as part, path, visitors, 0 as single
    from (from ${raw(part)}_pages_now qualify rank() over (order by visitors desc) <= ${maxPaths})`;
  return sql`with ${changes},
    entry_pages_now as materialized (${pages('arg_min', 'entry_changes')}),
    exit_pages_now as materialized (${pages('arg_max', 'exit_changes')})
    ${commonest('entry')} union all ${commonest('exit')}
    union all select 'total', null, (select coalesce(sum(visitors), 0)::bigint from entry_pages_now),
      ((select coalesce(sum(visitors), 0) from single_hits
        where site_id = ${query.siteId} and ${within('day', parts.days)}
          and ${isFirstDay(parts)} and ${isLastDay(parts)})
        + (select visitors from single_changes))::bigint`;
};

/** How much more of a span is read when its end was too little. */
const WIDENING = 8;

/** Pages at one end of the journeys that are as common as others. */
interface EqualPages {
  readonly end: JourneyEnd;
  readonly paths: readonly string[];
}

/** Sorts pages by the latest moment that a journey began (ended) with them, latest first, as far as that is in the end of a span. */
const sortByLatest = async (
  read: Read,
  { span, query, end, paths }: EqualPages & { readonly span: Span; readonly query: HitQuery },
): Promise<string[]> => {
  const isEqual = sql`path in (select unnest(${paths}::varchar[]))`;
  const first = raw(end === 'arg_min' ? 'min' : 'max');
  const rows = await read<{ path: string }>(sql`
    select path from (
      select ${first}(moment) as moment, ${first}(created_at) as seen_at, ${raw(end)}_null(path, moment) as path, visitor_hash
      from (select visitor_hash, path, created_at, ${toMoment(query)} as moment from hits where ${visitorRows(query)}
        and visitor_hash in (select visitor_hash from hits where ${visitorRows({ ...query, span })} and ${isEqual}))
      group by visitor_hash)
    where ${isEqual} and seen_at >= ${span.start} group by path order by max(moment) desc`);
  return rows.map(({ path }) => path);
};

/** Sorts pages that are as common as others by the latest moment that a journey began (ended) with them, latest first. */
const sortEqual = async (
  read: Read,
  { siteId, span }: JourneyQuery,
  { end, paths }: EqualPages,
): Promise<string[]> => {
  const query: HitQuery = { siteId, kind: 'hit', span, filters: [] };
  const sorted: string[] = [];
  for (let lengthMs = DAY_MS; sorted.length < paths.length; lengthMs *= WIDENING) {
    const start = new Date(Math.max(+span.start, +span.end - lengthMs));
    const left = paths.filter(path => !sorted.includes(path));
    sorted.push(...(await sortByLatest(read, { span: { start, end: span.end }, query, end, paths: left })));
    if (+start === +span.start) break;
  }
  return sorted;
};

/** Sorts the commonest pages: by visitors, then the one entered or left last. */
const sortPages = async (
  read: Read,
  query: JourneyQuery,
  { end, rows }: { readonly end: JourneyEnd; readonly rows: readonly TotalsRow[] },
): Promise<PathVisitors[]> => {
  const byVisitors = Map.groupBy(rows, row => row.visitors);
  const paths = rows
    .filter(row => (byVisitors.get(row.visitors)?.length ?? 0) > 1)
    .map(({ path }) => path ?? '');
  const sorted = paths.length > 0 ? await sortEqual(read, query, { end, paths }) : [];
  const placeOf = ({ path }: TotalsRow): number => sorted.indexOf(path ?? '');
  return rows
    .toSorted((a, b) => b.visitors - a.visitors || placeOf(a) - placeOf(b))
    .slice(0, query.maxPaths)
    .map(({ path, visitors }) => ({ path: path ?? '', visitors }));
};

/** Returns the totals; undefined where raw rows have to answer. Its statements have to run in one transaction. */
export const findJourneyTotals = async (
  read: Read,
  query: JourneyQuery,
): Promise<JourneyTotals | undefined> => {
  const { siteId, span, zone, maxPaths } = query;
  const summed = await findSummedQuery(read, { siteId, kind: 'hit', span, zone, filters: [] });
  if (!summed) return undefined;
  const found = await read<TotalsRow>(selectTotals(summed, await selectChanges(read, summed), maxPaths));
  const total = found.find(({ part }) => part === 'total');
  const sorted = (part: TotalsRow['part'], end: JourneyEnd) =>
    sortPages(read, query, { end, rows: found.filter(row => row.part === part) });
  return {
    visitors: total?.visitors ?? 0,
    singleHitVisitors: total?.single ?? 0,
    entryPaths: await sorted('entry', 'arg_min'),
    exitPaths: await sorted('exit', 'arg_max'),
  };
};
