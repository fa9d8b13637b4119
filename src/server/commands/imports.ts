/** Commands that load a history into a site. */
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { Services } from '../../compose/services.ts';
import { CommandError } from '../../core/errors.ts';
import { findImportFormat, type ImportFormat, type ImportReport } from '../../core/hits/import.ts';
import type { CommandRun } from './command-run.ts';
import { createImportDerivations } from './import-derivations.ts';

/** Programs whose files can be imported: what `--format` takes. */
export const IMPORT_SOURCES = ['footfall'] as const;

/** A file as the command line sees it. */
export interface SeenFile {
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
}

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
    input: { siteId: number; file: string; name?: string; format: string },
    { signal, onProgress }: Pick<CommandRun, 'signal' | 'onProgress'>,
  ): Promise<ImportReport> => {
    const site = requireSite(services, input.siteId);
    if (!existsSync(input.file)) throw new CommandError(`there is no file ${input.file}`);
    const facts = services.sites.getFacts(site);
    checkImportSource(input.format);
    const format = requireImportFormat(input.file);
    const derive = createImportDerivations(services, facts);
    return services.stores.hits.importFile({
      siteId: site.id,
      siteUrl: facts.url,
      file: input.file,
      ...(input.name === undefined ? {} : { name: input.name }),
      format,
      derive,
      now: services.context.clock.now(),
      signal,
      onProgress,
    });
  },
});

/** Checked here as well as in the command line, which may be newer than the server that runs the command. */
function checkImportSource(source: string): void {
  if (!IMPORT_SOURCES.some(known => known === source))
    throw new CommandError(
      `--format must be one of ${IMPORT_SOURCES.join(', ')}, got ${JSON.stringify(source)}`,
    );
}

function requireSite({ sites: { service: sites } }: Services, siteId: number) {
  const site = sites.find(siteId);
  if (!site) throw new CommandError(`there is no site ${siteId}`);
  return site;
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

function requireImportFormat(file: string): ImportFormat {
  const format = findImportFormat(file);
  if (!format)
    throw new CommandError(`the file must end in .ndjson, .csv or .parquet, got ${JSON.stringify(file)}`);
  return format;
}
