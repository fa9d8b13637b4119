/** The operator's own files that addresses are looked up in. */
import { statSync } from 'node:fs';
import { Reader, type Response } from 'maxmind';
import { CommandError, toFirstLine } from '../core/errors.ts';
import { readMapped } from './mapped-file.ts';

/** What an operator's file has, by the setting that names it. */
const FILES = { FOOTFALL_GEO_DB: 'countries or cities', FOOTFALL_NETWORKS_DB: 'networks' } as const;

/** Opens the file of a setting. Throws a `CommandError` when it cannot be read or `open` refuses what it holds. */
export function withAddressFile<Opened>(
  setting: keyof typeof FILES,
  path: string,
  open: (file: Buffer) => Opened,
): Opened {
  try {
    // A device or a pipe would be read for ever.
    const found = statSync(path);
    if (!found.isFile()) throw new Error('it is no regular file');
    return open(readMapped(path, found.size));
  } catch (cause) {
    throw new CommandError(
      `${setting} must be the path of a MaxMind-format file (.mmdb) of ${FILES[setting]}, got ${JSON.stringify(path.slice(0, 200))}: ${toFirstLine(cause)}`,
      { cause, exitCode: 2 },
    );
  }
}

/** Opens a MaxMind-format file that was read whole. Throws when it is damaged. */
export function openAddressFile<Record extends Response>(file: Buffer): Reader<Record> {
  const reader = new Reader<Record>(file);
  // A file cut short has its index at the end and fails only when it is used.
  reader.get('8.8.8.8');
  return reader;
}

/** Checks whether the operator's file has changed since the last call. */
export function createFileWatch(path: string | null): () => boolean {
  const stamp = (): number => (path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  let last = stamp();
  return () => {
    const now = stamp();
    const isNew = now !== 0 && now !== last;
    if (now !== 0) last = now;
    return isNew;
  };
}
