/**
 * A CSV file made regular: DuckDB's reader is fast with well-formed rows, but one broken row may end its reading or
 * shift all that follow. So each record is checked here, written again with its line number in front, or left out
 * and named. Records may span lines inside quotes; one that never ends is broken where it began, and reading goes on
 * with the next line.
 */
import { CommandError } from '../../../core/errors.ts';
import { type BrokenRows, type Fault, type Field, isField, MAX_TEXT_LENGTH, NAMED_FAULTS } from './fields.ts';
import type { ImportFile } from './file.ts';
import { linesOf, MAX_LINE_BYTES, openScratchFile, TOO_LONG } from './lines.ts';

/** A quoted record longer than this is taken for one whose quote was never closed. */
const RECORD_BYTES = 64 * 1024;

/** What became of a CSV file. */
export interface CleanCsv {
  /** Names of all its columns. */
  readonly header: readonly string[];
  /** Those that were written, in their order; the others are ignored, and there may be a hundred thousand. */
  readonly fields: readonly Field[];
  readonly broken: BrokenRows;
}

/** Fields of one record, or what is wrong with it; `open` when a quote is not closed yet. */
const splitRecord = (record: string): readonly string[] | 'open' | 'stray' => {
  if (!record.includes('"')) return record.split(',');
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== '"') {
      const end = record.indexOf(',', at);
      const field = end === -1 ? record.slice(at) : record.slice(at, end);
      if (field.includes('"')) return 'stray';
      fields.push(field);
      if (end === -1) return fields;
      at = end + 1;
      continue;
    }
    let end = record.indexOf('"', at + 1);
    while (end !== -1 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
    if (end === -1) return 'open';
    fields.push(record.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 === record.length) return fields;
    if (record[end + 1] !== ',') return 'stray';
    at = end + 2;
  }
};

const quoted = (field: string): string =>
  /[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/** One record, or why the lines do not make one. */
interface Reading {
  readonly fields?: readonly string[];
  readonly message?: string;
}

const readRecord = (record: string, width: number | undefined): Reading | 'open' => {
  const fields = splitRecord(record);
  if (fields === 'open') return 'open';
  if (fields === 'stray') return { message: 'a quotation mark stands in the middle of a field' };
  if (width !== undefined && fields.length !== width)
    return { message: `has ${fields.length} fields where the header has ${width}` };
  return { fields };
};

/** Bytes as text that gives the same bytes again; broken UTF-8 is a fault. */
const textOf = (line: Buffer): string => {
  const end = line.at(-1) === 13 ? line.length - 1 : line.length;
  return line.toString('latin1', 0, end);
};
const isUtf8 = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) > 127) return isValidUtf8(Buffer.from(text, 'latin1'));
  return true;
};
const isValidUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);

/** The mark of the byte order that some programs begin a file with, a sign for each of its bytes. */
const MARK = '\u00ef\u00bb\u00bf';

/** Cuts what is too long for any column, between two characters of UTF-8. */
const shortened = (field: string): string => {
  if (field.length <= 4 * MAX_TEXT_LENGTH) return field;
  let end = 4 * MAX_TEXT_LENGTH;
  while ((field.charCodeAt(end) & 0xc0) === 0x80) end -= 1;
  return field.slice(0, end);
};

/** Where the columns of the format stand in a record. Throws a `CommandError` when one of them is there twice. */
const placesOf = (file: ImportFile, header: readonly string[]): Map<Field, number> => {
  const places = new Map<Field, number>();
  for (const [index, name] of header.entries()) {
    if (!isField(name)) continue;
    if (places.has(name))
      throw new CommandError(`${file.name} has two columns named ${name}; rename or remove one`);
    places.set(name, index);
  }
  return places;
};

