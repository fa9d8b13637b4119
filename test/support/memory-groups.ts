/** The order of groups over plain arrays, and whether they have so many visitors. */
import type { GroupRow } from '../../src/core/hits/answers.ts';
import type { GroupOptions, GroupOrder } from '../../src/core/hits/query.ts';

/** Largest first by a count; ties by the bytes of the key, null last. */
export const largestFirst =
  (orderBy: GroupOrder) =>
  (
    a: Required<Omit<GroupRow, 'engagement' | 'hasMinVisitors'>>,
    b: Required<Omit<GroupRow, 'engagement' | 'hasMinVisitors'>>,
  ): number => {
    if (a[orderBy] !== b[orderBy]) return b[orderBy] - a[orderBy];
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
    return Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
  };

interface Groups {
  readonly rows: GroupRow[];
  readonly total: number;
}

/** Answers `group`, by counting visitors where only their minimum is asked about. */
export const withMinVisitors = async (
  { minVisitors, ...options }: GroupOptions,
  group: (options: Omit<GroupOptions, 'minVisitors'>) => Groups,
): Promise<Groups> => {
  if (minVisitors === undefined) return group(options);
  const { rows, total } = group({ ...options, countsVisitors: true });
  return {
    rows: rows.map(({ key, hits, uniqueHits, visitors = 0 }) => ({
      ...{ key, hits, uniqueHits },
      hasMinVisitors: visitors >= minVisitors,
    })),
    total,
  };
};
