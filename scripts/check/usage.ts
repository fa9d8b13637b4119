/** Records what each file of tests took, for the report of a run. Loaded before the tests in every process of a group. */
import { afterAll } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Ticks of the processor a second that Linux counts in, on every machine. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  /** Seconds of the processor: its own, and those of its children that have ended. */
  readonly cpuSeconds: number;
}

function readTimes(pid: string): ProcessTimes | undefined {
  try {
    // The name of the program, in parentheses, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { parent: Number(fields[1]), cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    // It has ended, or this is no Linux.
    return undefined;
  }
}

/** Returns the seconds of the processor that this process and all below it have used. */
function readCpuSeconds(): number {
  const usage = process.cpuUsage();
  const own = readTimes('self')?.cpuSeconds ?? (usage.user + usage.system) / 1e6;
  const all = new Map<number, ProcessTimes>();
  for (const name of /^linux/.test(process.platform) ? readdirSync('/proc') : []) {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    if (times) all.set(Number(name), times);
  }
  const isBelow = (parent: number): boolean =>
    parent === process.pid || (all.has(parent) && isBelow(all.get(parent)?.parent ?? 0));
  return [...all.values()]
    .filter(({ parent }) => isBelow(parent))
    .reduce((total, { cpuSeconds }) => total + cpuSeconds, own);
}

const path = process.env['CHECK_USAGE_FILE'];
let before = { ms: performance.timeOrigin, cpuSeconds: 0 };
if (path !== undefined) {
  // Runs after the last test of each file; a file is loaded since the one before has ended.
  afterAll(() => {
    const now = { ms: performance.timeOrigin + performance.now(), cpuSeconds: readCpuSeconds() };
    const file = relative(process.cwd(), Bun.main);
    const seconds = (now.ms - before.ms) / 1000;
    appendFileSync(
      path,
      `${JSON.stringify({ file, seconds, cpuSeconds: now.cpuSeconds - before.cpuSeconds })}\n`,
    );
    before = now;
  });
}
