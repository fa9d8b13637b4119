/** The four texts of an insight, from facts alone. */
import { writeBestContent } from './best-content.ts';
import { writePatterns } from './patterns.ts';
import { writeRecommendations } from './recommendations.ts';
import type { Story } from './story.ts';
import { writeSummary } from './summary.ts';

/** Texts of an insight. Source: api-v1, Insight. */
export interface InsightTexts {
  readonly summary: string;
  readonly trafficPatterns: string;
  readonly bestContent: string;
  readonly recommendations: string;
}

/** The same texts for the same facts, and others for another site or day. */
export const composeTexts = (story: Story): InsightTexts => ({
  summary: writeSummary(story),
  trafficPatterns: writePatterns(story),
  bestContent: writeBestContent(story),
  recommendations: writeRecommendations(story),
});
