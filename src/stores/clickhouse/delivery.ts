/** Delivers accepted rows from the outbox to ClickHouse: in order, exactly once, within seconds, and at once if a read waits. */
import { AppError, CommandError, unavailable } from '../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type {
  ByKind,
  DeliveryNote,
  DeliveryNotes,
  IdRange,
  Outbox,
  OutboxRow,
  Renumbering,
  RestorationNote,
  RowsNote,
} from '../../core/hits/outbox.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { Log } from '../../core/log.ts';
import { createMutex } from '../../lib/mutex.ts';
import { createAcceptedRows } from './accepted-rows.ts';
import { appendRows, findStored, toToken } from './append.ts';
import type { ClickHouse } from './client.ts';
import { describeFailure } from './faults.ts';
import type { DeliveredRows } from './kept/delivered-rows.ts';
import { findNewestIds, mapKinds } from './newest-ids.ts';

/** Maximum number of rows of a kind in a batch. */
const BATCH_ROWS = 10_000;
/** How long rows wait for others unless a read needs them, and the number of rows that is delivered at once. */
const PAUSE_MS = 1000;
const MANY_ROWS = 2500;
const MAX_RETRY_MS = 30_000;
/** Errors that readers see, for a database of another installation or version and for rows that it refuses; the log has the details. */
const UNUSABLE = 'The database of hits cannot be used: the log of the server says why';
const REFUSED = 'Hits cannot be stored in the database of hits, and wait: the log of the server says why';
const MOVED_BACK = 'The hits are in the data folder again: restart the server without FOOTFALL_HITS_URL';

export interface Delivery {
  /** Accepts rows. Rejects with `AppError('unavailable')` while too many wait already. */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /** Starts with the rows that an earlier process left. If ClickHouse is reachable, none of its ids is assigned afterwards. */
  start(options: { readonly isThere: boolean }): Promise<void>;
  /** Resolves once everything that was accepted before the call is in ClickHouse. Rejects when it cannot be reached. */
  settle(): Promise<void>;
  /** Runs work between two deliveries, once everything accepted before is in ClickHouse. */
  runSettled<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work as `runSettled` does; if it succeeds, all deliveries end. */
  runLast(work: () => Promise<void>): Promise<void>;
  /** Records what `work` is about to do, so that `recover` repeats it after a crash, and runs it. */
  runNoted(note: DeliveryNote, work: () => Promise<void>): Promise<void>;
  /** Returns how many rows wait. */
  waitingRows(): number;
  /** Ends deliveries; waiting rows stay in the data folder. */
  close(): Promise<void>;
}

export interface DeliveryOptions {
  readonly db: ClickHouse;
  readonly outbox: Outbox;
  readonly notes: DeliveryNotes;
  readonly log: Log;
  /** Maximum number of rows that wait. */
  readonly maxWaitingRows: number;
  /** How long a few rows wait for others. Default: a second. */
  readonly pauseMs?: number;
  /** Prepares the database, once it can be reached. */
  readonly prepare: () => Promise<void>;
  /** Completes a restoration that was noted. */
  readonly restore: (note: RestorationNote) => Promise<void>;
  /** The zones of the days of sites. */
  readonly zoneOf: (siteId: number) => string;
  /** Where deliveries are noted: those of rows that may be stored already count as changes. */
  readonly delivered: DeliveredRows;
}

const NO_IDS: ByKind<number> = { hit: 0, event: 0, agent_visit: 0, spam_hit: 0, engagement: 0 };

/** Returns the ids of rows, which ascend within a kind. */
const toRanges = (rows: readonly OutboxRow[]): IdRange[] => {
  const ranges: { kind: HitKind; firstId: number; lastId: number }[] = [];
  for (const { kind, id } of rows) {
    const last = ranges.at(-1);
    if (last?.kind === kind && last.lastId + 1 === id) last.lastId = id;
    else ranges.push({ kind, firstId: id, lastId: id });
  }
  return ranges;
};

/** Returns rows with the ids that they are stored with. */
function withNewIds(rows: readonly OutboxRow[], renumbered: readonly Renumbering[]): readonly OutboxRow[] {
  if (renumbered.length === 0) return rows;
  const newIds = new Map(
    renumbered.flatMap(({ kind, ids, firstId }) =>
      ids.map((id, index) => [`${kind} ${id}`, firstId + index]),
    ),
  );
  return rows.map(row => ({ ...row, id: newIds.get(`${row.kind} ${row.id}`) ?? row.id }));
}

