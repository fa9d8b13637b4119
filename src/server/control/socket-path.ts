/** A short path for a socket: the system takes about a hundred bytes, and a data folder may lie deeper. */
import { closeSync, constants, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest path a socket may have on every system. */
const MAX_SOCKET_PATH = 100;

export interface SocketPath {
  /** Short enough to bind and to connect to, until `close`. */
  readonly path: string;
  close(): void;
}

/**
 * Opens a short path to a name in a folder. A long one goes through a handle of the folder where the system has
 * `/proc`, otherwise through a link in a private folder: never under a name that others could work out and take.
 */
export function openSocketPath(
  folder: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): SocketPath {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return { path, close: () => undefined };
  if (platform === 'linux') {
    const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${handle}/${name}`, close: () => closeSync(handle) };
  }
  const own = mkdtempSync(join(tmpdir(), 'footfall-'));
  symlinkSync(folder, join(own, 'to'));
  return { path: join(own, 'to', name), close: () => rmSync(own, { recursive: true, force: true }) };
}
