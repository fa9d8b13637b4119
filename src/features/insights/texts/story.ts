/** What texts are composed from: figures, what was found in them, and what the owner and the monitor know. */
import type { Day, Span } from '../../../core/span.ts';
import { addDays, dayOf } from '../../../lib/time.ts';
import { type Finding, type Ranked, type WeekFigures, WINDOW_DAYS } from '../detect/figures.ts';
import { sum } from '../detect/statistics.ts';
import { shown } from './words.ts';

/** What the owner wrote down. */
export interface OwnerSignal {
  readonly title: string;
  readonly occurredAt: Date;
}

export interface Story {
  readonly site: { readonly id: number; readonly label: string };
  readonly zone: string;
  readonly figures: WeekFigures;
  readonly findings: readonly Finding[];
  /** Of the window and a day around it, oldest first. */
  readonly signals: readonly OwnerSignal[];
  /** Within the window. */
  readonly downtimes: readonly Span[];
}

/** Longest names from elsewhere in a text. */
const MAX_PATH = 120;
const MAX_TITLE = 80;
const DAY_MS = 86_400_000;
const MOST_SIGNALS = 2;

export const labelOf = ({ site }: Story): string => shown(site.label, MAX_TITLE);
/** Quotes within it would look like its end. */
const quoted = (text: string): string => `“${text.replaceAll(/[“”„‟"]/g, '’')}”`;
/** Returns a path as texts have it; in quotes where blanks would make it look like words of ours. */
export const pathInWords = (path: string): string => {
  const text = shown(path, MAX_PATH);
  return /\s/.test(text) ? quoted(text) : text;
};
export const titleInWords = (title: string): string => quoted(shown(title, MAX_TITLE));

/** First and last day of the window. */
export function windowDays({ figures }: Pick<Story, 'figures'>): { readonly first: Day; readonly last: Day } {
  const last = figures.days.at(-1) ?? '';
  return { first: addDays(last, 1 - WINDOW_DAYS), last };
}

/** Hits of the window and of the 7 days before it; null where the site was not there for all of those. */
export function weekTotals({ figures: { hits } }: Pick<Story, 'figures'>): {
  readonly current: number;
  readonly previous: number | null;
} {
  const first = hits.findIndex(count => count > 0);
  const isWhole = first !== -1 && first <= hits.length - 2 * WINDOW_DAYS;
  return {
    current: sum(hits.slice(-WINDOW_DAYS)),
    previous: isWhole ? sum(hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS)) : null,
  };
}

/** The largest of a breakdown that had any hits. */
export const topOf = (story: Story, breakdown: keyof WeekFigures['ranked'], count: number): Ranked[] =>
  story.figures.ranked[breakdown].filter(({ current }) => current > 0).slice(0, count);

/** What the owner wrote down of a time and the day before it, a few at most: what came after it is no reason. */
export function signalsNear({ signals }: Story, { start, end }: Span): OwnerSignal[] {
  const from = start.getTime() - DAY_MS;
  return signals
    .filter(({ occurredAt }) => occurredAt.getTime() >= from && occurredAt < end)
    .slice(0, MOST_SIGNALS);
}

export const dayOfFinding = ({ zone }: Story, { span }: Finding): Day => dayOf(span.start, zone);
