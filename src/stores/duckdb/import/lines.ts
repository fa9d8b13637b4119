import { open } from 'node:fs/promises';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { ImportFile } from './file.ts';

/** Longest line of a text file, and longest record of a CSV one: no field may be anywhere near it. */
export const MAX_LINE_BYTES = 1024 ** 2;
/** What is wrong with a longer one. */
export const TOO_LONG = 'is longer than 1 MiB';

const LINE_FEED = 10;
const GROUP_LINES = 500;
const GROUP_BYTES = 256 * 1024;
/** How long others may wait for their answers while lines are looked at. */
const TURN_MS = 5;

/** Two parts of a line; of a line that is too long only so much that this can be seen. */
const joined = (beginning: Buffer, end: Buffer): Buffer => {
  if (beginning.length === 0 && end.length <= MAX_LINE_BYTES) return end;
  if (beginning.length > MAX_LINE_BYTES) return beginning;
  return Buffer.concat([beginning, end.subarray(0, MAX_LINE_BYTES + 1 - beginning.length)]);
};

/** Lines without their line feeds, in groups that are handled in a moment. */
async function* groupsOf(file: ImportFile, signal?: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of file.blocks(signal)) {
    let group: Buffer[] = [];
    let groupStart = 0;
    let start = 0;
    for (let end = block.indexOf(LINE_FEED); end !== -1; end = block.indexOf(LINE_FEED, start)) {
      group.push(joined(rest, block.subarray(start, end)));
      rest = Buffer.alloc(0);
      start = end + 1;
      if (group.length < GROUP_LINES && start - groupStart < GROUP_BYTES) continue;
      yield group;
      group = [];
      groupStart = start;
    }
    rest = joined(rest, block.subarray(start));
    if (group.length > 0) yield group;
  }
  if (rest.length > 0) yield [rest];
}

/**
 * Lines of a file as bytes, without their line feed, some at a time; the server's other work goes on between two groups.
 * A very large file never lies in memory whole, nor does a very long line: it ends after `MAX_LINE_BYTES` + 1 bytes.
 */
export async function* linesOf(file: ImportFile, signal?: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  const slice = createTimeSlice(TURN_MS);
  for await (const group of groupsOf(file, signal)) {
    yield group;
    if (slice.isOver()) await slice.next();
  }
}

/** Whether a line may be longer than `MAX_LINE_BYTES`; false is certain. Much quicker than looking at every line. */
export const mayHaveLongLine = async (file: ImportFile, signal?: AbortSignal): Promise<boolean> => {
  const half = MAX_LINE_BYTES / 2;
  for await (const block of file.blocks(signal))
    for (let at = 0; at + half <= block.length; at += half)
      if (!block.subarray(at, at + half).includes(LINE_FEED)) return true;
  return false;
};

/** A scratch file that is written piece by piece; a full disk is thrown where it is met. */
export interface ScratchFile {
  write(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** An empty scratch file at `path`. */
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
