/** Commands that load a history into a site. */
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { Services } from '../../compose/services.ts';
import { CommandError } from '../../core/errors.ts';
import { GIVEN_FORMATS, type ImportFormat } from '../../core/import-formats.ts';
import type { ImportRow } from '../../features/imports/store.ts';
import { isTimeZone } from '../../lib/time.ts';
import { createKey } from '../../lib/token.ts';
import type { CommandRun } from './command-run.ts';

/** A file as the command line sees it. */
export interface SeenFile {
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
}

/** What `footfall import` asks for. */
export interface ImportCommandInput {
  readonly siteId: number;
  readonly file: string;
  /** Name of the file in messages; its path when absent. */
  readonly name?: string;
  readonly format: string;
  readonly timeZone?: string;
  readonly logFormat?: string;
  readonly overlap?: boolean;
  readonly withoutHits?: boolean;
  /** Whether paths are stored pages already: those of an export. */
  readonly hasPages?: boolean;
  readonly isDryRun?: boolean;
}

/** The most imports that are listed. */
const LISTED = { number: 1, size: 1000 };

export const importCommands = (services: Services) => ({
  /**
   * Hands a scratch folder over for a copy of the file, unless this process can read the same file that the command line
   * sees at its path. The folder is removed when the caller has finished.
   */
  'import.prepare': async (
    { siteId, seen }: { siteId: number; seen: SeenFile | null },
    { handOver }: Pick<CommandRun, 'handOver'>,
  ) => {
    requireSite(services, siteId);
    if (seen && canReadSameFile(seen)) return null;
    const folder = mkdtempSync(services.stores.folder.temporary('import-'));
    try {
      await handOver({ folder });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return null;
  },
  import: async (
    { siteId, file, name = file, isDryRun = false, ...given }: ImportCommandInput,
    { signal, onProgress }: Pick<CommandRun, 'signal' | 'onProgress'>,
  ) => {
    requireSite(services, siteId);
    if (!existsSync(file)) throw new CommandError(`there is no file ${file}`);
    const format = requireFormat(given.format);
    if (given.timeZone !== undefined && !isTimeZone(given.timeZone))
      throw new CommandError(
        `--time-zone must be the name of a time zone such as Europe/Berlin, got ${JSON.stringify(given.timeZone)}`,
      );
    const input = {
      siteId,
      source: { path: file, name },
      format,
      timeZone: given.timeZone ?? null,
      logFormat: given.logFormat ?? null,
      overlap: given.overlap ?? false,
      withoutHits: given.withoutHits ?? false,
      hasPages: given.hasPages ?? false,
    };
    const run = { signal, onProgress };
    if (isDryRun) return { id: null, ...(await services.imports.preview(input, run)) };
    const { row, done } = await services.imports.start(input, createKey(), run);
    return { id: row.id, ...(await done) };
  },
  'import.list': async ({ siteId }: { siteId: number }) => {
    requireSite(services, siteId);
    const { rows } = services.imports.list(siteId, LISTED);
    return (await Promise.all(rows.map(services.imports.present))).map(row => ({
      id: row.id,
      format: row.format,
      status: row.status,
      isFollowed: row.options.isFollowed === true,
      fileName: row.fileName,
      rows: row.rowsImported,
      days: [row.startDate, row.endDate] as const,
      createdAt: row.createdAt.toISOString(),
    }));
  },
  'import.undo': async ({ siteId, importId }: { siteId: number; importId: number }) => {
    requireSite(services, siteId);
    const { row, done } = services.imports.undo(requireImport(services, siteId, importId));
    await done;
    return { rows: row.rowsImported, fileName: row.fileName };
  },
});

/** Checked here as well as in the command line, which may be newer than the server that runs the command. */
function requireFormat(format: string): ImportFormat | 'auto' {
  const found = GIVEN_FORMATS.find(name => name === format);
  if (!found)
    throw new CommandError(
      `--format must be one of ${GIVEN_FORMATS.join(', ')}, got ${JSON.stringify(format)}`,
    );
  return found;
}

/** Returns a site. Throws a `CommandError` when there is none. */
export function requireSite({ sites: { service: sites } }: Services, siteId: number) {
  const site = sites.find(siteId);
  if (!site) throw new CommandError(`there is no site ${siteId}`);
  return site;
}

function requireImport({ imports }: Services, siteId: number, importId: number): ImportRow {
  const row = imports.find(siteId, importId);
  if (!row)
    throw new CommandError(
      `site ${siteId} has no import ${importId}: see \`footfall import list ${siteId}\``,
    );
  return row;
}

/** Returns whether this process can read the same file at that path: in a sandbox it may be another file. */
function canReadSameFile({ file, dev, ino }: SeenFile): boolean {
  try {
    accessSync(file, constants.R_OK);
    const found = statSync(file);
    return found.dev === dev && found.ino === ino;
  } catch {
    return false;
  }
}
