/** Commands that work on the whole data folder. */
import { resolve } from 'node:path';
import { checkFolder, checkRunning, type FolderCheck } from '../compose/check.ts';
import { oneOf } from '../config/types.ts';
import { systemClock } from '../core/clock.ts';
import { CommandError } from '../core/errors.ts';
import type { ImportReport } from '../core/hits/import.ts';
import { toFaultKind } from '../core/import-format.ts';
import type { Offer } from '../server/commands/command-run.ts';
import { IMPORT_SOURCES } from '../server/commands/imports.ts';
import { requireDataFolder } from '../stores/data-folder.ts';
import type { Arguments, CliContext, Command } from './command.ts';
import { importFile } from './import-file.ts';
import { archiveBackup, copyBackup, requireOutsideDataFolder } from './remote/backup-copy.ts';
import { sendToServer } from './remote/control-client.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { loadCommandConfig, withServer } from './remote/with-server.ts';

/** Lines that are listed for one fault. */
const SHOWN_LINES = 5;

export const importHistory: Command = {
  name: 'import',
  summary: 'load a history into a site; the same file twice adds nothing the second time',
  positionals: ['SITE_ID', 'FILE'],
  flags: {
    format: {
      value: IMPORT_SOURCES.join('|'),
      description: 'program that the file is from; only footfall so far, also when left out',
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

export const backup: Command = {
  name: 'backup',
  summary: 'write a consistent copy of the data folder into an empty folder, beside a running server too',
  positionals: ['DIR'],
  flags: {},
  details: 'With - in the place of DIR a tar archive goes to standard output.',
  async run(args, context) {
    const [target = ''] = args.positionals;
    const directory = resolve(target);
    const config = loadCommandConfig(args, context);
    requireDataFolder(config.data);
    if (target !== '-') requireOutsideDataFolder(config.data, directory);
    else if (context.isOutputDevice)
      throw new CommandError('standard output is a terminal or a device: redirect it to a file or a pipe');
    const progress = createProgressBar(context, 'bytes');
    const options = { owner: findFolderOwner(config.data), onProgress: progress.show };
    const handOver = async (offer: Offer): Promise<void> => {
      const files = 'files' in offer ? offer.files : [];
      if (target === '-') await archiveBackup(files, context.stdout, { ...options, now: systemClock.now() });
      else await copyBackup(files, directory, options);
    };
    await withServer({ config, context }, send => send('backup', undefined, { handOver }));
    progress.clear();
    if (target === '-') return 0;
    context.print(`backup written to ${directory}`);
    return 0;
  },
};

export const check: Command = {
  name: 'check',
  summary: 'verify a data folder by reading everything in both databases; changes nothing',
  positionals: [],
  flags: {},
  details: [
    'Reads every column of every table and compares what the two databases note of each other. Exit code 1 when anything is',
    'missing, unreadable, of a site that is not known, or older than it should be; each fault is a line on standard error.',
  ].join('\n'),
  async run(args, context) {
    const { configuration, hits, faults } = await checkStores(args, context);
    context.print(
      `configuration: ${formatMebibytes(configuration.sizeBytes)}, schema version ${configuration.schema ?? 'unknown'}`,
    );
    context.print(
      `analytics: ${formatMebibytes(hits.sizeBytes)}, schema version ${hits.schema ?? 'unknown'}`,
    );
    if (hits.rows) {
      const { hit, event, agent_visit: visits, spam_hit: spam } = hits.rows;
      context.print(`rows: ${hit} hits, ${event} events, ${visits} agent visits, ${spam} spam hits`);
    }
    for (const fault of faults) context.printError(`footfall: ${fault}`);
    if (faults.length > 0) return 1;
    context.print('ok');
    return 0;
  },
};

export const demo: Command = {
  name: 'demo',
  summary: 'fill a data folder with 90 days of believable demo data and print a login',
  positionals: [],
  flags: {},
  async run(args, context) {
    const progress = createProgressBar(context, 'rows');
    // Never the service's data, which it would mix with.
    const config = loadCommandConfig(args, { ...context, settingsFile: undefined });
    const { isServed, email, password, hits, url } = await withServer(
      { config, context, mayCreate: true },
      async (send, isServed) => ({
        isServed,
        ...(await send('demo', undefined, { onProgress: progress.show })),
      }),
    );
    progress.clear();
    context.print(`${hits} hits of 90 days are in; sign in with`);
    context.print(`email=${email}\npassword=${password}`);
    if (!isServed) context.print(`start it with: footfall serve --data ${quoteForShell(config.data)}`);
    context.print(`${isServed ? 'open' : 'then open'} ${url}/login`);
    return 0;
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

/** Checks the stores with the server that uses the folder; without one, in this process, which writes nothing there. */
async function checkStores(args: Arguments, context: CliContext): Promise<FolderCheck> {
  const { data } = loadCommandConfig(args, context);
  let found: FolderCheck | undefined;
  const handOver = async (offer: Offer): Promise<void> => {
    if ('stores' in offer) found = checkRunning(offer.stores);
  };
  const isServed = await sendToServer(data, { command: 'check' }, { handOver });
  if (isServed && !found)
    throw new CommandError('the running server is older than this program: restart it, then check again');
  return found ?? checkFolder(data);
}

/** Quotes a path for a shell. */
const quoteForShell = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

const formatMebibytes = (sizeBytes: number): string => `${(sizeBytes / 1024 ** 2).toFixed(1)} MiB`;

/** Creates a progress line that overwrites itself; it prints nothing unless standard error is a terminal. */
function createProgressBar({ isTerminal, writeError }: CliContext, unit: 'rows' | 'bytes') {
  return {
    show(done: number, total: number | null): void {
      if (!isTerminal) return;
      const share = total ? Math.min(1, done / total) : null;
      const bar =
        share === null
          ? ''
          : `[${'#'.repeat(Math.round(share * 30)).padEnd(30, '.')}] ${Math.round(share * 100)} % `;
      writeError(`\r${bar}${unit === 'bytes' ? formatMebibytes(done) : `${done.toLocaleString('en')} rows`}`);
    },
    clear(): void {
      if (isTerminal) writeError('\r\u001b[K');
    },
  };
}
