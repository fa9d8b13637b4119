import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config/options.ts';
import { CommandError } from '../core/errors.ts';
import type { ImportReport } from '../core/hits/import.ts';
import type { Offer } from '../server/commands/command-run.ts';
import type { SeenFile } from '../server/commands/imports.ts';
import type { CommandHandlers } from './remote/control-client.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { copyForImport, isGzipped } from './remote/import-copy.ts';
import type { SendCommand } from './remote/with-server.ts';

interface ImportOptions {
  readonly siteId: number;
  readonly format: string;
  /** Path of the file, or `-` for standard input. */
  readonly path: string;
  readonly config: Config;
  readonly stdin: Readable;
  readonly onProgress: CommandHandlers['onProgress'];
}

/** Imports a file: in place, or from a copy when it is compressed or only this process can read it. */
export async function importFile(args: ImportOptions, send: SendCommand): Promise<ImportReport> {
  const { siteId, format, path, config, stdin, onProgress } = args;
  const isStdin = path === '-';
  const file = resolve(path);
  const stats = isStdin ? undefined : findStats(file);
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new CommandError(
      `${file} is no regular file: save the rows to one, or send them to \`footfall import ${siteId} -\``,
    );
  const importIt = (readable: { readonly file: string; readonly name?: string }) =>
    send('import', { siteId, format, ...readable }, { onProgress });
  if (!isStdin && !stats?.isFile()) return importIt({ file });

  let report: ImportReport | undefined;
  const handOver = async (offer: Offer): Promise<void> => {
    if (!('folder' in offer)) return;
    const name = isStdin ? 'standard input' : file;
    const owner = findFolderOwner(config.data);
    const copy = await copyForImport({ source: isStdin ? stdin : file, name, folder: offer.folder, owner });
    report = await importIt({ file: copy, name });
  };
  const seen = stats && !(await isGzipped(file)) ? toSeenFile(file, stats) : null;
  await send('import.prepare', { siteId, seen }, { handOver });
  return report ?? importIt({ file });
}

/** Returns the status of a file; undefined when there is none. Throws a `CommandError` when its folder cannot be read. */
function findStats(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new CommandError(`${file} cannot be read (${code}): check the path and its permissions`);
  }
}

const toSeenFile = (file: string, { dev, ino }: Stats): SeenFile => ({ file, dev, ino });
