/**
 * Every check of the project, in the order in which they are quick to fail; the first failing group ends the run.
 * `bun run check` runs all, `--quick` those without a server (the git hook), `bun run check api stores` the named ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../src/lib/time-units.ts';
import { GROUPS, type Group, root, testFilesOf } from './check-groups.ts';

/** A test over real servers on a busy machine takes its time. */
const TEST_TIMEOUT_MS = 60_000;

/** Processes that share the files of a group; servers and browsers of more would not fit into a small machine. */
const WORKERS = Math.min(4, availableParallelism());

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Outcome extends Counts {
  readonly group: string;
  readonly seconds: number;
  readonly remark: string;
}

/** What the JUnit report counted; undefined when the run ended before it wrote one. */
async function readCounts(report: string): Promise<Counts | undefined> {
  const file = Bun.file(report);
  const [, head = ''] = /<testsuites ([^>]*)>/.exec((await file.exists()) ? await file.text() : '') ?? [];
  const count = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  if (head === '') return undefined;
  const [failed, skipped] = [count('failures') + count('errors'), count('skipped')];
  return { passed: count('tests') - failed - skipped, failed, skipped };
}

async function run(command: readonly string[], timeoutMs: number): Promise<string | undefined> {
  // The operator's or developer's own settings must not reach a test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('FOOTFALL_')),
  );
  const child = Bun.spawn([...command], {
    cwd: root,
    env,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    timeout: timeoutMs,
  });
  const code = await child.exited;
  if (code === 0) return undefined;
  return child.signalCode
    ? `ended by ${child.signalCode} (time limit: ${timeoutMs / MINUTE_MS} min)`
    : `exit code ${code}`;
}

async function runGroup(group: Group, scratch: string): Promise<Outcome> {
  const startedNs = Bun.nanoseconds();
  const end = (counts: Counts, remark: string): Outcome => ({
    group: group.name,
    seconds: (Bun.nanoseconds() - startedNs) / 1e9,
    remark,
    ...counts,
  });
  const none: Counts = { passed: 0, failed: 0, skipped: 0 };
  const obstacle = group.obstacle?.();
  if (obstacle !== undefined) return end(none, `NOT RUN: ${obstacle}`);
  if ('command' in group.work) {
    const fault = await run(group.work.command, group.timeoutMs);
    return fault === undefined ? end(none, 'ok') : end({ ...none, failed: 1 }, fault);
  }
  const files = testFilesOf(group);
  if (files.length === 0) return end(none, 'no tests');
  const report = join(scratch, `${group.name}.xml`);
  const paths = files.map(file => `./${file}`);
  const command = [
    'bun',
    'test',
    '--no-orphans',
    '--only-failures',
    // Bun does not read a time limit from bunfig.toml.
    `--timeout=${TEST_TIMEOUT_MS}`,
    ...(group.isParallel ? [`--parallel=${WORKERS}`, '--no-isolate'] : []),
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...paths,
  ];
  const fault = await run(command, group.timeoutMs);
  const counts = (await readCounts(report)) ?? none;
  if (fault === undefined) return end(counts, 'ok');
  // A file that does not load fails the run without counting as a test.
  return end({ ...counts, failed: Math.max(1, counts.failed) }, fault);
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
const outcomes: Outcome[] = [];
for (const group of groups) {
  say(`\n== ${group.name}`);
  const outcome = await runGroup(group, scratch);
  outcomes.push(outcome);
  if (outcome.failed > 0) break;
}
rmSync(scratch, { recursive: true, force: true });

const sum = (pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
say('\n== summary');
for (const { group, seconds, remark, passed, failed, skipped } of outcomes) {
  const counted =
    passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped; ` : '';
  say(`${group.padEnd(16)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${counted}${remark}`);
}
const notReached = groups.slice(outcomes.length).map(group => group.name);
if (notReached.length > 0) say(`Not reached after the failure: ${notReached.join(', ')}`);
say(`${sum(outcome => outcome.passed)} passed, ${sum(outcome => outcome.failed)} failed`);
process.exit(sum(outcome => outcome.failed) === 0 ? 0 : 1);
