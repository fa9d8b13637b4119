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
