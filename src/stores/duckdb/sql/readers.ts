import type { DuckDBConnection } from '@duckdb/node-api';
import { unavailable } from '../../../core/errors.ts';
import { createFairPool, type FairPool } from '../../../lib/fair-pool.ts';
import {
  BACKGROUND,
  isStopping,
  NEEDS_TOO_MUCH_MEMORY,
  READ_LIMITS,
  type ReadLimits,
  toDeadlineMs,
  tookTooLong,
  type UseOptions,
  waitLimits,
} from '../../read-limits.ts';
import type { CopySession } from '../engine-types.ts';
import type { OpenInstance } from './instance.ts';
import { createSession } from './session.ts';

/** One more than a queue may use, so that slow reports of one account leave a reader to the others. */
const READERS = 3;
const MAX_READERS_PER_QUEUE = 2;
/** For look-ups that writes wait for, so that no report delays them. */
const INGEST_READERS = 2;
const LENGTHY_READERS = 1;
const INTERRUPT_MS = 20;

/** A connection of the pool. */
interface Reader {
  connection: DuckDBConnection;
  session: CopySession;
  catalog: string;
  isBusy: boolean;
}

/** What a read waits for, and the catalog that it then reads from. */
export interface ReadBarrier {
  /** Resolves when queries see everything acknowledged so far. */
  ready(): Promise<void>;
  /** Returns the current catalog. */
  catalog(): string;
}

/** A pool of read connections; a read that finds none free waits in its queue. */
export interface Readers {
  /**
   * Runs `work` after the barrier, on a connection whose default is its catalog; interrupted after 20 s or when the signal
   * aborts. Rejects with `rate_limited` when too many reads of its queue wait, with `unavailable` when it waits too long.
   */
  use<T>(barrier: ReadBarrier, work: (session: CopySession) => Promise<T>, options?: UseOptions): Promise<T>;
  /** Returns the number of reads that wait for a connection. */
  waiting(): number;
  /** Returns whether something reads. */
  isBusy(): boolean;
  /** Resolves once nothing reads from a catalog that is no longer current. */
  idle(catalog: string): Promise<void>;
  /** Interrupts running reads and closes the connections. */
  close(): Promise<void>;
}

/** Opens the readers of an instance. */
export async function openReaders(open: OpenInstance, limits: ReadLimits = READ_LIMITS): Promise<Readers> {
  const openSome = async (count: number): Promise<Reader[]> => {
    const readers: Reader[] = [];
    for (let n = 0; n < count; n += 1) {
      const connection = await open.connect();
      readers.push({
        connection,
        session: createSession(open.duckdb, connection),
        catalog: '',
        isBusy: false,
      });
    }
    return readers;
  };
  const reports = await openSome(READERS);
  const ingest = await openSome(INGEST_READERS);
  const lengthy = await openSome(LENGTHY_READERS);
  const all = [...reports, ...ingest, ...lengthy];
  const reportPool = createFairPool(reports, MAX_READERS_PER_QUEUE);
  const ingestPool = createFairPool(ingest, INGEST_READERS);
  const lengthyPool = createFairPool(lengthy, LENGTHY_READERS);
  let waiters: { catalog: string; resolve: () => void }[] = [];
  const users = (catalog: string) => all.filter(reader => reader.isBusy && reader.catalog === catalog).length;
  const release = (pool: FairPool<Reader>, reader: Reader) => {
    reader.isBusy = false;
    for (const waiter of waiters) if (users(waiter.catalog) === 0) waiter.resolve();
    waiters = waiters.filter(waiter => users(waiter.catalog) > 0);
    pool.release(reader);
  };
  const selectCatalog = async (reader: Reader, catalog: string) => {
    if (reader.catalog === catalog) return;
    reader.catalog = catalog;
    try {
      await reader.session.run(`USE ${catalog}`);
    } catch (error) {
      reader.catalog = '';
      throw error;
    }
  };
  /**
   * Rolls back a transaction that failed work may have left open: its own ROLLBACK can be interrupted like any statement,
   * and then every later one would fail on this connection.
   */
  const rollBack = async (reader: Reader) => {
    try {
      await reader.session.run('ROLLBACK');
    } catch (error) {
      if (error instanceof Error && error.message.includes('no transaction is active')) return;
      const connection = await open.connect();
      reader.connection.closeSync();
      Object.assign(reader, { connection, session: createSession(open.duckdb, connection), catalog: '' });
    }
  };
  return {
    use: async (barrier, work, options = {}) => {
      const { signal, queue, isForIngest = false, isAtLength = false } = options;
      const pool = isAtLength ? lengthyPool : isForIngest ? ingestPool : reportPool;
      const startedMs = performance.now();
      const reader = await pool.acquire(queue ?? BACKGROUND, {
        signal,
        ...waitLimits(queue, limits),
      });
      try {
        signal?.throwIfAborted();
        reader.isBusy = true;
        await barrier.ready();
        await selectCatalog(reader, barrier.catalog());
        const deadlineMs = toDeadlineMs(options, performance.now() - startedMs, limits);
        try {
          return await runInterruptibly(reader, work, { deadlineMs, signal });
        } catch (error) {
          await rollBack(reader);
          throw error;
        }
      } finally {
        release(pool, reader);
      }
    },
    waiting: () => reportPool.waiting() + ingestPool.waiting(),
    isBusy: () => all.some(reader => reader.isBusy),
    idle: catalog =>
      users(catalog) === 0 ? Promise.resolve() : new Promise(resolve => waiters.push({ catalog, resolve })),
    close: async () => {
      const closing = [reportPool, ingestPool, lengthyPool].map(pool => pool.close(isStopping()));
      for (const reader of all) reader.connection.interrupt();
      await Promise.all(closing);
      for (const reader of all) reader.connection.closeSync();
    },
  };
}

/** Runs `work` with a deadline and a signal, and maps its errors. */
async function runInterruptibly<T>(
  reader: Reader,
  work: (session: CopySession) => Promise<T>,
  {
    deadlineMs,
    signal,
  }: { readonly deadlineMs: number | undefined; readonly signal: AbortSignal | undefined },
): Promise<T> {
  let isLate = false;
  let stopping: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    // Repeatedly: a query that has not started yet misses the first interrupt.
    stopping ??= setInterval(() => reader.connection.interrupt(), INTERRUPT_MS);
    reader.connection.interrupt();
  };
  const onDeadline = () => {
    isLate = true;
    stop();
  };
  const deadline = deadlineMs === undefined ? undefined : setTimeout(onDeadline, deadlineMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    return await work(reader.session);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isLate && deadlineMs !== undefined) throw tookTooLong(deadlineMs);
    if (error instanceof Error && /^Out of Memory Error/.test(error.message))
      throw unavailable(NEEDS_TOO_MUCH_MEMORY);
    throw error;
  } finally {
    clearTimeout(deadline);
    clearInterval(stopping);
    signal?.removeEventListener('abort', stop);
  }
}
