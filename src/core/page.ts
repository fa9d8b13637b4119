/** A page of a list. */
export interface Page {
  /** From 1. */
  readonly number: number;
  /** Rows per page, from 1. */
  readonly size: number;
}

/** Returns the offset of a page's first row, as a safe integer also for a page far past the end. */
export const toOffset = (page: Page): number =>
  Math.min((page.number - 1) * page.size, Number.MAX_SAFE_INTEGER);
