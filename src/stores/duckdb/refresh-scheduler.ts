import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../core/log.ts';
import type { Mutex } from '../../lib/mutex.ts';
import type { RefreshHook } from './engine-types.ts';
import type { RowRun } from './rows/rows.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { OpenInstance } from './sql/instance.ts';
import { createSession } from './sql/session.ts';

/** How often what is worked out from rows is refreshed. */
export interface RefreshPace {
  /** Number of new rows. */
  readonly rows: number;
  /** Pause after a refresh, in multiples of its own length. */
  readonly pauses: number;
}

/** Reads can process this many rows, and look up this many visitors, in a few milliseconds; refreshes take at most 5 % of a core. */
const PACE: RefreshPace = { rows: 50, pauses: 20 };

/** Share of the memory of live queries that a refresh uses for its rows. */
const MEMORY_SHARE = 1 / 8;

/**
 * Schedules refreshes: after this many rows, what rebuilds compute from all rows is computed in memory for the new ones, so that
 * reads need not. A refresh is in no journal; a crash only takes it back.
 */
export interface RefreshScheduler {
  /** Call it after every commit. */
  onCommit(runs: readonly RowRun[]): void;
  startNow(): void;
  close(): void;
}

export interface RefreshSchedulerParts {
  readonly open: OpenInstance;
  readonly current: () => Snapshot;
  readonly hook: () => RefreshHook | undefined;
  /** Changes and rebuilds hold it: a refresh would conflict with the former, and the latter refresh anyway. */
  readonly mutex: Mutex;
  readonly memoryLimitBytes: number;
  readonly log: Log;
  readonly pace: RefreshPace | undefined;
}

/** Creates the scheduler. */
export function createRefreshScheduler({
  open,
  current,
  hook,
  mutex,
  memoryLimitBytes,
  log,
  pace = PACE,
}: RefreshSchedulerParts): RefreshScheduler {
  const closing = new AbortController();
  let newRows = 0;
  let isScheduled = false;
  const refresh = async () => {
    newRows = 0;
    const refreshNew = hook();
    if (closing.signal.aborted || !refreshNew) return;
    const { catalog, loader } = current();
    await loader.flush();
    if (loader.isBehind) return;
    const connection = await open.connect();
    const interrupt = () => connection.interrupt();
    closing.signal.addEventListener('abort', interrupt);
    const session = createSession(open.duckdb, connection);
    try {
      await session.run(`USE ${catalog}`);
      await session.run('BEGIN');
      await refreshNew({
        ...session,
        memoryLimitBytes: memoryLimitBytes * MEMORY_SHARE,
        signal: closing.signal,
      });
      await session.run('COMMIT');
    } finally {
      closing.signal.removeEventListener('abort', interrupt);
      // Rolls back what was not committed.
      connection.closeSync();
    }
  };
  const refreshInTurn = async () => {
    if (isScheduled) return;
    isScheduled = true;
    try {
      do {
        const startedMs = performance.now();
        await mutex.runExclusive(refresh);
        const pauseMs = pace.pauses * (performance.now() - startedMs);
        if (pauseMs > 0) await pause(pauseMs, undefined, { signal: closing.signal, ref: false });
      } while (newRows >= pace.rows && !closing.signal.aborted);
    } catch (error) {
      if (!closing.signal.aborted)
        log.debug({ err: error }, 'visits of new hits could not be stored in memory; reads work them out');
    }
    isScheduled = false;
  };
  return {
    onCommit: runs => {
      for (const { rows } of runs) newRows += rows.length;
      if (newRows >= pace.rows) void refreshInTurn();
    },
    startNow: () => void refreshInTurn(),
    close: () => closing.abort(),
  };
}
