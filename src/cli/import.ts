/** The commands `import`, `import list` and `import undo`. */
import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config/options.ts';
import { oneOf, timeZone } from '../config/types.ts';
import { CommandError, getErrorCode } from '../core/errors.ts';
import { GIVEN_FORMATS } from '../core/import-formats.ts';
import type { Offer } from '../server/commands/command-run.ts';
import type { ExtrasImport } from '../server/commands/import-extras.ts';
import type { ImportCommandInput, SeenFile } from '../server/commands/imports.ts';
import { type CliContext, type Command, UsageError } from './command.ts';
import { followLogs } from './follow/follow.ts';
import { copyForImport } from './import-copy.ts';
import { importFolder } from './import-folder.ts';
import { formatFaults, formatResult, type ImportResult } from './import-report.ts';
import { createProgressBar } from './progress-bar.ts';
import { readExport } from './read-export.ts';
import type { CommandHandlers } from './remote/control-client.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { loadCommandConfig, type SendCommand, withServer } from './remote/with-server.ts';
import { serverCommand } from './server-command.ts';
import { formatTable } from './table.ts';

export const importHistory: Command = {
  name: 'import',
  summary: 'import files into a site; importing a file again adds no duplicates',
  positionals: ['SITE_ID', 'FILE…'],
  flags: {
    format: {
      value: 'FORMAT',
      description: `program that the file comes from: ${GIVEN_FORMATS.join(', ')}; auto by default`,
      type: oneOf(GIVEN_FORMATS),
    },
    'time-zone': {
      value: 'TZ',
      description: 'time zone of times without one; UTC by default',
      type: timeZone,
    },
    'log-format': {
      value: 'FORMAT',
      description: 'nginx log_format of the access log',
    },
    overlap: { value: null, description: 'keep imported days that overlap with tracked ones' },
    'without-hits': {
      value: null,
      description: 'leave out page views of an access log, which the script counts already',
    },
    settings: { value: null, description: 'apply the settings, label and path of an exported folder, too' },
    'dry-run': { value: null, description: 'only show what would be imported' },
    follow: {
      value: null,
      description: 'read access logs as they are written, until the command is stopped',
    },
  },
  details: [
    'FILE may be packed (.gz, .zst, .zip), or a folder that `footfall export` wrote; - reads standard input. What it is, is found',
    'out from its content.',
    "A file of Footfall's own format is NDJSON, CSV or Parquet with the columns created_at and path, and optionally type",
    '(hit, event, agent_visit), country, ip_address, url, referrer, user_agent, visitor_id, source, event, value,',
    'browser_name, platform_name, browser_version, platform_version, region, city, language, screen, is_mobile and visitor_hash.',
    'A bad row is counted and named by its line; it never stops the rest. `footfall import list SITE_ID` lists imports,',
    '`footfall import undo SITE_ID IMPORT_ID…` takes them back.',
  ].join('\n'),
  async run(args, context) {
    const [id = '', ...files] = args.positionals;
    const { format = 'auto', overlap, 'dry-run': dryRun } = args.flags;
    const config = loadCommandConfig(args, context);
    const options = {
      siteId: Number(id),
      format,
      overlap: overlap !== undefined,
      withoutHits: args.flags['without-hits'] !== undefined,
      isDryRun: dryRun !== undefined,
      ...(args.flags['time-zone'] === undefined ? {} : { timeZone: args.flags['time-zone'] }),
      ...(args.flags['log-format'] === undefined ? {} : { logFormat: args.flags['log-format'] }),
    };
    if (args.flags['follow'] !== undefined) return followFiles(files, options, { config, context });
    const withSettings = args.flags['settings'] !== undefined;
    if (withSettings && !files.every(isFolder))
      throw new UsageError('--settings is for a folder that `footfall export` wrote');
    return withServer({ config, context }, async send => {
      const namesFiles = files.length > 1;
      const run: ImportRun = { options, config, context, send, namesFiles, withSettings };
      let code = 0;
      for (const path of files) {
        const imported = isFolder(path)
          ? importDirectory(resolve(path), run)
          : importRows(path, run).then(each => each.code);
        code = Math.max(code, await imported);
      }
      return code;
    });
  },
};

