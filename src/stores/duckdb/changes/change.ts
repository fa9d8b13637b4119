import { AppError, unavailable } from '../../../core/errors.ts';
import type { HitKind } from '../../../core/hits/columns.ts';
import { readSumsState } from '../aggregates/state.ts';
import type { Change, CopySession, IdCounters, SqlValue } from '../engine-types.ts';
import type { ChangeStatement, IdRange } from '../journal/journal.ts';
import { deleteSql } from '../journal/replay.ts';
import { readSiteZones } from '../site-zones.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { serializeValue } from '../sql/values.ts';

/**
 * Runs `work` in one transaction and writes its statements to the journal; rolls back when `work` throws. Commits have to be
 * paused. Calls `onInconsistent` when the journal has the change and memory does not: only a restart can repair that.
 */
export async function runChange<T>(
  snapshot: Snapshot,
  work: (change: Change) => Promise<T>,
  onInconsistent: () => void,
): Promise<T> {
  const { session, counters } = snapshot;
  await snapshot.loader.flush();
  if (snapshot.loader.isBehind)
    throw unavailable(
      'The server is short of memory and cannot change hits right now: try again in a minute',
    );
  const record: Recorded = { statements: [], removed: [], added: [] };
  await session.run('BEGIN');
  let result: T;
  try {
    result = await work(createRecording(session, counters, record));
    if (record.statements.length > 0) await writeChange(snapshot, record.statements);
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
  try {
    await session.run('COMMIT');
  } catch (error) {
    onInconsistent();
    throw error;
  }
  for (const [kind, count] of record.removed) counters.removed[kind] += count;
  for (const { kind, count } of record.added) counters.lastIds[kind] += count;
  if (record.statements.length > 0) snapshot.changes += 1;
  const changes = (table: string): boolean => record.statements.some(({ sql }) => sql.includes(table));
  if (changes('site_zones')) snapshot.zones = await readSiteZones(session);
  if (changes('stale_sums') || changes('sum_widths')) snapshot.sums = await readSumsState(session);
  return result;
}

async function writeChange({ journal }: Snapshot, statements: readonly ChangeStatement[]): Promise<void> {
  try {
    await journal.write({ change: statements });
  } catch (error) {
    throw error instanceof AppError
      ? error
      : unavailable('The server cannot store this right now: try again later');
  }
}

/** Statements and row counts of a change so far. */
interface Recorded {
  readonly statements: ChangeStatement[];
  readonly removed: [HitKind, number][];
  readonly added: IdRange[];
}

/** Creates a change that records what it runs. */
function createRecording(
  session: CopySession,
  { lastIds }: Pick<IdCounters, 'lastIds'>,
  { statements, removed, added }: Recorded,
): Change {
  const run = async (sql: string, values: readonly SqlValue[], removes?: HitKind) => {
    const count = await session.run(sql, values);
    // A statement without effect has none when it is replayed either.
    if (count > 0)
      statements.push({ sql, values: values.map(serializeValue), ...(removes && { removes, count }) });
    return count;
  };
  return {
    read: session.read,
    run: (sql, values = []) => run(sql, values),
    remove: async (kind, condition, values = []) => {
      const count = await run(deleteSql(kind, condition), values, kind);
      removed.push([kind, count]);
      return count;
    },
    add: async (kind, statementOf) => {
      if (added.some(range => range.kind === kind))
        throw new Error(`A change adds rows of kind ${kind} once`);
      const firstId = lastIds[kind] + 1;
      const { text, values } = statementOf(firstId);
      const count = await session.run(text, values);
      if (count === 0) return [];
      const adds: IdRange = { kind, firstId, count };
      added.push(adds);
      statements.push({ sql: text, values: values.map(serializeValue), adds });
      return Array.from({ length: count }, (_, index) => firstId + index);
    },
  };
}
