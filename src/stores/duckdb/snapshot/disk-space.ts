import type { DataFolder } from '../../data-folder.ts';

const SPARE_BYTES = 32 * 1024 ** 2;

/**
 * Bytes that building the next generation takes on disk: a copy of the file, a part of it that is written anew, the
 * journal's rows and, should they have nothing in common, as much again of their sums, and some to spare.
 */
const estimateNeededBytes = (baseBytes: number, journalBytes: number): number =>
  Math.ceil(baseBytes * 1.25) + 2 * journalBytes + SPARE_BYTES;

interface Sizes {
  readonly baseBytes: number;
  readonly journalBytes: number;
}

/** What there is on disk for the next generation, and what that takes. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly neededBytes: number;
  readonly isEnough: boolean;
}

/** Measures the room for the generation after a file of so many bytes and its journal. */
export function measureDiskSpace(
  folder: Pick<DataFolder, 'freeBytes'>,
  { baseBytes, journalBytes }: Sizes,
): DiskSpace {
  const freeBytes = folder.freeBytes();
  const neededBytes = estimateNeededBytes(baseBytes, journalBytes);
  return { freeBytes, neededBytes, isEnough: freeBytes >= neededBytes };
}

/** Measures the room; where it is not enough, again after removing superseded generations that no copy can be reading. */
export function ensureDiskSpace(folder: DataFolder, sizes: Sizes): DiskSpace {
  const room = measureDiskSpace(folder, sizes);
  if (room.isEnough) return room;
  try {
    folder.retire('hits', { isTight: true });
  } catch (error) {
    // The caller reports the full disk.
    folder.log.debug({ err: error }, 'superseded files of hits could not be removed');
  }
  return measureDiskSpace(folder, sizes);
}
