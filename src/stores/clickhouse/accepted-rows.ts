/** Keeps rows from their acceptance to their delivery, which comes soon: to read them from the outbox takes longer than to deliver them. */
import { HIT_KINDS } from '../../core/hits/columns.ts';
import type { ByKind, Outbox, OutboxRow } from '../../core/hits/outbox.ts';

/** Rows that are kept; of more, all are read. */
const MAX_ROWS = 5000;

export interface AcceptedRows extends Pick<Outbox, 'append'> {
  /** Returns the oldest rows of each kind after some ids, as the outbox does; those up to these ids have been delivered. */
  readonly read: Outbox['read'];
  /** Forgets all rows: some may not be in the outbox any more. */
  clear(): void;
}

const byId = (a: OutboxRow, b: OutboxRow): number => a.id - b.id;

/** Returns the rows of each kind after some ids and up to others, in order; undefined where one is not among them. */
const findAll = (
  rows: readonly OutboxRow[],
  after: ByKind<number>,
  through: ByKind<number>,
): OutboxRow[] | undefined => {
  const found = HIT_KINDS.map(kind => rows.filter(row => row.kind === kind && row.id <= through[kind]));
  const isWhole = HIT_KINDS.every(
    (kind, index) => found[index]?.length === Math.max(0, through[kind] - after[kind]),
  );
  return isWhole ? found.flatMap(own => own.sort(byId)) : undefined;
};

/** Creates the rows of an outbox that are kept. */
export function createAcceptedRows(outbox: Outbox): AcceptedRows {
  let kept: OutboxRow[] = [];
  return {
    append: async rows => {
      const ids = await outbox.append(rows);
      if (kept.length + rows.length > MAX_ROWS) kept = [];
      for (const [index, row] of rows.entries()) kept.push({ ...row, id: ids[index] ?? 0 });
      return ids;
    },
    read: async (after, limit) => {
      kept = kept.filter(({ kind, id }) => id > after[kind]);
      // The rest is not kept: rows that an earlier process or an import has left.
      return findAll(kept, after, outbox.lastIds()) ?? outbox.read(after, limit);
    },
    clear: () => {
      kept = [];
    },
  };
}
