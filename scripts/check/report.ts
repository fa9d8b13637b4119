/** What the checks took when each of them last ran, by group and by file of tests. The next run begins with the slowest files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

export interface Taken {
  readonly seconds: number;
  /** Seconds of the processor, with those of all child processes. */
  readonly cpuSeconds: number;
}

export interface GroupReport extends Taken {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly assertions: number;
  readonly files: Readonly<Record<string, Taken>>;
}

export type Report = Readonly<Record<string, GroupReport>>;

/** Beside the built program, and as little a part of the sources. */
export const REPORT_PATH = join(root, 'dist/checks.json');

/** Reads the report of earlier runs: empty before the first. */
export const readReport = (): Report =>
  existsSync(REPORT_PATH) ? JSON.parse(readFileSync(REPORT_PATH, 'utf8')) : {};

/** Writes the report of a group beside those of the others. */
export function keepReport(group: string, report: GroupReport): void {
  mkdirSync(dirname(REPORT_PATH), { recursive: true });
  writeFileSync(REPORT_PATH, `${JSON.stringify({ ...readReport(), [group]: report }, undefined, 1)}\n`);
}

/** Writes what Bun takes the order of files from: the slowest first, or a run would end with one process at work. Returns its path. */
export function writeTimings(group: string, folder: string): string {
  const files = Object.entries(readReport()[group]?.files ?? {});
  const path = join(folder, `${group}-timings.json`);
  const timings = Object.fromEntries(files.map(([file, { seconds }]) => [file, Math.ceil(seconds * 1000)]));
  writeFileSync(path, JSON.stringify({ version: 1, files: timings }));
  return path;
}

/** Reads the lines that usage.ts wrote, one for each file. */
export function readUsage(path: string): Record<string, Taken> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  return Object.fromEntries(
    lines.map(line => {
      const { file, ...taken } = JSON.parse(line) as Taken & { readonly file: string };
      return [file, taken];
    }),
  );
}
