import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import type { RebuildOptions } from '../engine-types.ts';

const NIGHTLY_BYTES = 1024 ** 2;
/** Time from a removal to its purge, so that many removals have one: each rewrites the whole file, and further changes wait for it. */
const DELAY_MS = MINUTE_MS;
/** Least time between two purges, in multiples of the last one's length. */
const PAUSES = 10;
/** Share of the file's blocks that rebuilds may leave free: what one leaves, the next one takes. */
const MAX_FREE_SHARE = 1 / 8;

/** Purges: rebuilds that write the file of hits anew, so that nothing is left in it of rows that were removed. */
export interface Purges {
  /** Schedules one for what has been removed. A purge that fails is left to the next rebuild, at night at the latest. */
  schedule(): void;
  /** Begins none any more: the next start does. */
  close(): void;
  /** Begins a rebuild, after the one before has ended. Much of a file with work, such as an import, is empty: the next night rewrites it. */
  begin(rebuild: { readonly hasWork: boolean; readonly tidies?: boolean | undefined }): BegunRebuild;
  /** Compacts the journal when it has grown enough, or when the file is to be written anew; with `force` always. */
  maintain(options?: { readonly force?: boolean }): Promise<void>;
  /** Removes superseded files of hits; those from before the last purge early. */
  retireFiles(): void;
}

/** How the file of a rebuild is written. */
export interface BegunRebuild {
  /** Whether it is rewritten, as a purge. */
  readonly rewrites: boolean;
  /** Share of its blocks that may be free: where more are, it is rewritten. Undefined: all. */
  readonly maxFreeShare: number | undefined;
  /** Call it with the number of the snapshot that was made. */
  end(snapshot: number): void;
}

interface PurgeOptions {
  /** True after a start that has replayed a removal: nobody knows which it was. */
  readonly isWanted: boolean;
  readonly rebuild: (options?: RebuildOptions) => Promise<unknown>;
  readonly journalBytes: () => number;
  readonly folder: DataFolder;
  /** Default: a minute. */
  readonly delayMs?: number | undefined;
}

/** Keeps track of purges. */
export function createPurges({
  isWanted,
  rebuild,
  journalBytes,
  folder,
  delayMs = DELAY_MS,
}: PurgeOptions): Purges {
  let wanted = isWanted ? 1 : 0;
  let done = 0;
  /** The first snapshot without a trace of what was removed before it. */
  let cleanFrom = 0;
  let lastMs = 0;
  let scheduled: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  /** Whether work has changed the file since it was last rewritten. */
  let isLoose = false;
  const retireFiles = () =>
    folder.retire('hits', { isTight: folder.snapshots('hits').some(number => number < cleanFrom) });
  const run = async () => {
    const startedMs = performance.now();
    let isLate = false;
    try {
      await rebuild();
      // The newest two files are kept in any case.
      await rebuild();
      isLate = done < wanted;
    } catch (error) {
      folder.log.warn(
        { err: error },
        'the file of hits could not be written anew; it is tried again at night',
      );
    } finally {
      lastMs = performance.now() - startedMs;
      scheduled = undefined;
    }
    if (isLate) schedule();
  };
  function schedule(): void {
    if (isClosed) return;
    scheduled ??= setTimeout(() => void run(), Math.max(delayMs, PAUSES * lastMs)).unref();
  }
  if (isWanted) schedule();
  return {
    schedule: () => {
      wanted += 1;
      schedule();
    },
    close: () => {
      isClosed = true;
      clearTimeout(scheduled);
    },
    begin: ({ hasWork, tidies = false }) => {
      const reached = wanted;
      const rewrites = done < wanted;
      return {
        rewrites,
        maxFreeShare: tidies ? (isLoose ? 0 : MAX_FREE_SHARE) : undefined,
        end: snapshot => {
          isLoose = !rewrites && !tidies && (isLoose || hasWork);
          if (rewrites) cleanFrom = snapshot;
          done = Math.max(done, reached);
        },
      };
    },
    maintain: async ({ force = false } = {}) => {
      if (!force && !isLoose && done >= wanted && journalBytes() <= NIGHTLY_BYTES) return retireFiles();
      await rebuild({ tidies: true });
    },
    retireFiles,
  };
}
