import type { DataFolder } from '../../data-folder-types.ts';

const RESERVE_BYTES = 32 * 1024 ** 2;

/**
 * Estimates the disk space that building the next snapshot needs: a copy of the file, the part of it that is rewritten, the
 * journal's rows, as much again for their sums in the worst case, and a reserve.
 */
const estimateNeededBytes = (baseBytes: number, journalBytes: number): number =>
  Math.ceil(baseBytes * 1.25) + 2 * journalBytes + RESERVE_BYTES;

interface Sizes {
  readonly baseBytes: number;
  readonly journalBytes: number;
}

/** Free and needed disk space for the next snapshot. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly neededBytes: number;
  readonly isEnough: boolean;
}

/** Measures the disk space for the next snapshot, from the sizes of the current file and journal. */
export function measureDiskSpace(
  folder: Pick<DataFolder, 'freeBytes'>,
  { baseBytes, journalBytes }: Sizes,
): DiskSpace {
  const freeBytes = folder.freeBytes();
  const neededBytes = estimateNeededBytes(baseBytes, journalBytes);
  return { freeBytes, neededBytes, isEnough: freeBytes >= neededBytes };
}

/** Measures the disk space; where it is not enough, again after removing superseded snapshots that no copy can be reading. */
export function ensureDiskSpace(folder: DataFolder, sizes: Sizes): DiskSpace {
  const space = measureDiskSpace(folder, sizes);
  if (space.isEnough) return space;
  try {
    folder.retire('hits', { isTight: true });
  } catch (error) {
    // The caller reports the full disk.
    folder.log.debug({ err: error }, 'superseded files of hits could not be removed');
  }
  return measureDiskSpace(folder, sizes);
}
