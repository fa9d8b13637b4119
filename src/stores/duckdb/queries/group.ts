/** `group`: a page of the groups of one dimension, and how many there are. */
import type { Dimension, GroupRow, HitQuery, Slice } from '../../../core/hit-store.ts';
import { ROLLED_DIMENSIONS } from '../rollups.ts';
import { type Ask, join, raw, type Sql, sql } from '../sql.ts';
import { columnOf, meets, ofSite, tableOf, uniqueCount, whereOf, within } from './conditions.ts';
import { DAY_MS, partsOf, rawParts, together } from './parts.ts';

/** Sums by key out of the roll-ups and the raw rows they do not cover; undefined when they cannot answer. */
export const rolledGroups = (query: HitQuery, dimension: Dimension): Sql | undefined => {
  const number = ROLLED_DIMENSIONS.indexOf(dimension);
  const parts = partsOf(query.span, DAY_MS);
  if (query.kind !== 'hit' || number === -1 || !parts) return undefined;
  if (query.filters.some(filter => filter.dimension !== dimension)) return undefined;
  const column = raw(dimension);
  const rolled = join(
    [
      sql`site_id = ${query.siteId} and dimension = ${number} and ${within('day', parts.whole)}`,
      ...query.filters.map(filter => meets(raw('key'), filter)),
    ],
    ' and ',
  );
  const selects = [
    sql`select key, sum(hits) as hits, sum(unique_hits) as unique_hits from hit_groups where ${rolled} group by key`,
    ...rawParts(parts).map(
      part =>
        sql`select ${column}, count(*), ${uniqueCount('hit')} from hits where ${ofSite(query)} and ${part} group by all`,
    ),
  ];
  return sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from (${together(selects)}) group by key having sum(hits) > 0`;
};

const rawGroups = (query: HitQuery, dimension: Dimension): Sql =>
  sql`select ${columnOf(query.kind, dimension)} as key, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${whereOf(query)} group by all`;

interface CountedGroup {
  readonly key: string | null;
  readonly hits: number;
  readonly unique_hits: number;
  readonly total: number;
}

/** Groups of one dimension, largest first, and how many there are in all. Out of the roll-ups where they know enough. */
export const groupRows = async (
  ask: Ask,
  query: HitQuery,
  dimension: Dimension,
  { offset, limit }: Slice,
): Promise<{ rows: GroupRow[]; total: number }> => {
  const groups = rolledGroups(query, dimension) ?? rawGroups(query, dimension);
  const page = sql`select *, count(*) over () as total from (${groups})
    order by hits desc, key nulls last limit ${limit} offset ${offset}`;
  const found = await ask<CountedGroup>(page);
  const rows = found.map(row => ({ key: row.key, hits: row.hits, uniqueHits: row.unique_hits }));
  const first = found[0];
  if (first) return { rows, total: first.total };
  if (offset === 0 && limit > 0) return { rows, total: 0 };
  const count = sql`select count(*) as total from (${groups})`;
  const [counted] = await ask<{ total: number }>(count);
  return { rows, total: counted?.total ?? 0 };
};
