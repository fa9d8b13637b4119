import type { DataFolder } from '../../data-folder.ts';

/** Purges: rebuilds that write the file of hits anew, so that nothing is left in it of rows that were removed. */
export interface Purges {
  /** Starts one. A purge that fails is left to the next rebuild, at night at the latest. */
  start(): void;
  /** Whether the next rebuild has to be one. */
  isWanted(): boolean;
  /** Call it before a rebuild. Returns the function to be called with the number of the snapshot that it made. */
  begin(): (snapshot: number) => void;
  /** Removes superseded files of hits; those from before the last purge early. */
  retireFiles(): void;
}

interface PurgeOptions {
  /** True after a start that has replayed a removal: nobody knows which it was. */
  readonly isWanted: boolean;
  readonly rebuild: () => Promise<unknown>;
  readonly folder: DataFolder;
}

/** Keeps track of purges. */
export function createPurges({ isWanted, rebuild, folder }: PurgeOptions): Purges {
  let wanted = isWanted ? 1 : 0;
  let done = 0;
  /** The first snapshot without a trace of what was removed before it. */
  let cleanFrom = 0;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    try {
      while (done < wanted) await rebuild();
      // The newest two files are kept in any case.
      await rebuild();
    } catch (error) {
      folder.log.warn(
        { err: error },
        'the file of hits could not be written anew; it is tried again at night',
      );
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
      const isPurge = done < wanted;
      return snapshot => {
        if (isPurge) cleanFrom = snapshot;
        done = Math.max(done, reached);
      };
    },
    retireFiles: () =>
      folder.retire('hits', { isTight: folder.snapshots('hits').some(number => number < cleanFrom) }),
  };
}
