/** The period that another one is compared with. */
import { invalidParameter } from '../core/errors.ts';
import type { Day, Span } from '../core/span.ts';
import { addDays, dayOf, daysBetween, startOfDay, yearBefore } from '../lib/time.ts';
import { type Period, periodFrom } from './period.ts';

export const COMPARISONS = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A period to compare with. */
export interface ComparedPeriod {
  /** The whole of it, for a series. */
  readonly period: Period;
  /** What sums are of: no longer than what is over of the period that is compared. */
  readonly span: Span;
  /** True while that one is not over. */
  readonly isPartial: boolean;
}

/** The earliest day that is written as every other. */
const FIRST_DAY = '1000-01-01';

/**
 * As many days right before a period, or the same days a year earlier. While the period is not over, sums end as long
 * into the day that corresponds to today as today has lasted. 400 where the calendar has no such days.
 */
export function comparedPeriodOf(period: Period, comparison: Comparison, now: Date): ComparedPeriod {
  const length = daysBetween(period.first, period.last) + 1;
  const earlier = (day: Day): Day =>
    comparison === 'previous_year' ? yearBefore(day) : addDays(day, -length);
  const first = earlier(period.first);
  if (first < FIRST_DAY || period.first < FIRST_DAY)
    throw invalidParameter(`compare=${comparison} would begin before ${FIRST_DAY}: ask for later days`);
  const compared = periodFrom({ ...period, first, last: earlier(period.last) });
  const isPartial = period.span.start <= now && now < period.span.end;
  if (!isPartial) return { period: compared, span: compared.span, isPartial };
  const today = dayOf(now, period.zone);
  const sinceMidnightMs = +now - +startOfDay(today, period.zone);
  const correspondingMs = +startOfDay(earlier(today), period.zone) + sinceMidnightMs;
  const end = new Date(Math.min(correspondingMs, +compared.span.end));
  return { period: compared, span: { start: compared.span.start, end }, isPartial };
}
