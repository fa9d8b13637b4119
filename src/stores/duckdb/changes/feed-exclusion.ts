/** Rows that the hit feed leaves out, such as imported ones. Kept in the file of hits, so that a crash cannot separate them from their rows. */
import type { HitKind } from '../../../core/hits/columns.ts';
import { type Run, sql } from '../sql/sql.ts';

/** Excludes rows with consecutive ids, in ascending order, from the hit feed. Call it in the transaction that adds them. */
export const excludeFromFeed = async (run: Run, kind: HitKind, ids: readonly number[]): Promise<void> => {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return;
  await run(sql`insert into silent_ids values (${kind}, ${first}, ${last})`);
};
