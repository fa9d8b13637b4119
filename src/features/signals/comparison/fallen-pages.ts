/** Finds pages that fell more than the rest of the site and than chance explains. Pure functions, without I/O. */

/** Hits of a page before and after. */
export interface PageCounts {
  readonly path: string;
  readonly before: number;
  readonly after: number;
}

/** Standard deviations that chance hardly ever reaches. */
const MIN_DEVIATIONS = 3;

/** Finds pages that fell, the largest loss first. What a page lost with the whole site is not held against it. */
export function findFallenPages(
  pages: readonly PageCounts[],
  site: { readonly before: number; readonly after: number },
) {
  return pages
    .filter(({ before, after }) => {
      const others = { before: site.before - before, after: site.after - after };
      const level = others.before > 0 ? Math.min(1, others.after / others.before) : 1;
      const expected = before * level;
      return expected - after >= MIN_DEVIATIONS * Math.sqrt(expected + after);
    })
    .toSorted((a, b) => b.before - b.after - (a.before - a.after) || (a.path < b.path ? -1 : 1));
}
