/** Minimum hits of the window. Source: decisions, section 7, Insights. */
export const MIN_HITS = 10;
/** Retention of insights, unless the site keeps its hits for less. */
export const RETENTION_DAYS = 730;
/** Days within which a finding counts as already reported. */
export const REPEAT_DAYS = 7;
/** Interval of the job: offsets of time zones are whole quarters of an hour, and missed runs are made up for. */
export const RUN_INTERVAL_MINUTES = 5;
