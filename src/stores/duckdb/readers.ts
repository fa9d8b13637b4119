import type { DuckDBConnection } from '@duckdb/node-api';
import { unavailable } from '../../core/errors.ts';
import type { CopySession } from './engine-types.ts';
import type { OpenInstance } from './instance.ts';
import { createSession } from './session.ts';

const READERS = 2;
const DEADLINE_MS = 20_000;
const INTERRUPT_MS = 20;

/** A connection lent out for reading. */
interface Reader {
  connection: DuckDBConnection;
  session: CopySession;
  catalog: string;
  isBusy: boolean;
}

/** What a read waits for, and where it then reads. */
export interface Barrier {
  /** Resolves when queries see everything acknowledged so far. */
  ready(): Promise<void>;
  /** The catalog in use at that moment. */
  catalog(): string;
}

/** A small pool of reading connections: two at a time, the others wait in line. */
export interface Readers {
  /** Runs `work` behind the barrier, on a connection whose default is its catalog; interrupted after 20 s or when the signal aborts. */
  use<T>(barrier: Barrier, work: (session: CopySession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Resolves once nothing reads from a catalog that is no longer handed out. */
  left(catalog: string): Promise<void>;
  /** Interrupts what runs. */
  close(): Promise<void>;
}

/** Readers of an instance. */
export async function openReaders(open: OpenInstance): Promise<Readers> {
  const all: Reader[] = [];
  for (let n = 0; n < READERS; n += 1) {
    const connection = await open.connect();
    all.push({ connection, session: createSession(open.duckdb, connection), catalog: '', isBusy: false });
  }
  const free = [...all];
  const line: ((reader: Reader) => void)[] = [];
  let isClosed = false;
  let partings: { catalog: string; resolve: () => void }[] = [];
  const users = (catalog: string) => all.filter(reader => reader.isBusy && reader.catalog === catalog).length;
  const release = (reader: Reader) => {
    reader.isBusy = false;
    for (const parting of partings) if (users(parting.catalog) === 0) parting.resolve();
    partings = partings.filter(parting => users(parting.catalog) > 0);
    const next = line.shift();
    if (next) next(reader);
    else free.push(reader);
  };
  const acquire = (): Promise<Reader> => {
    const reader = free.pop();
    return reader ? Promise.resolve(reader) : new Promise(lend => line.push(lend));
  };
  const moveTo = async (reader: Reader, catalog: string) => {
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
   * Ends the transaction that failed work may have left open: its own ROLLBACK can be interrupted like any statement, and
   * then every later one would fail on this connection.
   */
  const settle = async (reader: Reader) => {
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
    use: async (barrier, work, signal) => {
      if (isClosed) throw unavailable('The server is stopping');
      const reader = await acquire();
      try {
        if (isClosed) throw unavailable('The server is stopping');
        signal?.throwIfAborted();
        reader.isBusy = true;
        await barrier.ready();
        await moveTo(reader, barrier.catalog());
        try {
          return await guarded(reader, work, signal);
        } catch (error) {
          await settle(reader);
          throw error;
        }
      } finally {
        release(reader);
      }
    },
    left: catalog =>
      users(catalog) === 0 ? Promise.resolve() : new Promise(resolve => partings.push({ catalog, resolve })),
    close: async () => {
      isClosed = true;
      for (const reader of all) reader.connection.interrupt();
      const closing = await Promise.all(all.map(() => acquire()));
      for (const reader of closing) reader.connection.closeSync();
    },
  };
}

async function guarded<T>(
  reader: Reader,
  work: (session: CopySession) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let isLate = false;
  let stopping: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    // Again and again: a query that has not quite begun does not notice the first time.
    stopping ??= setInterval(() => reader.connection.interrupt(), INTERRUPT_MS);
    reader.connection.interrupt();
  };
  const deadline = setTimeout(() => {
    isLate = true;
    stop();
  }, DEADLINE_MS);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    return await work(reader.session);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isLate) throw unavailable('The answer took longer than 20 seconds: ask for a shorter period');
    if (error instanceof Error && /^Out of Memory Error/.test(error.message)) {
      throw unavailable('The answer needs more memory than the server may use: ask for a shorter period');
    }
    throw error;
  } finally {
    clearTimeout(deadline);
    clearInterval(stopping);
    signal?.removeEventListener('abort', stop);
  }
}
