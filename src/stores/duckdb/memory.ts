/** How much memory DuckDB may use, and what its errors say when that is not enough. */

import { availableParallelism } from 'node:os';
import { availableMemoryBytes } from '../../lib/available-memory.ts';

const MIB = 1024 ** 2;

/**
 * Returns the default memory limit: a quarter of what the machine or the control group has, 128 MiB to 1 GiB.
 * Source: performance of 10 million hits.
 */
export function defaultMemoryLimitBytes(): number {
  return Math.min(1024 * MIB, Math.max(128 * MIB, Math.floor(availableMemoryBytes() / 4)));
}

/** Returns a limit as DuckDB's setting. */
export const toMemoryLimit = (bytes: number): string => `${Math.floor(bytes / 1024)}KiB`;

/** Minimum memory of a rebuild: every column of a table that is appended to takes blocks of 256 KiB. */
const MIN_REBUILD_BYTES = 28 * MIB;

/** Minimum memory per thread of a rebuild: DuckDB reads JSON in buffers of 32 MiB, one for each thread. */
export const MIN_BYTES_PER_THREAD = 64 * MIB;

/** What every rebuild has to do with, on the smallest machine that is supported. */
const MIN_FRUGAL_BYTES = 128 * MIB;

/**
 * Returns the memory limit of a rebuild: half the limit of the live engine. One with work of its own, such as an import, gets all of it
 * where the machine or the control group has four times as much; while it is frugal, no more than its threads need.
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
  return isFrugal ? Math.min(whole, Math.max(MIN_FRUGAL_BYTES, threads * MIN_BYTES_PER_THREAD)) : whole;
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
