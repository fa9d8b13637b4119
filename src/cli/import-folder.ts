/** Imports an exported folder, file by file. */
import { join } from 'node:path';
import { SITE_NAME } from '../core/export-manifest.ts';
import type { ExportFormat } from '../core/hits/export.ts';
import { findFileFormat } from '../core/hits/import.ts';
import type { RestReport } from '../server/commands/import-rest.ts';
import { readExport } from './read-export.ts';

/** Names of the files that the store of hits loads. */
const ROW_FILES = ['hits', 'events', 'agent_visits'];

interface FolderImport {
  readonly directory: string;
  /** Imports a file of rows, and prints what came of it. */
  readonly importRows: (path: string) => Promise<void>;
  readonly importKudos: (path: string, format: ExportFormat) => Promise<RestReport>;
  readonly importNotes: (path: string) => Promise<RestReport>;
  readonly print: (line: string) => void;
}

/** Imports the files of a folder, after all of them were checked. */
export async function importFolder(folder: FolderImport): Promise<void> {
  const { directory, print } = folder;
  for (const { name, rows } of await readExport(directory)) {
    const path = join(directory, name);
    const type = name.split('.')[0] ?? '';
    if (name === SITE_NAME) print(`notes: ${describe(await folder.importNotes(path))}`);
    else if (rows === 0) print(`${type}: nothing in it`);
    else if (ROW_FILES.includes(type)) await folder.importRows(path);
    else if (type === 'kudos')
      print(`kudos: ${describe(await folder.importKudos(path, findFileFormat(name) ?? 'ndjson'))}`);
    else print(`left out: ${name} (this version does not know it)`);
  }
}

const describe = ({ imported, duplicates, bad }: RestReport): string =>
  `imported ${imported}; ${duplicates} were already there, ${bad} were bad`;
