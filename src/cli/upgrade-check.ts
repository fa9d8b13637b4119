/** The command `upgrade-check`: opens a copy of the data folder with another version, and compares. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkFolder, findWriter, requireWholeFolder } from '../compose/check.ts';
import type { Config } from '../config/options.ts';
import { CommandError, getErrorMessage } from '../core/errors.ts';
import { formatMebibytes } from '../lib/english.ts';
import type { Offer } from '../server/commands/command-run.ts';
import { type BackupFile, requireDataFolder } from '../stores/data-folder.ts';
import { copyBackup } from './backup-copy.ts';
import { type CheckReport, toReport } from './check.ts';
import type { CliContext, Command } from './command.ts';
import { createProgressBar } from './progress-bar.ts';
import { connectionLost, sendToServer } from './remote/control-client.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { findServer, loadCommandConfig } from './remote/with-server.ts';

/** Room that the copy takes, and what the other version may build beside it: a file of hits with new columns. */
const ROOM_FACTOR = 2.5;
const ROOM_BASE_BYTES = 200 * 1024 * 1024;

export const upgradeCheck: Command = {
  name: 'upgrade-check',
  summary: 'open a copy of the data folder with another version and compare; changes nothing',
  positionals: ['NEW_BINARY'],
  flags: {},
  details: [
    'Copies the data folder, also of a running server, to the folder for temporary files (TMPDIR), lets NEW_BINARY bring the',
    'copy to its form, and compares the rows of both. Exit code 1 when the new version does not open it or something is missing.',
  ].join('\n'),
  async run(args, context) {
    const binary = resolve(args.positionals[0] ?? '');
    const config = loadCommandConfig(args, context);
    requireDataFolder(config.data);
    if (existsSync(join(config.data, 'clickhouse.json')))
      throw new CommandError(
        'the hits are on ClickHouse, which a copy of the data folder does not include: back up its database, then upgrade',
      );
    const runNew = createRunner(binary, context.environment);
    const writer = findWriter(config.data) ?? 'unknown version';
    const version = await versionOf(binary, runNew);
    const scratch = mkdtempSync(join(tmpdir(), 'footfall-upgrade-'));
    // The owner of the folder opens the copy, which itself is closed to others.
    chmodSync(scratch, 0o711);
    try {
      const copy = join(scratch, 'data');
      await copyFolder(config, copy, context);
      await requireWholeFolder(copy, { name: config.data });
      const before = toReport(await checkFolder(copy));
      const startedNs = Bun.nanoseconds();
      await runNew(['user', 'list', '--data', copy]);
      const seconds = (Bun.nanoseconds() - startedNs) / 1e9;
      const after = await checkWith(runNew, copy);
      return report({ before, after, writer, version, seconds }, context);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

/**
 * Copies the data folder: a backup of the running server's, or the files as they are. It is not opened, since this program may
 * itself be the new version.
 */
async function copyFolder(config: Config, target: string, context: CliContext): Promise<void> {
  const { data } = config;
  const copy = (files: readonly BackupFile[]) => copyFiles(files, target, { data, context });
  const handOver = async (offer: Offer): Promise<void> => copy('files' in offer ? offer.files : []);
  if (await findServer(config, context)) {
    const backup = await sendToServer(data, { command: 'backup', input: { isKept: false } }, { handOver });
    if (!backup) throw connectionLost();
    return;
  }
  const names = readdirSync(data, { withFileTypes: true }).filter(entry => entry.isFile());
  await copy(
    names.map(({ name }) => ({ path: join(data, name), sizeBytes: statSync(join(data, name)).size })),
  );
}

/** Copies files, where there is room for what is done with them. */
async function copyFiles(
  files: readonly BackupFile[],
  target: string,
  { data, context }: { readonly data: string; readonly context: CliContext },
): Promise<void> {
  const needed = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) * ROOM_FACTOR + ROOM_BASE_BYTES;
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < needed)
    throw new CommandError(
      `${tmpdir()} has ${formatMebibytes(bavail * bsize)} free, and the check takes ${formatMebibytes(needed)}: set TMPDIR to a folder with more room`,
    );
  const progress = createProgressBar(context, 'bytes');
  await copyBackup(files, target, { owner: findFolderOwner(data), onProgress: progress.show });
  progress.clear();
}

/** Runs the other program with arguments. Throws a `CommandError` when it fails, unless it may. */
type Runner = (
  words: readonly string[],
  options?: { readonly mayFail?: boolean },
) => Promise<{ readonly out: string; readonly err: string }>;

/** Creates a runner of another program, without any setting of this one: it reaches nobody. */
function createRunner(binary: string, environment: CliContext['environment']): Runner {
  const env = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('FOOTFALL_')),
  );
  return async (words, { mayFail = false } = {}) => {
    const child = spawnProgram(binary, words, env);
    const [code, out, err] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if (code !== 0 && !mayFail) {
      const reason = err.trim().split('\n').at(-1) || `it ended with code ${code}`;
      throw new CommandError(`${binary} ${words[0]}: ${reason.replace(/^footfall: /, '')}`);
    }
    return { out, err };
  };
}