/** Reads a CSV file with a header and writes its good records to `clean`. */
export const cleanCsv = async (file: ImportFile, clean: string, signal: AbortSignal): Promise<CleanCsv> => {
  const output = await openScratchFile(clean);
  const faults: Fault[] = [];
  const counts = new Map<string, number>();
  let count = 0;
  let header: readonly string[] | undefined;
  let places = new Map<Field, number>();
  let batch: string[] = [];
  let isFirst = true;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(batch.join(''), 'latin1');
    batch = [];
    await output.write(bytes);
  };
  const refuse = (line: number, message: string): void => {
    if (header === undefined)
      throw new CommandError(`${file.name}: line ${line}, which must name the columns: ${message}`);
    count += 1;
    const before = counts.get(message) ?? 0;
    const isNew = before === 0 && counts.size < NAMED_FAULTS;
    if (before > 0 || isNew) counts.set(message, before + 1);
    if (isNew || count <= NAMED_FAULTS) faults.push({ line, message });
  };
  const faultOf = (record: string, { fields, message }: Reading): string | undefined => {
    if (fields === undefined) return message ?? 'cannot be read';
    if (record.length > MAX_LINE_BYTES) return TOO_LONG;
    return isUtf8(record) ? undefined : 'is not valid UTF-8';
  };
  const accept = (line: number, record: string, reading: Reading): void => {
    const fault = faultOf(record, reading);
    const { fields = [] } = reading;
    if (header === undefined && record.includes('\r'))
      throw new CommandError(
        `${file.name}: lines must end with a line feed; carriage returns alone end no line`,
      );
    if (fault !== undefined) refuse(line, fault);
    else if (header === undefined) {
      header = fields.map(name => name.trim());
      places = placesOf(file, header);
    } else batch.push(`${line},${written(record, fields)}\n`);
  };
  const written = (record: string, fields: readonly string[]): string => {
    const isPlain =
      places.size === header?.length && record.length <= MAX_TEXT_LENGTH && !record.includes('"');
    if (isPlain) return record;
    return Array.from(places.values(), place => quoted(shortened(fields[place] ?? ''))).join(',');
  };
  const takeLines = createRecords(() => header?.length, accept, refuse);
  try {
    for await (const lines of linesOf(file, signal)) {
      for (const bytes of lines) {
        const text = textOf(bytes);
        takeLines.next(isFirst && text.startsWith(MARK) ? text.slice(MARK.length) : text);
        isFirst = false;
      }
      if (batch.length > 0) await write();
    }
    takeLines.end();
    await write();
  } finally {
    await output.close();
  }
  if (header === undefined)
    throw new CommandError(`${file.name} is empty: a CSV file starts with a line of column names`);
  return { header, fields: [...places.keys()], broken: { count, faults, counts } };
};

/** Whether a text has an odd number of quotation marks. A record is open as long as its lines have. */
const hasOddQuotes = (text: string): boolean => {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
};

/** Puts lines together to records; a record that never ends gives its lines back but the first. */
const createRecords = (
  width: () => number | undefined,
  accept: (line: number, record: string, reading: Reading) => void,
  refuse: (line: number, message: string) => void,
) => {
  /** Lines that are to be taken once more, the next one last. */
  const again: string[] = [];
  let pending: string[] = [];
  let pendingLength = 0;
  let line = 0;
  const giveUp = (): void => {
    line -= pending.length - 1;
    refuse(line, 'a quotation mark is never closed');
    for (const text of pending.slice(1).reverse()) again.push(text);
    pending = [];
    pendingLength = 0;
  };
  const take = (text: string): void => {
    line += 1;
    const isStart = pending.length === 0;
    if (isStart && text.trim() === '') return;
    if (isStart && text.length > MAX_LINE_BYTES) {
      refuse(line, TOO_LONG);
      return;
    }
    // Only a line that can close the record makes it worth reading: else many of them would take their number squared.
    const isInside = !isStart && !hasOddQuotes(text);
    const record = isStart || isInside ? text : `${pending.join('\n')}\n${text}`;
    const reading = isInside ? 'open' : readRecord(record, width());
    if (reading !== 'open' && (isStart || reading.fields)) {
      accept(line - pending.length, record, reading);
      pending = [];
      pendingLength = 0;
      return;
    }
    pending.push(text);
    pendingLength += text.length;
    if (reading !== 'open' || pendingLength > RECORD_BYTES) giveUp();
  };
  const drain = (): void => {
    for (let text = again.pop(); text !== undefined; text = again.pop()) take(text);
  };
  return {
    next: (text: string): void => {
      take(text);
      drain();
    },
    end: (): void => {
      while (pending.length > 0) {
        giveUp();
        drain();
      }
    },
  };
};
