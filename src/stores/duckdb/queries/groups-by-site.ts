/** `groupBySite`: the largest groups of many sites in one query. */

import type { GroupRow } from '../../../core/hits/answers.ts';
import type { GroupsBySiteQuery } from '../../../core/hits/query.ts';
import { findBaseColumn, keyOf, toGroupKey } from '../../sql/dimensions.ts';
import { hitKey } from '../aggregates/keys.ts';
import type { SumsState } from '../aggregates/state.ts';
import { isOf } from '../aggregates/sums.ts';
import { isColumnKey } from '../aggregates/table.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { isAnyOfSites, tableOf, uniqueCount } from './conditions.ts';
import { findColumns } from './dimensions.ts';
import { rawParts, splitDays, unionAll } from './parts.ts';

/** The key of all rows of a kind without the column. */
const NULL_KEY = raw('null::varchar');

interface GroupsBySiteRequest extends GroupsBySiteQuery {
  /** The zone of the days of all sites. */
  readonly zone: string | undefined;
  readonly state: SumsState;
}

/** Sums by site and column: from sums that have the column and the raw rows they do not cover, else from raw rows. */
function selectSums({ siteIds, kind, span, zone, dimension, state }: GroupsBySiteRequest): Sql {
  const sites = isAnyOfSites(siteIds);
  const counted = (key: Sql, where: Sql): Sql => sql`
    select site_id, ${key} as key, count(*) as hits, ${uniqueCount(kind)} as unique_hits
    from ${tableOf(kind)} where ${sites} and ${where} group by all`;
  const base = findBaseColumn(dimension);
  const column = base !== undefined && isColumnKey(base) ? base : undefined;
  const parts = state.isUsed && kind === 'hit' && column ? splitDays(span, zone) : undefined;
  const own = findColumns(kind, dimension);
  if (!parts || !column)
    return counted(own ? toGroupKey(dimension, own, {}) : NULL_KEY, within('created_at', span));
  return unionAll([
    sql`select site_id, key, sum(hits) as hits, sum(unique_hits) as unique_hits
      from sums where ${sites} and ${isOf('hits', column)} and ${within('day', parts.days)} group by all`,
    ...rawParts(parts).map(part => counted(hitKey(column), part)),
  ]);
}

interface Row {
  readonly site_id: number;
  readonly key: string | null;
  readonly hits: number;
  readonly unique_hits: number;
}

/** Returns the largest groups of each site, in the order of `group`; sites without any are missing. */
export async function queryGroupsBySite(
  read: Read,
  request: GroupsBySiteRequest,
): Promise<Map<number, GroupRow[]>> {
  const found = new Map<number, GroupRow[]>();
  if (request.siteIds.length === 0) return found;
  const { kind, dimension } = request;
  const value = findColumns(kind, dimension) ? keyOf(dimension, () => raw('key'), {}) : NULL_KEY;
  const rows = await read<Row>(sql`
    with groups as (
      select site_id, ${value} as value,
        sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
      from (${selectSums(request)}) group by all having sum(hits) > 0)
    select site_id, value as key, hits, unique_hits from groups
    qualify row_number() over (partition by site_id order by hits desc, value nulls last) <= ${request.limit}
    order by site_id, hits desc, value nulls last`);
  for (const { site_id: siteId, key, hits, unique_hits: uniqueHits } of rows) {
    const groups = found.get(siteId) ?? [];
    found.set(siteId, groups);
    groups.push({ key, hits, uniqueHits });
  }
  return found;
}
