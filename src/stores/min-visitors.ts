/** Groups that tell whether they have so many visitors, where these were counted. */
import type { GroupRow } from '../core/hits/answers.ts';

interface Groups {
  readonly rows: readonly GroupRow[];
  readonly total: number;
}

/** Replaces the numbers of visitors and visits of groups by whether there are so many. */
export const tellMinVisitors = (
  minVisitors: number,
  { rows, total }: Groups,
): { readonly rows: GroupRow[]; readonly total: number } => ({
  rows: rows.map(({ visitors = 0, visits: _, ...row }) => ({
    ...row,
    hasMinVisitors: visitors >= minVisitors,
  })),
  total,
});
