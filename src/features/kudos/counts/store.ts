/** The counts beside the kudos: of each page, and of each site. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../stores/sqlite/app-db.ts';
import { kudoCounts } from '../tables.ts';

/** Key of a site's total among the counts: paths of pages begin with a slash. */
export const WHOLE_SITE = '';
/** Kudos, and counts, that are changed in one transaction: about 16 ms with the longest paths. */
export const BATCH_ROWS = 250;

/** Adds to the count of a page; one that is 0 is removed. */
export function changeCount(
  db: Db,
  page: { readonly siteId: number; readonly path: string },
  by: number,
): void {
  db.insert(kudoCounts)
    .values({ ...page, count: by })
    .onConflictDoUpdate({
      target: [kudoCounts.siteId, kudoCounts.path],
      set: { count: sql`${kudoCounts.count} + ${by}` },
    })
    .run();
  db.delete(kudoCounts)
    .where(and(eq(kudoCounts.siteId, page.siteId), eq(kudoCounts.path, page.path), lte(kudoCounts.count, 0)))
    .run();
}
