/** Recognises a file and turns it into what the store loads: a file of Footfall's own format, or scratch rows. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../core/errors.ts';
import type { LeftOut } from '../../core/hits/import.ts';
import {
  type FileFormat,
  findFileFormat,
  type ImportReport,
  type ImportRequest,
  PREPARED,
} from '../../core/hits/import.ts';
import { IMPORTED_COLUMNS } from '../../core/hits/imported-days.ts';
import type { ImportFormat } from '../../core/import-formats.ts';
import type { ConvertTable, DescribeTable } from '../../core/table-file.ts';
import { type GivenFormat, type Recognised, readableFormats, recognise } from './formats.ts';
import { createCollector } from './garbage.ts';
import { type ImportSource, type InputEntry, openInput } from './input/input.ts';
import { readSample, type Sample } from './input/sample.ts';
import { SMALL_FILE } from './limits.ts';
import type { Found, OpenedSource, PrepareOptions } from './prepare-types.ts';
import { inSteps } from './progress.ts';
import { lastLogDay } from './readers/access-log/tally.ts';
import { footfallDays, hasImportedDays } from './readers/footfall-days.ts';
import type { DayReader, Reader, ReadOptions } from './readers/reader.ts';
import { deriveRowValues } from './row-values.ts';
import { type AddedDays, type DayCounts, openScratchDays } from './scratch-days.ts';
import type { ReadCounts, ScratchFile } from './scratch-file.ts';
import { besideSums, openScratchLogSums } from './scratch-log-sums.ts';
import { openScratchRows } from './scratch-rows.ts';
import type { ImportKind } from './tables.ts';

/** Why files of an archive are left out. */
const UNKNOWN = 'the format is another, or unknown';
const PACKED = 'is packed in a way that is not read: unpack it first';

/** The reader of Parquet. */
export interface TableFiles {
  readonly convertTable: ConvertTable;
  readonly describeTable: DescribeTable;
}

/** Opens a file and recognises its format. Throws a `CommandError` that lists the formats if it has none of them. */
export async function openSource(
  source: ImportSource,
  given: GivenFormat,
  { describeTable }: Pick<TableFiles, 'describeTable'>,
): Promise<OpenedSource> {
  const { format } = given;
  const input = await openInput(source.path, source.name);
  try {
    const found: Found[] = [];
    const leftOut: LeftOut[] = [];
    let isEmpty = true;
    for (const entry of input.entries) {
      const sample = await readSample(entry);
      isEmpty &&= sample.text.trim() === '';
      if (sample.isUtf16) throw new CommandError(`${entry.name} is UTF-16: save it as UTF-8`);
      const named = sample.isPacked ? undefined : (recognise(sample, given) ?? findByName(entry, format));
      const isParquet = named && 'file' in named && named.file === 'parquet' && input.isPlain;
      const recognised = isParquet ? await recogniseParquet(source.path, describeTable) : named;
      const isSame = (one: Recognised) =>
        found.every(({ recognised: other }) => other.format === one.format && kindOf(other) === kindOf(one));
      if (recognised && isSame(recognised)) found.push({ entry, sample, recognised });
      else leftOut.push({ what: entry.name, why: sample.isPacked ? PACKED : UNKNOWN, count: 1 });
    }
    const [first] = found;
    if (!first) {
      const packed = leftOut.find(({ why }) => why === PACKED);
      if (packed) throw new CommandError(`${packed.what} ${PACKED}`);
      throw isEmpty ? new CommandError(`${source.name} is empty`) : unrecognised(source.name, format);
    }
    return { format: first.recognised.format, kind: kindOf(first.recognised), input, found, leftOut };
  } catch (error) {
    await input.close();
    throw error;
  }
}

const kindOf = (recognised: Recognised): ImportKind =>
  'file' in recognised ? 'rows' : recognised.reader.kind;

/** Distinguishes rows from imported days by the columns of a Parquet file. */
const recogniseParquet = async (path: string, describeTable: DescribeTable): Promise<Recognised> => {
  // The store says what is wrong with a file that cannot be read.
  const { columns, rows } = await describeTable(path).catch(() => ({ columns: [], rows: 0 }));
  return hasImportedDays(columns)
    ? { format: 'footfall', reader: footfallDays, parquet: columns }
    : { format: 'footfall', file: 'parquet', rows };
};

