/** Reads lines of text from bytes of any length. */
import { createTimeSlice } from './time-slice.ts';

/** Maximum length of a line of a text file, and of a CSV record; far beyond that of any field. */
export const MAX_LINE_BYTES = 1024 ** 2;
/** Fault of a longer one. */
export const TOO_LONG = 'is longer than 1 MiB';

const LINE_FEED = 10;
const NOTHING: Buffer = Buffer.alloc(0);
const GROUP_LINES = 500;
const GROUP_BYTES = 256 * 1024;
const BLOCK_BYTES = 64 * 1024;
/** Maximum time that requests wait while lines are processed. */
const SLICE_MS = 5;

/** Joins two parts of a line, up to one byte more than the maximum. */
const joinParts = (beginning: Buffer, end: Buffer): Buffer => {
  if (beginning.length === 0 && end.length <= MAX_LINE_BYTES) return end;
  if (beginning.length > MAX_LINE_BYTES) return beginning;
  return Buffer.concat([beginning, end.subarray(0, MAX_LINE_BYTES + 1 - beginning.length)]);
};

/** Yields lines without their line feeds, in small groups. */
async function* readGroups(blocks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
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
 * Yields the lines of a text as bytes, without their line feed, in groups; requests are served between two groups. Neither
 * a very large text nor a very long line is in memory as a whole: a line is cut after `MAX_LINE_BYTES` + 1 bytes.
 */
export async function* readLines(blocks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  const slice = createTimeSlice(SLICE_MS);
  for await (const group of readGroups(blocks)) {
    yield group;
    if (slice.isOver()) await slice.next();
  }
}

/** Cuts a block into parts of whole lines, of some length each; a longer line is a part of its own. The last line may go on. */
function* cutBlock(block: Buffer): Generator<Buffer> {
  for (let start = 0; start < block.length; ) {
    const near = block.lastIndexOf(LINE_FEED, start + BLOCK_BYTES);
    const end = near >= start ? near : block.indexOf(LINE_FEED, start);
    yield block.subarray(start, end === -1 ? block.length : end);
    if (end === -1) return;
    start = end + 1;
  }
}

/**
 * Yields a text in parts of one or more whole lines, the line feeds between them included and the last one not, as bytes; requests
 * are served between two parts. Lines are cut as `readLines` cuts them.
 */
export async function* readLineBlocks(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const slice = createTimeSlice(SLICE_MS);
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const first = block.indexOf(LINE_FEED);
    if (first === -1) {
      rest = joinParts(rest, block);
      continue;
    }
    yield joinParts(rest, block.subarray(0, first));
    const last = block.lastIndexOf(LINE_FEED);
    for (const part of cutBlock(block.subarray(first + 1, last + 1))) {
      yield part.length > MAX_LINE_BYTES ? joinParts(NOTHING, part) : part;
      if (slice.isOver()) await slice.next();
    }
    rest = joinParts(NOTHING, block.subarray(last + 1));
  }
  if (rest.length > 0) yield rest;
}
