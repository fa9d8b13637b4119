/**
 * Groups of hits with so many visitors, and all others as one, from sums in one statement: most groups have enough by the sums alone.
 * Hits that the sums lack only add visitors, each one at most.
 */
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { Dimension, GroupOptions, HitQuery, Slice } from '../../../core/hits/query.ts';
import { containsText } from '../../sql/filters.ts';
import { siteAndFilters } from '../queries/conditions.ts';
import { rawParts, splitDays, unionAll } from '../queries/parts.ts';
import { findValueSums, hasValueSums } from '../queries/value-sums.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { countVisitors, toOwnGroups } from './enough-visitors.ts';
import { selectSums } from './summed-groups.ts';

/** What is asked of the groups. */
interface NamedRequest {
  readonly query: HitQuery;
  readonly dimension: Dimension;
  readonly minVisitors: number;
  /** The key of the group of all others. */
  readonly othersKey: string;
  readonly page: Slice & Pick<GroupOptions, 'search'>;
}

interface NamedGroup {
  readonly key: string | null;
  readonly hits: number;
  readonly unique_hits: number;
  readonly total: number;
  /** Groups that may have enough visitors or not. */
  readonly uncertain: readonly string[] | null;
}

/** Selects all groups with the visitors that the sums have, and the hits that those lack; undefined where sums lack the question. */
const selectCounted = ({ query, dimension }: NamedRequest): Sql | undefined => {
  const parts = splitDays(query.span, query.zone);
  const groups = parts && toOwnGroups({ ...query, span: parts.wholeUnits }, dimension);
  const value = findValueSums(query, dimension);
  if (!groups || !value) return undefined;
  const late = rawParts(parts).map(
    part => sql`select ${raw(dimension)}, 1, is_unique::integer, 0, (visitor_hash is not null)::integer
      from hits where ${siteAndFilters(query)} and ${part}`,
  );
  return sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits, sum(visitors) as visitors, sum(others) as others
    from (${unionAll([sql`select key, hits, unique_hits, visitors, 0 as others from (${selectSums(groups)})`, ...late])})
    where ${hasValueSums(query, value)} and not exists (select 1 from stale_sums where site_id = ${query.siteId} and day is null)
    group by key having sum(hits) > 0`;
};

/** Selects a page of the groups; `enough` are those that have enough visitors by a count. */
const selectPage = (
  counted: Sql,
  { minVisitors, othersKey, page }: NamedRequest,
  enough: readonly string[],
): Sql => {
  const { offset, limit, search } = page;
  const isFew = sql`key is not null and visitors < ${minVisitors}`;
  const isOther =
    enough.length > 0 ? sql`${isFew} and key not in (select unnest(${enough}::varchar[]))` : isFew;
  return sql`
    with counted as materialized (
      select key, hits, unique_hits, ${isOther} as is_other, others > 0 and visitors + others >= ${minVisitors} as may_be_enough
      from (${counted})),
    others as (
      select sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits, list(key) filter (may_be_enough) as uncertain
      from counted where is_other)
    select key, groups.hits, groups.unique_hits, count(*) over () as total, uncertain
    from (
      select key, hits, unique_hits from counted where not is_other union all
      select ${othersKey}::varchar, hits, unique_hits from others where hits is not null) groups, others
    where ${search === undefined ? raw('true') : containsText(raw('key'), search)}
    order by groups.hits desc, key nulls last limit ${limit} offset ${offset}`;
};

/** Returns a page of groups; undefined where there is none, or the sums do not tell. Its statements need one transaction. */
export const findNamedGroups = async (
  read: Read,
  request: NamedRequest,
): Promise<{ rows: GroupRow[]; total: number } | undefined> => {
  const counted = selectCounted(request);
  if (!counted) return undefined;
  const find = (enough: readonly string[]) => read<NamedGroup>(selectPage(counted, request, enough));
  let found = await find([]);
  const visitors = await countVisitors(read, request, found[0]?.uncertain ?? []);
  const enough = [...visitors].flatMap(([key, count]) =>
    key !== null && count >= request.minVisitors ? [key] : [],
  );
  if (enough.length > 0) found = await find(enough);
  const [first] = found;
  return (
    first && {
      rows: found.map(({ key, hits, unique_hits: uniqueHits }) => ({ key, hits, uniqueHits })),
      total: first.total,
    }
  );
};
