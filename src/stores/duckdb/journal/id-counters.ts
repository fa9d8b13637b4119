/** The account of ids in the file itself: how far they have come and how many rows were taken away on purpose. */
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import { type CopySession, TABLES } from '../engine-types.ts';
import { mapKinds } from '../rows/rows.ts';

export interface IdCounters {
  /** Newest id given to a row of the kind, 0 when none was. */
  readonly lastIds: Record<HitKind, number>;
  /** Ids without a row: removed, or reserved and not used. */
  readonly removed: Record<HitKind, number>;
}

interface Entry {
  readonly kind: string;
  readonly last_id: number;
  readonly removed: number;
}

/** The counters of the file that the session reads. */
export async function readIdCounters(session: Pick<CopySession, 'read'>): Promise<IdCounters> {
  const entries = await session.read<Entry>('SELECT kind, last_id, removed FROM ledger');
  const of = (kind: HitKind) => entries.find(entry => entry.kind === kind);
  return {
    lastIds: mapKinds(kind => of(kind)?.last_id ?? 0),
    removed: mapKinds(kind => of(kind)?.removed ?? 0),
  };
}

/** Replaces the counters of a file that is being finished. */
export async function writeIdCounters(session: CopySession, counters: IdCounters): Promise<void> {
  await session.run('DELETE FROM ledger');
  for (const kind of HIT_KINDS) {
    await session.run('INSERT INTO ledger VALUES (?, ?, ?)', [
      kind,
      counters.lastIds[kind],
      counters.removed[kind],
    ]);
  }
}

/** Rows of every kind. */
export async function countRows(session: Pick<CopySession, 'read'>): Promise<Record<HitKind, number>> {
  const counts = await Promise.all(
    HIT_KINDS.map(kind => session.read<{ n: number }>(`SELECT count(*) AS n FROM ${TABLES[kind]}`)),
  );
  return mapKinds(kind => counts[HIT_KINDS.indexOf(kind)]?.[0]?.n ?? 0);
}

/** Rows that should be there and are not, for each kind; all 0 in a whole file. */
export function missingRows(
  counters: IdCounters,
  rows: Readonly<Record<HitKind, number>>,
): Record<HitKind, number> {
  return mapKinds(kind => counters.lastIds[kind] - counters.removed[kind] - rows[kind]);
}

/** Counts rows that are missing as removed, so that what is lost is reported once. */
export function countMissingAsRemoved(counters: IdCounters, rows: Readonly<Record<HitKind, number>>): void {
  for (const kind of HIT_KINDS) counters.removed[kind] = counters.lastIds[kind] - rows[kind];
}
