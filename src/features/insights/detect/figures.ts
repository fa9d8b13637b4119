/** What detection looks at, and what it finds: sums only. */
import type { Day, Span } from '../../../core/span.ts';

/** Days that are looked at. Source: decisions, section 7, Insights. */
export const WINDOW_DAYS = 7;
/** Weeks before them that say what is usual. */
export const HISTORY_WEEKS = 8;

/** In what the hits of a week are told apart. */
export const BREAKDOWNS = ['page', 'referrer', 'country', 'device', 'crawler'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** One page, host, country, kind of device or crawlers' company, in the last 7 days and in the 7 before. */
export interface Ranked {
  readonly key: string;
  readonly current: number;
  readonly previous: number;
}

export interface HourFigure {
  readonly start: Date;
  readonly hits: number;
}

/** Something known to have happened, the hits of its time, and those of the same hours in the weeks before. */
export interface Happening {
  readonly kind: 'downtime' | 'signal';
  readonly span: Span;
  /** What its owner called it; empty for a downtime. */
  readonly title: string;
  readonly hits: number;
  /** Of weeks that the site has a history of. */
  readonly hitsBefore: readonly number[];
}

/** A site's last 7 days and the 8 weeks before them. */
export interface WeekFigures {
  /** Every day, oldest first; the last 7 are the window. */
  readonly days: readonly Day[];
  /** Where they begin, and where the last one ends. */
  readonly edges: readonly Date[];
  /** Hits of each day. */
  readonly hits: readonly number[];
  readonly visitors: number;
  /** Of the window. */
  readonly hours: readonly HourFigure[];
  /** Largest of the last 7 days first. */
  readonly ranked: Readonly<Record<Breakdown, readonly Ranked[]>>;
  readonly happenings: readonly Happening[];
}

/** Weekly counts of chosen keys in the weeks before the previous one, oldest first. */
export type EarlierWeeks = Readonly<Partial<Record<Breakdown, ReadonlyMap<string, readonly number[]>>>>;

/** Kinds of findings, and of known events that explain them. Source: decisions, section 7, Insights. */
export const FINDING_TYPES = [
  'traffic_change',
  'traffic_spike',
  'page_breakout',
  'referrer_surge',
  'audience_shift',
  'crawler_surge',
  'downtime_effect',
  'signal_effect',
] as const;
export type FindingType = (typeof FINDING_TYPES)[number];

/** A change that is no chance. */
export interface Finding {
  readonly type: FindingType;
  readonly direction: 'up' | 'down';
  /** What changed: a path, a host, a country, a kind of device, a company, a title; null for traffic as a whole. */
  readonly subject: string | null;
  /** What `subject` is, where the type does not say. */
  readonly of: Breakdown | 'hour' | 'day' | null;
  /** From 0 to 100. */
  readonly importance: number;
  readonly span: Span;
  readonly current: number;
  /** What it is compared with: the 7 days before, or what is usual. */
  readonly previous: number;
  /** Shares in percent, where shares are compared. */
  readonly shares: { readonly current: number; readonly previous: number } | null;
  /** Whether the traffic is where it was in the weeks before the previous one. */
  readonly isReturn: boolean;
}

/** The window of the figures. */
export function windowOf({ edges }: Pick<WeekFigures, 'edges'>): Span {
  const start = edges.at(-1 - WINDOW_DAYS);
  const end = edges.at(-1);
  if (!start || !end) throw new RangeError('figures have at least the days of their window');
  return { start, end };
}

/** Days before the window that the site has a history of: those from its first hit on. */
export function historyDays({ hits }: Pick<WeekFigures, 'hits'>): number {
  const first = hits.findIndex(count => count > 0);
  return first === -1 ? 0 : Math.max(0, hits.length - WINDOW_DAYS - first);
}

/** Hits of whole weeks of history, the one before the window last. */
export function weeksBefore(figures: Pick<WeekFigures, 'hits'>): number[] {
  const end = figures.hits.length - WINDOW_DAYS;
  const weeks = Math.floor(historyDays(figures) / 7);
  return Array.from({ length: weeks }, (_, at) => {
    const start = end - 7 * (weeks - at);
    return figures.hits.slice(start, start + 7).reduce((total, count) => total + count, 0);
  });
}
