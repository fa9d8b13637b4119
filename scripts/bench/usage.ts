/** What work costs a server, and a command that it runs: time, processor time, and memory of the server. */
import type { BenchContext } from './context.ts';
import { readCpuMs, readMemory, resetPeak } from './machine.ts';
import type { Taken } from './reference.ts';
import { measureProgram, type Server } from './server.ts';
import { formatNumber, formatSpread, type Row, summarize } from './table.ts';

const SAMPLE_MS = 25;

/** What work took. */
export interface Usage extends Taken {
  /** Highest resident memory of the server, and what of it was not mapped from files. */
  readonly peakMiB: number;
  readonly anonPeakMiB: number;
}

/** Measures what work costs a server. */
export async function measureWork({ pid }: Server, work: () => Promise<void>): Promise<Usage> {
  let anonPeakMiB = 0;
  const sample = (): void => {
    anonPeakMiB = Math.max(anonPeakMiB, readMemory(pid).anonMiB);
  };
  resetPeak(pid);
  const beforeMs = readCpuMs(pid);
  const startedNs = Bun.nanoseconds();
  const sampling = setInterval(sample, SAMPLE_MS);
  try {
    await work();
    const seconds = (Bun.nanoseconds() - startedNs) / 1e9;
    sample();
    const { peakMiB } = readMemory(pid);
    return { seconds, cpuSeconds: (readCpuMs(pid) - beforeMs) / 1000, peakMiB, anonPeakMiB };
  } finally {
    clearInterval(sampling);
  }
}

/** Runs a command of the command line on the data folder of a server. What its own process costs is added. */
export async function measureCommand(
  bench: BenchContext,
  server: Server,
  words: readonly string[],
): Promise<Usage & { readonly output: string }> {
  let ran = { output: '', cpuSeconds: 0 };
  const usage = await measureWork(server, async () => {
    ran = await measureProgram(bench, [...words, '--data', server.data]);
  });
  return { ...usage, ...ran, cpuSeconds: usage.cpuSeconds + ran.cpuSeconds };
}

/** What is measured, and its targets. */
interface Compared {
  readonly what: string;
  readonly ours: readonly Taken[];
  readonly reference: readonly Taken[];
  /** Highest ratio of the times that is wanted. */
  readonly most?: number | undefined;
  /** Highest number of seconds that is wanted. */
  readonly mostSeconds?: number | undefined;
}

/** Rows of the times beside their reference. */
export function toTimeRows({ what, ours, reference, most, mostSeconds }: Compared): Row[] {
  return (['seconds', 'cpuSeconds'] as const).map(measure => {
    const [own, plain] = [ours, reference].map(taken => summarize(taken.map(each => each[measure])));
    const [median, ratio] = [own?.median ?? Number.NaN, (own?.median ?? 0) / (plain?.median ?? 0)];
    const limit = measure === 'seconds' ? mostSeconds : undefined;
    return {
      what: `${what}, ${measure === 'seconds' ? 'seconds' : 'seconds of the processor'}`,
      ours: own ? formatSpread(own) : '–',
      ...(reference.length > 0 && plain
        ? { reference: formatSpread(plain), ratio: formatNumber(ratio) }
        : {}),
      ...(limit === undefined ? {} : { aim: `at most ${limit} s`, isMet: median <= limit }),
      ...(most === undefined ? {} : { aim: `at most ${most} times`, isMet: ratio <= most }),
    };
  });
}

/** A row of the server's memory. */
export function toMemoryRow(what: string, ours: readonly Usage[], mostMiB?: number): Row {
  const [anon, all] = (['anonPeakMiB', 'peakMiB'] as const).map(measure =>
    summarize(ours.map(each => each[measure])),
  );
  return {
    what: `${what}: peak of memory, MiB (with mapped files in brackets)`,
    ours: `${anon ? formatSpread(anon) : '–'} [${all ? formatSpread(all) : '–'}]`,
    ...(mostMiB === undefined ? {} : { aim: `at most ${mostMiB}`, isMet: (anon?.most ?? 0) <= mostMiB }),
  };
}
