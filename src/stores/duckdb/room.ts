const SPARE_BYTES = 32 * 1024 ** 2;

/**
 * Bytes that building the next generation takes on disk: a copy of the file, into which the journal's rows go, a part of
 * the file that is written anew, and some to spare.
 */
export const neededBytes = (baseBytes: number, journalBytes: number): number =>
  Math.ceil(baseBytes * 1.25) + journalBytes + SPARE_BYTES;
