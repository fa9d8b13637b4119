/**
 * Groups of hits that tell whether each has so many visitors: most do by the sums alone, which takes a third of the time that exact
 * numbers do. Hits that the sums lack only add visitors.
 */
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { Dimension, GroupOptions, HitQuery, Slice } from '../../../core/hits/query.ts';
import { isValueKey, URL_KEYS } from '../aggregates/keys.ts';
import { siteAndFilters, toWhere } from '../queries/conditions.ts';
import { readGroupPage } from '../queries/group-page.ts';
import { rawParts, splitDays, unionAll } from '../queries/parts.ts';
import { lacksValueSums } from '../queries/value-sums.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { isStale } from './late-visitors.ts';
import { filtersVisits, ownKey } from './matching.ts';
import { type SummedGroups, selectSums, toSummedGroups } from './summed-groups.ts';

/** What is asked of the groups. */
interface EnoughRequest {
  readonly query: HitQuery;
  readonly dimension: Dimension;
  readonly minVisitors: number;
  readonly page: Slice & Pick<GroupOptions, 'search'>;
}

/** Counts visitors of some groups from rows. */
export const countVisitors = async (
  read: Read,
  { query, dimension }: Pick<EnoughRequest, 'query' | 'dimension'>,
  keys: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, number>> => {
  if (keys.length === 0) return new Map();
  const only = { ...query, filters: [...query.filters, { dimension, isAnyOf: keys }] };
  const rows = await read<{ key: string | null; visitors: number }>(sql`
    select ${raw(dimension)} as key, count(distinct visitor_hash) as visitors from hits where ${toWhere(only)} group by key`);
  return new Map(rows.map(({ key, visitors }) => [key, visitors]));
};

/** Selects the hits that the sums lack, by key. */
const selectOthers = (query: HitQuery, dimension: Dimension, rows: readonly Sql[]): Sql =>
  sql`select key, count(*), count(*) filter (where is_unique), 0, count(distinct visitor_hash)
    from (${unionAll(
      rows.map(
        part =>
          sql`select ${raw(dimension)} as key, is_unique, visitor_hash from hits where ${siteAndFilters(query)} and ${part}`,
      ),
    )}) group by key`;

/** Returns whether groups are of hits by their own value of a column with sums by value. */
const areOwnValues = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  kind === 'hit' && attribution !== 'visit' && isValueKey(dimension) && !URL_KEYS.includes(dimension);

/** Selects such groups with their visitors, from rows without their visits; undefined for others. */
export const selectOwnVisitors = (query: HitQuery, dimension: Dimension): Sql | undefined =>
  areOwnValues(query, dimension) && !filtersVisits(query)
    ? sql`select ${ownKey(query, dimension)} as key, count(*) as hits, count(*) filter (where is_unique) as unique_hits,
        count(distinct visitor_hash) as visitors, 0 as visits
      from hits where ${toWhere(query)} group by all`
    : undefined;

/** Returns how the sums of whole days have the values of such groups; undefined for others. */
export const toOwnGroups = (query: HitQuery, dimension: Dimension): SummedGroups | undefined =>
  areOwnValues(query, dimension) ? toSummedGroups(query, dimension) : undefined;

/**
 * Returns the groups by a column with sums by value, of hits by their own values; undefined where the sums do not tell. Its statements need
 * one transaction.
 */
export const findEnoughVisitors = async (
  read: Read,
  { query, dimension, minVisitors, page }: EnoughRequest,
): Promise<{ rows: GroupRow[]; total: number } | undefined> => {
  const parts = splitDays(query.span, query.zone);
  const groups = parts && toOwnGroups({ ...query, span: parts.wholeUnits }, dimension);
  if (!parts || !groups || (await isStale(read, query.siteId))) return undefined;
  if (await lacksValueSums(read, query, dimension)) return undefined;
  // A page has two counts beside the hits: visitors that the sums have, and those of other hits, who may be among them.
  const found = sql`
    select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits, sum(visitors)::bigint as visitors,
      sum(others)::bigint as visits
    from (${unionAll([
      sql`select key, hits, unique_hits, visitors, 0 as others from (${selectSums(groups)})`,
      selectOthers(query, dimension, rawParts(parts)),
    ])}) group by key having sum(hits) > 0`;
  const { rows, total } = await readGroupPage(read, { groups: found }, { ...page, countsVisitors: true });
  const counted = await countVisitors(
    read,
    { query, dimension },
    rows.filter(row => isUncertain(row, minVisitors)).map(({ key }) => key),
  );
  return {
    rows: rows.map(({ visitors = 0, visits: _, ...row }) => ({
      ...row,
      hasMinVisitors: (counted.get(row.key) ?? visitors) >= minVisitors,
    })),
    total,
  };
};

/** Returns whether sums and other hits leave open if a group reaches the minimum of visitors. */
const isUncertain = ({ visitors: summed = 0, visits: others = 0 }: GroupRow, minVisitors: number): boolean =>
  summed < minVisitors && others > 0 && summed + others >= minVisitors;
