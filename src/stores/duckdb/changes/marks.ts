/** Marks of hits: each is the first of its visitor and day, or of its visitor, day and path. */
import { any } from '../../sql/fragment.ts';
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';

/** The columns by which the hits that have a mark are unique within a site. */
export const MARK_KEYS = {
  is_unique: raw('visitor_hash, path, day'),
  is_first_of_day: raw('visitor_hash, day'),
} as const;
export type Mark = keyof typeof MARK_KEYS;
export const MARKS = ['is_unique', 'is_first_of_day'] as const satisfies readonly Mark[];

/** Conditions for the hits that get or lose a mark. */
type Remarked = ReadonlyMap<Mark, Sql>;

/** Finds the hits that get or lose each mark by a statement that selects their ids; `find` returns the condition for them. */
export const findRemarked = async (
  find: (name: Mark, ids: Sql) => Promise<Sql | undefined>,
  select: (mark: Mark) => Sql,
): Promise<Remarked> => {
  const found = new Map<Mark, Sql>();
  for (const mark of MARKS) {
    const rows = await find(mark, select(mark));
    if (rows) found.set(mark, rows);
  }
  return found;
};

/** Returns the condition for hits that get or lose any mark. */
export const isRemarked = (remarked: Remarked): Sql =>
  remarked.size === 0 ? raw('false') : any([...remarked.values()]);

/** Gives hits the mark that they lack, and takes the one that they have. */
export const changeMarks = async (run: Run, remarked: Remarked): Promise<void> => {
  for (const [mark, rows] of remarked)
    await run(sql`update hits set ${raw(mark)} = not ${raw(mark)} where ${rows}`);
};
