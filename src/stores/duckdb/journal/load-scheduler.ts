import { unavailable } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Run } from '../rows/rows.ts';
import type { Feeder } from './loader.ts';

const FEED_MS = 200;
const FEED_ROWS = 2000;
const RETRY_MS = 5000;

/** When rows go from the journal into DuckDB: before every read, and otherwise a little after they were acknowledged. */
export interface Feeding {
  push(runs: readonly Run[]): void;
  /**
   * The barrier of reads: resolves once everything pushed before is seen by queries.
   * Rejects with `AppError('unavailable')` when DuckDB cannot take the rows.
   */
  flush(): Promise<void>;
  /** Likewise, but rows that memory had no room for may be missing. */
  flushAvailable(): Promise<void>;
  close(): void;
}

/** Feeds whichever feeder is in use. */
export function createFeeding({
  feeder,
  log,
  onBehind,
}: {
  readonly feeder: () => Feeder;
  readonly log: Log;
  /** Called when memory has run out: a rebuild has to bring the rows into the file. */
  readonly onBehind: () => void;
}): Feeding {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFeeding = false;
  let isClosed = false;
  const feed = async () => {
    clearTimeout(timer);
    timer = undefined;
    isFeeding = true;
    let delayMs = FEED_MS;
    try {
      await flushCurrent();
    } catch (error) {
      delayMs = RETRY_MS;
      log.error({ err: error }, 'hits on disk could not be brought into memory; the next read tries again');
    }
    isFeeding = false;
    if (feeder().waitingRows > 0) feedLater(delayMs);
  };
  const feedLater = (delayMs = FEED_MS) => {
    if (!isClosed) timer ??= setTimeout(feed, delayMs).unref();
  };
  const flushCurrent = async () => {
    const target = feeder();
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
      const target = feeder();
      target.push(runs);
      if (isFeeding) return;
      if (target.waitingRows >= FEED_ROWS) void feed();
      else feedLater();
    },
    flushAvailable,
    flush: async () => {
      await flushAvailable();
      if (feeder().isBehind)
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
