import { unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Feeder } from './feeder.ts';
import type { Run } from './rows.ts';

const FEED_MS = 200;
const FEED_ROWS = 2000;

/** When rows go from the journal into DuckDB: before every read, and otherwise a little after they were acknowledged. */
export interface Feeding {
  push(runs: readonly Run[]): void;
  /** The barrier of reads. Throws `AppError('unavailable')` when DuckDB cannot take the rows. */
  flush(): void;
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
  let isSoon = false;
  const quietly = () => {
    timer = undefined;
    isSoon = false;
    try {
      feeder().flush();
    } catch (error) {
      log.error({ err: error }, 'hits on disk could not be brought into memory; the next read tries again');
    }
  };
  return {
    push: runs => {
      feeder().push(runs);
      if (feeder().waitingRows >= FEED_ROWS && !isSoon) {
        isSoon = true;
        setImmediate(quietly);
      } else if (timer === undefined) {
        timer = setTimeout(quietly, FEED_MS);
        timer.unref();
      }
    },
    flush: () => {
      try {
        feeder().flush();
      } catch (error) {
        log.error({ err: error }, 'hits on disk could not be brought into memory');
        throw unavailable('The server cannot answer this right now: ask again later');
      }
    },
    close: () => clearTimeout(timer),
  };
}
