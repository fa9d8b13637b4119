/**
 * Every check of the project. `bun run check` runs those that a change can break, `--quick` those without a server (the git hook),
 * `--all` the long ones too, `bun run check api stores` the named groups. The first failing group ends the run, but for `--all`: one
 * long run names every fault.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toDay } from '../../src/lib/time.ts';
import { GROUPS, type Group } from './groups.ts';
import { findMissing, installNeeds } from './needs.ts';
import { keepReport, REPORT_PATH, type Taken } from './report.ts';
import { type Outcome, runGroup, type Surroundings } from './run-group.ts';

/** Groups that run side by side, since the tests of one often wait. */
const GROUPS_AT_ONCE = 2;
/** Processes that share the files of a group. */
const WORKERS = Math.min(4, availableParallelism());
/** Memory in which the folders of tests may be. */
const SHARED_MEMORY = '/dev/shm';
const NEEDED_MEMORY_BYTES = 4 * 2 ** 30;
/** Lines of the files of a group that took longest. */
const SLOWEST_SHOWN = 5;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Choice {
  readonly groups: readonly Group[];
  readonly isAll: boolean;
}

/** Parses the command line. Ends with 2 and a line that names what is wrong. */
function parseOptions() {
  try {
    return parseArgs({
      options: { quick: { type: 'boolean' }, all: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('. ');
    process.stderr.write(`check: ${reason}; there are --quick, --all and names of groups\n`);
    process.exit(2);
  }
}

function choose(): Choice {
  const { values, positionals } = parseOptions();
  const unknown = positionals.find(name => !GROUPS.some(group => group.name === name));
  if (unknown !== undefined) {
    const names = GROUPS.map(group => `"${group.name}"`).join(', ');
    process.stderr.write(`check: no group "${unknown}"; there are: ${names}\n`);
    process.exit(2);
  }
  const tiers = ['quick', ...(values.quick ? [] : ['short']), ...(values.all ? ['long'] : [])];
  const isChosen = ({ name, tier }: Group) =>
    positionals.length > 0 ? positionals.includes(name) : tiers.includes(tier);
  return { groups: GROUPS.filter(isChosen), isAll: values.all === true };
}

/** Returns the folder below which tests make theirs. */
function findScratchPlace(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  // Tests run programs from their folders.
  const isNoexec = / \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
  return !isNoexec && bavail * bsize >= NEEDED_MEMORY_BYTES ? SHARED_MEMORY : tmpdir();
}

function makeFolder(place: string): string {
  const folder = mkdtempSync(join(place, 'footfall-check-'));
  // As the temporary folder it stands for: some tests run programs as other users.
  chmodSync(folder, 0o1777);
  return folder;
}

const formatTimes = ({ seconds, cpuSeconds }: Taken): string =>
  [`${seconds.toFixed(1)} s`, `${cpuSeconds.toFixed(1)} s CPU`].map(text => text.padStart(12)).join('');

function showOutcome({ group, remark, output, files, ...outcome }: Outcome): void {
  say(`\n== ${group}: ${remark} (${formatTimes(outcome).trim()})`);
  if (output.trim() !== '') say(output.trim());
  const slowest = Object.entries(files).toSorted(([, a], [, b]) => b.cpuSeconds - a.cpuSeconds);
  for (const [file, taken] of slowest.slice(0, SLOWEST_SHOWN)) say(`${formatTimes(taken)}   ${file}`);
}

/** Runs groups, in their order as far as none waits for another. Returns the outcomes of those that have begun. */
async function runAll({ groups, isAll }: Choice, surroundings: Omit<Surroundings, 'signal'>) {
  const stop = new AbortController();
  const waiting = [...groups];
  const running = new Map<string, Promise<void>>();
  const outcomes: Outcome[] = [];
  const isReady = ({ after }: Group): boolean =>
    ![...waiting.map(({ name }) => name), ...running.keys()].some(name => name === after);
  const begin = async (group: Group): Promise<void> => {
    say(`.. ${group.name}`);
    const outcome = await runGroup(group, { ...surroundings, signal: stop.signal });
    running.delete(group.name);
    // One that was ended for another's failure has no outcome of its own.
    if (stop.signal.aborted) return;
    outcomes.push(outcome);
    showOutcome(outcome);
    if (outcome.failed === 0) keepReport(group.name, outcome);
    else if (!isAll) stop.abort();
  };
  while (waiting.length + running.size > 0) {
    const next = waiting.find(isReady);
    if (next && running.size < GROUPS_AT_ONCE && !stop.signal.aborted) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.name, begin(next));
    } else if (running.size > 0) await Promise.race(running.values());
    else break;
  }
  return outcomes;
}

const choice = choose();
const { groups, isAll } = choice;
const needs = groups.flatMap(group => group.needs ?? []);
installNeeds(needs, say);
const seed = process.env['FUZZ_SEED'] ?? toDay(new Date(), 'UTC').replaceAll('-', '');
say(`Random tests: FUZZ_SEED=${seed}`);
const diskFolder = makeFolder(tmpdir());
const scratchFolder = makeFolder(findScratchPlace());
const startedNs = Bun.nanoseconds();
const outcomes = await runAll(choice, {
  ...{ folder: diskFolder, diskFolder, scratchFolder },
  workers: WORKERS,
  environment: { FUZZ_SEED: seed, ...(isAll ? { FUZZ_LONG: '1' } : {}) },
});
for (const folder of [diskFolder, scratchFolder]) rmSync(folder, { recursive: true, force: true });

const sum = (pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
const nameWidth = Math.max(...groups.map(({ name }) => name.length));
say('\n== summary');
for (const { group, passed, failed, skipped, assertions, remark, ...taken } of outcomes) {
  const counted = passed + failed + skipped > 0;
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped, ${assertions} assertions; `;
  say(`${group.padEnd(nameWidth)} ${formatTimes(taken)}   ${counted ? counts : ''}${remark}`);
}
const whole = { seconds: (Bun.nanoseconds() - startedNs) / 1e9, cpuSeconds: sum(each => each.cpuSeconds) };
say(`${'all'.padEnd(nameWidth)} ${formatTimes(whole)}   each file: ${REPORT_PATH}`);
const notReached = groups.filter(({ name }) => !outcomes.some(({ group }) => group === name));
if (notReached.length > 0)
  say(`Not finished after the failure: ${notReached.map(({ name }) => name).join(', ')}`);
const missing = findMissing(needs);
if (missing.length > 0) say(`Some tests were not run, for want of: ${missing.join(', ')}`);
say(`${sum(each => each.passed)} passed, ${sum(each => each.failed)} failed`);
process.exit(sum(each => each.failed) === 0 ? 0 : 1);
