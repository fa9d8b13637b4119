/** Stores files in a folder or in a bucket of S3 that the operator set. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportPlace, ExportTarget, LocalFile, StoredFile } from '../core/export-target.ts';
import { type BucketAccess, createBucket } from './bucket.ts';

/** Size of a part of an upload: a file may have 10,000 of them. */
const PART_BYTES = 16 * 1024 ** 2;

/** Creates the target of a place. */
export const createExportTarget = (place: ExportPlace, access: BucketAccess): ExportTarget =>
  place.kind === 'folder' ? createFolderTarget(place.path) : createBucketTarget(place, access);

/** Passes a file's chunks to `write`. Returns how many bytes there were, and their sum. */
async function readFile(
  { path, sizeBytes }: LocalFile,
  signal: AbortSignal,
  write: (chunk: Buffer) => Promise<unknown>,
): Promise<StoredFile> {
  const hasher = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  if (sizeBytes !== 0) {
    const end = sizeBytes === undefined ? Number.POSITIVE_INFINITY : sizeBytes - 1;
    for await (const chunk of createReadStream(path, { end, highWaterMark: 1024 ** 2, signal })) {
      hasher.update(chunk);
      bytes += chunk.length;
      await write(chunk);
    }
  }
  if (sizeBytes !== undefined && bytes !== sizeBytes)
    throw new Error(`${path} became shorter while it was stored`);
  return { bytes, sha256: hasher.digest('hex') };
}

const createFolderTarget = (root: string): ExportTarget => ({
  async put(name, file, signal) {
    const target = join(root, name);
    const scratch = `${target}.part`;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      const output = await open(scratch, 'w', 0o600);
      let stored: StoredFile;
      try {
        stored = await readFile(file, signal, chunk => output.writeFile(chunk));
        await output.sync();
      } finally {
        await output.close();
      }
      await rename(scratch, target);
      return stored;
    } finally {
      await rm(scratch, { force: true });
    }
  },
});

function createBucketTarget(
  { bucket: name, prefix }: Extract<ExportPlace, { kind: 'bucket' }>,
  access: BucketAccess,
): ExportTarget {
  const bucket = createBucket(name, access);
  return {
    async put(path, file, signal) {
      const key = prefix + path;
      let upload: Awaited<ReturnType<typeof bucket.begin>> | undefined;
      let [part, used] = [new Uint8Array(PART_BYTES), 0];
      try {
        const stored = await readFile(file, signal, async chunk => {
          if (used + chunk.length > PART_BYTES) {
            upload ??= await bucket.begin(key, signal);
            await upload.add(part.subarray(0, used));
            [part, used] = [new Uint8Array(PART_BYTES), 0];
          }
          part.set(chunk, used);
          used += chunk.length;
        });
        if (!upload) await bucket.put(key, part.subarray(0, used), { signal });
        else {
          await upload.add(part.subarray(0, used));
          await upload.finish();
        }
        return stored;
      } catch (error) {
        await upload?.abandon();
        throw error;
      }
    },
  };
}
