/** What the figures were measured on, and whether it was quiet enough for them to mean much. */
import { dlopen, ptr } from 'bun:ffi';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { formatSpread, summarize, toMarkdownTable } from './table.ts';

const PROBE_STEPS = 8_000_000;
const PROBE_ROUNDS = 15;
/** Load a core above which other programs have a say in the figures. */
const BUSY_LOAD = 0.5;

export interface Machine {
  readonly facts: readonly (readonly [string, string])[];
  /** One-minute load when it was looked at. */
  readonly load: number;
  readonly isBusy: boolean;
}

export function inspectMachine(): Machine {
  const cores = cpus();
  const [load = 0] = loadavg();
  const probe = summarize(Array.from({ length: PROBE_ROUNDS }, probeMs));
  return {
    load,
    isBusy: load > BUSY_LOAD * cores.length,
    facts: [
      ['Cores', `${cores.length} × ${cores[0]?.model ?? 'unknown'}`],
      ['Memory', `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`],
      ['System', `${process.platform} ${process.arch}, Bun ${Bun.version}`],
      ['Load at the start', load.toFixed(2)],
      [`CPU probe, ${PROBE_STEPS / 1e6} M steps`, `${formatSpread(probe)} ms`],
    ],
  };
}

/** The same small sum every time: how fast this machine is just now. */
function probeMs(): number {
  const startedNs = Bun.nanoseconds();
  let sum = 0;
  for (let step = 0; step < PROBE_STEPS; step++) sum = (sum * 31 + step) | 0;
  const ms = (Bun.nanoseconds() - startedNs) / 1e6;
  return sum === 1 ? ms + 1e-9 : ms;
}

export function formatMachine({ facts, load, isBusy }: Machine): string {
  const warning = isBusy
    ? [
        '',
        `**Warning: the machine was busy (load ${load.toFixed(2)}). Ratios still say something, absolute figures and tails (p99, max) do not.**`,
      ]
    : [];
  return ['## Machine', '', toMarkdownTable(['Fact', 'Value'], facts), ...warning, ''].join('\n');
}

/** Resident memory of a process in MiB. */
export interface Memory {
  readonly nowMiB: number;
  /** At its highest. */
  readonly peakMiB: number;
  /** What is not mapped from files. */
  readonly anonMiB: number;
}

export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
  return { nowMiB: read('VmRSS'), peakMiB: read('VmHWM'), anonMiB: read('RssAnon') };
}

/** Resets the highest value that the system remembers of a process. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

const openLibrary = () =>
  dlopen('libc.so.6', { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } }).symbols;
let library: ReturnType<typeof openLibrary> | undefined;
const timespec = new BigInt64Array(2);

/**
 * Returns the processor time that a process has taken so far, in milliseconds. Unlike a rate it hardly depends on who else is busy.
 * It is read from the clock that Linux has for every process, since `/proc` counts in steps of 10 ms.
 */
export function readCpuMs(pid: number): number {
  library ??= openLibrary();
  // As clock_getcpuclockid(3) forms the number of that clock.
  const isRead = library.clock_gettime((~pid << 3) | 2, ptr(timespec)) === 0;
  return isRead ? Number(timespec[0]) * 1000 + Number(timespec[1]) / 1e6 : Number.NaN;
}
