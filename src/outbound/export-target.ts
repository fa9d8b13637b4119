/** Stores files in a folder or in a bucket of S3 that the operator set. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../core/errors.ts';
import type { ExportPlace, ExportTarget, LocalFile, StoredFile } from '../core/export-target.ts';

/** Size of a part of an upload: a file may have 10,000 of them. */
const PART_BYTES = 16 * 1024 ** 2;
const RETRIES = 3;
const MAX_STEP_MS = 5 * 60_000;

/** How a bucket is reached. */
export interface BucketAccess {
  /** Null: that of AWS. */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
}

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
  { bucket, prefix }: Extract<ExportPlace, { kind: 'bucket' }>,
  { endpoint, region, accessKeyId, secretAccessKey }: BucketAccess,
): ExportTarget {
  const client = new Bun.S3Client({
    bucket,
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    ...(accessKeyId === null ? {} : { accessKeyId }),
    ...(secretAccessKey === null ? {} : { secretAccessKey }),
  });
  return {
    async put(name, file, signal) {
      const writer = client
        .file(prefix + name)
        .writer({ partSize: PART_BYTES, retry: RETRIES, queueSize: 2 });
      try {
        const stored = await readFile(file, signal, async chunk => {
          writer.write(chunk);
          await withinTime(writer.flush());
        });
        // An object shows once it is whole.
        await withinTime(writer.end());
        return stored;
      } catch (error) {
        await Promise.resolve(writer.end(error as Error)).catch(() => undefined);
        throw toTargetError(error);
      }
    },
  };
}

/** Rejects when a step of an upload takes too long: the client itself waits for good. */
async function withinTime(step: number | Promise<number>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError('unavailable', 'the bucket of FOOTFALL_EXPORT_URL does not answer')),
    MAX_STEP_MS,
  );
  try {
    await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Maps an error of the client to one line that says what the bucket answered. */
function toTargetError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'S3Error') return error;
  const { code = 'unknown', message } = error as Error & { readonly code?: string };
  return new AppError('unavailable', `the bucket of FOOTFALL_EXPORT_URL answered ${code}: ${message}`);
}
