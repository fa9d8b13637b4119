/** The order of groups over plain arrays, and whether they have so many visitors. */
import type { Combination, GroupRow, Groups } from '../../src/core/hits/answers.ts';
import type {
  CombinationsQuery,
  Dimension,
  GroupOptions,
  GroupOrder,
  Slice,
} from '../../src/core/hits/query.ts';
import { hasPart } from './memory-dimensions.ts';
import { compareTexts } from './memory-rows.ts';

/** A group with all of its counts. */
export type CountedGroup = Required<Omit<GroupRow, 'engagement' | 'hasMinVisitors'>>;

/** Largest first by a count; ties by the bytes of the key, null last. */
export const largestFirst =
  (orderBy: GroupOrder) =>
  (a: CountedGroup, b: CountedGroup): number =>
    b[orderBy] - a[orderBy] || compareTexts(a.key, b.key);

/** Answers `group`, by counting visitors where only their minimum is asked about. */
export const withMinVisitors = async (
  { minVisitors, othersKey, search, ...options }: GroupOptions,
  group: (options: Omit<GroupOptions, 'minVisitors' | 'othersKey'>) => Groups,
): Promise<Groups> => {
  const part = search === undefined ? {} : { search };
  if (minVisitors === undefined) return group({ ...options, ...part });
  const tell = ({ rows, total }: Groups) => ({
    rows: rows.map(({ key, hits, uniqueHits, visitors = 0 }) => ({
      ...{ key, hits, uniqueHits },
      hasMinVisitors: visitors >= minVisitors,
    })),
    total,
  });
  const counting = { ...options, countsVisitors: true };
  if (othersKey === undefined) return tell(group({ ...counting, ...part }));
  const { rows } = tell(group({ ...counting, offset: 0, limit: Number.POSITIVE_INFINITY }));
  const others = rows.filter(({ key, hasMinVisitors }) => key !== null && !hasMinVisitors);
  const sum = (count: (row: GroupRow) => number) => others.reduce((total, row) => total + count(row), 0);
  const groups = [
    ...rows.filter(row => !others.includes(row)),
    ...(others.length > 0
      ? [{ key: othersKey, hits: sum(row => row.hits), uniqueHits: sum(row => row.uniqueHits) }]
      : []),
  ]
    .map(({ key, hits, uniqueHits }) => ({ key, hits, uniqueHits, visitors: 0, visits: 0 }))
    .filter(({ key }) => search === undefined || hasPart(key, search))
    .toSorted(largestFirst('hits'))
    .map(({ key, hits, uniqueHits }) => ({ key, hits, uniqueHits }));
  return { rows: groups.slice(options.offset, options.offset + options.limit), total: groups.length };
};

/** Answers `combinations`. */
export const combineValues = <Row>(
  { dimensions, named = [], offset, limit, orderBy = 'hits' }: CombinationsQuery & Slice,
  rows: readonly Row[],
  {
    keyOf,
    count,
  }: {
    readonly keyOf: (row: Row, dimension: Dimension) => string | null;
    readonly count: (rows: readonly Row[]) => Omit<Combination, 'keys'>;
  },
): Groups<Combination> => {
  const toKeys = (row: Row) =>
    dimensions.map(dimension => {
      const key = keyOf(row, dimension);
      const known = named.find(each => each.dimension === dimension);
      const place = known?.keyDimensions.map(each => keyOf(row, each) ?? '').join('\u001f') ?? '';
      return key === null || !known || known.keys.includes(place) ? key : 'other';
    });
  const compareKeys = (a: Combination, b: Combination) =>
    a.keys.map((key, index) => compareTexts(key, b.keys[index] ?? null)).find(order => order !== 0) ?? 0;
  const groups = [...Map.groupBy(rows, row => JSON.stringify(toKeys(row)))]
    .map(([keys, members]): Combination => ({ keys: JSON.parse(keys), ...count(members) }))
    .sort((a, b) => b[orderBy] - a[orderBy] || compareKeys(a, b));
  return { rows: groups.slice(offset, offset + limit), total: groups.length };
};
