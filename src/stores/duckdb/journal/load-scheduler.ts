import { unavailable } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { RowRun } from '../rows/rows.ts';
import type { Loader } from './loader.ts';

const LOAD_DELAY_MS = 200;
const LOAD_ROWS = 2000;
const RETRY_MS = 5000;

/** When rows go from the journal into DuckDB: before every read, and otherwise a little after they were acknowledged. */
export interface LoadScheduler {
  push(runs: readonly RowRun[]): void;
  /**
   * The barrier of reads: resolves once everything pushed before is seen by queries.
   * Rejects with `AppError('unavailable')` when DuckDB cannot take the rows.
   */
  flush(): Promise<void>;
  /** Likewise, but rows that memory had no room for may be missing. */
  flushAvailable(): Promise<void>;
  close(): void;
}

/** Feeds whichever loader is in use. */
export function createLoadScheduler({
  loader,
  log,
  onBehind,
}: {
  readonly loader: () => Loader;
  readonly log: Log;
  /** Called when memory has run out: a rebuild has to bring the rows into the file. */
  readonly onBehind: () => void;
}): LoadScheduler {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFeeding = false;
  let isClosed = false;
  const feed = async () => {
    clearTimeout(timer);
    timer = undefined;
    isFeeding = true;
    let delayMs = LOAD_DELAY_MS;
    try {
      await flushCurrent();
    } catch (error) {
      delayMs = RETRY_MS;
      log.error({ err: error }, 'hits on disk could not be brought into memory; the next read tries again');
    }
    isFeeding = false;
    if (loader().waitingRows > 0) feedLater(delayMs);
  };
  const feedLater = (delayMs = LOAD_DELAY_MS) => {
    if (!isClosed) timer ??= setTimeout(feed, delayMs).unref();
  };
  const flushCurrent = async () => {
    const target = loader();
    const wasBehind = target.isBehind;
    await target.flush();
    if (target.isBehind && !wasBehind) onBehind();
  };
  const flushAvailable = async () => {
    try {
      await flushCurrent();
    } catch (error) {
      log.error({ err: error }, 'hits on disk could not be brought into memory');
      throw unavailable('The server cannot answer this right now: ask again later');
    }
  };
  return {
    push: runs => {
      const target = loader();
      target.push(runs);
      if (isFeeding) return;
      if (target.waitingRows >= LOAD_ROWS) void feed();
      else feedLater();
    },
    flushAvailable,
    flush: async () => {
      await flushAvailable();
      if (loader().isBehind)
        throw unavailable(
          'Hits are counted, but reports have to wait: there is not enough memory for those that are not in the file of hits yet, and they are being written to it. Ask again in a minute; if it stays so, free space on the disk or raise --memory-limit',
        );
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