interface ImportRun {
  readonly options: Omit<ImportCommandInput, 'file' | 'name'>;
  readonly config: Config;
  readonly context: CliContext;
  readonly send: SendCommand;
  /** Whether each result is headed by the file's name. */
  readonly namesFiles: boolean;
  /** Whether the settings of a folder are applied. */
  readonly withSettings: boolean;
}

const isFolder = (path: string): boolean => path !== '-' && findStats(resolve(path))?.isDirectory() === true;

/** The exit code, and the id of the import; null where nothing was to be imported. */
interface Imported {
  readonly code: number;
  readonly id: number | null;
}

/** Imports a file and prints the result. */
async function importRows(path: string, run: ImportRun): Promise<Imported> {
  const { context, namesFiles } = run;
  const progress = createProgressBar(context, 'share');
  const result = await importFile(path, run, progress.show).finally(progress.clear);
  if (namesFiles) context.print(`${path}:`);
  for (const line of formatFaults(result.report)) context.printError(line);
  for (const { what, why, count } of result.leftOut)
    context.printError(`left out: ${count > 0 ? `${count} × ` : ''}${what} (${why})`);
  context.print(formatResult(result));
  // A file of which nothing could be used is a mistake that a script must notice.
  const code = result.report.bad > 0 && result.report.bad === result.report.read ? 1 : 0;
  return { code, id: result.id };
}

/** Imports a folder that `export` wrote, or only checks it. Returns the exit code. */
async function importDirectory(directory: string, run: ImportRun): Promise<number> {
  const { options, config, context, send } = run;
  if (options.isDryRun) {
    await readExport(directory);
    context.print(`${directory} is a complete export`);
    return 0;
  }
  const { siteId } = options;
  let code = 0;
  const ids: number[] = [];
  const importFolderRows = async (path: string): Promise<void> => {
    const options = { ...run.options, hasPages: true };
    const imported = await importRows(path, { ...run, options, namesFiles: true });
    code = Math.max(code, imported.code);
    if (imported.id !== null) ids.push(imported.id);
  };
  /** Imports extras from a path that the server can read. */
  const importExtras = async (
    file: string,
    work: (at: string) => Promise<ExtrasImport>,
  ): Promise<ExtrasImport> => {
    const report = await withReadable({ siteId, config, file }, send, ({ file: at }) => work(at));
    ids.push(report.id);
    return report;
  };
  await importFolder({
    directory,
    importRows: importFolderRows,
    importDays: async path => {
      await requireDays(path, run);
      await importFolderRows(path);
    },
    importKudos: (file, format) =>
      importExtras(file, at => send('import.kudos', { siteId, file: at, name: file, format })),
    importLogSums: (file, format) =>
      importExtras(file, at => send('import.log_sums', { siteId, file: at, name: file, format })),
    importNotes: file => importExtras(file, at => send('import.notes', { siteId, file: at, name: file })),
    applySettings: run.withSettings
      ? file =>
          withReadable({ siteId, config, file }, send, ({ file: at }) =>
            send('import.settings', { siteId, file: at }),
          )
      : undefined,
    print: context.print,
  });
  if (ids.length > 0)
    context.print(`to take all of it back: footfall import undo ${siteId} ${ids.join(' ')}`);
  return code;
}

/** Throws a `CommandError` unless every row of a file is of imported days. */
async function requireDays(path: string, run: ImportRun): Promise<void> {
  const options = { ...run.options, isDryRun: true };
  const { kind, report } = await importFile(path, { ...run, options }, () => undefined);
  if (kind === 'days' && report.bad === 0) return;
  for (const line of formatFaults(report)) run.context.printError(line);
  throw new CommandError(`${path} was not written by an export: nothing of the folder is imported`);
}

