import { open } from 'node:fs/promises';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { ImportFile } from './file.ts';

/** Maximum length of a line of a text file, and of a CSV record; far beyond that of any field. */
export const MAX_LINE_BYTES = 1024 ** 2;
/** Fault of a longer one. */
export const TOO_LONG = 'is longer than 1 MiB';

const LINE_FEED = 10;
const GROUP_LINES = 500;
const GROUP_BYTES = 256 * 1024;
/** Maximum time that requests wait while lines are processed. */
const SLICE_MS = 5;

/** Joins two parts of a line, up to one byte more than the maximum. */
const joinParts = (beginning: Buffer, end: Buffer): Buffer => {
  if (beginning.length === 0 && end.length <= MAX_LINE_BYTES) return end;
  if (beginning.length > MAX_LINE_BYTES) return beginning;
  return Buffer.concat([beginning, end.subarray(0, MAX_LINE_BYTES + 1 - beginning.length)]);
};

/** Yields lines without their line feeds, in small groups. */
async function* readGroups(file: ImportFile, signal?: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of file.blocks(signal)) {
    let group: Buffer[] = [];
    let groupStart = 0;
    let start = 0;
    for (let end = block.indexOf(LINE_FEED); end !== -1; end = block.indexOf(LINE_FEED, start)) {
      group.push(joinParts(rest, block.subarray(start, end)));
      rest = Buffer.alloc(0);
      start = end + 1;
      if (group.length < GROUP_LINES && start - groupStart < GROUP_BYTES) continue;
      yield group;
      group = [];
      groupStart = start;
    }
    rest = joinParts(rest, block.subarray(start));
    if (group.length > 0) yield group;
  }
  if (rest.length > 0) yield [rest];
}

/**
 * Yields the lines of a file as bytes, without their line feed, in groups; requests are served between two groups. Neither
 * a very large file nor a very long line is in memory as a whole: a line is cut after `MAX_LINE_BYTES` + 1 bytes.
 */
export async function* readLines(file: ImportFile, signal?: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  const slice = createTimeSlice(SLICE_MS);
  for await (const group of readGroups(file, signal)) {
    yield group;
    if (slice.isOver()) await slice.next();
  }
}

/** Returns whether a line may be longer than `MAX_LINE_BYTES`; false is certain. Much faster than reading every line. */
export const mayHaveLongLine = async (file: ImportFile, signal?: AbortSignal): Promise<boolean> => {
  const half = MAX_LINE_BYTES / 2;
  for await (const block of file.blocks(signal))
    for (let at = 0; at + half <= block.length; at += half)
      if (!block.subarray(at, at + half).includes(LINE_FEED)) return true;
  return false;
};

/** A scratch file for sequential writes. */
export interface ScratchFile {
  write(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty scratch file. */
export async function openScratchFile(path: string): Promise<ScratchFile> {
  const handle = await open(path, 'w', 0o600);
  return {
    write: async bytes => {
      let done = 0;
      while (done < bytes.length) done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
    },
    close: () => handle.close(),
  };
}
