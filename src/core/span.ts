/** A half-open stretch of time in UTC: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** A calendar day as `YYYY-MM-DD`; which zone it is counted in is said where it is used. */
export type Day = string;
