/** Splits a file of lines into parts that can be read at the same time. */
import { open } from 'node:fs/promises';
import { MAX_LINE_BYTES } from '../../../lib/text-lines.ts';
import type { ByteRange } from '../input/input.ts';

const LINE_FEED = 10;
const BLOCK_BYTES = 64 * 1024;

/** A part of a file. */
export interface FilePart extends ByteRange {
  /** The beginning of its first line: all of it, where it is not very long. */
  readonly firstLine: string;
}

/** Returns a number of parts of about the same size, each of whole lines; undefined where lines are too long for that. */
export async function splitFile(
  path: string,
  { sizeBytes, count }: { readonly sizeBytes: number; readonly count: number },
): Promise<FilePart[] | undefined> {
  const handle = await open(path);
  const buffer = Buffer.alloc(BLOCK_BYTES);
  const read = async (at: number): Promise<Buffer> =>
    buffer.subarray(0, (await handle.read(buffer, 0, BLOCK_BYTES, at)).bytesRead);
  /** Returns where the first line begins after a position. */
  const findLine = async (from: number): Promise<number | undefined> => {
    for (let at = from; at - from <= MAX_LINE_BYTES; at += BLOCK_BYTES) {
      const feed = (await read(at)).indexOf(LINE_FEED);
      if (feed !== -1) return at + feed + 1;
    }
    return undefined;
  };
  try {
    const starts = [0];
    for (let index = 1; index < count; index += 1) {
      const start = await findLine(Math.floor((sizeBytes * index) / count));
      if (start === undefined || start >= sizeBytes || start <= (starts.at(-1) ?? 0)) return undefined;
      starts.push(start);
    }
    const parts: FilePart[] = [];
    for (const [index, start] of starts.entries()) {
      const [firstLine = ''] = (await read(start)).toString('utf8').split(/\r?\n/, 1);
      parts.push({ start, end: starts[index + 1] ?? null, firstLine });
    }
    return parts;
  } finally {
    await handle.close();
  }
}

/** Counts the line feeds in blocks of text. */
export async function countLines(blocks: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  for await (const block of blocks)
    for (let at = block.indexOf(LINE_FEED); at !== -1; at = block.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
