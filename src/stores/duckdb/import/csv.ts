/**
 * A CSV file made regular: DuckDB's reader is fast with well-formed rows, but one broken row may end its reading or
 * shift all that follow. So each record is checked here, written again with its line number in front, or left out
 * and named. Records may span lines inside quotes; one that never ends is broken where it began, and reading goes on
 * with the next line.
 */
import { CommandError } from '../../../core/errors.ts';
import type { Fault } from './fields.ts';
import { linesOf, openScratchFile } from './lines.ts';

/** A quoted record longer than this is taken for one whose quote was never closed. */
const RECORD_BYTES = 64 * 1024;
/** Longest record: no field may be anywhere near it, and DuckDB's reader gives up over one that is too long for it. */
const MAX_RECORD_LENGTH = 1024 ** 2;
const BATCH = 1000;
const NAMED_FAULTS = 100;

/** What became of a CSV file. */
export interface CleanCsv {
  readonly header: readonly string[];
  readonly broken: { readonly count: number; readonly faults: readonly Fault[] };
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

/** Reads a CSV file with a header and writes its good records to `clean`. */
export const cleanCsv = async (file: string, clean: string, signal: AbortSignal): Promise<CleanCsv> => {
  const output = await openScratchFile(clean);
  const faults: Fault[] = [];
  let count = 0;
  let header: readonly string[] | undefined;
  let batch: string[] = [];
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(batch.join(''), 'latin1');
    batch = [];
    await output.write(bytes);
  };
  const refuse = (line: number, message: string): void => {
    count += 1;
    if (faults.length < NAMED_FAULTS) faults.push({ line, message });
  };
  const faultOf = (record: string, { fields, message }: Reading): string | undefined => {
    if (fields === undefined) return message ?? 'cannot be read';
    if (record.length > MAX_RECORD_LENGTH) return 'is longer than 1 MiB';
    return isUtf8(record) ? undefined : 'is not valid UTF-8';
  };
  const accept = (line: number, record: string, reading: Reading): void => {
    const fault = faultOf(record, reading);
    const { fields = [] } = reading;
    if (header === undefined && record.includes('\r'))
      throw new CommandError(`${file}: lines must end with a line feed; carriage returns alone end no line`);
    if (fault !== undefined && header === undefined)
      throw new CommandError(`${file}: the line of column names ${fault}`);
    if (fault !== undefined) refuse(line, fault);
    else if (header === undefined)
      header = fields.map(name => name.replace(/^\u00ef\u00bb\u00bf/, '').trim());
    else batch.push(`${line},${record.includes('"') ? fields.map(quoted).join(',') : record}\n`);
  };
  const takeLines = createRecords(() => header?.length, accept, refuse);
  try {
    for await (const bytes of linesOf(file, signal)) {
      takeLines.next(textOf(bytes));
      if (batch.length >= BATCH) await write();
    }
    takeLines.end();
    await write();
  } finally {
    await output.close();
  }
  if (header === undefined)
    throw new CommandError(`${file} is empty: a CSV file starts with a line of column names`);
  return { header, broken: { count, faults } };
};

/** Puts lines together to records; a record that never ends gives its lines back but the first. */
const createRecords = (
  width: () => number | undefined,
  accept: (line: number, record: string, reading: Reading) => void,
  refuse: (line: number, message: string) => void,
) => {
  const waiting: string[] = [];
  let pending: string[] = [];
  let pendingLength = 0;
  let line = 0;
  const giveUp = (): void => {
    const [, ...later] = pending;
    line -= later.length;
    refuse(line, 'a quotation mark is never closed');
    waiting.unshift(...later);
    pending = [];
    pendingLength = 0;
  };
  const take = (text: string): void => {
    line += 1;
    const isStart = pending.length === 0;
    if (isStart && text.trim() === '') return;
    const isInside = !isStart && !text.includes('"');
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
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) take(text);
  };
  return {
    next: (text: string): void => {
      waiting.push(text);
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