function spawnProgram(binary: string, words: readonly string[], env: Record<string, string | undefined>) {
  try {
    return Bun.spawn([binary, ...words], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  } catch (error) {
    throw new CommandError(`${binary} cannot be run here: ${getErrorMessage(error)}`);
  }
}

/** Returns what another program calls its version. Throws a `CommandError` when it is no Footfall. */
async function versionOf(binary: string, runNew: Runner): Promise<string> {
  if (!existsSync(binary)) throw new CommandError(`there is no ${binary}`);
  const { out } = await runNew(['version']);
  if (!/^\d+\.\d+\.\d+\b/.test(out))
    throw new CommandError(`${binary} is not Footfall: it reports no version`);
  return out.trim();
}

async function checkWith(runNew: Runner, copy: string): Promise<CheckReport> {
  const { out, err } = await runNew(['check', '--json', '--data', copy], { mayFail: true });
  try {
    return JSON.parse(out);
  } catch {
    throw new CommandError(`the new version cannot be compared with: ${err.trim().split('\n')[0]}`);
  }
}

interface Comparison {
  readonly before: CheckReport;
  readonly after: CheckReport;
  /** The version that wrote the folder. */
  readonly writer: string;
  readonly version: string;
  readonly seconds: number;
}

/** Prints both versions and every difference. Returns the exit code. */
function report(
  { before, after, writer, version, seconds }: Comparison,
  { print, printError }: CliContext,
): number {
  const describe = ({ configuration, analytics }: CheckReport): string =>
    `configuration ${configuration.schema ?? 'unknown'}, analytics ${analytics.schema ?? 'unknown'}`;
  print(`now: ${writer}, ${describe(before)}`);
  print(`new: ${version}, ${describe(after)}; first start ${seconds.toFixed(1)} s`);
  const rows = after.analytics.rows;
  if (rows)
    print(
      `rows: ${rows.hit} hits, ${rows.event} events, ${rows.agent_visit} agent visits, ${rows.spam_hit} spam hits`,
    );
  const faults = [
    ...before.faults.map(fault => `now: ${fault}`),
    ...after.faults.map(fault => `new: ${fault}`),
    ...findDifferences(before, after),
  ];
  for (const fault of faults) printError(`footfall: ${fault}`);
  if (faults.length > 0) return 1;
  print(
    'ok: the new version has everything. The data folder was not changed: replace the program and start it.',
  );
  return 0;
}

/** Lists what the other version has less of, or more of what only visitors make. */
function findDifferences(before: CheckReport, after: CheckReport): string[] {
  const differences: string[] = [];
  const hits: Readonly<Record<string, number>> = after.analytics.rows ?? {};
  for (const [kind, count] of Object.entries(before.analytics.rows ?? {}))
    if (hits[kind] !== count)
      differences.push(`${kind}: ${count} rows now, ${hits[kind] ?? 'none'} with the new version`);
  const tables = after.configuration.rows ?? {};
  for (const [table, count] of Object.entries(before.configuration.rows ?? {}))
    if (count > 0 && (tables[table] ?? 0) < count)
      differences.push(`${table}: ${count} rows now, ${tables[table] ?? 'none'} with the new version`);
  return differences;
}
