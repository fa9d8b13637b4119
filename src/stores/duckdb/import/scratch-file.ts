import { open } from 'node:fs/promises';

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
