/**
 * The blocks of the file of hits that DuckDB keeps in memory once they were read: up to its memory limit, whether or not anybody
 * reads them again. The system has them in its page cache too, which gives way to other programs. So they are evicted down to a
 * share of the limit while reports are made, and down to nothing once there are none.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DataFolder } from '../data-folder-types.ts';
import type { BlockCache } from './engine-types.ts';
import { isOutOfMemory, toMemoryLimit } from './memory.ts';

/** What is left to statements that begin while blocks are evicted, such as the insert of new hits. */
const LEFT_BYTES = 1024 ** 2;

/**
 * Share of the memory limit for blocks while reports are made. Of 100 million hits, reports of all time read most blocks again: that
 * takes them up to a fifth more time of the processor than with all of the limit, and others none.
 */
const MAX_SHARE = 0.4;
const MIN_CACHED_BYTES = 128 * 1024 ** 2;

/** Memory of rows for each byte of the journal that they came with, at most; they are no blocks of the file, but counted as such. */
const LOADED_BYTES = 2;

/** How often blocks are evicted meanwhile: in this time, a report reads some 50 MB. */
const TRIM_MS = 50;

interface Parts {
  readonly connection: DuckDBConnection;
  readonly memoryLimitBytes: number;
  /** Size up to which blocks are kept while reports are made; a test may set less. */
  readonly maxCachedBytes?: number | undefined;
  /** Returns whether something reads. */
  readonly isBusy: () => boolean;
  readonly log: DataFolder['log'];
}

/** Returns the size up to which blocks are kept while reports are made. */
const toMaxCachedBytes = (memoryLimitBytes: number): number =>
  Math.max(MIN_CACHED_BYTES, Math.floor(memoryLimitBytes * MAX_SHARE));

export const createBlockCache = ({
  connection,
  memoryLimitBytes,
  maxCachedBytes = toMaxCachedBytes(memoryLimitBytes),
  isBusy,
  log,
}: Parts): BlockCache => {
  let reports = 0;
  let eviction = Promise.resolve();
  const measure = async () => {
    const found = await connection.runAndReadAll(
      `SELECT coalesce(sum(memory_usage_bytes), 0)::double, coalesce(sum(memory_usage_bytes) FILTER (tag = 'BASE_TABLE'), 0)::double
      FROM duckdb_memory()`,
    );
    const [used = 0, blocks = 0] = found.getRows()[0]?.map(Number) ?? [];
    return { used, blocks };
  };
  const limit = (bytes: number) =>
    connection.run(`SET GLOBAL memory_limit = '${toMemoryLimit(bytes)}'`).then(() => undefined);
  /** Lowers the limit for a moment: blocks of files are evicted before anything that would have to be written to disk. */
  const evictTo = async (leftBytes: number): Promise<number> => {
    const { used, blocks } = await measure();
    if (blocks <= leftBytes) return 0;
    try {
      await limit(used - blocks + leftBytes);
    } catch (error) {
      // What is still being read cannot be evicted.
      if (!isOutOfMemory(error)) throw error;
    } finally {
      await limit(memoryLimitBytes);
    }
    return blocks;
  };
  const evict = async (): Promise<number> => {
    const blocks = await evictTo(LEFT_BYTES);
    return blocks === 0 ? 0 : Math.max(0, blocks - (await measure()).blocks);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let trimming = Promise.resolve();
  let isAsked = false;
  let isClosed = false;
  const trimSoon = (leftBytes: number) => {
    isAsked = true;
    if (isClosed) return;
    timer ??= setTimeout(() => {
      trimming = trim(leftBytes);
    }, TRIM_MS);
  };
  /** Evicts blocks beyond a size, as long as something reads. Statements go on: what they need, they evict themselves. */
  const trim = async (leftBytes: number): Promise<void> => {
    const goesOn = isBusy();
    isAsked = false;
    try {
      await evictTo(leftBytes);
      timer = undefined;
      if (goesOn || isAsked) trimSoon(leftBytes);
    } catch (error) {
      timer = undefined;
      log.warn({ err: error }, 'blocks of the file of hits could not be evicted');
    }
  };
  return {
    onReport: ({ baseBytes, journal }) => {
      reports += 1;
      const leftBytes = maxCachedBytes + LOADED_BYTES * journal.sizeBytes;
      if (baseBytes > leftBytes) trimSoon(leftBytes);
    },
    settled: () => eviction,
    measure: async () => (await measure()).blocks,
    release: async () => {
      const isAsked = reports > 0;
      reports = 0;
      if (isAsked || isBusy()) return 0;
      const evicting = evict();
      eviction = evicting.then(
        () => undefined,
        () => undefined,
      );
      return evicting;
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      return trimming;
    },
  };
};
