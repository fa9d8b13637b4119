/** The texts of an insight in the language of the pages. */
import type { Sentence } from '../../../features/insights/sentence-schema.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { language } from '../../labels/document.ts';
import * as labels from '../../labels/insight-sentences.ts';
import { isServerLanguage } from '../../labels/language.ts';
import type { FindingDetails } from './finding-facts.ts';
import { toFindingFacts } from './headline.ts';
import { parseAdvice, splitSentences } from './insight.ts';
import type { Detected, Insight } from './insight-answer.ts';

/** The texts, each in sentences or paragraphs. */
export interface InsightTexts {
  /** BCP 47 tag of the language that they are in. */
  readonly language: string;
  readonly summary: readonly string[];
  readonly patterns: readonly string[];
  readonly bestContent: readonly string[];
  readonly advice: readonly string[];
}

function toFindingDetails(detected: Detected, timeZone: string): FindingDetails {
  const { window, payload_excerpt: excerpt } = detected;
  const { device, current_share: current, previous_share: previous } = excerpt;
  const lengthMs = Date.parse(window.ended_at) - Date.parse(window.started_at);
  return {
    ...toFindingFacts(detected, timeZone),
    device: typeof device === 'string' ? device : null,
    minutes: Math.max(1, Math.round(lengthMs / MINUTE_MS)),
    shares: typeof current === 'number' && typeof previous === 'number' ? { current, previous } : null,
  };
}

/** Returns what a finding says, in the language of the pages. */
export const toFindingSummary = (detected: Detected, timeZone: string): string =>
  labels.findingSummary(detected.summary, toFindingDetails(detected, timeZone));

/** Returns the texts in the language of the pages; in that of the server where no facts were kept. */
export function toTexts(insight: Insight, timeZone: string): InsightTexts {
  const { sentences, signals, summary, traffic_patterns, best_content, recommendations } = insight;
  if (isServerLanguage || !sentences)
    return {
      language: 'en',
      summary: splitSentences(summary),
      patterns: [traffic_patterns],
      bestContent: [best_content],
      advice: parseAdvice(recommendations),
    };
  const write = (each: readonly Sentence[]): string[] =>
    each.flatMap(sentence => {
      if (!('signal' in sentence)) return labels.sentence(summary, sentence);
      const detected = signals[sentence.signal];
      if (!detected) return [];
      const finding = toFindingDetails(detected, timeZone);
      return labels.sentence(detected.summary, { kind: sentence.kind, finding });
    });
  return {
    language,
    summary: write(sentences.summary),
    patterns: write(sentences.traffic_patterns),
    bestContent: write(sentences.best_content),
    advice: write(sentences.recommendations),
  };
}
