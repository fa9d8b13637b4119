/** Limits of reports, and how much of a site or group they show. */

/** Reports of one user at most. */
export const MAX_REPORTS = 100;
/** Rows of each top list at most. */
export const MAX_TOP_ROWS = 5;
/** Sites of a group that are listed. */
export const MAX_SITES = 50;
/** Longest name of a site or group that is shown. */
export const MAX_NAME_LENGTH = 100;
