/** Data that the texts of an insight are composed from. */
import type { Day, Span } from '../../../core/span.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import {
  type Finding,
  type FindingType,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
} from '../detect/figures.ts';
import { sum } from '../detect/statistics.ts';
import type { SentenceOf } from '../sentence-schema.ts';
import { formatName } from './format.ts';

/** A signal of the owner. */
export interface OwnerSignal {
  readonly title: string;
  readonly occurredAt: Date;
}

export interface InsightData {
  readonly site: { readonly id: number; readonly label: string };
  readonly zone: string;
  readonly figures: WeekFigures;
  readonly findings: readonly Finding[];
  /** Signals of the window and a day around it, oldest first. */
  readonly signals: readonly OwnerSignal[];
  /** Within the window. */
  readonly downtimes: readonly Span[];
}

/** Longest untrusted names in a text. */
const MAX_HOST = 80;
const MAX_PATH = 120;
const MAX_TITLE = 80;
const MAX_SIGNALS = 2;

export const formatLabel = ({ site }: InsightData): string => formatName(site.label, MAX_TITLE);
/** Puts text in quotes; quotes within it would look like its end. */
const quoted = (text: string): string => `“${text.replaceAll(/[“”„‟"]/g, '’')}”`;
/** Formats a host, or the name of a company. */
export const formatHost = (host: string): string => formatName(host, MAX_HOST);
export const cleanPath = (path: string): string => formatName(path, MAX_PATH);
/** Formats a path; in quotes where spaces would make it look like part of the sentence. */
export const formatPath = (path: string): string => {
  const text = cleanPath(path);
  return /\s/.test(text) ? quoted(text) : text;
};
export const cleanTitle = (title: string): string => formatName(title, MAX_TITLE);
export const formatTitle = (title: string): string => quoted(cleanTitle(title));

/** Returns the first and last day of the window. */
export function windowDays({ figures }: Pick<InsightData, 'figures'>): {
  readonly first: Day;
  readonly last: Day;
} {
  const last = figures.days.at(-1) ?? '';
  return { first: addDays(last, 1 - WINDOW_DAYS), last };
}

/** Returns the hits of the window and of the 7 days before it; null where the site has no hits before all of those. */
export function weekTotals({ figures }: Pick<InsightData, 'figures'>): {
  readonly current: number;
  readonly previous: number | null;
} {
  const { hits } = figures;
  const hasWeekBefore = historyDays(figures) >= WINDOW_DAYS;
  return {
    current: sum(hits.slice(-WINDOW_DAYS)),
    previous: hasWeekBefore ? sum(hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS)) : null,
  };
}

/** Returns whether the rows of referrers are visitors: without any they are pageviews. */
export const countsVisitors = ({ figures }: Pick<InsightData, 'figures'>): boolean => figures.visitors > 0;

/** Returns the largest rows of a breakdown that had any hits. */
export const topRows = (data: InsightData, breakdown: keyof WeekFigures['ranked'], count: number): Ranked[] =>
  data.figures.ranked[breakdown].filter(({ current }) => current > 0).slice(0, count);

/** Returns the first signals in a span and the day before it. Later ones cannot explain it. */
export function signalsNear({ signals }: InsightData, { start, end }: Span): OwnerSignal[] {
  const from = start.getTime() - DAY_MS;
  return signals
    .filter(({ occurredAt }) => occurredAt.getTime() >= from && occurredAt < end)
    .slice(0, MAX_SIGNALS);
}

/** Findings that need no reason, or that signals cannot explain. */
const WITHOUT_REASON: ReadonlySet<FindingType> = new Set([
  'signal_effect',
  'downtime_effect',
  'crawler_surge',
]);

/** Finds the signals around a finding, which are named as a possible reason, never as the reason. */
export function findPossibleCause(
  data: InsightData,
  { type, span }: Finding,
): SentenceOf<'possible_cause'> | undefined {
  const notes = WITHOUT_REASON.has(type) ? [] : signalsNear(data, span);
  if (notes.length === 0) return undefined;
  return {
    kind: 'possible_cause',
    annotations: notes.map(({ title, occurredAt }) => ({
      title: cleanTitle(title),
      day: toDay(occurredAt, data.zone),
    })),
  };
}

export const dayOfFinding = ({ zone }: InsightData, { span }: Finding): Day => toDay(span.start, zone);
