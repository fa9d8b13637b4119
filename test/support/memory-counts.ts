/** Counts rows over plain arrays, all together and by a value. */
import type { GroupRow, SeriesBucket } from '../../src/core/hits/answers.ts';
import type { Dimension, GroupOptions } from '../../src/core/hits/query.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import { hasPart, keyOf, type Surroundings } from './memory-dimensions.ts';
import { largestFirst } from './memory-groups.ts';
import type { MemoryRow } from './memory-hit-store.ts';
import { visitorsOf } from './memory-rows.ts';
import { listVisits, type Visits } from './memory-visits.ts';

export const countsOf = (rows: readonly MemoryRow[]): Pick<SeriesBucket, 'hits' | 'uniqueHits'> => ({
  hits: rows.length,
  uniqueHits: rows.filter(row => row.isUnique).length,
});

/** Visitors and visits of rows; kinds without visits have none. */
export const countVisitors = (
  rows: readonly StoredHit[],
  visits: Visits,
): { readonly visitors: number; readonly visits: number } => {
  const counted = rows.filter(row => visits.has(row));
  return { visitors: visitorsOf(counted), visits: listVisits(counted, visits).length };
};

/** Groups rows by a value, the largest first. */
export const groupBy = (
  rows: readonly MemoryRow[],
  dimension: Dimension,
  around: Surroundings,
  { search, countsVisitors = false, orderBy = 'hits' }: Partial<GroupOptions> = {},
): GroupRow[] => {
  const isPage = dimension === 'entry_page' || dimension === 'exit_page';
  const isOfVisitors = (row: StoredHit) => isPage && around.attribution === 'hit' && row.kind === 'hit';
  const isCounted = (row: StoredHit) => !isOfVisitors(row) || row.visitorHash !== null;
  const groups = Map.groupBy(rows.filter(isCounted), row => keyOf(row, dimension, around));
  return [...groups]
    .filter(([key]) => search === undefined || hasPart(key, search))
    .map(([key, members]) => ({
      key,
      ...(members.every(isOfVisitors) ? { hits: visitorsOf(members), uniqueHits: 0 } : countsOf(members)),
      ...countVisitors(members, around.visits),
    }))
    .sort(largestFirst(orderBy))
    .map(({ visitors, visits, ...group }) => (countsVisitors ? { ...group, visitors, visits } : group));
};
