/** Rows that nobody is to be told of: kept in the file itself, so that no crash can part them from their rows. */
import type { HitKind } from '../../core/hit-store.ts';
import { type Run, sql } from './sql.ts';

/** Marks consecutive ids, given in order, as those of rows that did not come in live. In the transaction that adds them. */
export const silence = async (run: Run, kind: HitKind, ids: readonly number[]): Promise<void> => {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return;
  await run(sql`insert into silent_ids values (${kind}, ${first}, ${last})`);
};