/**
 * Returns whether a file takes a second at most: by what it unpacks to, and in Parquet by its rows. One that cannot be read does,
 * since reading it fails at once.
 */
export async function isSmallFile(
  { source, ...given }: GivenFormat & { readonly source: ImportSource },
  files: Pick<TableFiles, 'describeTable'>,
): Promise<boolean> {
  const opened = await openSource(source, given, files).catch(() => undefined);
  if (!opened) return true;
  return isSmall(opened)
    .catch(() => true)
    .finally(opened.input.close);
}

async function isSmall({ found }: OpenedSource): Promise<boolean> {
  let bytes = 0;
  for (const { entry, recognised } of found) {
    if ('rows' in recognised && (recognised.rows ?? 0) > SMALL_FILE.rows) return false;
    for await (const block of entry.blocks()) {
      bytes += block.length;
      if (bytes > SMALL_FILE.bytes) return false;
    }
  }
  return true;
}

/** Recognises Footfall's own format by the name of the file, so that its rules report what is wrong with the content. */
function findByName({ name }: InputEntry, format: ImportFormat | 'auto'): Recognised | undefined {
  const file = format === 'auto' || format === 'footfall' ? findFileFormat(name) : undefined;
  return file && { format: 'footfall', file };
}

function unrecognised(name: string, format: ImportFormat | 'auto'): CommandError {
  const expected =
    format === 'auto'
      ? `of no format that can be imported (${readableFormats().join(', ')}); a log in another form needs its log_format (--log-format)`
      : `no file of the format ${format}`;
  return new CommandError(`${name} is ${expected}`);
}

/** The input of the store, and the reader's counts of everything else. */
export interface Prepared {
  readonly file: string;
  readonly format: ImportRequest['format'];
  /** Rows that a reader read but did not pass on. */
  readonly bad: number;
  readonly faults: ImportReport['faults'];
  /** Number of bad rows by message. */
  readonly faultCounts: ReadonlyMap<string, number>;
  readonly leftOut: readonly LeftOut[];
  /** Scratch file of log sums, where they are asked for. */
  readonly logSums?: string;
}

/** Sums by day, prepared. */
export interface PreparedDays extends Omit<Prepared, 'format'> {
  readonly added: DayCounts;
}

/** Prepares an opened file for the store. */
export async function prepareSource(opened: OpenedSource, prepare: PrepareOptions): Promise<Prepared> {
  const [first] = opened.found;
  if (first && 'file' in first.recognised) return prepareOwn(opened, first.recognised.file, prepare);
  return prepareForeign(opened, prepare);
}

/** Prepares a file of Footfall's own format: it is loaded in place, or unpacked. */
async function prepareOwn(
  { input, found, leftOut }: OpenedSource,
  file: FileFormat,
  { source, folder, signal }: PrepareOptions,
): Promise<Prepared> {
  const [first, second] = found;
  if (second) throw new CommandError(`${source.name} has several files of rows: import them one by one`);
  const nothing = { bad: 0, faults: [], faultCounts: new Map<string, number>(), leftOut };
  if (input.isPlain || !first) return { file: source.path, format: file, ...nothing };
  const unpacked = join(folder, `rows.${file}`);
  await pipeline(
    Readable.from(first.entry.blocks(signal)),
    createWriteStream(unpacked, { flags: 'wx', mode: 0o600 }),
  );
  return { file: unpacked, format: file, ...nothing };
}

/** Reads the entries of a foreign format into a scratch file, and the sums of a log into another. */
async function prepareForeign(opened: OpenedSource, prepare: PrepareOptions): Promise<Prepared> {
  const file = join(prepare.folder, 'rows.prepared');
  const found = findReaders(opened, 'rows');
  const { derivations, signal, logMarks: marks, clock, folder } = prepare;
  const derived = deriveRowValues(found[0]?.reader.columns ?? [], derivations);
  const rows = await openScratchRows(file, derived, signal);
  const sums =
    opened.format === 'access-log' && marks
      ? await openScratchLogSums({
          path: join(folder, 'log-sums.prepared'),
          marks,
          lastDay: lastLogDay(clock.now()),
          signal,
        })
      : undefined;
  const target = besideSums(rows, sums, createCollector());
  const readings = found.map(
    ({ reader, ...each }): Reading => ({
      ...each,
      read: (entry, options) => reader.read(entry, target, { ...options, tally: sums?.tally }),
    }),
  );
  await readEntries(readings, rows, prepare).finally(sums?.close);
  return { file, format: PREPARED, ...toFindings(opened, rows.read), ...(sums && { logSums: sums.path }) };
}

