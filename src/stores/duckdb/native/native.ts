/**
 * Loads DuckDB's library. From sources it is in node_modules. A compiled program embeds it, compressed, and unpacks
 * it once into `<data>/runtime/duckdb-<hash>/`, because the system loads libraries from files only.
 *
 * The contract with the build: it replaces `embedded-library.ts` by a module that lists the target's files, and resolves
 * `@duckdb/node-bindings` to `bindings.ts`. Therefore `@duckdb/node-api` is imported here and nowhere else at run time:
 * other modules import its types and get the module as an argument.
 */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, getErrorMessage } from '../../../core/errors.ts';
import { refusal } from '../../data-folder.ts';
import type { FolderFiles } from '../../data-folder-types.ts';
import { syncPath } from '../../durable-file.ts';
import { decodeBranches } from './branch-filter.ts';
import { type EmbeddedFile, embeddedLibrary } from './embedded-library.ts';
import { setAddonPath } from './native-location.ts';

/** The DuckDB library. */
export type DuckDb = typeof import('@duckdb/node-api');

/**
 * Loads DuckDB for a folder that must not be written to: the library that is unpacked there already, else one in its scratch
 * folder, which is outside it. What another user may have put there is not loaded: root may check everybody's folder.
 */
export async function loadDuckDbReadOnly(folder: FolderFiles): Promise<DuckDb> {
  const runtime = folder.pathOf('runtime');
  const unpacked = join(runtime, `duckdb-${fingerprint(embeddedLibrary)}`);
  const isThere = [folder.path, runtime, unpacked].every(isOurs) && isIntact(unpacked, embeddedLibrary);
  if (isThere || embeddedLibrary.length === 0) return loadDuckDb(folder, { keepsOthers: true });
  const scratch = { ...folder, pathOf: (...names: string[]) => folder.temporary(join(...names)) };
  return loadDuckDb(scratch, { keepsOthers: true }).catch(cause => {
    throw new CommandError(
      `The database library cannot be unpacked to ${tmpdir()} and loaded from there: set TMPDIR to a folder that has ${SCRATCH_ROOM} of room and is not mounted noexec`,
      { cause },
    );
  });
}

/** More than all files of the library. */
const SCRATCH_ROOM = '100 MB';

function isOurs(path: string): boolean {
  const uid = statSync(path, { throwIfNoEntry: false })?.uid;
  return uid === 0 || uid === process.geteuid?.();
}

/**
 * Loads DuckDB. Throws a `CommandError` when the data folder does not allow programs to be run from it (noexec)
 * or the library cannot be unpacked.
 */
export async function loadDuckDb(
  folder: FolderFiles,
  { keepsOthers = false }: { readonly keepsOthers?: boolean } = {},
): Promise<DuckDb> {
  if (embeddedLibrary.length > 0) setAddonPath(unpack(folder, embeddedLibrary, keepsOthers));
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw loadRefusal(folder, error);
  }
}

/** Makes backup tools skip the folder. Source: Cache Directory Tagging Specification, https://bford.info/cachedir/. */
const CACHE_TAG = 'CACHEDIR.TAG';
const CACHE_TAG_CONTENT = `Signature: 8a477f597d28d172789f06886806bc55
# Libraries of Footfall, unpacked again at the next start when they are missing.
`;

/** Unpacks into a scratch folder and renames it, so that a partly written library is never loaded. */
function unpack(folder: FolderFiles, files: readonly EmbeddedFile[], keepsOthers: boolean): string {
  const name = `duckdb-${fingerprint(files)}`;
  const target = folder.pathOf('runtime', name);
  try {
    if (!isIntact(target, files)) {
      mkdirSync(folder.pathOf('runtime'), { recursive: true, mode: 0o700 });
      rmSync(target, { recursive: true, force: true });
      const scratch = folder.temporary(name);
      writeLibrary(scratch, files);
      renameSync(scratch, target);
      syncPath(folder.pathOf('runtime'));
    }
    if (!keepsOthers) removeOtherVersions(folder, name);
  } catch (error) {
    throw refusal(folder.path, error);
  }
  return join(target, files.at(-1)?.name ?? '');
}

/** Removes the libraries of other versions, and marks the folder as a cache. */
function removeOtherVersions(folder: FolderFiles, name: string): void {
  const found = readdirSync(folder.pathOf('runtime'));
  for (const other of found)
    if (other !== name && other !== CACHE_TAG)
      rmSync(folder.pathOf('runtime', other), { recursive: true, force: true });
  if (!found.includes(CACHE_TAG))
    writeFileSync(folder.pathOf('runtime', CACHE_TAG), CACHE_TAG_CONTENT, { mode: 0o600 });
}

function writeLibrary(scratch: string, files: readonly EmbeddedFile[]): void {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { mode: 0o700 });
  for (const embedded of files) {
    const file = join(scratch, embedded.name);
    writeFileSync(file, decompress(embedded));
    chmodSync(file, 0o700);
    syncPath(file);
  }
  syncPath(scratch);
  // Once per folder: the library is large, and its bytes would otherwise stay in memory for long.
  Bun.gc(true);
}

function decompress(file: EmbeddedFile): Uint8Array {
  try {
    const bytes = Bun.zstdDecompressSync(readFileSync(file.path));
    if (file.hasEncodedBranches) decodeBranches(bytes);
    if (hasContent(bytes, file)) return bytes;
  } catch {
    // As with wrong content.
  }
  throw new CommandError(
    `The program ${process.execPath} is damaged: its ${file.name} cannot be unpacked. Install it again`,
  );
}

function isIntact(target: string, files: readonly EmbeddedFile[]): boolean {
  return files.every(expected => {
    const file = join(target, expected.name);
    if (statSync(file, { throwIfNoEntry: false })?.size !== expected.sizeBytes) return false;
    return hasContent(readContent(file), expected);
  });
}

const hasContent = (bytes: Uint8Array, { xxHash64 }: EmbeddedFile): boolean =>
  Bun.hash.xxHash64(bytes).toString(16).padStart(16, '0') === xxHash64;

/** Reads a file, mapped where possible: mapping opens it for writing, which a read-only disk refuses. */
function readContent(file: string): Uint8Array {
  try {
    return Bun.mmap(file);
  } catch {
    return readFileSync(file);
  }
}

function fingerprint(files: readonly EmbeddedFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const { name, sha256 } of files) hasher.update(`${name} ${sha256}\n`);
  return hasher.digest('hex').slice(0, 16);
}

function loadRefusal(folder: FolderFiles, error: unknown): CommandError {
  const message = getErrorMessage(error);
  if (embeddedLibrary.length > 0 && /failed to map|not permitted|permission denied/i.test(message)) {
    return new CommandError(
      `The data folder ${folder.path} is mounted noexec, but the database library has to be loaded from it: remount it with exec, or name another folder with --data`,
    );
  }
  return new CommandError(`The database library cannot be loaded: ${message}`);
}
