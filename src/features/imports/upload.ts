/** Receives an upload into a file. */
import { statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, invalidBody, isDiskFull, unavailable } from '../../core/errors.ts';
import { MAX_UPLOAD_BYTES, RESERVE_BYTES } from './limits.ts';

const GIB = 1024 ** 3;
/** Bytes written between two checks of the free space. */
const ROOM_STEP_BYTES = 16 * 1024 ** 2;

const tooLarge = (): AppError =>
  new AppError(
    'too_large',
    `body must be at most ${MAX_UPLOAD_BYTES / GIB} GiB: split the file, or use the command \`footfall import\``,
  );

function requireRoom(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < RESERVE_BYTES + bytes)
    throw unavailable('There is no room for the file on the server: free some space and try again');
}

/**
 * Writes a request's body to a new file; it is on disk when the promise resolves, and there is none when it rejects. Throws 413
 * over the limit, 422 without a body and 503 without room.
 */
export async function receiveUpload(request: Request, path: string): Promise<void> {
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > MAX_UPLOAD_BYTES) throw tooLarge();
  if (!request.body) throw invalidBody('body must be the file to import, got nothing');
  requireRoom(path, length);
  const handle = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let unmeasured = 0;
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > MAX_UPLOAD_BYTES) throw tooLarge();
      unmeasured += chunk.byteLength;
      if (unmeasured >= ROOM_STEP_BYTES) {
        requireRoom(path, 0);
        unmeasured = 0;
      }
      for (let done = 0; done < chunk.byteLength; )
        done += (await handle.write(chunk, done, chunk.byteLength - done)).bytesWritten;
    }
    if (size === 0) throw invalidBody('body must be the file to import, got nothing');
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    if (isDiskFull(error))
      throw unavailable('There is no room for the file on the server: free some space and try again');
    throw error;
  } finally {
    await handle.close();
  }
}
