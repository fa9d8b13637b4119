import { createReadStream } from 'node:fs';

/** Lines of a file as bytes, without their line feed; a very large file never lies in memory whole. */
export async function* linesOf(file: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, {
    highWaterMark: 4 * 1024 * 1024,
    ...(signal ? { signal } : {}),
  })) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield rest;
}
