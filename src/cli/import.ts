/** The command `import`. */
import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config/options.ts';
import { oneOf } from '../config/types.ts';
import { CommandError, getErrorCode } from '../core/errors.ts';
import { type ImportReport, toFaultKind } from '../core/hits/import.ts';
import type { Offer } from '../server/commands/command-run.ts';
import { IMPORT_SOURCES, type SeenFile } from '../server/commands/imports.ts';
import type { Command } from './command.ts';
import { copyForImport, isGzipped } from './import-copy.ts';
import { createProgressBar } from './progress-bar.ts';
import type { CommandHandlers } from './remote/control-client.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { loadCommandConfig, type SendCommand, withServer } from './remote/with-server.ts';

/** Lines that are listed for one fault. */
const SHOWN_LINES = 5;

export const importHistory: Command = {
  name: 'import',
  summary: 'import data into a site; importing a file again adds no duplicates',
  positionals: ['SITE_ID', 'FILE'],
  flags: {
    format: {
      value: IMPORT_SOURCES.join('|'),
      description: 'program that the file comes from; only footfall is supported',
      type: oneOf(IMPORT_SOURCES),
    },
  },
  details: [
    'FILE may be compressed (.gz); - reads standard input.',
    'FILE is NDJSON, CSV or Parquet, by its ending, with the columns created_at and path, and optionally type (hit, event,',
    'agent_visit), country, ip_address, url, referrer, user_agent, visitor_id, source, event, value, browser_name,',
    'platform_name, is_mobile and visitor_hash. A bad row is counted and named by its line; it never stops the rest.',
  ].join('\n'),
  async run(args, context) {
    const [id = '', file = ''] = args.positionals;
    const { format = 'footfall' } = args.flags;
    const config = loadCommandConfig(args, context);
    const progress = createProgressBar(context, 'rows');
    const input = { siteId: Number(id), format, path: file };
    const report = await withServer({ config, context }, send =>
      importFile({ ...input, config, stdin: context.stdin, onProgress: progress.show }, send),
    );
    progress.clear();
    for (const line of formatFaults(report)) context.printError(line);
    const { hit, event, agent_visit: visits } = report.imported;
    context.print(
      `read ${report.read} rows: imported ${hit} hits, ${event} events, ${visits} agent visits; ` +
        `${report.duplicates} were already there, ${report.bad} were bad`,
    );
    // A file of which nothing could be used is a mistake that a script must notice.
    return report.bad > 0 && report.bad === report.read ? 1 : 0;
  },
};

/** Formats a line for each kind of fault: the first lines of the file that have it, how many more do, and the first value. */
function formatFaults({ bad, faults, faultCounts }: ImportReport): string[] {
  const written = [...Map.groupBy(faults, ({ message }) => toFaultKind(message))].map(([kind, equal]) => {
    const first = equal.slice(0, SHOWN_LINES).map(({ line }) => line);
    const count = faultCounts[kind] ?? equal.length;
    const more = count - first.length;
    const lines = more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
    const message = equal[0]?.message ?? kind;
    const others = equal.every(each => each.message === message) ? '' : ', and other values';
    return { text: `${count === 1 ? 'line' : 'lines'} ${lines}: ${message}${others}`, count };
  });
  const others = bad - written.reduce((sum, { count }) => sum + count, 0);
  return [...written.map(({ text }) => text), ...(others > 0 ? [`… and ${others} more bad rows`] : [])];
}

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
async function importFile(args: ImportOptions, send: SendCommand): Promise<ImportReport> {
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
    const code = getErrorCode(error);
    throw new CommandError(`${file} cannot be read (${code}): check the path and its permissions`);
  }
}

const toSeenFile = (file: string, { dev, ino }: Stats): SeenFile => ({ file, dev, ino });
