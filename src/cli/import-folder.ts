/** Imports an exported folder, file by file. */
import { join } from 'node:path';
import { type ManifestFile, SITE_NAME } from '../core/export-manifest.ts';
import type { ExportFormat } from '../core/hits/export.ts';
import { findFileFormat } from '../core/hits/import.ts';
import type { ExtrasImport } from '../server/commands/import-extras.ts';
import { readExport } from './read-export.ts';

/** Names of the files that the store of hits loads. */
const ROW_FILES = ['hits', 'events', 'agent_visits', 'engagement'];
const DAYS_FILE = 'imported_days';

interface FolderImport {
  readonly directory: string;
  /** Imports a file of rows, and prints the result. */
  readonly importRows: (path: string) => Promise<void>;
  /** Imports a file of imported days as `importRows` does. Rejects when any row of it is bad, and imports nothing then. */
  readonly importDays: (path: string) => Promise<void>;
  readonly importKudos: (path: string, format: ExportFormat) => Promise<ExtrasImport>;
  readonly importLogSums: (path: string, format: ExportFormat) => Promise<ExtrasImport>;
  readonly importNotes: (path: string) => Promise<ExtrasImport>;
  /** Absent: the settings of the site stay as they are. */
  readonly applySettings: ((path: string) => Promise<unknown>) | undefined;
  readonly print: (line: string) => void;
}

/** Imports the files of a folder, after all of them were checked. */
export async function importFolder(folder: FolderImport): Promise<void> {
  const { directory, print } = folder;
  const files = await readExport(directory);
  // Imported days come first: beside the hits of the folder they would be left out, which end before a site's own hits.
  const daysFirst = files.toSorted((a, b) => Number(isDays(b)) - Number(isDays(a)));
  for (const file of daysFirst) {
    const { name, rows } = file;
    const path = join(directory, name);
    const type = toType(file);
    if (name === SITE_NAME) {
      print(`notes and campaign links: ${describe(await folder.importNotes(path))}`);
      await folder.applySettings?.(path);
      if (folder.applySettings) print('settings, label and path are those of the folder');
    } else if (rows === 0) print(`${type}: nothing in it`);
    else if (type === DAYS_FILE) await folder.importDays(path);
    else if (ROW_FILES.includes(type)) await folder.importRows(path);
    else if (type === 'kudos') print(`kudos: ${describe(await folder.importKudos(path, formatOf(file)))}`);
    else if (type === 'log_sums')
      print(`log sums: ${describe(await folder.importLogSums(path, formatOf(file)))}`);
    else print(`left out: ${name} (this version does not know it)`);
  }
}

const toType = ({ name }: ManifestFile): string => name.split('.')[0] ?? '';
const formatOf = ({ name }: ManifestFile): ExportFormat => findFileFormat(name) ?? 'ndjson';
const isDays = (file: ManifestFile): boolean => toType(file) === DAYS_FILE;

const describe = ({ imported, duplicates, bad }: ExtrasImport): string =>
  `imported ${imported}; ${duplicates} were already there, ${bad} were bad`;
