/** Commands that work on the whole data folder. */
import { resolve } from 'node:path';
import { oneOf } from '../config/types.ts';
import { systemClock } from '../core/clock.ts';
import { archiveBackup, copyBackup, createBackupFolder } from '../server/backup.ts';
import { checkFolder, checkRunning, type FolderCheck } from '../server/check.ts';
import { IMPORT_SOURCES } from '../server/commands.ts';
import type { BackupFile } from '../stores/backup-files.ts';
import { requireDataFolder } from '../stores/data-folder.ts';
import type { Arguments, CliContext, Command } from './command.ts';
import { ownerToActAs } from './folder-owner.ts';
import { withImportFile } from './import-file.ts';
import { configOf, runCommand, runOnServer } from './run-command.ts';

export const importHistory: Command = {
  name: 'import',
  summary: 'load a history into a site; the same file twice adds nothing the second time',
  positionals: ['SITE_ID', 'FILE'],
  flags: {
    format: {
      value: IMPORT_SOURCES.join('|'),
      meaning: 'program that the file is from; only footfall so far, also when left out',
      type: oneOf(IMPORT_SOURCES),
    },
  },
  details: [
    'FILE may be compressed (.gz, .zst); - reads standard input.',
    'FILE is NDJSON, CSV or Parquet, by its ending, with the columns created_at and path, and optionally type (hit, event,',
    'agent_visit), country, ip_address, url, referrer, user_agent, visitor_id, source, event, value, browser_name,',
    'platform_name, is_mobile and visitor_hash. A bad row is counted and named by its line; it never stops the rest.',
  ].join('\n'),
  async run(words, context) {
    const [id = '', file = ''] = words.positionals;
    const { format = 'footfall' } = words.flags;
    const source = { siteId: Number(id), path: file, config: configOf('import', words, context) };
    const progress = progressBar(context, 'rows');
    const report = await withImportFile(source, context, readable =>
      runCommand('import', { siteId: source.siteId, ...readable, format }, words, context, {
        onProgress: progress.show,
      }),
    );
    progress.clear();
    for (const { line, message } of report.faults) context.complain(`line ${line}: ${message}`);
    if (report.bad > report.faults.length)
      context.complain(`… and ${report.bad - report.faults.length} more bad rows`);
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
  async run(words, context) {
    const [directory = ''] = words.positionals;
    const progress = progressBar(context, 'bytes');
    const options = { now: systemClock.now(), onProgress: progress.show };
    if (directory === '-') {
      const handOver = (files: readonly BackupFile[]) => archiveBackup(files, context.stdout, options);
      await runCommand('backup', undefined, words, context, { handOver });
      progress.clear();
      return 0;
    }
    const target = resolve(directory);
    const config = configOf('backup', words, context);
    requireDataFolder(config.data);
    const owner = ownerToActAs(config.data);
    createBackupFolder(target, owner);
    const handOver = (files: readonly BackupFile[]) =>
      copyBackup(files, target, owner ? { ...options, owner } : options);
    await runCommand('backup', undefined, words, context, { handOver });
    progress.clear();
    context.print(`backup written to ${target}`);
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
  async run(words, context) {
    const { configuration, hits, faults } = await checkStores(words, context);
    context.print(
      `configuration: ${megabytes(configuration.sizeBytes)}, schema version ${configuration.schema ?? 'unknown'}`,
    );
    context.print(`analytics: ${megabytes(hits.sizeBytes)}, schema version ${hits.schema ?? 'unknown'}`);
    if (hits.rows) {
      const { hit, event, agent_visit: visits, spam_hit: spam } = hits.rows;
      context.print(`rows: ${hit} hits, ${event} events, ${visits} agent visits, ${spam} spam hits`);
    }
    for (const fault of faults) context.complain(`footfall: ${fault}`);
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
  async run(words, context) {
    const progress = progressBar(context, 'rows');
    const { email, password, hits } = await runCommand('demo', undefined, words, context, {
      onProgress: progress.show,
    });
    progress.clear();
    context.print(`${hits} hits of 90 days are in; sign in with`);
    context.print(`email=${email}\npassword=${password}`);
    return 0;
  },
};

/** Together with the server that runs on the folder, else here, where nothing in the folder is written to. */
async function checkStores(words: Arguments, context: CliContext): Promise<FolderCheck> {
  const config = configOf('check', words, context);
  const asked = await runOnServer('check', undefined, config);
  return asked ? checkRunning(asked.result) : checkFolder(config.data);
}

const megabytes = (sizeBytes: number): string => `${(sizeBytes / 1024 ** 2).toFixed(1)} MiB`;

/** A line that is drawn over itself; silent when nobody watches. */
function progressBar({ isTerminal, draw }: CliContext, unit: 'rows' | 'bytes') {
  return {
    show(done: number, total: number | null): void {
      if (!isTerminal) return;
      const share = total ? Math.min(1, done / total) : null;
      const bar =
        share === null
          ? ''
          : `[${'#'.repeat(Math.round(share * 30)).padEnd(30, '.')}] ${Math.round(share * 100)} % `;
      draw(`\r${bar}${unit === 'bytes' ? megabytes(done) : `${done.toLocaleString('en')} rows`}`);
    },
    clear(): void {
      if (isTerminal) draw('\r\u001b[K');
    },
  };
}