/** Prepares a file of sums by day for the store. */
export async function prepareDays(
  opened: OpenedSource,
  added: AddedDays,
  prepare: PrepareOptions & Pick<TableFiles, 'convertTable'>,
): Promise<PreparedDays> {
  const found: (Found & { readonly reader: DayReader })[] = [];
  for (const each of findReaders(opened, 'days')) found.push(await toReadable(each, prepare));
  const file = join(prepare.folder, 'days.prepared');
  const target = await openScratchDays(file, added, prepare.signal);
  const isReference = ({ reader, sample }: { reader: DayReader; sample: Sample }) =>
    reader.isReference?.(sample) === true;
  found.sort((a, b) => +isReference(b) - +isReference(a));
  const readings = found.map(
    ({ reader, ...each }): Reading => ({
      ...each,
      read(entry, options) {
        target.begin();
        return reader.read(entry, target, options);
      },
    }),
  );
  await readEntries(readings, target, prepare);
  return { file, added: target.added, ...toFindings(opened, target.read) };
}

/** Converts Parquet to JSON, which readers read. */
async function toReadable<Each extends Found>(
  each: Each,
  { source, folder, convertTable }: PrepareOptions & Pick<TableFiles, 'convertTable'>,
): Promise<Each> {
  const { parquet } = each.recognised as Extract<Recognised, { reader: Reader }>;
  if (parquet === undefined) return each;
  const file = join(folder, 'days.ndjson');
  const names = IMPORTED_COLUMNS.filter(name => parquet.includes(name));
  await convertTable({
    from: { file: source.path, format: 'parquet' },
    to: { file, format: 'ndjson' },
    columns: Object.fromEntries(names.map(name => [name, 'text'])),
  }).catch(() => {
    throw new CommandError(`${source.name} cannot be read as Parquet: it is damaged`);
  });
  const { entries } = await openInput(file, source.name);
  const entry = entries[0] ?? each.entry;
  return { ...each, entry, sample: await readSample(entry) };
}

/** Returns the entries that readers of a kind read. */
function findReaders<Kind extends ImportKind>({ found }: OpenedSource, kind: Kind) {
  return found.flatMap(({ entry, sample, recognised }) =>
    'reader' in recognised && recognised.reader.kind === kind
      ? [{ entry, sample, recognised, reader: recognised.reader as Extract<Reader, { kind: Kind }> }]
      : [],
  );
}

/** An entry, and its reader. */
interface Reading extends Omit<Found, 'recognised'> {
  readonly read: (entry: InputEntry, options: ReadOptions) => Promise<void>;
}

/** Reads entries one after the other, and closes the scratch file. */
async function readEntries(
  readings: readonly Reading[],
  target: ScratchFile,
  { options, onProgress }: PrepareOptions,
): Promise<void> {
  const total = readings.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
  let done = 0;
  const report = inSteps(onProgress);
  const memory = new Map<string, unknown>();
  try {
    for (const { entry, sample, read } of readings) {
      target.read.entry = readings.length > 1 ? entry.name : undefined;
      const counted: InputEntry = {
        ...entry,
        blocks: signal => entry.blocks(signal, share => report((done + share * entry.sizeBytes) / total)),
      };
      await read(counted, { ...options, sample, memory });
      done += entry.sizeBytes;
    }
    onProgress(1);
  } finally {
    await target.close();
  }
}

const toFindings = ({ leftOut }: OpenedSource, { bad, faults, faultCounts, leftOut: more }: ReadCounts) => ({
  bad,
  faults,
  faultCounts,
  leftOut: [...leftOut, ...more.values()],
});
