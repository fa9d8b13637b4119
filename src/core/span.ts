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
