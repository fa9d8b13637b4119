/** How much memory DuckDB may use, and what its errors say when that is not enough. */

import { availableParallelism } from 'node:os';
import { availableMemoryBytes } from '../../lib/available-memory.ts';
import type { CopySession, Rebuild } from './engine-types.ts';

const MIB = 1024 ** 2;

/**
 * Returns the default memory limit: a quarter of what the machine or the control group has, 128 MiB to 1 GiB.
 * Source: performance of 10 million hits.
 */
export function defaultMemoryLimitBytes(): number {
  return Math.min(1024 * MIB, Math.max(128 * MIB, Math.floor(availableMemoryBytes() / 4)));
}

/** Up to this, live queries have the whole limit, and never less. */
const MIN_LIVE_BYTES = 480 * MIB;
const LIVE_SHARE = 0.4;

/**
 * Returns what live queries have of the limit. DuckDB keeps every block that it has read until that is full, and the process takes some
 * 170 MiB beside. Of 100 million hits, reports took the same processor time with the minimum as with 1 GiB, but for one that took a tenth more. Rebuilds have memory of their own.
 */
export const liveMemoryBytes = (memoryLimitBytes: number): number =>
  Math.min(memoryLimitBytes, Math.max(MIN_LIVE_BYTES, Math.floor(memoryLimitBytes * LIVE_SHARE)));

/** Returns a limit as DuckDB's setting. */
export const toMemoryLimit = (bytes: number): string => `${Math.floor(bytes / 1024)}KiB`;

/** Minimum memory of a rebuild: every column of a table that is appended to takes blocks of 256 KiB. */
const MIN_REBUILD_BYTES = 28 * MIB;

/**
 * Minimum memory per thread of a rebuild: DuckDB reads JSON in buffers of 32 MiB, one for each thread. With 64 MiB, an import of
 * 460,000 rows takes the same processor time.
 */
export const MIN_BYTES_PER_THREAD = 48 * MIB;

/** What rebuilds have to do with that save memory. */
const MIN_FRUGAL_BYTES = 96 * MIB;

/** What sorting a million rows by time takes. */
const SORT_BYTES = 128 * MIB;

/**
 * Returns the memory limit of a rebuild: half the engine's limit. One with work of its own, such as an import, gets all of it
 * where the machine or the control group has four times as much; while it is frugal, no more than its threads need, and may be
 * given what sorting takes (`allowSorting`).
 */
export function rebuildMemoryBytes(
  memoryLimitBytes: number,
  {
    hasWork,
    isFrugal = false,
    availableBytes = availableMemoryBytes(),
    threads = availableParallelism(),
  }: { hasWork: boolean; isFrugal?: boolean; availableBytes?: number; threads?: number },
): number {
  const half = Math.max(Math.floor(memoryLimitBytes / 2), Math.min(memoryLimitBytes, MIN_REBUILD_BYTES));
  if (!hasWork) return half;
  const whole = Math.max(half, Math.min(memoryLimitBytes, Math.floor(availableBytes / 4)));
  if (!isFrugal || whole < SORT_BYTES) return whole;
  return Math.min(whole, Math.max(MIN_FRUGAL_BYTES, threads * MIN_BYTES_PER_THREAD));
}

/** Raises the limit of a frugal rebuild that has to sort rows: it would run out of memory, and begin again with all there is. */
export const allowSorting = async ({
  isFrugal,
  memoryLimitBytes,
  raiseMemoryLimit,
}: Pick<Rebuild, 'isFrugal' | 'memoryLimitBytes' | 'raiseMemoryLimit'>): Promise<void> => {
  if (isFrugal && memoryLimitBytes < SORT_BYTES) await raiseMemoryLimit(SORT_BYTES);
};

/**
 * Creates the functions by which a rebuild raises its memory limit and gives freed memory back to the system: setting a limit does
 * so, also the one that there is.
 */
export function createMemory(
  { run }: Pick<CopySession, 'run'>,
  limitBytes: number,
): Pick<Rebuild, 'raiseMemoryLimit' | 'releaseMemory'> {
  let current = limitBytes;
  const setLimit = () => run(`SET GLOBAL memory_limit = '${toMemoryLimit(current)}'`).then(() => undefined);
  return {
    raiseMemoryLimit: bytes => {
      current = Math.max(current, bytes);
      return setLimit();
    },
    releaseMemory: () =>
      setLimit().catch(error => {
        // Nothing more can be evicted just now.
        if (!isOutOfMemory(error)) throw error;
      }),
  };
}

/** Thrown by work of a frugal rebuild that is too large for it: it begins again with more memory. */
export class NeedsMemory extends Error {
  override readonly name = 'NeedsMemory';
}

/** Returns whether a statement failed because of the memory limit, or because the disk has no space to spill to. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof NeedsMemory || (error instanceof Error && OUT_OF_MEMORY.test(error.message));

/** The error itself, the original error of a failed checkpoint, or a failure to spill. */
const OUT_OF_MEMORY =
  /^Out of Memory Error|(?:checkpointing failed|failed to commit).*(?:out of memory|failed to pin block|could not allocate)|[/\\]spill-|offload data block/is;
