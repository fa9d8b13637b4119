/** Insights of the API, and their figures prepared for display. */

import { capitalize } from '../../../lib/english.ts';
import { DIMENSIONS } from '../../dimensions.ts';
import * as labels from '../../labels/insights.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { provider } from '../../labels/site.tsx';
import { formatFact } from './headline.ts';

/** A figure with its comparison, or a plain fact. */
export type Fact =
  | { readonly name: string; readonly now: number; readonly before: number; readonly isShare: boolean }
  | { readonly name: string; readonly text: string };

/** Keys that repeat the two numbers, or say how they were computed. */
const REDUNDANT_KEYS = [
  'direction',
  'peak_started_at',
  'absolute_change',
  'change_percentage',
  'share_change',
  'compared_with',
  'granularity',
];

const LABELS: Readonly<Record<string, string>> = {
  hits: shared.pageviews,
  visits: shared.visits,
  visitors: shared.visitors,
  share: shared.share,
  path: shared.page,
  referrer: shared.referrer,
  country: shared.country,
  device: DIMENSIONS.device.labels.name,
  provider,
  title: labels.signalTitle,
};

/** Returns the label of a measure or a value; one that is not known here by its API name. */
const toLabel = (key: string): string => LABELS[key] ?? capitalize(key.replaceAll('_', ' ').trim());

/**
 * Converts an excerpt to facts; its keys depend on the kind. `current_hits` and `previous_hits` make one fact. Shares
 * are in percent.
 */
export function toFacts(excerpt: Readonly<Record<string, unknown>> = {}): Fact[] {
  return Object.entries(excerpt).flatMap(([key, value]): Fact[] => {
    const [, measure] = /^current_(.+)$/.exec(key) ?? [];
    const before = measure === undefined ? undefined : excerpt[`previous_${measure}`];
    if (measure !== undefined && typeof value === 'number' && typeof before === 'number') {
      return [{ name: toLabel(measure), now: value, before, isShare: measure === 'share' }];
    }
    const isPaired = key.startsWith('previous_') && `current_${key.slice('previous_'.length)}` in excerpt;
    if (isPaired || REDUNDANT_KEYS.includes(key)) return [];
    if (typeof value === 'number') return [{ name: toLabel(key), text: formatNumber(value) }];
    return typeof value === 'string' && value !== ''
      ? [{ name: toLabel(key), text: formatFact(key, value) }]
      : [];
  });
}

/** Returns the label of the comparison. */
export const comparisonLabel = (excerpt: Readonly<Record<string, unknown>> = {}): string =>
  excerpt['compared_with'] === 'usual' ? labels.usually : labels.theWeekBefore;

/** Splits recommendations into lines without list markers. */
export const parseAdvice = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter(line => line !== '');

/** Splits a text into its sentences. */
export const splitSentences = (text: string): string[] => text.split(/(?<=[.!?][”"’)]?)\s+/).filter(Boolean);
