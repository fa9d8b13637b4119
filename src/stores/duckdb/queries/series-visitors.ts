/** Counts distinct visitors between consecutive edges. */
import { type HitQuery, hasVisits } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { countByDay } from '../visits/summed-days.ts';
import { tableOf, toWhere } from './conditions.ts';
import { bucketByUnit, findUnit, selectStarts } from './units.ts';

/** Returns the UTC days that have an edge inside. */
const findSplitDays = (edges: readonly Date[]): Set<number> =>
  new Set(edges.filter(edge => +edge % DAY_MS !== 0).map(edge => Math.floor(+edge / DAY_MS) * DAY_MS));

/**
 * Returns a condition for rows that suffice to count visitors: a visitor's first hit of a UTC day stands for the whole day,
 * except on days with an edge inside; the condition pays off only when those are few.
 */
const isSufficient = ({ kind, filters }: HitQuery, edges: readonly Date[]): Sql => {
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const splitDays = findSplitDays(edges);
  if (kind !== 'hit' || filters.length > 0 || splitDays.size * 3 > (+last - +first) / DAY_MS)
    return raw('true');
  if (splitDays.size === 0) return raw('is_first_of_day');
  return sql`(is_first_of_day or epoch_ms(created_at) // ${DAY_MS} in (select unnest(${[...splitDays].map(day => day / DAY_MS)}::bigint[])))`;
};

/** Returns whether every bucket is one UTC day. */
export const isByDay = (edges: readonly Date[]): boolean =>
  edges.every(
    (edge, index) => +edge % DAY_MS === 0 && +edge - +(edges[index - 1] ?? +edge - DAY_MS) === DAY_MS,
  );

/** Selects one row for each visitor and bucket: the start of the bucket. */
const rowPerVisitor = (query: HitQuery, edges: readonly Date[]): Sql => {
  const { start, lengthMs } = findUnit(edges);
  const isPlain = query.kind === 'hit' && query.filters.length === 0;
  if (isPlain && isByDay(edges))
    return sql`select ${start} as start from hits where ${toWhere(query)} and is_first_of_day`;
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
  readonly usesRollUps: boolean;
}

/** Counts the visitors of each UTC day from sums; undefined where those lack them. */
const countFromSums = async (
  read: Read,
  { query, edges, usesRollUps }: VisitorsRequest,
): Promise<Map<number, number> | undefined> => {
  if (!isByDay(edges)) return undefined;
  const { siteId, span } = query;
  return countByDay(
    read,
    { query, usesRollUps },
    {
      // Of a visitor's day there is one first page.
      sums: sql`select day, visitors as count from entry_pages where site_id = ${siteId} and ${within('day', span)}`,
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
