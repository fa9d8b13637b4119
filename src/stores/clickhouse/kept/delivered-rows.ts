/**
 * Notes which rows this process has delivered, and when the table has changed in any other way: what was counted before a
 * delivery is corrected by its rows, and is invalid after anything else.
 */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { OutboxRow } from '../../../core/hits/outbox.ts';
import { matchesVersion, type TableVersion } from './table-version.ts';

/** A row that was delivered. */
export interface DeliveredRow {
  readonly kind: HitKind;
  readonly id: number;
  readonly visitorHash: bigint | null;
  readonly at: number;
  /** Whether its visitor is known by this hash longer than a day. */
  readonly isLasting: boolean;
  /** Number of its delivery. */
  readonly delivery: number;
}

interface Batch {
  readonly delivery: number;
  /** Rows and blocks of all deliveries up to this one. */
  readonly totals: Totals;
  readonly bySite: ReadonlyMap<number, readonly DeliveredRow[]>;
  readonly size: number;
}

interface Totals {
  readonly rows: number;
  readonly blocks: number;
}

/** Rows that are remembered, of all sites. */
const MAX_ROWS = 10_000;
const MAX_BATCHES = 2000;

export interface DeliveredRows {
  /** Runs an insert of rows that are not stored yet. Inserts follow each other. */
  deliver(rows: readonly OutboxRow[], insert: () => Promise<void>): Promise<void>;
  /** Runs any other change of the table. */
  change<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the number of the last delivery that is done; undefined while one is under way. */
  idleSince(): number | undefined;
  /** Returns the number of the last delivery that is done. */
  lastDone(): number;
  /** Returns a number that rises with every change that is no delivery. */
  changes(): number;
  /** Returns rows of a site of later deliveries, those under way included; undefined where they are not known any more. */
  findLater(siteId: number, after: number): DeliveredRow[] | undefined;
  /**
   * Compares the table's version, read since a delivery was done, with what is known to have happened. Returns false, and counts
   * it as a change, when something else has.
   */
  verify(version: TableVersion, since: number): boolean;
}

/** Returns the number of blocks that rows are stored in: one a month. */
const countBlocks = (rows: readonly OutboxRow[]): number =>
  new Set(rows.map(({ createdAt }) => createdAt.toISOString().slice(0, 7))).size;

const toBatch = (delivery: number, rows: readonly OutboxRow[], before: Totals): Batch => ({
  delivery,
  size: rows.length,
  totals: { rows: before.rows + rows.length, blocks: before.blocks + countBlocks(rows) },
  bySite: new Map(
    [...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, own]) => [
      siteId,
      own.map(({ kind, id, visitorHash, visitorScope, createdAt }) => ({
        ...{ kind, id, visitorHash, delivery },
        at: +createdAt,
        isLasting: visitorScope !== 'day',
      })),
    ]),
  ),
});

/** Creates the notes of one process. */
export function createDeliveredRows(maxRows = MAX_ROWS): DeliveredRows {
  let changes = 0;
  let lastBegun = 0;
  let lastDone = 0;
  let totals: Totals = { rows: 0, blocks: 0 };
  let batches: Batch[] = [];
  let remembered = 0;
  let verified:
    | { readonly version: TableVersion; readonly delivery: number; readonly totals: Totals }
    | undefined;
  const forgetRows = (isForgotten: (batch: Batch) => boolean): void => {
    batches = batches.filter(batch => !isForgotten(batch));
    remembered = batches.reduce((sum, { size }) => sum + size, 0);
  };
  const noteChange = (): void => {
    changes += 1;
    verified = undefined;
    forgetRows(({ delivery }) => delivery <= lastDone);
  };
  const push = (rows: readonly OutboxRow[]): number => {
    lastBegun += 1;
    const batch = toBatch(lastBegun, rows, totals);
    totals = batch.totals;
    batches.push(batch);
    remembered += batch.size;
    while (batches.length > 1 && (remembered > maxRows || batches.length > MAX_BATCHES))
      remembered -= batches.shift()?.size ?? 0;
    return lastBegun;
  };
  /** Returns what the deliveries up to one come to; undefined where it is not known any more. */
  const totalsAt = (delivery: number): Totals | undefined =>
    delivery === verified?.delivery
      ? verified.totals
      : batches.find(batch => batch.delivery === delivery)?.totals;
  const isKnown = (version: TableVersion, since: number): boolean => {
    if (!verified) return false;
    for (let delivery = since; delivery <= lastBegun; delivery += 1) {
      const then = totalsAt(delivery);
      if (!then) continue;
      const added = { rows: then.rows - verified.totals.rows, blocks: then.blocks - verified.totals.blocks };
      if (matchesVersion(version, verified.version, added)) return true;
    }
    return false;
  };
  const idleSince = (): number | undefined => (lastBegun === lastDone ? lastDone : undefined);
  return {
    deliver: async (rows, insert) => {
      const delivery = push(rows);
      try {
        await insert();
        lastDone = delivery;
      } catch (error) {
        // It may have arrived, or not.
        lastDone = delivery;
        noteChange();
        throw error;
      }
    },
    change: async work => {
      noteChange();
      try {
        return await work();
      } finally {
        noteChange();
      }
    },
    idleSince,
    lastDone: () => lastDone,
    changes: () => changes,
    findLater: (siteId, after) => {
      const oldest = batches[0]?.delivery ?? lastBegun + 1;
      if (after + 1 < oldest) return undefined;
      return batches.flatMap(({ delivery, bySite }) => (delivery > after ? (bySite.get(siteId) ?? []) : []));
    },
    verify: (version, since) => {
      const isIdle = idleSince() === since;
      const isAsKnown = isKnown(version, since);
      if (!isAsKnown) noteChange();
      if (isIdle) verified = { version, delivery: since, totals };
      return isAsKnown;
    },
  };
}
