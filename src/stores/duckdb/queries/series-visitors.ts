/** Counts distinct visitors between consecutive edges. */

import { areMidnights, dateOf, nextMidnight, toMidnight } from '../../../core/days.ts';
import { type HitQuery, hasVisits } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { SumsState } from '../aggregates/state.ts';
import { isOf } from '../aggregates/sums.ts';
import { type Read, raw, type Sql, sql, withinDays } from '../sql/sql.ts';
import { countByDay } from '../visits/summed-days.ts';
import { tableOf, toWhere } from './conditions.ts';
import { bucketByUnit, findUnit, selectStarts } from './units.ts';

/** Returns the dates of the days that have an edge inside, in milliseconds. */
const findSplitDays = (edges: readonly Date[], zone: string | undefined): Set<number> =>
  new Set(edges.filter(edge => +edge !== +toMidnight(edge, zone)).map(edge => +dateOf(edge, zone)));

/**
 * Returns a condition for rows that suffice to count visitors: a visitor's first hit of a day stands for the whole day,
 * except on days with an edge inside; the condition pays off only when those are few.
 */
const isSufficient = ({ kind, filters, zone }: HitQuery, edges: readonly Date[]): Sql => {
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const splitDays = findSplitDays(edges, zone);
  if (kind !== 'hit' || filters.length > 0 || splitDays.size * 3 > (+last - +first) / DAY_MS)
    return raw('true');
  if (splitDays.size === 0) return raw('is_first_of_day');
  return sql`(is_first_of_day or day in (select date '1970-01-01' + unnest(${[...splitDays].map(day => day / DAY_MS)}::integer[])))`;
};

/** Returns whether every bucket is one day of a zone. */
export const isByDay = (edges: readonly Date[], zone: string | undefined): boolean =>
  areMidnights(edges, zone) &&
  edges.every((edge, index) => {
    const before = edges[index - 1];
    return before === undefined || +nextMidnight(new Date(+before + 1), zone) === +edge;
  });

/** Selects one row for each visitor and bucket: the start of the bucket. */
const rowPerVisitor = (query: HitQuery, edges: readonly Date[]): Sql => {
  const { start, lengthMs } = findUnit(edges);
  const isPlain = query.kind === 'hit' && query.filters.length === 0;
  if (isPlain && isByDay(edges, query.zone))
    return sql`select start from (select created_at from hits where ${toWhere(query)} and is_first_of_day)
      asof join (${selectStarts(edges)}) edges on created_at >= edges.start`;
  const rows = sql`select ${start} as unit, visitor_hash from ${tableOf(query.kind)}
    where ${toWhere(query)} and visitor_hash is not null and ${isSufficient(query, edges)}`;
  return lengthMs === undefined
    ? sql`select distinct start, visitor_hash from (${rows}) rows asof join (${selectStarts(edges)}) edges on rows.unit >= edges.start`
    : sql`select distinct start, visitor_hash from (${rows}) join (${bucketByUnit(edges, lengthMs)}) using (unit)`;
};

interface VisitorsRequest {
  /** Its span is that of the edges. */
  readonly query: HitQuery;
  readonly edges: readonly Date[];
  readonly state: SumsState;
}

/** Counts the visitors of each day from sums; undefined where those lack them. */
const countFromSums = async (
  read: Read,
  { query, edges, state }: VisitorsRequest,
): Promise<Map<number, number> | undefined> => {
  if (!isByDay(edges, query.zone)) return undefined;
  const { siteId, span, zone } = query;
  return countByDay(
    read,
    { query, state },
    {
      // Of a visitor's day there is one first page.
      sums: sql`select day, visits as count from sums
        where site_id = ${siteId} and ${isOf('entries', 'entry_page')} and ${withinDays('day', span, zone)}`,
      countDay: async day => {
        const where = toWhere({ ...query, span: day });
        const [found] = await read<{ visitors: number }>(
          sql`select count(*) as visitors from hits where ${where} and is_first_of_day`,
        );
        return found?.visitors ?? 0;
      },
    },
  );
};

/** Counts distinct visitors by the start of their bucket, in milliseconds; empty buckets are missing. Needs a transaction. */
export const visitorsByBucket = async (
  read: Read,
  request: VisitorsRequest,
): Promise<ReadonlyMap<number, number>> => {
  const { query, edges } = request;
  if (!hasVisits(query.kind)) return new Map();
  const summed = await countFromSums(read, request);
  if (summed) return summed;
  const rows = await read<{ start: Date; visitors: number }>(
    sql`select start, count(*) as visitors from (${rowPerVisitor(query, edges)}) group by start`,
  );
  return new Map(rows.map(row => [+row.start, row.visitors]));
};
