/** Groups that tell whether they have so many visitors, or are summed up where they have fewer, where visitors were counted. */
import type { GroupRow, Groups } from '../core/hits/answers.ts';
import { compilePart } from '../core/hits/patterns.ts';
import type { GroupOptions, GroupOrder } from '../core/hits/query.ts';

/** More groups are not summed up: the world has as many cities with a name in the files. */
export const MAX_GROUPS = 250_000;

/** Answers `group`, from groups with their visitors where their minimum is asked about. */
export const withMinVisitors = async (
  { minVisitors, othersKey, ...options }: GroupOptions,
  group: (options: Omit<GroupOptions, 'minVisitors' | 'othersKey'>) => Promise<Groups>,
): Promise<Groups> => {
  if (minVisitors === undefined) return group(options);
  const tellMinVisitors = (rows: readonly GroupRow[]) =>
    rows.map(({ visitors = 0, visits: _, ...row }) => ({ ...row, hasMinVisitors: visitors >= minVisitors }));
  const counting = { ...options, countsVisitors: true };
  if (othersKey === undefined) {
    const { rows, total } = await group(counting);
    return { rows: tellMinVisitors(rows), total };
  }
  const { search: _, ...all } = { ...counting, offset: 0, limit: MAX_GROUPS };
  const groups = tellMinVisitors((await group(all)).rows).map(({ hasMinVisitors, ...row }) => ({
    row,
    isNamed: row.key === null || hasMinVisitors,
  }));
  const few = groups.filter(({ isNamed }) => !isNamed).map(({ row }) => row);
  return pageOf(
    [
      ...groups.filter(({ isNamed }) => isNamed).map(({ row }) => row),
      ...(few.length > 0 ? [sumHits(othersKey, few)] : []),
    ],
    options,
  );
};

/** Sums up the hits of groups: each is in one of them. */
const sumHits = (key: string, groups: readonly GroupRow[]): GroupRow => ({
  key,
  hits: groups.reduce((sum, { hits }) => sum + hits, 0),
  uniqueHits: groups.reduce((sum, { uniqueHits }) => sum + uniqueHits, 0),
});

/** Returns a page of groups, the largest first. */
export const pageOf = (
  groups: readonly GroupRow[],
  { offset, limit, search, orderBy = 'hits' }: Pick<GroupOptions, 'offset' | 'limit' | 'search' | 'orderBy'>,
): Groups => {
  const isFound = search === undefined ? undefined : compilePart(search);
  const found = groups
    .filter(({ key }) => isFound === undefined || (key !== null && isFound(key)))
    .toSorted(byCount(orderBy));
  return { rows: found.slice(offset, offset + limit), total: found.length };
};

const HAS_SURROGATES = /[\uD800-\uDFFF]/;

/** Compares texts by their UTF-8 bytes, as the engines do. Code units of UTF-16 are in the same order but for surrogates. */
const compareText = (a: string, b: string): number => {
  if (HAS_SURROGATES.test(a) || HAS_SURROGATES.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
};

/** Compares groups, the largest first; ties by their key, the one without a value last. */
const byCount =
  (order: GroupOrder) =>
  (a: GroupRow, b: GroupRow): number =>
    (b[order] ?? 0) - (a[order] ?? 0) ||
    Number(a.key === null) - Number(b.key === null) ||
    compareText(a.key ?? '', b.key ?? '');
