/** A half-open interval of time: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** A calendar day as `YYYY-MM-DD`; its time zone is documented where it is used. */
export type Day = string;
