import { unavailable } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { RowRun } from '../rows/rows.ts';
import type { Loader } from './loader.ts';

const LOAD_DELAY_MS = 200;
const LOAD_ROWS = 2000;
const RETRY_MS = 5000;

/**
 * Schedules loading of rows from the journal into DuckDB: before every read, else after they were acknowledged, at once where
 * nothing was loaded for a while: a read after a single hit then hardly waits.
 */
export interface LoadScheduler {
  push(runs: readonly RowRun[]): void;
  /** Begins to load what waits, such as the rows of a journal that was replayed. */
  start(): void;
  /**
   * The barrier of reads: resolves once queries see everything pushed before. Rejects with `AppError('unavailable')` when
   * the rows cannot be loaded.
   */
  flush(): Promise<void>;
  /** Likewise, but rows that did not fit into memory may be missing. */
  flushAvailable(): Promise<void>;
  /** Returns whether rows are being loaded. */
  isBusy(): boolean;
  close(): void;
}

/** Creates the scheduler of the current loader. */
export function createLoadScheduler({
  loader,
  hasMemory,
  log,
  onBehind,
}: {
  readonly loader: () => Loader;
  /** Resolves when all of the memory may be used. */
  readonly hasMemory: () => Promise<void>;
  readonly log: Log;
  /** Called when memory has run out: a rebuild has to write the rows to the file. */
  readonly onBehind: () => void;
}): LoadScheduler {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  let isClosed = false;
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  const load = async () => {
    clearTimeout(timer);
    timer = undefined;
    isLoading = true;
    let delayMs = LOAD_DELAY_MS;
    try {
      await flushCurrent();
    } catch (error) {
      delayMs = RETRY_MS;
      log.error({ err: error }, 'hits on disk could not be brought into memory; the next read tries again');
    }
    isLoading = false;
    loadedAtMs = performance.now();
    if (loader().waitingRows > 0) loadLater(delayMs);
  };
  const loadLater = (delayMs = LOAD_DELAY_MS) => {
    if (!isClosed) timer ??= setTimeout(load, delayMs).unref();
  };
  let flushes = 0;
  const flushCurrent = async () => {
    flushes += 1;
    try {
      await hasMemory();
      const target = loader();
      const wasBehind = target.isBehind;
      await target.flush();
      if (target.isBehind && !wasBehind) onBehind();
    } finally {
      flushes -= 1;
    }
  };
  const flushAvailable = async () => {
    try {
      await flushCurrent();
    } catch (error) {
      log.error({ err: error }, 'hits on disk could not be brought into memory');
      throw unavailable('The server cannot answer this right now: try again later');
    }
  };
  return {
    push: runs => {
      const target = loader();
      target.push(runs);
      if (isLoading) return;
      const isIdle = timer === undefined && performance.now() - loadedAtMs > LOAD_DELAY_MS;
      if (!isClosed && (isIdle || target.waitingRows >= LOAD_ROWS)) void load();
      else loadLater();
    },
    start: () => {
      if (loader().waitingRows > 0 && !isLoading) void load();
    },
    flushAvailable,
    flush: async () => {
      await flushAvailable();
      if (loader().isBehind)
        throw unavailable(
          'Hits are counted, but reports have to wait: there is not enough memory for those that are not in the file of hits yet, and they are being written to it. Ask again in a minute; if it stays so, free space on the disk or raise --memory-limit',
        );
    },
    isBusy: () => flushes > 0,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
