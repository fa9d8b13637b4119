/**
 * Cleans a CSV file: DuckDB's reader is fast with well-formed rows, but one malformed row may end its parsed or shift all
 * that follow. So each record is checked here, and written again with its line number in front, or reported. Records may
 * span lines inside quotes; one that is never closed is an error on its first line, and parsed goes on with the next.
 */

import { CommandError } from '../../../core/errors.ts';
import type { ImportField } from '../../../core/hits/import.ts';
import { createRecordAssembler, type ParsedRecord, quoteField } from '../../../lib/csv-records.ts';
import { MAX_LINE_BYTES, readLines, TOO_LONG } from '../../../lib/text-lines.ts';
import {
  type BrokenRows,
  type Fault,
  isField,
  keepTags,
  MAX_REPORTED_FAULTS,
  MAX_TEXT_LENGTH,
  maxTextLength,
} from './fields.ts';
import type { ImportFile } from './file.ts';
import { openScratchFile } from './scratch-file.ts';

/** A cleaned CSV file. */
export interface CleanCsv {
  /** Names of all its columns. */
  readonly header: readonly string[];
  /** The columns that were written, in order; others are ignored, and there may be a hundred thousand. */
  readonly fields: readonly ImportField[];
  readonly broken: BrokenRows;
}

/** Decodes a line byte by byte, so that encoding it gives the same bytes. */
const decodeLine = (line: Buffer): string => line.toString('latin1');
const isUtf8 = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) > 127) return isValidUtf8(Buffer.from(text, 'latin1'));
  return true;
};
const isValidUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);

/** Byte order mark, one character per byte. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** Truncates a field that is too long for its column, between two characters of UTF-8; an address keeps its tags. */
const truncateField = (field: string, name: ImportField): string => {
  const maxBytes = 4 * maxTextLength(name);
  if (field.length <= maxBytes) return field;
  const fitted = keepTags(Buffer.from(field, 'latin1').toString('utf8'), name);
  if (fitted !== null) return Buffer.from(fitted, 'utf8').toString('latin1');
  let end = maxBytes;
  while ((field.charCodeAt(end) & 0xc0) === 0x80) end -= 1;
  return field.slice(0, end);
};

/** Returns the positions of the format's columns in a record. Throws a `CommandError` for a duplicate column. */
export const findPositions = (file: ImportFile, header: readonly string[]): Map<ImportField, number> => {
  const positions = new Map<ImportField, number>();
  for (const [index, name] of header.entries()) {
    if (!isField(name)) continue;
    if (positions.has(name))
      throw new CommandError(`${file.name} has two columns named ${name}; rename or remove one`);
    positions.set(name, index);
  }
  return positions;
};

/** Reads a CSV file with a header and writes its well-formed records to `clean`. */
export const cleanCsv = async (file: ImportFile, clean: string, signal: AbortSignal): Promise<CleanCsv> => {
  const output = await openScratchFile(clean);
  const faults: Fault[] = [];
  const counts = new Map<string, number>();
  let count = 0;
  let header: readonly string[] | undefined;
  let positions = new Map<ImportField, number>();
  let batch: string[] = [];
  let isFirst = true;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(batch.join(''), 'latin1');
    batch = [];
    await output.write(bytes);
  };
  const report = (line: number, message: string): void => {
    if (header === undefined)
      throw new CommandError(`${file.name}: line ${line}, which must name the columns: ${message}`);
    count += 1;
    const before = counts.get(message) ?? 0;
    const isNew = before === 0 && counts.size < MAX_REPORTED_FAULTS;
    if (before > 0 || isNew) counts.set(message, before + 1);
    if (isNew || count <= MAX_REPORTED_FAULTS) faults.push({ line, message });
  };
  const findFault = (record: string, { fields, message }: ParsedRecord): string | undefined => {
    if (fields === undefined) return message ?? 'cannot be read';
    if (record.length > MAX_LINE_BYTES) return TOO_LONG;
    return isUtf8(record) ? undefined : 'is not valid UTF-8';
  };
  const accept = (line: number, record: string, parsed: ParsedRecord): void => {
    const fault = findFault(record, parsed);
    const { fields = [] } = parsed;
    if (header === undefined && record.includes('\r'))
      throw new CommandError(
        `${file.name}: lines must end with a line feed; carriage returns alone end no line`,
      );
    if (fault !== undefined) report(line, fault);
    else if (header === undefined) {
      header = fields.map(name => name.trim());
      positions = findPositions(file, header);
    } else batch.push(`${line},${formatRecord(record, fields)}\n`);
  };
  const formatRecord = (record: string, fields: readonly string[]): string => {
    const isPlain =
      positions.size === header?.length && record.length <= MAX_TEXT_LENGTH && !record.includes('"');
    if (isPlain) return record;
    return Array.from(positions, ([name, position]) =>
      quoteField(truncateField(fields[position] ?? '', name)),
    ).join(',');
  };
  const assembler = createRecordAssembler({ width: () => header?.length, accept, report });
  try {
    for await (const lines of readLines(file.blocks(signal))) {
      for (const bytes of lines) {
        const text = decodeLine(bytes);
        assembler.next(
          isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text,
        );
        isFirst = false;
      }
      if (batch.length > 0) await write();
    }
    assembler.end();
    await write();
  } finally {
    await output.close();
  }
  if (header === undefined)
    throw new CommandError(`${file.name} is empty: a CSV file starts with a line of column names`);
  return { header, fields: [...positions.keys()], broken: { count, faults, counts } };
};
