/** Marks of hits: each is the first of its visitor and day, or of its visitor, day and path. */
import { any } from '../../sql/fragment.ts';
import { addToSums } from '../aggregates/hits.ts';
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';

/** The columns by which the hits that have a mark are unique within a site. */
export const MARK_KEYS = {
  is_unique: raw('visitor_hash, path, day'),
  is_first_of_day: raw('visitor_hash, day'),
} as const;
export type Mark = keyof typeof MARK_KEYS;
export const MARKS = ['is_unique', 'is_first_of_day'] as const satisfies readonly Mark[];

/** The id of the oldest hit of a group. */
export const OLDEST = raw('arg_min(id, struct_pack(created_at, id))');

/** Returns the id of the hit of a group that keeps a mark, or gets it: the oldest that has it, else the oldest. */
export const holderOf = (mark: Mark): Sql => sql`coalesce(${OLDEST} filter (where ${raw(mark)}), ${OLDEST})`;

/** What of a session updates marks. */
interface MarkSession {
  readonly run: Run;
  /** Finds hits by a statement that selects their ids, and stores them under a name. Returns the condition for them, undefined for none. */
  readonly find: (name: Mark, ids: Sql) => Promise<Sql | undefined>;
}

/**
 * Gives hits the marks that they lack, and takes those that they have, with the sums and visits that they are in. `select` selects
 * the ids of the hits whose mark changes; `hits` is the condition for all that may.
 */
export const updateMarks = async (
  { run, find }: MarkSession,
  hits: Sql,
  select: (mark: Mark) => Sql,
): Promise<void> => {
  const found = new Map<Mark, Sql>();
  for (const mark of MARKS) {
    const rows = await find(mark, select(mark));
    if (rows) found.set(mark, rows);
  }
  if (found.size === 0) return;
  const changed = sql`${hits} and ${any([...found.values()])}`;
  await addToSums(run, changed, -1);
  await markVisitsStale(run, 'hit', changed);
  for (const [mark, rows] of found)
    await run(sql`update hits set ${raw(mark)} = not ${raw(mark)} where ${rows}`);
  await addToSums(run, changed, 1);
};
