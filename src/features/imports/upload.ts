/** Receives an upload into a file. */
import { createHash } from 'node:crypto';
import { createReadStream, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, invalidBody, isDiskFull, unavailable } from '../../core/errors.ts';
import { ACCOUNT_SHARE, MAX_UPLOAD_BYTES, RESERVE_BYTES } from './limits.ts';
import type { Upload } from './uploads.ts';

const GIB = 1024 ** 3;
/** Bytes written between two checks of the free space. */
const ROOM_STEP_BYTES = 16 * 1024 ** 2;

const tooLarge = (): AppError =>
  new AppError(
    'too_large',
    `body must be at most ${MAX_UPLOAD_BYTES / GIB} GiB: split the file, or use the command \`footfall import\``,
  );

/** An upload: `received` bytes are written, and `more` are to come as far as that is known. */
interface Progress {
  readonly received: number;
  readonly more: number;
}

/** Throws 503 when the disk has no room for the rest of an upload, or the account's uploads would take too much of it. */
function requireRoom({ path, otherBytes }: Upload, { received, more }: Progress): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (free < RESERVE_BYTES + more)
    throw unavailable('There is no room for the file on the server: free some space and try again');
  const held = otherBytes() + received;
  if (held + more > (free + held) * ACCOUNT_SHARE)
    throw unavailable(
      'The uploads of this account would take more than half of the free space on the server: wait until its imports have ended',
    );
}

/** Returns the checksum of an upload that is on disk. */
export async function readChecksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Writes a request's body to a new file, and returns its checksum; it is on disk when the promise resolves, and there is none when
 * it rejects. Throws 413 over the limit, 422 without a body and 503 without room.
 */
export async function receiveUpload(request: Request, upload: Upload): Promise<string> {
  const { path } = upload;
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > MAX_UPLOAD_BYTES) throw tooLarge();
  if (!request.body) throw invalidBody('body must be the file to import, got nothing');
  requireRoom(upload, { received: 0, more: length });
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  try {
    let size = 0;
    let unmeasured = 0;
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      hash.update(chunk);
      if (size > MAX_UPLOAD_BYTES) throw tooLarge();
      unmeasured += chunk.byteLength;
      if (unmeasured >= ROOM_STEP_BYTES) {
        requireRoom(upload, { received: size, more: Math.max(0, length - size) });
        unmeasured = 0;
      }
      for (let done = 0; done < chunk.byteLength; )
        done += (await handle.write(chunk, done, chunk.byteLength - done)).bytesWritten;
    }
    if (size === 0) throw invalidBody('body must be the file to import, got nothing');
    await handle.sync();
    return hash.digest('hex');
  } catch (error) {
    await rm(path, { force: true });
    if (isDiskFull(error))
      throw unavailable('There is no room for the file on the server: free some space and try again');
    throw error;
  } finally {
    await handle.close();
  }
}
