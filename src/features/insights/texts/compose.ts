/** Composes the four texts of an insight from facts alone. */
import { writeBestContent } from './best-content.ts';
import type { InsightData } from './insight-data.ts';
import { writePatterns } from './patterns.ts';
import { writeRecommendations } from './recommendations.ts';
import { writeSummary } from './summary.ts';

/** Texts of an insight. Source: api-v1, Insight. */
export interface InsightTexts {
  readonly summary: string;
  readonly trafficPatterns: string;
  readonly bestContent: string;
  readonly recommendations: string;
}

/** Composes the texts: the same for the same facts, in other wordings for another site or day. */
export const composeTexts = (data: InsightData): InsightTexts => ({
  summary: writeSummary(data),
  trafficPatterns: writePatterns(data),
  bestContent: writeBestContent(data),
  recommendations: writeRecommendations(data),
});
