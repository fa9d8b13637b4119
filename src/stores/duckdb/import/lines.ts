import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

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