/** Follows access logs until the command is stopped. */
function followFiles(
  files: readonly string[],
  { siteId, format, isDryRun, timeZone, logFormat, withoutHits = false }: FollowedOptions,
  place: { readonly config: Config; readonly context: CliContext },
): Promise<number> {
  if (isDryRun || !['auto', 'access-log'].includes(format))
    throw new UsageError('--follow reads access logs: it takes neither --dry-run nor another --format');
  if (files.includes('-')) throw new UsageError('--follow reads files, not standard input');
  return withServer(place, async (send, isServed) => {
    if (!isServed) throw new CommandError('no server uses the data folder: start it, then follow the log');
    const stop = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
    const { printError } = place.context;
    await followLogs({
      files,
      log: { siteId, timeZone: timeZone ?? null, logFormat: logFormat ?? null, withoutHits },
      send,
      signal: stop.signal,
      printError,
    });
    return 0;
  });
}

type FollowedOptions = Pick<
  ImportCommandInput,
  'siteId' | 'format' | 'isDryRun' | 'timeZone' | 'logFormat' | 'withoutHits'
>;

export const importList = serverCommand({
  name: 'import list',
  summary: 'list the imports of a site, newest first',
  positionals: ['SITE_ID'],
  runs: 'import.list',
  input: ({ positionals: [id] }) => ({ siteId: Number(id) }),
  output: rows =>
    formatTable(
      ['ID', 'FORMAT', 'STATUS', 'ROWS', 'FROM', 'TO', 'IMPORTED', 'FILE'],
      rows.map(row => [
        String(row.id),
        row.format,
        row.status,
        String(row.rows),
        row.days[0] ?? '',
        row.days[1] ?? '',
        row.createdAt,
        row.isFollowed ? `${row.fileName} (followed)` : row.fileName,
      ]),
    ),
});

export const importUndo: Command = {
  name: 'import undo',
  summary: 'undo imports: remove everything that they added',
  positionals: ['SITE_ID', 'IMPORT_ID…'],
  flags: {},
  async run(args, context) {
    const [siteId, ...importIds] = args.positionals.map(Number);
    const config = loadCommandConfig(args, context);
    return withServer({ config, context }, async send => {
      for (const importId of importIds) {
        const { fileName } = await send('import.undo', { siteId: Number(siteId), importId });
        context.print(`import ${importId} (${fileName}) undone`);
      }
      return 0;
    });
  },
};

/** Imports a file: in place, or from a copy when only this process can read it. */
async function importFile(
  path: string,
  { options, config, context: { stdin }, send }: ImportRun,
  onProgress: CommandHandlers['onProgress'],
): Promise<ImportResult> {
  const { siteId } = options;
  const isStdin = path === '-';
  const file = resolve(path);
  const stats = isStdin ? undefined : findStats(file);
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new CommandError(
      `${file} is no regular file: save the rows to one, or send them to \`footfall import ${siteId} -\``,
    );
  const importIt = (readable: { readonly file: string; readonly name?: string }) =>
    send('import', { ...options, ...readable }, { onProgress });
  if (!isStdin && !stats?.isFile()) return importIt({ file });

  return withReadable({ siteId, config, file: isStdin ? null : file, stdin }, send, importIt);
}

interface ReadableFile {
  readonly siteId: number;
  readonly config: Config;
  /** Null: standard input. */
  readonly file: string | null;
  readonly stdin?: Readable;
}

/** Calls `work` with a path at which the server can read a file: its own, or that of a copy. */
async function withReadable<Answer>(
  { siteId, config, file, stdin }: ReadableFile,
  send: SendCommand,
  work: (readable: { readonly file: string; readonly name?: string }) => Promise<Answer>,
): Promise<Answer> {
  let answer: { readonly value: Answer } | undefined;
  const handOver = async (offer: Offer): Promise<void> => {
    if (!('folder' in offer)) return;
    const name = file ?? 'standard input';
    const source = file ?? stdin;
    if (source === undefined) return;
    const owner = findFolderOwner(config.data);
    const copy = await copyForImport({ source, name, folder: offer.folder, owner });
    answer = { value: await work({ file: copy, name }) };
  };
  const stats = file === null ? undefined : findStats(file);
  const seen = file !== null && stats ? toSeenFile(file, stats) : null;
  await send('import.prepare', { siteId, seen }, { handOver });
  return answer ? answer.value : work({ file: file ?? '' });
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
