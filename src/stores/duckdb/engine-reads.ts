/** Reads of the current snapshot: of reports, of writes, and of a start. */
import { unavailable } from '../../core/errors.ts';
import type { DataFolder } from '../data-folder-types.ts';
import type { UseOptions } from '../read-limits.ts';
import type { BlockCache, CopySession } from './engine-types.ts';
import type { LoadScheduler } from './journal/load-scheduler.ts';
import { listSiteIds } from './queries/site-ids.ts';
import { isCorrupt, toReadError } from './snapshot/damage.ts';
import type { Recovered } from './snapshot/recovery.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { Readers } from './sql/readers.ts';

/** The parts of the engine that reads use. */
interface ReadParts {
  readonly folder: DataFolder;
  readonly readers: Readers;
  readonly blockCache: BlockCache;
  readonly recovered: Recovered;
}

/** What reads need to know of the engine's state. */
interface ReadState {
  readonly current: Snapshot;
  readonly isInconsistent: boolean;
}

/** Creates the functions that read from the current snapshot. */
export function createReads(
  { folder, readers, blockCache, recovered }: ReadParts,
  state: ReadState,
  loads: LoadScheduler,
) {
  const barrier = {
    ready: async () => {
      if (state.isInconsistent)
        throw unavailable('The server has to be restarted: its memory and its disk disagree');
      await loads.flush();
    },
    // A snapshot that is promoted in between has all rows of the one before.
    catalog: () => state.current.catalog,
  };
  return {
    use: async <T>(work: (session: CopySession) => Promise<T>, options?: UseOptions): Promise<T> => {
      if (options?.queue !== undefined) blockCache.onReport();
      try {
        return await readers.use(barrier, work, options);
      } catch (error) {
        throw toReadError(folder, state.current.number, error);
      }
    },
    /** Lists the storage ids that have rows, without waiting for those of a replayed journal to be loaded. */
    listSitesEarly: async (): Promise<number[]> => {
      const loaded = await readers.use({ ...barrier, ready: async () => undefined }, listSiteIds);
      return [...new Set([...loaded, ...recovered.siteIds])];
    },
    /**
     * Reads for a write, which no report delays; undefined where the file is corrupt. When memory is short, rows may be
     * missing: a hit that counts as unique once too often is better than one that is refused.
     */
    useForIngest: async <T>(work: (session: CopySession) => Promise<T>): Promise<T | undefined> => {
      try {
        return await readers.use({ ...barrier, ready: loads.flushAvailable }, work, { isForIngest: true });
      } catch (error) {
        const readError = toReadError(folder, state.current.number, error);
        if (isCorrupt(error)) return undefined;
        throw readError;
      }
    },
  };
}
