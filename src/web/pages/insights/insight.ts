/** Insights as the API has them, and their numbers made ready to be shown. */
import type { Pagination } from '../../ui/pager.tsx';
import type { Signal } from './use-signals.ts';

/** Something that was detected, with the numbers it rests on. */
export interface Detected {
  readonly type: string;
  readonly headline: string;
  readonly summary: string;
  readonly importance_score: number;
  readonly detected_at: string;
  readonly window?: { readonly started_at: string; readonly ended_at: string };
  readonly payload_excerpt?: Readonly<Record<string, unknown>>;
}

export interface Insight {
  readonly id: number;
  readonly insights_for_date: string;
  readonly generated_at: string;
  readonly summary: string | null;
  readonly signals: readonly Detected[];
  readonly traffic_patterns: string | null;
  readonly best_content: string | null;
  readonly recommendations: string | null;
  readonly context_signals_count: number;
  readonly context_signals: readonly Pick<Signal, 'id' | 'title' | 'occurred_at' | 'category'>[];
}

export interface InsightList {
  readonly insights: readonly Insight[];
  readonly pagination: Pagination;
  readonly site: { readonly next_insight_job_scheduled_at: string | null };
}

/** A number against an earlier one, or a fact by itself. */
export type Fact =
  | { readonly name: string; readonly now: number; readonly before: number; readonly isShare: boolean }
  | { readonly name: string; readonly text: string };

/** What the two numbers say already, and how a number was made. */
const SAID_ELSEWHERE = [
  'direction',
  'absolute_change',
  'change_percentage',
  'share_change',
  'compared_with',
  'granularity',
];

const wordsOf = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Facts of an excerpt whose keys depend on its kind: `current_hits` and `previous_hits` make one. Shares are in percent. */
export function factsOf(excerpt: Readonly<Record<string, unknown>> = {}): Fact[] {
  return Object.entries(excerpt).flatMap(([key, value]): Fact[] => {
    const [, measure] = /^current_(.+)$/.exec(key) ?? [];
    const before = measure === undefined ? undefined : excerpt[`previous_${measure}`];
    if (measure !== undefined && typeof value === 'number' && typeof before === 'number') {
      return [{ name: wordsOf(measure), now: value, before, isShare: measure === 'share' }];
    }
    const isSaid = key.startsWith('previous_') && `current_${key.slice('previous_'.length)}` in excerpt;
    if (isSaid || SAID_ELSEWHERE.includes(key)) return [];
    if (typeof value === 'number') return [{ name: wordsOf(key), text: value.toLocaleString('en') }];
    return typeof value === 'string' && value !== '' ? [{ name: wordsOf(key), text: value }] : [];
  });
}

/** What the earlier number of an excerpt is. */
export const basisOf = (excerpt: Readonly<Record<string, unknown>> = {}): string =>
  excerpt['compared_with'] === 'usual' ? 'usually' : 'the week before';

/** Advice in a text, one line for each piece, without the marks of a list. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter(line => line !== '');