/** Reserves new ids for rows whose ids are taken. */
async function renumber(outbox: Outbox, clashes: readonly OutboxRow[]): Promise<Renumbering[]> {
  const renumbered: Renumbering[] = [];
  for (const [kind, rows] of Map.groupBy(clashes, row => row.kind)) {
    const firstId = await outbox.reserveIds(kind, rows.length);
    renumbered.push({ kind, ids: rows.map(row => row.id), firstId });
  }
  return renumbered;
}

/** Stores rows of the outbox; those up to some ids may already be stored. Returns their ids in the outbox. */
async function storeBatch(
  { db, outbox, notes, log, delivered, zoneOf }: DeliveryOptions,
  accepted: readonly OutboxRow[],
  through: ByKind<number>,
): Promise<readonly IdRange[]> {
  const ranges = toRanges(accepted);
  const doubtful = accepted.filter(({ kind, id }) => id <= through[kind]);
  const stored = await findStored(db, doubtful);
  const renumbered = await renumber(outbox, doubtful.filter(stored.hasOther));
  if (renumbered.length > 0)
    log.warn('hits had the ids of others on ClickHouse, and got new ones: was the data folder copied?');
  notes.write({ kind: 'rows', ranges, ...(renumbered.length > 0 && { renumbered }) });
  const rows = withNewIds(accepted, renumbered);
  const insert = () => appendRows(db, rows, { zoneOf, token: toToken(rows), stored });
  await (doubtful.length === 0 ? delivered.deliver(rows, insert) : delivered.change(insert));
  return ranges;
}

/** Delivers the rest of an interrupted batch, without the rows already stored. Returns the number of rows. */
const repeatBatch = async (
  { db, outbox, delivered, zoneOf }: DeliveryOptions,
  { ranges, renumbered = [] }: RowsNote,
): Promise<number> => {
  const rows = withNewIds(await outbox.readRanges(ranges), renumbered);
  const stored = await findStored(db, rows);
  await delivered.change(() => appendRows(db, rows, { zoneOf, token: toToken(rows), stored }));
  await outbox.takeOut(ranges);
  return rows.length;
};

/** Removes stored rows from the outbox; deliveries continue meanwhile, since a rebuild may delay this for long. */
function createTakeOut(outbox: Outbox, log: Log) {
  const stored: IdRange[] = [];
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    while (stored.length > 0) {
      const ranges = stored.slice();
      await outbox.takeOut(ranges);
      stored.splice(0, ranges.length);
    }
  };
  return {
    add(ranges: readonly IdRange[]): void {
      stored.push(...ranges);
      running ??= run()
        .catch(error => log.warn({ err: error }, 'delivered hits could not be taken out of the data folder'))
        .finally(() => {
          running = undefined;
        });
    },
    /** Resolves once no rows are being removed. */
    idle: async (): Promise<void> => running,
  };
}

/** Counts the rows that wait. */
function createWaiting(outbox: Outbox) {
  let waiting = 0;
  let counting: Promise<void> | undefined;
  const count = async (): Promise<void> => {
    try {
      waiting += await outbox.count();
    } catch (error) {
      counting = undefined;
      throw error;
    }
  };
  return {
    rows: () => waiting,
    add(rows: number): void {
      waiting = Math.max(0, waiting + rows);
    },
    /** Adds what an earlier process has left; once. */
    countLeft: (): Promise<void> => {
      counting ??= count();
      return counting;
    },
  };
}

/** Returns the ids up to which everything is delivered, once the rows after `through` are; `newest` were known before. */
const advance = (
  through: ByKind<number>,
  newest: ByKind<number>,
  rows: readonly OutboxRow[],
): ByKind<number> => {
  const byKind = Map.groupBy(rows, row => row.kind);
  return mapKinds(kind => {
    const own = byKind.get(kind) ?? [];
    const last = own.at(-1)?.id ?? 0;
    // Some may have come before the rows were read.
    return own.length < BATCH_ROWS ? Math.max(newest[kind], through[kind], last) : last;
  });
};

/** Creates a timer of one deadline at a time: until it has passed, no other is set. */
function createTimer(onDeadline: () => void) {
  let timer: Timer | undefined;
  return {
    set(delayMs: number): void {
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        onDeadline();
      }, delayMs);
      timer.unref();
    },
    clear: () => clearTimeout(timer),
  };
}

/** Returns the error of reads that wait for a delivery: whatever it failed for, it is tried again. */
const toReadError = (error: unknown): AppError =>
  error instanceof AppError ? error : unavailable(error instanceof CommandError ? UNUSABLE : REFUSED);

/** Checked again once the server can be reached. */
const ignoreUnavailable = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
};

