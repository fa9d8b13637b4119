/** Totals from sums by day: of all hits, and of one value, such as a page, a source of visits or a country. */
import type { Totals } from '../../../core/hits/answers.ts';
import { isFilter } from '../../../core/hits/conditions.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import { toPredicate } from '../../filter-condition.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, sql } from '../sql/sql.ts';
import { findSummedGroups } from './summed-groups.ts';

/** Counts the visits of all hits of a span; undefined where raw rows have to. Needs a transaction. */
export const findSummedVisits = async (
  read: Read,
  query: HitQuery,
  state: SumsState,
): Promise<number | undefined> => {
  if (query.filters.length > 0) return undefined;
  // Any dimension will do; this one has the fewest values.
  const groups = await findSummedGroups(read, {
    query: { ...query, attribution: 'visit' },
    dimension: 'device',
    state,
  });
  if (!groups) return undefined;
  const [row] = await read<{ visits: number }>(
    sql`select coalesce(sum(visits), 0)::bigint as visits from (${groups})`,
  );
  return row?.visits;
};

/** Finds the one value that a query is about, and its dimension; undefined for other queries. */
export const findOneValue = ({
  kind,
  filters: [filter, ...others],
}: HitQuery): { readonly dimension: Dimension; readonly value: string | null } | undefined => {
  if (kind !== 'hit' || filter === undefined || !isFilter(filter) || others.length > 0) return undefined;
  const { values, matchesNull, comparison, isExcluding } = toPredicate(filter);
  const [value, ...more] = [...values, ...(matchesNull ? [null] : [])];
  if (value === undefined || more.length > 0 || comparison !== 'is' || isExcluding) return undefined;
  return { dimension: filter.dimension, value };
};

/** Finds the one page that a query is about. */
export const findPage = (query: HitQuery): string | undefined => {
  const found = findOneValue(query);
  return found?.dimension === 'path' ? (found.value ?? undefined) : undefined;
};

/** Totals whose paths are known of a page only. */
export type TotalsOfValue = Omit<Totals, 'paths'> & { readonly visits: number; readonly paths?: number };

/** Returns totals of a query about one value; undefined for others, and where raw rows have to answer. Needs a transaction. */
export const findTotalsOfValue = async (
  read: Read,
  query: HitQuery,
  state: SumsState,
): Promise<TotalsOfValue | undefined> => {
  const found = findOneValue(query);
  const groups = found && (await findSummedGroups(read, { query, dimension: found.dimension, state }));
  if (!groups) return undefined;
  const [row] = await read<{ hits: number; unique_hits: number; visitors: number; visits: number }>(groups);
  if (!row) return { hits: 0, uniqueHits: 0, visitors: 0, paths: 0, visits: 0 };
  const { unique_hits: uniqueHits, ...counts } = row;
  const { hits, visitors, visits } = counts;
  return {
    hits,
    uniqueHits,
    visitors,
    visits,
    ...(found.dimension === 'path' && { paths: found.value === null ? 0 : 1 }),
  };
};
