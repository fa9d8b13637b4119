/** Writes an exported folder with the permissions of the calling process. */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, getErrorCode, isDiskFull } from '../core/errors.ts';
import { MANIFEST_NAME, type Manifest, type ManifestFile } from '../core/export-manifest.ts';
import type { ExportedPart } from '../server/commands/command-run.ts';
import type { ExportedFiles } from '../server/commands/exports.ts';
import { syncContent, syncPath } from '../stores/durable-file.ts';
import { readContent } from './backup-copy.ts';
import { type Owner, runAsOwner } from './remote/folder-owner.ts';

/** What has arrived of a file. */
interface Arrived {
  bytes: number;
  readonly hasher: Bun.CryptoHasher;
}

/** A folder that is being written. Its manifest comes last: without one it is not complete. */
export interface ExportFolder {
  /** Appends a part to its file. */
  append(part: ExportedPart): Promise<void>;
  /** Puts everything on disk and writes the manifest. */
  finish(exported: ExportedFiles): Promise<Manifest>;
  /** Removes what was written. */
  discard(): void;
}

/** Starts a folder. Throws a `CommandError` unless it is empty or can be made. */
export function startExportFolder(
  directory: string,
  {
    owner,
    onProgress,
  }: { readonly owner: Owner | undefined; readonly onProgress: (doneBytes: number) => void },
): ExportFolder {
  try {
    const made = makeFolder(directory);
    if (readdirSync(directory).length > 0)
      throw new CommandError(`${directory} is not empty: name a new folder for the export`);
    // Made again for the first file: a command that is killed before leaves nothing.
    removeFolders(made);
  } catch (error) {
    throw toWriteError(directory, error);
  }
  let made: readonly string[] = [];
  const files = new Map<string, Arrived>();
  let done = 0;
  const appendPart = async ({ name, path }: ExportedPart): Promise<void> => {
    if (files.size === 0) made = makeFolder(directory);
    const isFirst = !files.has(name);
    const arrived = files.get(name) ?? { bytes: 0, hasher: new Bun.CryptoHasher('sha256') };
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const source = runAsOwner(owner, () => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    try {
      const stats = fstatSync(source);
      if (!stats.isFile()) throw new CommandError(`${path} is not a regular file`);
      const target = await open(join(directory, name), isFirst ? 'wx' : 'a', 0o600);
      files.set(name, arrived);
      try {
        for await (const chunk of readContent(source, stats.size)) {
          await target.writeFile(chunk);
          arrived.hasher.update(chunk);
          arrived.bytes += chunk.length;
          done += chunk.length;
          onProgress(done);
        }
      } finally {
        await target.close();
      }
    } finally {
      closeSync(source);
    }
  };
  return {
    append: part =>
      appendPart(part).catch(error => {
        throw toWriteError(directory, error);
      }),
    async finish({ files: names, ...about }) {
      const listed: ManifestFile[] = [];
      for (const { name, rows } of names) {
        const arrived = files.get(name);
        if (!arrived) throw new CommandError(`${name} did not arrive: try again`);
        listed.push({ name, rows, bytes: arrived.bytes, sha256: arrived.hasher.digest('hex') });
      }
      // At once: the disk writes all of them in one go.
      await Promise.all(listed.map(({ name }) => syncContent(join(directory, name))));
      const manifest: Manifest = { ...about, files: listed };
      const scratch = join(directory, `.${MANIFEST_NAME}`);
      writeFileSync(scratch, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
      await syncContent(scratch);
      renameSync(scratch, join(directory, MANIFEST_NAME));
      syncPath(directory);
      return manifest;
    },
    discard() {
      for (const name of [...files.keys(), `.${MANIFEST_NAME}`])
        rmSync(join(directory, name), { force: true });
      removeFolders(made);
    },
  };
}

/** Makes a folder and those above it. Returns the ones that were not there, the innermost first. */
function makeFolder(directory: string): string[] {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
  const made: string[] = [];
  for (let each = directory; first !== undefined && each.length >= first.length; each = dirname(each))
    made.push(each);
  return made;
}

const removeFolders = (folders: readonly string[]): void => {
  for (const folder of folders) rmdirSync(folder);
};

function toWriteError(directory: string, error: unknown): unknown {
  const code = getErrorCode(error);
  if (isDiskFull(error))
    return new CommandError(`no room left in ${directory}: nothing of the export is kept`);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new CommandError(`no permission to write to ${directory}: name another folder`);
  if (['ENOTDIR', 'EEXIST'].includes(code))
    return new CommandError(`${directory} is not a folder: name another`);
  return error;
}
