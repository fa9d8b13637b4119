/**
 * Every check of the project, in the order in which they are quick to fail; the first failing group ends the run.
 * `bun run check` runs all, `--quick` those without a server (the git hook), `bun run check api stores` the named ones.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../src/lib/time-units.ts';
import { GROUPS, type Group, root, testFilesOf, WORKERS } from './check-groups.ts';
import { writeOrder } from './test-order.ts';

/** What takes longer hangs: on a machine with other work, a test over real servers takes ten times its usual time. */
const TEST_TIMEOUT_MS = 300_000;
const GROUP_TIMEOUT_MS = 60 * MINUTE_MS;
/** Lines of the files of a group that took longest. */
const SLOWEST_SHOWN = 10;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Outcome extends Counts {
  readonly group: string;
  readonly seconds: number;
  /** Seconds of the processor, of all processes that have ended. */
  readonly cpuSeconds: number;
  readonly remark: string;
  /** Lines of the files that took longest; none for a tool. */
  readonly slowest?: readonly string[];
}

interface Ended {
  readonly fault: string | undefined;
  readonly cpuSeconds: number;
}

/** A JUnit report; empty when the run ended before it wrote one. */
async function readReport(path: string): Promise<string> {
  const file = Bun.file(path);
  return (await file.exists()) ? file.text() : '';
}

/** What a JUnit report counted; undefined for an empty one. */
function readCounts(report: string): Counts | undefined {
  const [, head = ''] = /<testsuites ([^>]*)>/.exec(report) ?? [];
  const count = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  if (head === '') return undefined;
  const [failed, skipped] = [count('failures') + count('errors'), count('skipped')];
  return { passed: count('tests') - failed - skipped, failed, skipped };
}

/** The files of a JUnit report that took longest, a line each. */
function listSlowest(report: string): string[] {
  const files = [...report.matchAll(/<testsuite name="[^"]*" file="([^"]*)"[^>]* time="([\d.]+)"/g)]
    // Groups of tests within a file stand below it under the same name.
    .map(([, file = '', seconds]) => ({ file, seconds: Number(seconds) }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const unique = files.filter(({ file }, index) => files.findIndex(other => other.file === file) === index);
  return unique
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s   ${file}`);
}

/** Commands that have not ended. */
const children = new Set<Bun.Subprocess>();

async function run(command: readonly string[], scratch: string): Promise<Ended> {
  // The operator's or developer's own settings must not reach a test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('FOOTFALL_')),
  );
  const child = Bun.spawn([...command], {
    cwd: root,
    // What tests leave behind goes with the scratch folder.
    env: { ...env, TMPDIR: scratch },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    timeout: GROUP_TIMEOUT_MS,
  });
  children.add(child);
  const code = await child.exited;
  children.delete(child);
  const cpuSeconds = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  if (code === 0) return { fault: undefined, cpuSeconds };
  const fault = child.signalCode
    ? `ended by ${child.signalCode} (time limit: ${GROUP_TIMEOUT_MS / MINUTE_MS} min)`
    : `exit code ${code}`;
  return { fault, cpuSeconds };
}

function testCommand(group: Group, files: readonly string[], report: string, scratch: string): string[] {
  return [
    'bun',
    'test',
    '--no-orphans',
    '--only-failures',
    // Bun does not read a time limit from bunfig.toml.
    `--timeout=${TEST_TIMEOUT_MS}`,
    ...(group.isParallel
      ? [`--parallel=${WORKERS}`, '--no-isolate', `--timings=${writeOrder(files, scratch)}`]
      : []),
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...files.map(file => `./${file}`),
  ];
}

async function runGroup(group: Group, scratch: string): Promise<Outcome> {
  const startedNs = Bun.nanoseconds();
  const end = (counts: Counts, remark: string, cpuSeconds = 0): Outcome => ({
    group: group.name,
    seconds: (Bun.nanoseconds() - startedNs) / 1e9,
    cpuSeconds,
    remark,
    ...counts,
  });
  const none: Counts = { passed: 0, failed: 0, skipped: 0 };
  const obstacle = group.obstacle?.();
  if (obstacle !== undefined) return end(none, `NOT RUN: ${obstacle}`);
  if ('command' in group.work) {
    const { fault, cpuSeconds } = await run(group.work.command, scratch);
    return end({ ...none, failed: fault === undefined ? 0 : 1 }, fault ?? 'ok', cpuSeconds);
  }
  const files = testFilesOf(group);
  if (files.length === 0) return end(none, 'no tests');
  const reportPath = join(scratch, `${group.name}.xml`);
  const command = testCommand(group, files, reportPath, scratch);
  const { fault, cpuSeconds } = await run(command, scratch);
  const report = await readReport(reportPath);
  const counts = readCounts(report) ?? none;
  // A file that does not load fails the run without counting as a test.
  const failed = fault === undefined ? counts.failed : Math.max(1, counts.failed);
  return { ...end({ ...counts, failed }, fault ?? 'ok', cpuSeconds), slowest: listSlowest(report) };
}

function chosenGroups(): readonly Group[] {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean' } },
    allowPositionals: true,
  });
  const unknown = positionals.find(name => !GROUPS.some(group => group.name === name));
  if (unknown !== undefined) {
    process.stderr.write(
      `check: no group "${unknown}"; there are: ${GROUPS.map(group => group.name).join(', ')}\n`,
    );
    process.exit(2);
  }
  return GROUPS.filter(group =>
    positionals.length > 0 ? positionals.includes(group.name) : group.isQuick || values.quick !== true,
  );
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const groups = chosenGroups();
const scratch = mkdtempSync(join(tmpdir(), 'footfall-check-'));
// As the temporary folder it stands for: some tests run programs as other users.
chmodSync(scratch, 0o1777);
const outcomes: Outcome[] = [];
/** Groups that have begun before their turn. */
const begun = new Map<Group, Promise<Outcome>>();
for (const group of groups) {
  say(`\n== ${group.name}`);
  for (const other of groups) {
    if (other.startsWith === group.name) begun.set(other, runGroup(other, scratch));
  }
  const outcome = await (begun.get(group) ?? runGroup(group, scratch));
  outcomes.push(outcome);
  if (outcome.slowest?.length) say(['\nslowest files:', ...outcome.slowest].join('\n'));
  if (outcome.failed > 0) break;
}
for (const child of children) child.kill();
await Promise.all([...children].map(child => child.exited));
rmSync(scratch, { recursive: true, force: true });

const sum = (pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
say('\n== summary');
for (const { group, seconds, cpuSeconds, remark, passed, failed, skipped } of outcomes) {
  const counted =
    passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped; ` : '';
  const times = [`${seconds.toFixed(1)} s`, `${cpuSeconds.toFixed(1)} s CPU`].map(text => text.padStart(12));
  say(`${group.padEnd(18)} ${times.join('')}   ${counted}${remark}`);
}
const notReached = groups.slice(outcomes.length).map(group => group.name);
if (notReached.length > 0) say(`Not reached after the failure: ${notReached.join(', ')}`);
say(`${sum(outcome => outcome.passed)} passed, ${sum(outcome => outcome.failed)} failed`);
process.exit(sum(outcome => outcome.failed) === 0 ? 0 : 1);
