import { DAY_MS } from '../lib/time-units.ts';

/** First and last day in the calendar of the tool that exported them, both included. */
export interface DayRange {
  readonly first: Day;
  readonly last: Day;
}

/** A half-open interval of time: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** A calendar day as `YYYY-MM-DD`; its time zone is documented where it is used. */
export type Day = string;

/** The periods that reports can be compared with. */
export const COMPARISONS = ['matching_period', 'previous_period', 'previous_year', 'custom'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Returns the UTC days that a span is in, whole. */
export const coverDays = ({ start, end }: Span): Span => ({
  start: new Date(Math.floor(+start / DAY_MS) * DAY_MS),
  end: new Date(Math.ceil(+end / DAY_MS) * DAY_MS),
});
