/** Reads a part of a file into scratch files: what a process that is started for it does. */
import type { LogSumRow } from '../../../core/hits/log-sums.ts';
import { FULL_VERSION } from '../../../core/version.ts';
import { recognise } from '../formats.ts';
import { createCollector } from '../garbage.ts';
import { type InputEntry, openInput, readRange } from '../input/input.ts';
import { readSample } from '../input/sample.ts';
import type { ReadOptions } from '../readers/reader.ts';
import { asRead } from '../row-values.ts';
import { besideSums, openScratchLogSums } from '../scratch-log-sums.ts';
import { openScratchRows } from '../scratch-rows.ts';
import type { PartResult, PartTask } from './part-message.ts';
import { countLines } from './split-file.ts';

/** Groups of lines between two collections of garbage: there are several processes. */
const GROUPS = 256;

interface ReadPartOptions extends Pick<ReadOptions, 'parseUserAgent' | 'findExclusion'> {
  readonly signal: AbortSignal;
  /** Receives the number of bytes that were read. */
  readonly onProgress: (bytes: number) => void;
}

/** Returns an entry of a part, which begins with a line of that number. */
const toEntry = (
  { source: { path, name }, range }: PartTask,
  firstLine: number,
  onProgress: (bytes: number) => void,
): InputEntry => ({
  name,
  sizeBytes: 0,
  firstLine,
  async *blocks(signal) {
    let bytes = 0;
    for await (const block of readRange(path, range, signal)) {
      bytes += block.length;
      onProgress(bytes);
      yield block;
    }
  },
});

/** Reads a part. Throws a `CommandError` when the file is no longer of the format. */
export async function readPart(
  task: PartTask,
  { signal, onProgress, ...rules }: ReadPartOptions,
): Promise<PartResult> {
  const { source, range } = task;
  if (task.version !== FULL_VERSION) throw new Error(`the program has been replaced by ${FULL_VERSION}`);
  const logFormat = task.options.logFormat;
  const input = await openInput(source.path, source.name);
  const sample = input.entries[0] && (await readSample(input.entries[0]));
  const recognised = sample && recognise(sample, { format: 'auto', logFormat });
  if (!(recognised && 'reader' in recognised && recognised.reader.kind === 'rows'))
    throw new Error(`${source.name} has changed`);
  const { reader } = recognised;
  const before = await countLines(readRange(source.path, { start: 0, end: range.start }, signal));
  const marks: LogSumRow[] = [];
  const rows = await openScratchRows(task.rows, asRead(reader.columns), signal);
  const sums =
    task.sums === null
      ? undefined
      : await openScratchLogSums({ ...task.sums, signal, onMark: mark => marks.push(mark) });
  try {
    await reader.read(
      toEntry(task, before + 1, onProgress),
      besideSums(rows, sums, createCollector(GROUPS)),
      {
        ...task.options,
        ...rules,
        logFormat: logFormat ?? undefined,
        sample,
        memory: new Map(),
        tally: sums?.tally,
      },
    );
  } finally {
    await rows.close();
    await sums?.close();
  }
  const { bad, faults, faultCounts, leftOut } = rows.read;
  return {
    bad,
    faults,
    faultCounts: [...faultCounts],
    leftOut: [...leftOut.values()],
    marks,
    knownDays: sums?.tally.knownDays() ?? [],
  };
}
