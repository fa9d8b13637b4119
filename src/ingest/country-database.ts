/** The operator's own file that places are looked up in. */
import { statSync } from 'node:fs';
import { CommandError, toFirstLine } from '../core/errors.ts';
import { readMapped } from './mapped-file.ts';

/** Opens the operator's file. Throws a `CommandError` when it cannot be read or `open` refuses what it holds. */
export function withCountryDatabase<Opened>(path: string, open: (database: Buffer) => Opened): Opened {
  try {
    // A device or a pipe would be read for ever.
    const found = statSync(path);
    if (!found.isFile()) throw new Error('it is no regular file');
    return open(readMapped(path, found.size));
  } catch (cause) {
    throw new CommandError(
      `FOOTFALL_GEO_DB must be the path of a MaxMind-format file (.mmdb) of countries or cities, got ${JSON.stringify(path.slice(0, 200))}: ${toFirstLine(cause)}`,
      { cause, exitCode: 2 },
    );
  }
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
