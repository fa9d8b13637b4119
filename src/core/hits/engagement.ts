/** Defines engagement: when a visit is engaged, and what reports may contain. */

/** Engaged time from which a visit is engaged: not a bounce, even with one page and no event. */
export const ENGAGED_VISIT_SECONDS = 10;

/** Longest engagement that a page can report: visits end with their day. */
export const MAX_ENGAGED_SECONDS = 86_400;

/** Tolerance by which a report may exceed the time since its hit, which may have taken longer to arrive. */
export const MAX_REPORT_LEAD_SECONDS = 5;
