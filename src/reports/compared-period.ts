/** The period that a report is compared with. */
import { invalidParameter } from '../core/errors.ts';
import type { Comparison, Day, Span } from '../core/span.ts';
import { addDays, countDays, startOfDay, toDay, yearBefore } from '../lib/time.ts';
import { MINUTE_MS } from '../lib/time-units.ts';
import { type Period, toPeriod } from './period.ts';

/** A period to compare with. */
export interface ComparedPeriod {
  /** All of its days, for a series. */
  readonly period: Period;
  /** The span of the summary: as long as the elapsed part of the report's period. */
  readonly span: Span;
  /** True while the report's period is not over. */
  readonly isPartial: boolean;
}

/** The earliest day whose year has four digits. */
const FIRST_DAY = '1000-01-01';

/**
 * Returns the period to compare with: as many days right before, or the same days a year earlier. While the report's
 * period is not over, the summary ends at the current time of day on the day that corresponds to today, in whole minutes:
 * within a minute it is answered from memory. Throws 400 before the year 1000.
 */
export function toComparedPeriod(period: Period, comparison: Comparison, now: Date): ComparedPeriod {
  const length = countDays(period.first, period.last);
  const earlier = (day: Day): Day =>
    comparison === 'previous_year' ? yearBefore(day) : addDays(day, -length);
  const first = earlier(period.first);
  if (first < FIRST_DAY || period.first < FIRST_DAY)
    throw invalidParameter(`compare=${comparison} would begin before ${FIRST_DAY}: choose later days`);
  const compared = toPeriod({ ...period, first, last: earlier(period.last) });
  const isPartial = period.span.start <= now && now < period.span.end;
  if (!isPartial) return { period: compared, span: compared.span, isPartial };
  const today = toDay(now, period.zone);
  const sinceMidnightMs = +now - +startOfDay(today, period.zone);
  const wholeMinutesMs = sinceMidnightMs - (sinceMidnightMs % MINUTE_MS);
  const correspondingMs = +startOfDay(earlier(today), period.zone) + wholeMinutesMs;
  const end = new Date(Math.min(correspondingMs, +compared.span.end));
  return { period: compared, span: { start: compared.span.start, end }, isPartial };
}
