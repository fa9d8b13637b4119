import { AppError, unavailable } from '../../core/errors.ts';
import type { HitKind } from '../../core/hit-store.ts';
import type { Change, CopySession, SqlValue } from './engine-types.ts';
import type { Generation } from './generation.ts';
import type { ChangeStatement } from './journal.ts';
import { removalSql } from './replay.ts';
import { storedValue } from './values.ts';

/**
 * Runs `work` in one transaction, records its statements and makes both last; undone when `work` throws. Commits are
 * held meanwhile. `onSplit` is called when the journal has a change that memory does not: only a new start can mend that.
 */
export async function runChange<T>(
  generation: Generation,
  work: (change: Change) => Promise<T>,
  onSplit: () => void,
): Promise<T> {
  const { session, ledger } = generation;
  generation.feeder.flush();
  const statements: ChangeStatement[] = [];
  const removed: [HitKind, number][] = [];
  await session.run('BEGIN');
  let result: T;
  try {
    result = await work(recording(session, statements, removed));
    if (statements.length > 0) await writeChange(generation, statements);
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
  try {
    await session.run('COMMIT');
  } catch (error) {
    onSplit();
    throw error;
  }
  for (const [kind, count] of removed) ledger.removed[kind] += count;
  if (statements.length > 0) generation.changes += 1;
  return result;
}

async function writeChange({ journal }: Generation, statements: readonly ChangeStatement[]): Promise<void> {
  try {
    await journal.write({ change: statements });
  } catch (error) {
    throw error instanceof AppError
      ? error
      : unavailable('The server cannot store this right now: try again later');
  }
}

function recording(
  session: CopySession,
  statements: ChangeStatement[],
  removed: [HitKind, number][],
): Change {
  const run = async (sql: string, values: readonly SqlValue[], removes?: HitKind) => {
    const count = await session.run(sql, values);
    // A statement without effect has none the next time either.
    if (count > 0) statements.push({ sql, values: values.map(storedValue), ...(removes && { removes }) });
    return count;
  };
  return {
    read: session.read,
    run: (sql, values = []) => run(sql, values),
    remove: async (kind, condition, values = []) => {
      const count = await run(removalSql(kind, condition), values, kind);
      removed.push([kind, count]);
      return count;
    },
  };
}
