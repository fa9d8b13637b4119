/** Totals of the journeys of a span from sums by day: visitors, those with a single hit, and the commonest entry and exit pages. */
import type { PathVisitors } from '../../../core/hits/answers.ts';
import type { HitQuery, JourneyQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { sumSingles } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { findSummedVisitors, type SummedVisitors, selectEnds } from '../visits/visitor-ends.ts';
import { type JourneyEnd, toMoment, visitorRows } from './visitor-filters.ts';

/** Totals over the visitors of a span. */
export interface JourneyTotals {
  readonly visitors: number;
  readonly singleHitVisitors: number;
  readonly entryPaths: readonly PathVisitors[];
  readonly exitPaths: readonly PathVisitors[];
}

/** A row of `selectTotals`. */
interface TotalsRow {
  readonly part: 'entry' | 'exit' | 'total';
  readonly path: string | null;
  readonly visitors: number;
  readonly single: number;
}

/** Selects the totals, and the commonest pages with all that are as common as the last of them. */
const selectTotals = (summed: SummedVisitors, maxPaths: number): Sql => {
  const commonest = (part: string): Sql => sql`
    select ${raw(`'${part}'`)} as part, key as path, visitors, 0 as single
    from (from ${raw(part)}_pages qualify rank() over (order by visitors desc) <= ${maxPaths})`;
  return sql`with changes as materialized (${summed.changes}),
    entry_pages as materialized (${selectEnds(summed, 'arg_min')}),
    exit_pages as materialized (${selectEnds(summed, 'arg_max')})
    ${commonest('entry')} union all ${commonest('exit')}
    union all select 'total', null, (select coalesce(sum(visitors), 0)::bigint from entry_pages),
      (${sumSingles(summed.query)} + (select coalesce(sum(sign) filter (where hits = 1), 0) from changes))::bigint`;
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
  state: SumsState,
): Promise<JourneyTotals | undefined> => {
  const { siteId, span, zone, maxPaths } = query;
  const summed = await findSummedVisitors(read, {
    query: { siteId, kind: 'hit', span, zone, filters: [] },
    state,
  });
  if (!summed) return undefined;
  const found = await read<TotalsRow>(selectTotals(summed, maxPaths));
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
