/** Has parts of a file read at the same time, and combines what they come to: exactly what one reader would have made of the file. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toFaultKind } from '../../../core/hits/import.ts';
import {
  addMarks,
  formatLogSum,
  LOG_SUM_HEADER,
  type LogSumRow,
  toMark,
  toMarkRow,
} from '../../../core/hits/log-sums.ts';
import type { Day } from '../../../core/span.ts';
import { FULL_VERSION } from '../../../core/version.ts';
import { MAX_REPORTED_ROWS } from '../limits.ts';
import type { OpenedSource, PrepareOptions } from '../prepare-types.ts';
import { inSteps } from '../progress.ts';
import { lastLogDay } from '../readers/access-log/tally.ts';
import { addLeftOut, createCounts, type ReadCounts } from '../scratch-file.ts';
import type { ExclusionSettings, PartResult, PartTask } from './part-message.ts';
import { PartLost } from './part-message.ts';
import type { PartReading } from './part-process.ts';
import { type FilePart, splitFile } from './split-file.ts';

/** Returns the parts in which a file is read; undefined where one reader is to read it. */
async function findParts(
  { found, input }: OpenedSource,
  { source, options, logMarks = [], parts }: PrepareOptions,
): Promise<FilePart[] | undefined> {
  const [first, second] = found;
  if (!parts || !first || second || !input.isPlain) return undefined;
  const { entry, sample, recognised } = first;
  const { limits } = parts;
  if (limits.count < 2 || entry.sizeBytes < limits.minBytes) return undefined;
  if (!('reader' in recognised) || recognised.reader.kind !== 'rows') return undefined;
  const findDay = recognised.reader.findDays?.(sample, options);
  if (!findDay) return undefined;
  const split = await splitFile(source.path, { sizeBytes: entry.sizeBytes, count: limits.count });
  const known = new Set(logMarks.map(({ day }) => day));
  // Lines of a day that was read before are compared with all lines of it.
  return split?.slice(1).some(({ firstLine }) => known.has(findDay(firstLine) ?? '')) ? undefined : split;
}

/** Adds what was read of a part to what was read of those before it. */
function addCounts(all: ReadCounts, part: PartResult): void {
  all.bad += part.bad;
  const known = new Set(all.faultCounts.keys());
  for (const fault of part.faults) {
    const kind = toFaultKind(fault.message);
    if (known.has(kind) && all.faults.length >= MAX_REPORTED_ROWS) continue;
    known.add(kind);
    all.faults.push(fault);
  }
  for (const [kind, count] of part.faultCounts)
    all.faultCounts.set(kind, (all.faultCounts.get(kind) ?? 0) + count);
  for (const leftOut of part.leftOut) addLeftOut(all, leftOut);
}

/** Joins the marks of a day. */
function joinMarks(results: readonly PartResult[]): LogSumRow[] {
  const byDay = new Map<Day, LogSumRow>();
  for (const row of results.flatMap(({ marks }) => marks)) {
    const { kind: _, ...read } = row;
    const known = byDay.get(row.day);
    byDay.set(
      row.day,
      known
        ? { ...toMarkRow(addMarks(toMark(known), toMark(read))), part: Math.max(known.part, row.part) }
        : row,
    );
  }
  return [...byDay.values()];
}

/** Returns whether two parts have lines of a day that was read before: which of them are new depends on all of them. */
const shareKnownDay = (results: readonly PartResult[]): boolean => {
  const days = results.flatMap(({ knownDays }) => knownDays);
  return new Set(days).size < days.length;
};

/** What was read in parts. */
export interface ReadParts {
  /** Scratch files of rows, in order. */
  readonly rows: readonly string[];
  /** Scratch files of log sums. */
  readonly sums: readonly string[] | undefined;
  readonly read: ReadCounts;
}

const toTasks = (
  found: readonly FilePart[],
  { source, folder, options, logMarks, clock }: PrepareOptions,
  exclusions: ExclusionSettings,
): PartTask[] => {
  const { timeZone, siteHost, isWithoutHits, logFormat = null } = options;
  const lastDay = lastLogDay(clock.now());
  return found.map(({ start, end }, index) => ({
    version: FULL_VERSION,
    source,
    range: { start, end },
    options: { timeZone, siteHost, isWithoutHits, logFormat },
    exclusions,
    rows: join(folder, `rows-${index}.prepared`),
    sums: logMarks ? { path: join(folder, `log-sums-${index}.prepared`), marks: logMarks, lastDay } : null,
  }));
};

/** Reads all parts, or none: where one cannot be read, the others end. */
async function readAll(
  tasks: readonly PartTask[],
  { read, sizeBytes }: Pick<PartReading, 'read'> & { readonly sizeBytes: number },
  { signal, onProgress }: Pick<PrepareOptions, 'signal' | 'onProgress'>,
): Promise<PartResult[]> {
  const failed = new AbortController();
  const bytes = tasks.map(() => 0);
  const onShare = inSteps(onProgress);
  const report = (index: number) => (done: number) => {
    bytes[index] = done;
    onShare(Math.min(1, bytes.reduce((sum, each) => sum + each, 0) / sizeBytes));
  };
  const options = { signal: AbortSignal.any([signal, failed.signal]) };
  const readings = tasks.map((task, index) => read(task, { ...options, onProgress: report(index) }));
  for (const reading of readings) reading.catch(error => failed.abort(error));
  await Promise.allSettled(readings);
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
  return Promise.all(readings);
}

/** Reads a file in parts; undefined where one reader is to read it. */
export async function readInParts(
  opened: OpenedSource,
  prepare: PrepareOptions,
): Promise<ReadParts | undefined> {
  const { parts, folder } = prepare;
  const split = await findParts(opened, prepare);
  if (!parts || !split) return undefined;
  const tasks = toTasks(split, prepare, parts.exclusions);
  const sums = tasks.flatMap(task => (task.sums ? [task.sums.path] : []));
  const sizeBytes = opened.found[0]?.entry.sizeBytes ?? 0;
  const results = await readAll(tasks, { read: parts.read, sizeBytes }, prepare).catch(error => {
    if (!(error instanceof PartLost)) throw error;
    parts.onLost(error);
    return undefined;
  });
  const rows = tasks.map(task => task.rows);
  if (!results || shareKnownDay(results)) {
    for (const file of [...rows, ...sums]) await rm(file, { force: true });
    return undefined;
  }
  const read = createCounts();
  for (const result of results) addCounts(read, result);
  if (sums.length === 0) return { rows, sums: undefined, read };
  const marks = join(folder, 'log-marks.prepared');
  await writeFile(marks, LOG_SUM_HEADER + joinMarks(results).map(formatLogSum).join(''), { mode: 0o600 });
  return { rows, sums: [...sums, marks], read };
}