/** Creates the deliveries of one connection. Nothing is sent before the first one is due. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { db, outbox, notes, log, pauseMs = PAUSE_MS } = options;
  const turns = createMutex();
  let through = NO_IDS;
  const taking = createTakeOut(outbox, log);
  const waiting = createWaiting(outbox);
  const accepted = createAcceptedRows(outbox);
  let isReady = false;
  /** Whether rows of the outbox may already be stored: after the start, and after a failure. */
  let isUncertain = true;
  let failures = 0;
  let isClosed = false;
  let isOver = false;

  /** Completes the work that an earlier attempt recorded. */
  const recover = async (): Promise<void> => {
    const note = notes.read();
    if (note?.kind === 'rows') waiting.add(-(await repeatBatch(options, note)));
    if (note?.kind === 'restoration') await options.restore(note);
    if (note) notes.write(undefined);
  };
  const raiseIds = async (): Promise<void> => outbox.raiseIds(await findNewestIds(db));
  const open = async (): Promise<void> => {
    if (isReady) return;
    await options.prepare();
    await raiseIds();
    await waiting.countLeft();
    isReady = true;
  };
  const deliver = async (rows: readonly OutboxRow[], stored: ByKind<number>): Promise<void> => {
    const ranges = await storeBatch(options, rows, stored);
    waiting.add(-rows.length);
    taking.add(ranges);
  };
  /** Delivers everything that was accepted before it began. */
  const deliverAll = async (): Promise<void> => {
    await open();
    if (isUncertain) await recover();
    // Rows up to these ids may already be stored, or other rows with the same ids.
    const stored = isUncertain ? await findNewestIds(db) : NO_IDS;
    for (let isFull = true; isFull; ) {
      const newest = outbox.lastIds();
      const rows = await accepted.read(through, BATCH_ROWS);
      if (rows.length > 0) await deliver(rows, stored);
      through = advance(through, newest, rows);
      isFull = HIT_KINDS.some(kind => through[kind] < newest[kind]);
    }
    isUncertain = false;
  };
  const timer = createTimer(() => {
    // A read may have asked for them.
    if (!(isClosed || isDelivered())) runSoon();
  });
  const attempt = async (): Promise<void> => {
    if (isClosed) throw unavailable('The server is stopping');
    if (isOver) throw unavailable(MOVED_BACK);
    try {
      await deliverAll();
      if (failures > 0) log.info('hits are delivered to ClickHouse again');
      failures = 0;
    } catch (error) {
      isUncertain = true;
      accepted.clear();
      if (failures === 0)
        log.error(
          { err: error },
          `hits cannot be delivered to ClickHouse and wait in the data folder: ${describeFailure(error)}`,
        );
      failures += 1;
      timer.set(Math.min(MAX_RETRY_MS, PAUSE_MS * 2 ** Math.min(failures, 10)));
      throw toReadError(error);
    }
  };
  let next: Promise<void> | undefined;
  /** Joins the next delivery, which has not begun. */
  const run = (): Promise<void> => {
    next ??= turns.runExclusive(() => {
      next = undefined;
      return attempt();
    });
    return next;
  };
  /** Ignores the failure of a delivery that nobody waits for: it is logged. */
  const runSoon = (): void => {
    run().catch(() => undefined);
  };
  const isDelivered = (): boolean => {
    const newest = outbox.lastIds();
    return isReady && !isUncertain && HIT_KINDS.every(kind => through[kind] >= newest[kind]);
  };
  const runSettled: Delivery['runSettled'] = work =>
    turns.runExclusive(async () => {
      await attempt();
      // Rows that arrive meanwhile may be removed, too.
      return work().finally(accepted.clear);
    });
  return {
    append: async rows => {
      await waiting.countLeft();
      if (waiting.rows() + rows.length > options.maxWaitingRows)
        throw unavailable('Too many hits are waiting for ClickHouse: send it again later');
      waiting.add(rows.length);
      try {
        const ids = await accepted.append(rows);
        if (failures === 0 && waiting.rows() >= MANY_ROWS) runSoon();
        else timer.set(pauseMs);
        return ids;
      } catch (error) {
        waiting.add(-rows.length);
        throw error;
      }
    },
    start: async ({ isThere }) => {
      await waiting.countLeft();
      if (isThere) await raiseIds().catch(ignoreUnavailable);
      timer.set(0);
    },
    settle: () => (isDelivered() ? Promise.resolve() : run()),
    runSettled,
    runLast: work =>
      runSettled(async () => {
        // Rows that are still in the outbox were delivered.
        await taking.idle();
        await work();
        isOver = true;
        isReady = false;
      }),
    runNoted: async (note, work) => {
      notes.write(note);
      try {
        await work();
      } catch (error) {
        isUncertain = true;
        throw error;
      }
      notes.write(undefined);
    },
    waitingRows: () => waiting.rows(),
    close: async () => {
      isClosed = true;
      timer.clear();
      await turns.idle();
      await taking.idle();
    },
  };
}
