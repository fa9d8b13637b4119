/** Reads of the same rows on several connections at once. */
import { availableParallelism } from 'node:os';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ParallelReads } from '../engine-types.ts';
import type { OpenInstance } from './instance.ts';
import { createSession, startStatement } from './session.ts';
import type { Sql } from './sql.ts';

/** Each has a thread, and its own memory. */
const MAX_CONNECTIONS = 4;
const INTERRUPT_MS = 20;

/** Number of statements that are run at once: one for each thread of the engine. */
export const PARALLEL_READS = Math.min(MAX_CONNECTIONS, availableParallelism());

interface Options {
  readonly catalog: string;
  readonly signal: AbortSignal;
  /** Runs work while nothing is written. */
  readonly withoutWrites: (work: () => Promise<void>) => Promise<void>;
}

/** Runs work with transactions that begin at the same moment, and are rolled back. */
export async function withParallelReads<T>(
  open: OpenInstance,
  { catalog, signal, withoutWrites }: Options,
  work: (reads: ParallelReads) => Promise<T>,
): Promise<T> {
  const connections: DuckDBConnection[] = [];
  try {
    for (let index = 0; index < PARALLEL_READS; index += 1) {
      const connection = await open.connect();
      connections.push(connection);
      await connection.run(`USE ${catalog}`);
    }
    await withoutWrites(async () => {
      for (const connection of connections) {
        const session = createSession(open.duckdb, connection);
        await session.run('BEGIN TRANSACTION READ ONLY');
        // What a transaction sees is decided when it first reads.
        await session.read('select 1 from hits limit 1');
      }
    });
    return await work({
      runTogether: statements => runTogether(open, { connections, signal }, statements),
    });
  } finally {
    for (const connection of connections) connection.closeSync();
  }
}

/**
 * Runs each statement on a connection of its own. Resolves or rejects once none is running any more; where one fails, the
 * others are interrupted.
 */
async function runTogether(
  { duckdb }: OpenInstance,
  {
    connections,
    signal,
  }: { readonly connections: readonly DuckDBConnection[]; readonly signal: AbortSignal },
  statements: readonly Sql[],
): Promise<number[]> {
  const failures: unknown[] = [];
  let interrupting: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    // Repeatedly: a statement that has not started yet misses the first interrupt.
    interrupting ??= setInterval(() => {
      for (const connection of connections) connection.interrupt();
    }, INTERRUPT_MS);
  };
  const attempt = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      failures.push(error);
      stop();
      return undefined;
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const waits: (() => Promise<number>)[] = [];
    for (const [index, statement] of statements.entries()) {
      const connection = connections[index];
      if (!connection) throw new Error('there are more statements than connections');
      const wait = await attempt(() => startStatement(duckdb, connection, statement));
      if (wait) waits.push(wait);
    }
    const counts: number[] = [];
    // The one that is waited for runs in the waiting thread, unless another one has taken it: then two are busy with it. So the
    // last is waited for first, while other threads are at those that were started before it.
    for (const wait of waits.toReversed()) counts.unshift((await attempt(wait)) ?? 0);
    if (failures.length > 0) throw failures[0];
    return counts;
  } finally {
    clearInterval(interrupting);
    signal.removeEventListener('abort', stop);
  }
}
