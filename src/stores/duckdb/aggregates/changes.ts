/** What an update of sums that depend on all rows of a visitor works on. */
import type { Rebuild } from '../engine-types.ts';
import { raw, type Sql, sql, toRead } from '../sql/sql.ts';

/** Rows of visitors that are summed up, and the sign that they count with. */
export interface SignedHits {
  readonly sign: 1 | -1;
  /** The condition for the visitors' hits. */
  readonly hits: Sql;
}

/** An update of sums. */
export interface SumsUpdate {
  readonly copy: Rebuild;
  /** Whether all is worked out: there are no such sums. */
  readonly isComplete: boolean;
  /** The condition for hits without a visitor that the sums lack. */
  readonly anonymous: Sql;
  /** Rows that may be summed up at once. */
  readonly rowsPerSlice: number;
}

/** Changes of sums, with the columns of `sums`. */
export const CHANGES = raw('temp.main.sum_changes');

/** Changes of sums whose keys are hashes, which take less memory than texts. */
export const HASHED_CHANGES = raw('temp.main.hashed_changes');

/** The condition for hits of days on which sums of a day may change. */
export const OF_CHANGED_DAYS = raw('(site_id, day) in (select site_id, day from temp.main.changed_days)');

/** Divides the visitors of some hits into parts, each with about so many of the hits. Returns the conditions. */
export const divideVisitors = async (copy: Rebuild, hits: Sql, hitsPerPart: number): Promise<Sql[]> => {
  const [found] = await toRead(copy)<{ readonly rows: number }>(
    sql`select count(*) as rows from hits where ${hits}`,
  );
  const parts = Math.ceil((found?.rows ?? 0) / hitsPerPart);
  return Array.from({ length: parts }, (_, part) =>
    raw(parts === 1 ? 'true' : `hash(visitor_hash, site_id) % ${parts} = ${part}`),
  );
};
