/**
 * The blocks of the file of hits that DuckDB keeps in memory once they were read: up to its memory limit, whether or not anybody
 * reads them again. The system has them in its page cache too, which gives way to other programs.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BlockCache } from './engine-types.ts';
import { isOutOfMemory, toMemoryLimit } from './memory.ts';

/** What is left to statements that begin while blocks are evicted, such as the insert of new hits. */
const LEFT_BYTES = 1024 ** 2;

interface Parts {
  readonly connection: DuckDBConnection;
  readonly memoryLimitBytes: number;
  /** Returns whether something reads. */
  readonly isBusy: () => boolean;
}

export const createBlockCache = ({ connection, memoryLimitBytes, isBusy }: Parts): BlockCache => {
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
  const evict = async (): Promise<number> => {
    const { used, blocks } = await measure();
    if (blocks <= LEFT_BYTES) return 0;
    try {
      await limit(used - blocks + LEFT_BYTES);
    } catch (error) {
      // What is still being read cannot be evicted.
      if (!isOutOfMemory(error)) throw error;
    } finally {
      await limit(memoryLimitBytes);
    }
    return Math.max(0, blocks - (await measure()).blocks);
  };
  return {
    onReport: () => {
      reports += 1;
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
  };
};
