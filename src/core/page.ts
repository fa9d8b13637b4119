/** Which slice of a list is asked for. */
export interface Page {
  /** From 1. */
  readonly number: number;
  /** Rows a page, from 1. */
  readonly size: number;
}

/** Offset of a page's first row. A page far past the end stays a safe integer. */
export const offsetOf = (page: Page): number =>
  Math.min((page.number - 1) * page.size, Number.MAX_SAFE_INTEGER);
