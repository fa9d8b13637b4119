/** Runs one group of checks. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import { TIME_LIMIT_MS } from '../../test/support/time-limit.ts';
import { type Group, testFilesOf } from './groups.ts';
import { type GroupReport, readUsage, writeTimings } from './report.ts';
import { root } from './root.ts';

const GROUP_TIMEOUT_MS = 240 * MINUTE_MS;

export interface Surroundings {
  /** Where reports and output are written. */
  readonly folder: string;
  /** Temporary folder of tests about disks. */
  readonly diskFolder: string;
  /** Temporary folder of the others: in memory where there is room. */
  readonly scratchFolder: string;
  readonly workers: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface Outcome extends GroupReport {
  readonly group: string;
  /** "ok", or why it failed. */
  readonly remark: string;
  readonly output: string;
}

type Counts = Pick<GroupReport, 'passed' | 'failed' | 'skipped' | 'assertions'>;

/** Reads the counts of a JUnit report: none where the run ended before it was written. */
function readCounts(path: string): Counts {
  const head = /<testsuites ([^>]*)>/.exec(readText(path))?.[1] ?? '';
  const count = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const [failed, skipped] = [count('failures') + count('errors'), count('skipped')];
  return { passed: count('tests') - failed - skipped, failed, skipped, assertions: count('assertions') };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const sumOf = (files: GroupReport['files']): number =>
  Object.values(files).reduce((total, { cpuSeconds }) => total + cpuSeconds, 0);

const fileName = ({ name }: Group): string => name.replaceAll(' ', '-');

function commandOf(group: Group, { folder, workers }: Surroundings): readonly string[] {
  if ('command' in group.work) return group.work.command;
  const bunTest = [
    'bun',
    'test',
    '--preload=./scripts/check/usage.ts',
    '--no-orphans',
    '--only-failures',
    // Bun does not read a time limit from bunfig.toml.
    `--timeout=${TIME_LIMIT_MS}`,
    `--parallel=${group.workers ?? workers}`,
    '--no-isolate',
    `--timings=${writeTimings(group.name, folder)}`,
    '--reporter=junit',
    `--reporter-outfile=${join(folder, `${fileName(group)}.xml`)}`,
    ...testFilesOf(group).map(file => `./${file}`),
  ];
  return group.isOnClickHouse ? ['bun', 'scripts/check/on-clickhouse.ts', ...bunTest] : bunTest;
}

/** Returns the environment of tests: the operator's or developer's own settings must not reach one. */
function environmentOf(group: Group, { folder, environment, ...where }: Surroundings) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('FOOTFALL_'));
  return {
    ...Object.fromEntries(inherited),
    ...environment,
    CHECK_USAGE_FILE: join(folder, `${fileName(group)}.jsonl`),
    // What tests leave behind goes with the folder.
    TMPDIR: group.isOnDisk ? where.diskFolder : where.scratchFolder,
  };
}

export async function runGroup(group: Group, surroundings: Surroundings): Promise<Outcome> {
  const { folder, signal } = surroundings;
  const startedNs = Bun.nanoseconds();
  const outputPath = join(folder, `${fileName(group)}.log`);
  const output = openSync(outputPath, 'w');
  const child = Bun.spawn([...commandOf(group, surroundings)], {
    cwd: root,
    env: environmentOf(group, surroundings),
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    timeout: GROUP_TIMEOUT_MS,
    signal,
  });
  const code = await child.exited;
  closeSync(output);
  const counts = readCounts(join(folder, `${fileName(group)}.xml`));
  const files = readUsage(join(folder, `${fileName(group)}.jsonl`));
  const fault = child.signalCode
    ? `ended by ${child.signalCode}${signal.aborted ? '' : ` (time limit: ${GROUP_TIMEOUT_MS / MINUTE_MS} min)`}`
    : `exit code ${code}`;
  return {
    group: group.name,
    remark: code === 0 ? 'ok' : fault,
    output: readText(outputPath),
    seconds: (Bun.nanoseconds() - startedNs) / 1e9,
    // Processes that a test leaves to the next file, such as a browser, are counted by file alone.
    cpuSeconds: Math.max(Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6, sumOf(files)),
    ...counts,
    // A file that does not load fails the run without counting as a test.
    failed: code === 0 ? counts.failed : Math.max(1, counts.failed),
    files,
  };
}
