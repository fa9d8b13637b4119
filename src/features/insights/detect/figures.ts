/** Input and output of detection: sums only. */
import type { Day, Span } from '../../../core/span.ts';
import { sum } from './statistics.ts';

/** Days of the analyzed window. Source: decisions, section 7, Insights. */
export const WINDOW_DAYS = 7;
/** Weeks before the window that form the baseline. */
export const HISTORY_WEEKS = 8;

/** Dimensions by which hits are broken down. */
export const BREAKDOWNS = ['page', 'referrer', 'country', 'device', 'crawler'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** One key of a breakdown, with its counts in the last 7 days and in the 7 before. */
export interface Ranked {
  readonly key: string;
  readonly current: number;
  readonly previous: number;
}

export interface HourFigure {
  readonly start: Date;
  readonly hits: number;
}

/** A context event with the hits in its span, and in the same hours of earlier weeks. */
export interface MeasuredEvent {
  readonly kind: 'downtime' | 'signal';
  readonly span: Span;
  /** Title of a signal; empty for a downtime. */
  readonly title: string;
  readonly hits: number;
  /** One for each earlier week that the site has a history of. */
  readonly hitsBefore: readonly number[];
}

/** A goal with its conversions of each day. */
export interface GoalFigures {
  readonly id: number;
  readonly name: string;
  readonly days: readonly number[];
}

/** A site's last 7 days and the 8 weeks before them. */
export interface WeekFigures {
  /** Every day, oldest first; the last 7 are the window. */
  readonly days: readonly Day[];
  /** Start of each day, and the end of the last one. */
  readonly edges: readonly Date[];
  /** Hits of each day. */
  readonly hits: readonly number[];
  /** Time of the site's first hit; null without any. */
  readonly earliest: Date | null;
  readonly visitors: number;
  /** Hours of the window. */
  readonly hours: readonly HourFigure[];
  /** Largest of the last 7 days first. */
  readonly ranked: Readonly<Record<Breakdown, readonly Ranked[]>>;
  readonly contextEvents: readonly MeasuredEvent[];
  readonly goals: readonly GoalFigures[];
}

/** Weekly counts of some keys in the weeks before the previous one, oldest first. */
export type EarlierWeeks = Readonly<Partial<Record<Breakdown, ReadonlyMap<string, readonly number[]>>>>;

/** Types of findings. Source: decisions, section 7, Insights. */
export const FINDING_TYPES = [
  'traffic_change',
  'traffic_spike',
  'page_breakout',
  'referrer_surge',
  'audience_shift',
  'crawler_surge',
  'downtime_effect',
  'signal_effect',
  'goal_fall',
] as const;
export type FindingType = (typeof FINDING_TYPES)[number];

/** A statistically significant change. */
export interface Finding {
  readonly type: FindingType;
  readonly direction: 'up' | 'down';
  /** What changed: a path, a host, a country, a kind of device, a company, a title, a goal; null for traffic as a whole. */
  readonly subject: string | null;
  /** Kind of the subject, where the type does not determine it. */
  readonly of: Breakdown | 'hour' | 'day' | 'goal' | null;
  /** Of a goal. */
  readonly goalId?: number;
  /** From 0 to 100. */
  readonly importance: number;
  readonly span: Span;
  readonly current: number;
  /** The count it is compared with: of the 7 days before, or the usual one. */
  readonly previous: number;
  /** Shares in percent, where shares are compared. */
  readonly shares: { readonly current: number; readonly previous: number } | null;
  /** True: traffic is back at the level of the weeks before the previous one. */
  readonly isReturn: boolean;
  /** Whether the last day is still beyond what is usual for it; absent where that is not known yet. */
  readonly isOngoing?: boolean;
}

/** Returns the span of the window. */
export function windowSpan({ edges }: Pick<WeekFigures, 'edges'>): Span {
  const start = edges.at(-1 - WINDOW_DAYS);
  const end = edges.at(-1);
  if (!start || !end) throw new RangeError('figures have at least the days of their window');
  return { start, end };
}

/** Returns the number of days from the site's first hit to the window. */
export function historyDays({ hits }: Pick<WeekFigures, 'hits'>): number {
  const first = hits.findIndex(count => count > 0);
  return first === -1 ? 0 : Math.max(0, hits.length - WINDOW_DAYS - first);
}

/** Returns the hits of the whole weeks of history, oldest first. */
export function weeksBefore(figures: Pick<WeekFigures, 'hits'>): number[] {
  const end = figures.hits.length - WINDOW_DAYS;
  const weeks = Math.floor(historyDays(figures) / 7);
  return Array.from({ length: weeks }, (_, at) => {
    const start = end - 7 * (weeks - at);
    return sum(figures.hits.slice(start, start + 7));
  });
}
