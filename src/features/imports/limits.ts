/** Limits of imports. */

/** Bad rows that an import lists. Source: decisions, section 8. */
export const MAX_REPORTED_ROWS = 100;
/** Largest file that is uploaded. Source: decisions, section 8. */
export const MAX_UPLOAD_BYTES = 4 * 1024 ** 3;
/** Imports of a site that wait or run: each may keep a file of 4 GiB. */
export const MAX_UNFINISHED = 10;
/** Rows of an upload to an account that is not the operator's: storing them holds up changes of all accounts for a minute. */
export const MAX_UPLOADED_ROWS = 5_000_000;
/** A file with so much content at most, or so many rows of Parquet, passes larger ones: it takes a second. */
export const SMALL_FILE = { bytes: 8 * 1024 ** 2, rows: 50_000 } as const;
/** Free space that an upload leaves on the file system. */
export const RESERVE_BYTES = 64 * 1024 ** 2;
/** Share of the free space that the uploads of an account may take together while they wait. */
export const ACCOUNT_SHARE = 1 / 2;
