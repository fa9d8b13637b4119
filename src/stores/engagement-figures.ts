import type { PageEngagement } from '../core/hits/answers.ts';

/** Figures of engagement, as the statement of either engine selects them. */
export interface EngagementFigures {
  readonly path: string | null;
  readonly views: number;
  readonly mean_seconds: number;
  readonly median_seconds: number;
  readonly mean_depth: number | null;
  readonly median_depth: number | null;
}

/** Converts selected figures to an answer. */
export const toPageEngagement = (row: EngagementFigures): PageEngagement => ({
  path: row.path,
  views: row.views,
  engagedSeconds: { mean: row.mean_seconds, median: row.median_seconds },
  scrollDepth:
    row.mean_depth === null || row.median_depth === null
      ? null
      : { mean: row.mean_depth, median: row.median_depth },
});

/** Views of a page by seconds, or by percent of depth. */
export interface CountedViews {
  readonly path: string | null;
  readonly isDepth: boolean;
  readonly values: readonly number[];
  /** How many views each value has. */
  readonly views: readonly number[];
}

/** Returns how many views there are, their mean and their median; that of an even number is between two values. */
const summarizeViews = ({ values, views }: CountedViews) => {
  const counts = values
    .map((value, index) => ({ value, views: views[index] ?? 0 }))
    .toSorted((a, b) => a.value - b.value);
  const total = views.reduce((sum, count) => sum + count, 0);
  const halves: number[] = [];
  let upto = 0;
  for (const { value, views } of counts) {
    upto += views;
    if (halves.length === 0 && upto * 2 >= total) halves.push(value);
    if (halves.length === 1 && upto * 2 > total) halves.push(value);
  }
  const [lower = 0, upper = 0] = halves;
  const mean = counts.reduce((sum, { value, views }) => sum + value * views, 0) / total;
  return { views: total, mean, median: (lower + upper) / 2 };
};

/** Converts counted views of pages to answers. */
export const toPageEngagements = (counted: readonly CountedViews[]): PageEngagement[] =>
  [...Map.groupBy(counted, ({ path }) => path)].flatMap(([path, ofPage]) => {
    const [seconds, depth] = [false, true].map(isDepth => {
      const found = ofPage.find(each => each.isDepth === isDepth);
      return found && summarizeViews(found);
    });
    if (!seconds) return [];
    const { views, ...engagedSeconds } = seconds;
    const scrollDepth = depth ? { mean: depth.mean, median: depth.median } : null;
    return [{ path, views, engagedSeconds, scrollDepth }];
  });
