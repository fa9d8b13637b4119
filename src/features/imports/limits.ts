/** Limits of imports. */

/** Bad rows that an import lists. Source: decisions, section 8. */
export const MAX_REPORTED_ROWS = 100;
/** Largest file that is uploaded. Source: decisions, section 8. */
export const MAX_UPLOAD_BYTES = 4 * 1024 ** 3;
/** Imports of a site that wait or run: each may keep a file of 4 GiB. */
export const MAX_UNFINISHED = 10;
/** Free space that an upload leaves on the file system. */
export const RESERVE_BYTES = 64 * 1024 ** 2;
