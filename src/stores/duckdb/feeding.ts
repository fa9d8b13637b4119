import { unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Feeder } from './feeder.ts';
import type { Run } from './rows.ts';

const FEED_MS = 200;
const FEED_ROWS = 2000;

/** When rows go from the journal into DuckDB: before every read, and otherwise a little after they were acknowledged. */
export interface Feeding {
  push(runs: readonly Run[]): void;
  /**
   * The barrier of reads: resolves once everything pushed before is seen by queries.
   * Rejects with `AppError('unavailable')` when DuckDB cannot take the rows.
   */
  flush(): Promise<void>;
  close(): void;
}

/** Feeds whichever feeder is in use. */
export function createFeeding({
  feeder,
  log,
}: {
  readonly feeder: () => Feeder;
  readonly log: Log;
}): Feeding {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFeeding = false;
  let isClosed = false;
  const feed = async () => {
    clearTimeout(timer);
    timer = undefined;
    isFeeding = true;
    try {
      await feeder().flush();
    } catch (error) {
      log.error({ err: error }, 'hits on disk could not be brought into memory; the next read tries again');
    }
    isFeeding = false;
    if (feeder().waitingRows > 0) feedLater();
  };
  const feedLater = () => {
    if (!isClosed) timer ??= setTimeout(feed, FEED_MS).unref();
  };
  return {
    push: runs => {
      const target = feeder();
      target.push(runs);
      if (isFeeding) return;
      if (target.waitingRows >= FEED_ROWS) void feed();
      else feedLater();
    },
    flush: async () => {
      try {
        await feeder().flush();
      } catch (error) {
        log.error({ err: error }, 'hits on disk could not be brought into memory');
        throw unavailable('The server cannot answer this right now: ask again later');
      }
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
