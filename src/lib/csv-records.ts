/**
 * Assembles records of CSV from lines. Records may span lines inside quotes; one that is never closed is an error on its
 * first line, and reading goes on with the next. Source: RFC 4180.
 */
import { MAX_LINE_BYTES, TOO_LONG } from './text-lines.ts';

/** A quoted record longer than this is treated as one whose quote was never closed. */
const MAX_RECORD_BYTES = 64 * 1024;

/** What is quoted in a field, by what separates fields. */
const QUOTED = { ',': /[",\n\r]/, '\t': /["\t\n\r]/ } as const;

/** Quotes a field where its text needs it. */
export const quoteField = (field: string, separator: keyof typeof QUOTED = ','): string =>
  QUOTED[separator].test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/**
 * Splits a record whose separators all stand between fields, as nearly all do; undefined where a field has a separator or a
 * quotation mark inside.
 */
const splitSimple = (record: string, separator: string): readonly string[] | undefined => {
  const fields = record.split(separator);
  if (!record.includes('"')) return fields;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    const quote = field.indexOf('"');
    if (quote === -1) continue;
    const last = field.length - 1;
    if (quote !== 0 || last === 0 || field.indexOf('"', 1) !== last) return undefined;
    fields[at] = field.slice(1, last);
  }
  return fields;
};

/** Splits a record into its fields; `open` when a quote is not closed yet, `stray` when one is inside a field. */
const splitRecord = (record: string, separator = ','): readonly string[] | 'open' | 'stray' => {
  const simple = splitSimple(record, separator);
  if (simple) return simple;
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== '"') {
      const end = record.indexOf(separator, at);
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
    if (record[end + 1] !== separator) return 'stray';
    at = end + 2;
  }
};

/** A parsed record, or what is wrong with it. */
export interface ParsedRecord {
  readonly fields?: readonly string[];
  readonly message?: string;
}

interface RecordShape {
  readonly width: number | undefined;
  readonly separator: string;
}

const parseRecord = (record: string, { width, separator }: RecordShape): ParsedRecord | 'open' => {
  const fields = splitRecord(record, separator);
  if (fields === 'open') return 'open';
  if (fields === 'stray') return { message: 'a quotation mark stands in the middle of a field' };
  if (width !== undefined && fields.length !== width)
    return { message: `has ${fields.length} fields where the header has ${width}` };
  return { fields };
};

/** Returns whether a text has an odd number of quotation marks. A record is open as long as its lines have. */
const hasOddQuotes = (text: string): boolean => {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
};

interface AssemblerOptions {
  /** Number of fields of the header; undefined until it was read. */
  readonly width: () => number | undefined;
  /** Receives each record with its first line, from 1: its text, and its fields or what is wrong with it. */
  readonly accept: (line: number, record: string, parsed: ParsedRecord) => void;
  /** Receives what is no record, by its line. */
  readonly report: (line: number, message: string) => void;
  /** One character. Default: a comma. */
  readonly separator?: string;
}

/** Removes the carriage return of a line that ends a record; within quotes it belongs to the field. */
const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Creates an assembler of records from lines; when a record is never closed, all its lines but the first are read again. */
export const createRecordAssembler = ({ width, accept, report, separator = ',' }: AssemblerOptions) => {
  /** Lines to be read again, the next one last. */
  const again: string[] = [];
  let pending: string[] = [];
  let pendingLength = 0;
  let line = 0;
  const giveUp = (): void => {
    line -= pending.length - 1;
    report(line, 'a quotation mark is never closed');
    for (const text of pending.slice(1).reverse()) again.push(text);
    pending = [];
    pendingLength = 0;
  };
  const addLine = (given: string): void => {
    line += 1;
    const isStart = pending.length === 0;
    const text = withoutReturn(given);
    if (isStart && text.trim() === '') return;
    if (isStart && text.length > MAX_LINE_BYTES) {
      report(line, TOO_LONG);
      return;
    }
    // The record is parsed only when this line can close it; otherwise the time would grow with the square of the lines.
    const isInside = !isStart && !hasOddQuotes(text);
    const record = isStart || isInside ? text : `${pending.join('\n')}\n${text}`;
    const parsed = isInside ? 'open' : parseRecord(record, { width: width(), separator });
    if (parsed !== 'open' && (isStart || parsed.fields)) {
      accept(line - pending.length, record, parsed);
      pending = [];
      pendingLength = 0;
      return;
    }
    pending.push(given);
    pendingLength += given.length;
    if (parsed !== 'open' || pendingLength > MAX_RECORD_BYTES) giveUp();
  };
  const drain = (): void => {
    for (let text = again.pop(); text !== undefined; text = again.pop()) addLine(text);
  };
  return {
    next: (text: string): void => {
      addLine(text);
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
