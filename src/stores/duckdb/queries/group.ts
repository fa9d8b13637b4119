/** `group`: a slice of the groups of one dimension, and their number. */

import type { GroupRow } from '../../../core/hits/answers.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import type { Dimension, HitQuery, Slice } from '../../../core/hits/query.ts';
import { isGroupedByColumn, keyOf, toGroupKey } from '../../sql/dimensions.ts';
import { type Plan, planSums } from '../aggregates/plan.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, type Reads, raw, type Sql, sql } from '../sql/sql.ts';
import { findGroupsByEnd } from '../visits/visitor-ends.ts';
import { findChannelGroups } from './channel-groups.ts';
import { tableOf, toWhere, uniqueCount } from './conditions.ts';
import { findColumns } from './dimensions.ts';
import { readGroupPage } from './group-page.ts';
import { findDaySums, selectSummedRows } from './sums-by-day.ts';
import { isExact } from './value-sums.ts';
import { findJourneyEnd } from './visitor-filters.ts';
import { visitorsByPage } from './visitors-by-page.ts';

/** Regroups groups of a column by the dimension that is derived from it. */
const groupByDerived = (query: HitQuery, dimension: Dimension, groups: Sql): Sql =>
  isGroupedByColumn(dimension)
    ? sql`select value as key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
        from (select ${keyOf(dimension, () => raw('key'), query)} as value, hits, unique_hits from (${groups})) group by value`
    : groups;

/** Selects groups from sums and the raw rows they do not cover; undefined where sums lack them. */
const selectSummedGroups = (query: HitQuery, dimension: Dimension, plan: Plan): Sql | undefined => {
  const rows = selectSummedRows(query, plan, dimension);
  if (!rows) return undefined;
  // Summed up once: one grouping of millions of keys can spill to disk, one inside another cannot.
  const groups = sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from (${rows}) group by key having sum(hits) > 0`;
  return findDaySums(query, plan, dimension)?.isByColumn ? groupByDerived(query, dimension, groups) : groups;
};

/**
 * Counts distinct paths, from the same rows. Paths are compared by 64-bit hashes, as visitors are: a million long
 * paths would not fit into the memory of a small server.
 */
export const countSummedPaths = (query: HitQuery): Sql | undefined => {
  const rows = selectSummedRows(query, { from: 'hits', key: 'path' }, 'path');
  return (
    rows &&
    sql`select count(*) from (select hash(key) from (${rows}) where key is not null group by all having sum(hits) > 0)`
  );
};

const selectRawGroups = (query: HitQuery, dimension: Dimension): Sql => {
  const column = findColumns(query.kind, dimension);
  const groupsBy = (key: Sql): Sql => sql`
    select ${key} as key, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${toWhere(query)} group by all`;
  // Without a column there is one group of all rows, even of none.
  if (!column) return sql`${groupsBy(raw('null::varchar'))} having count(*) > 0`;
  // Rows have more different properties than values of one.
  return findPropertyName(dimension) === undefined
    ? groupByDerived(query, dimension, groupsBy(toGroupKey(dimension, column, query)))
    : groupsBy(keyOf(dimension, column, query));
};

const findGroups = async (read: Read, { query, dimension, state }: GroupRequest): Promise<Sql> => {
  const plan = planSums({ query, dimension }, state);
  const end = findJourneyEnd(query.kind, dimension);
  if (end)
    return (
      (plan.from === 'visitorDays' && (await findGroupsByEnd(read, { query, state }, end))) ||
      visitorsByPage(query, end)
    );
  const summed = (await isExact(read, query, plan)) ? selectSummedGroups(query, dimension, plan) : undefined;
  if (summed) return summed;
  const channels = state.isUsed && dimension === 'channel' ? await findChannelGroups(read, query) : undefined;
  return channels ?? selectRawGroups(query, dimension);
};

/** A query of `group`. */
export interface GroupRequest extends Slice {
  readonly query: HitQuery;
  readonly dimension: Dimension;
  /** Part of the key, ignoring case. */
  readonly search?: string | undefined;
  readonly state: SumsState;
  /** Groups of imported days. */
  readonly imported?: Sql | undefined;
}

/**
 * Returns groups of one dimension, largest first, and the number of all groups; from sums where possible. Those by entry or
 * exit page take several statements, which need one transaction.
 */
const queryGroups = async (
  read: Read,
  request: GroupRequest,
): Promise<{ rows: GroupRow[]; total: number }> => {
  const { offset, limit, search, imported } = request;
  const page = { offset, limit, ...(search !== undefined && { search }) };
  const groups = await findGroups(read, request);
  return readGroupPage(read, { groups, imported }, page);
};

/** Returns the same; in a transaction where that takes several statements. */
export const answerGroups = (
  reads: Reads,
  request: GroupRequest,
): Promise<{ rows: GroupRow[]; total: number }> => {
  const { query, dimension, state } = request;
  const takesSeveral = dimension === 'channel' || findJourneyEnd(query.kind, dimension);
  return state.isUsed && takesSeveral
    ? reads.inTransaction(read => queryGroups(read, request))
    : queryGroups(reads.read, request);
};
