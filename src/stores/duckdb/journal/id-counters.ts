/** Id counters, in the file itself: the newest ids, and how many rows were removed on purpose. */
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import type { LastIds } from '../../positions.ts';
import { type CopySession, type IdCounters, TABLES } from '../engine-types.ts';
import { mapKinds } from '../rows/rows.ts';
import { readTables } from '../sql/tables.ts';
import type { Journal } from './journal.ts';

interface Entry {
  readonly kind: string;
  readonly last_id: number;
  readonly removed: number;
}

/** Reads the counters of a file. */
export async function readIdCounters(session: Pick<CopySession, 'read'>): Promise<IdCounters> {
  const entries = await session.read<Entry>('SELECT kind, last_id, removed FROM ledger');
  const of = (kind: HitKind) => entries.find(entry => entry.kind === kind);
  return {
    lastIds: mapKinds(kind => of(kind)?.last_id ?? 0),
    removed: mapKinds(kind => of(kind)?.removed ?? 0),
  };
}

/** Replaces the counters of a file that is being built. */
export async function writeIdCounters(session: CopySession, counters: IdCounters): Promise<void> {
  await session.run('DELETE FROM ledger');
  await session.run(
    `INSERT INTO ledger VALUES ${HIT_KINDS.map(() => '(?, ?, ?)').join(', ')}`,
    HIT_KINDS.flatMap(kind => [kind, counters.lastIds[kind], counters.removed[kind]]),
  );
}

/** Counts the rows of every kind; a file from before a migration may lack the table of one. */
export async function countRows(session: Pick<CopySession, 'read'>): Promise<Record<HitKind, number>> {
  const count = async (kinds: readonly HitKind[]) => {
    // One statement for all: each takes longer to plan than to count.
    const counts = kinds.map(kind => `(SELECT count(*) FROM ${TABLES[kind]}) AS ${kind}`);
    const [counted] = await session.read<Partial<Record<HitKind, number>>>(`SELECT ${counts.join(', ')}`);
    return mapKinds(kind => counted?.[kind] ?? 0);
  };
  return await readTables(
    () => count(HIT_KINDS),
    async () => {
      const tables = await session.read<{ name: string }>(
        'SELECT table_name AS name FROM duckdb_tables() WHERE database_name = current_database()',
      );
      return await count(HIT_KINDS.filter(kind => tables.some(({ name }) => name === TABLES[kind])));
    },
  );
}

/** Returns the number of missing rows per kind; all 0 in a complete file. */
export function countMissing(
  counters: IdCounters,
  rows: Readonly<Record<HitKind, number>>,
): Record<HitKind, number> {
  return mapKinds(kind => counters.lastIds[kind] - counters.removed[kind] - rows[kind]);
}

/** Counts missing rows as removed, so that a loss is reported once. */
export function countMissingAsRemoved(counters: IdCounters, rows: Readonly<Record<HitKind, number>>): void {
  for (const kind of HIT_KINDS) counters.removed[kind] = counters.lastIds[kind] - rows[kind];
}

/** Counters, and the journal that records reservations. */
interface JournaledCounters {
  readonly journal: Journal;
  readonly counters: IdCounters;
}

/** Reserves ids durably, so that no later append gets them. Returns the first. */
export async function reserveIds(
  { journal, counters }: JournaledCounters,
  kind: HitKind,
  count: number,
): Promise<number> {
  const firstId = counters.lastIds[kind] + 1;
  if (count <= 0) return firstId;
  await journal.write({ skip: { kind, firstId, count } });
  counters.lastIds[kind] += count;
  counters.removed[kind] += count;
  return firstId;
}

/** Raises the counters to the ids given, so that none is assigned twice. Returns by how many. */
export async function raiseIds(
  journaled: JournaledCounters,
  ids: Partial<LastIds>,
): Promise<Record<HitKind, number>> {
  const raised = mapKinds(() => 0);
  for (const kind of HIT_KINDS) {
    const count = (ids[kind] ?? 0) - journaled.counters.lastIds[kind];
    if (count <= 0) continue;
    await reserveIds(journaled, kind, count);
    raised[kind] = count;
  }
  return raised;
}
