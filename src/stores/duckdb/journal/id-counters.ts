/** The account of ids in the file itself: how far they have come and how many rows were taken away on purpose. */
import { HIT_KINDS, type HitKind } from '../../../core/hit-store.ts';
import { type CopySession, TABLE_OF } from '../engine-types.ts';
import { perKind } from '../rows/rows.ts';

export interface Ledger {
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

/** The ledger of the file that the session reads. */
export async function readLedger(session: Pick<CopySession, 'read'>): Promise<Ledger> {
  const entries = await session.read<Entry>('SELECT kind, last_id, removed FROM ledger');
  const of = (kind: HitKind) => entries.find(entry => entry.kind === kind);
  return {
    lastIds: perKind(kind => of(kind)?.last_id ?? 0),
    removed: perKind(kind => of(kind)?.removed ?? 0),
  };
}

/** Replaces the ledger of a file that is being finished. */
export async function writeLedger(session: CopySession, ledger: Ledger): Promise<void> {
  await session.run('DELETE FROM ledger');
  for (const kind of HIT_KINDS) {
    await session.run('INSERT INTO ledger VALUES (?, ?, ?)', [
      kind,
      ledger.lastIds[kind],
      ledger.removed[kind],
    ]);
  }
}

/** Rows of every kind. */
export async function countRows(session: Pick<CopySession, 'read'>): Promise<Record<HitKind, number>> {
  const counts = await Promise.all(
    HIT_KINDS.map(kind => session.read<{ n: number }>(`SELECT count(*) AS n FROM ${TABLE_OF[kind]}`)),
  );
  return perKind(kind => counts[HIT_KINDS.indexOf(kind)]?.[0]?.n ?? 0);
}

/** Rows that should be there and are not, for each kind; all 0 in a whole file. */
export function missingRows(
  ledger: Ledger,
  rows: Readonly<Record<HitKind, number>>,
): Record<HitKind, number> {
  return perKind(kind => ledger.lastIds[kind] - ledger.removed[kind] - rows[kind]);
}

/** Counts rows that are missing as removed, so that what is lost is reported once. */
export function balance(ledger: Ledger, rows: Readonly<Record<HitKind, number>>): void {
  for (const kind of HIT_KINDS) ledger.removed[kind] = ledger.lastIds[kind] - rows[kind];
}
