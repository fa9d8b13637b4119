import type { Log } from '../../../core/log.ts';

/** Purges: rebuilds that write the file of hits anew, so that nothing is left in it of rows that were removed. */
export interface Purges {
  /** Starts one. A purge that fails is left to the next rebuild, at night at the latest. */
  start(): void;
  /** Whether the next rebuild has to be one. */
  isWanted(): boolean;
  /** Call it before a rebuild. Returns the function to be called once that has succeeded. */
  begin(): () => void;
  /** Whether there has been one, so that older files should go. */
  hasHappened(): boolean;
}

interface PurgeOptions {
  /** True after a start that has replayed a removal: nobody knows which it was. */
  readonly isWanted: boolean;
  readonly rebuild: () => Promise<unknown>;
  readonly log: Log;
}

/** Keeps track of purges. */
export function createPurges({ isWanted, rebuild, log }: PurgeOptions): Purges {
  let wanted = isWanted ? 1 : 0;
  let done = 0;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    try {
      while (done < wanted) await rebuild();
      // The newest two files are kept in any case.
      await rebuild();
    } catch (error) {
      log.warn({ err: error }, 'the file of hits could not be written anew; it is tried again at night');
    } finally {
      isRunning = false;
    }
  };
  return {
    start: () => {
      wanted += 1;
      if (!isRunning) void run();
    },
    isWanted: () => done < wanted,
    begin: () => {
      const reached = wanted;
      return () => {
        done = Math.max(done, reached);
      };
    },
    hasHappened: () => done > 0,
  };
}
