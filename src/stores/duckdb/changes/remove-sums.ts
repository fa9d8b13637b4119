/** Removes rows of tables that have no ids: sums that are kept beside the rows. */
import type { HitEngine } from '../engine-types.ts';
import { type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';

/** Maximum number of rows of one transaction: DuckDB would write larger ones into the base file at once. */
const MAX_CHANGE_ROWS = 60_000;

interface SumsRemoval {
  readonly table: 'imported_days' | 'log_sums';
  /** The condition for the rows. */
  readonly rows: Sql;
  /** Runs in the same transaction. */
  readonly after?: (run: Run) => Promise<void>;
}

/** Removes rows in one transaction, or in a rebuild where they are many. Returns how many. */
export const removeSums = async (engine: HitEngine, { table, rows, after }: SumsRemoval): Promise<number> => {
  const count = sql`select count(*) as rows from ${raw(table)} where ${rows}`;
  const [counted] = await toRead(engine)<{ rows: number }>(count);
  if (!counted?.rows) return 0;
  const work = async (run: Run): Promise<number> => {
    const removed = await run(sql`delete from ${raw(table)} where ${rows}`);
    await after?.(run);
    return removed;
  };
  return counted.rows > MAX_CHANGE_ROWS
    ? engine.rebuild(copy => work(toRun(copy)))
    : engine.change(change => work(toRun({ run: change.run })));
};
