/** What engagement means. */

/** From so many seconds on, a visit is engaged: no bounce, although it has one page and no event. */
export const ENGAGED_VISIT_SECONDS = 10;

/** Longest engagement that a page can report: visits end with their UTC day. */
export const MAX_ENGAGED_SECONDS = 86_400;

/** So many seconds more than have passed since its hit may a report have: the hit may have been on its way longer. */
export const MAX_REPORT_LEAD_SECONDS = 5;
