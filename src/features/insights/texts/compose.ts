/** Composes the four texts of an insight from facts alone. */
import type { Sentence, Sentences } from '../sentence-schema.ts';
import { chooseBestContent } from './best-content.ts';
import type { InsightData } from './insight-data.ts';
import { choosePatterns } from './patterns.ts';
import { recommend } from './recommendations.ts';
import { writeSentence } from './sentences.ts';
import { summarize } from './summary.ts';

/** Texts of an insight. Source: api-v1, Insight. */
export interface InsightTexts {
  readonly summary: string;
  readonly trafficPatterns: string;
  readonly bestContent: string;
  readonly recommendations: string;
}

/** Chooses what the texts say: the same in every language. */
export const chooseSentences = (data: InsightData): Sentences => ({
  summary: summarize(data),
  traffic_patterns: choosePatterns(data),
  best_content: chooseBestContent(data),
  recommendations: recommend(data),
});

/** Composes the texts: the same for the same facts, in other wordings for another site or day. */
export function composeTexts(data: InsightData, sentences = chooseSentences(data)): InsightTexts {
  const write = (each: readonly Sentence[]): string =>
    each.map(sentence => writeSentence(sentence, data)).join(' ');
  return {
    summary: write(sentences.summary),
    trafficPatterns: write(sentences.traffic_patterns),
    bestContent: write(sentences.best_content),
    recommendations: write(sentences.recommendations),
  };
}
