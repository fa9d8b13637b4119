/**
 * A data folder that is filled once a process, and copied for each server that begins with it: the migrations of both databases
 * and the owner's password take more than the rest of a start.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Prepared<Filled> {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly modifiedAt: Date }[];
  readonly filled: Filled;
}

export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'footfall-test-'));

/** Folders within it are scratch, which each start makes anew. */
const readFiles = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => {
      const path = join(folder, name);
      return { name, bytes: readFileSync(path), modifiedAt: statSync(path).mtime };
    });

async function prepare<Filled>(fill: (folder: string) => Promise<Filled>): Promise<Prepared<Filled>> {
  const folder = makeFolder();
  try {
    const filled = await fill(folder);
    return { files: readFiles(folder), filled };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes a function that fills an empty folder. The answer copies it, and gives what the function returned. */
export function prepareFolder<Filled>(fill: (folder: string) => Promise<Filled>) {
  let prepared: Promise<Prepared<Filled>> | undefined;
  return async (folder = makeFolder()): Promise<{ readonly folder: string; readonly filled: Filled }> => {
    prepared ??= prepare(fill);
    const { files, filled } = await prepared;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { name, bytes, modifiedAt } of files) {
      const path = join(folder, name);
      writeFileSync(path, bytes, { mode: 0o600 });
      // By its time a server knows for how long a file has been superseded.
      utimesSync(path, modifiedAt, modifiedAt);
    }
    return { folder, filled };
  };
}
