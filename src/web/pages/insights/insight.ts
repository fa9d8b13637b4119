/** Insights as the API has them, and their numbers made ready to be shown. */

import type { Static } from '@sinclair/typebox';
import type { insightList } from '../../../features/insights/schema.ts';
import * as labels from '../../labels/insights.tsx';
import type { Signal } from './use-signals.ts';

type Answer = Static<ReturnType<typeof insightList>>;

export type Insight = Omit<Answer['insights'][number], 'context_signals'> & {
  readonly context_signals: readonly Signal[];
};
export type InsightList = Omit<Answer, 'insights'> & { readonly insights: readonly Insight[] };

/** Something that was detected, with the numbers it rests on. */
export type Detected = Insight['signals'][number];

/** A number against an earlier one, or a fact by itself. */
export type Fact =
  | { readonly name: string; readonly now: number; readonly before: number; readonly isShare: boolean }
  | { readonly name: string; readonly text: string };

/** What the two numbers say already, and how a number was made. */
const REDUNDANT_KEYS = [
  'direction',
  'absolute_change',
  'change_percentage',
  'share_change',
  'compared_with',
  'granularity',
];

const toLabel = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Facts of an excerpt whose keys depend on its kind: `current_hits` and `previous_hits` make one. Shares are in percent. */
export function toFacts(excerpt: Readonly<Record<string, unknown>> = {}): Fact[] {
  return Object.entries(excerpt).flatMap(([key, value]): Fact[] => {
    const [, measure] = /^current_(.+)$/.exec(key) ?? [];
    const before = measure === undefined ? undefined : excerpt[`previous_${measure}`];
    if (measure !== undefined && typeof value === 'number' && typeof before === 'number') {
      return [{ name: toLabel(measure), now: value, before, isShare: measure === 'share' }];
    }
    const isPaired = key.startsWith('previous_') && `current_${key.slice('previous_'.length)}` in excerpt;
    if (isPaired || REDUNDANT_KEYS.includes(key)) return [];
    if (typeof value === 'number') return [{ name: toLabel(key), text: value.toLocaleString('en') }];
    return typeof value === 'string' && value !== '' ? [{ name: toLabel(key), text: value }] : [];
  });
}

/** What the earlier number of an excerpt is. */
export const comparisonLabel = (excerpt: Readonly<Record<string, unknown>> = {}): string =>
  excerpt['compared_with'] === 'usual' ? labels.usually : labels.theWeekBefore;

/** Advice in a text, one line for each piece, without the marks of a list. */
export const parseAdvice = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter(line => line !== '');
