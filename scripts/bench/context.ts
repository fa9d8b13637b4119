/** The context of a benchmark: its options, its folder, and everything that has to be stopped afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Options of the command line. */
export interface BenchOptions {
  /** Hits of the one big site. */
  readonly hits: number;
  /** Length of one round of load. */
  readonly seconds: number;
  /** Rounds of load, each of ours followed by one of the reference's. */
  readonly rounds: number;
  /** Rounds of the import, which is long. */
  readonly importRounds: number;
  /** Requests of each report. */
  readonly requests: number;
  /** The program and its first arguments. */
  readonly program: readonly string[];
  /** `FOOTFALL_MEMORY_LIMIT` where memory is measured. */
  readonly memoryLimit: string;
}

export interface BenchContext extends BenchOptions {
  /** Zone of the account, in which reports are asked for. */
  readonly zone: string;
  /** A folder of this run; removed at its end. */
  readonly folder: string;
  /** Prints the progress on standard error. */
  readonly log: (line: string) => void;
  /** Runs at the end, the latest first, also when something fails. */
  readonly atEnd: (stop: () => void | Promise<void>) => void;
}

/** Runs work with a temporary folder and cleans up after it. */
export async function withBenchContext<T>(
  options: BenchOptions,
  log: (line: string) => void,
  work: (bench: BenchContext) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-bench-run-'));
  const stops: (() => void | Promise<void>)[] = [];
  const clear = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const leave = (): void => void clear().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  try {
    return await work({ ...options, zone: 'UTC', folder, log, atEnd: stop => stops.push(stop) });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave);
    await clear();
  }
}
