/**
 * Finds out whether a CSV file is well-formed throughout, so that DuckDB can read it as it is, for a fraction of what it costs to
 * clean it: each line is a record, none is empty or long, and quotation marks are where RFC 4180 has them.
 */
import { isUtf8 } from 'node:buffer';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import { MAX_TEXT_LENGTH } from './fields.ts';
import type { ImportFile } from './file.ts';

/** A longer line may have a field that has to be cut. */
const MAX_PLAIN_BYTES = 4 * MAX_TEXT_LENGTH;
/** Of more columns nearly all are ignored, which cleaning does once. */
const MAX_PLAIN_COLUMNS = 100;
const SLICE_MS = 5;

const COMMA = 44;
const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;

/** Finds the mark that closes a quoted field, which begins at `from`; -1 when it is not in the line. */
const findClosing = (lines: Buffer, from: number): number => {
  for (let at = from; at < lines.length; at += 1) {
    const byte = lines[at];
    if (byte === LINE_FEED) return -1;
    if (byte !== QUOTE) continue;
    if (lines[at + 1] !== QUOTE) return at;
    // A pair is one mark of the text.
    at += 1;
  }
  return -1;
};

/**
 * Returns whether lines, each with its line feed, are records of `width` fields. An empty field in quotation marks is not plain:
 * DuckDB distinguishes it from none.
 */
const arePlain = (lines: Buffer, width: number): boolean => {
  let fields = 1;
  let lineStart = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const byte = lines[at];
    if (byte === COMMA) fields += 1;
    else if (byte === LINE_FEED) {
      if (fields !== width || at - lineStart > MAX_PLAIN_BYTES) return false;
      fields = 1;
      lineStart = at + 1;
    } else if (byte === RETURN) return false;
    else if (byte === QUOTE) {
      const isFirst = at === lineStart || lines[at - 1] === COMMA;
      const closing = isFirst ? findClosing(lines, at + 1) : -1;
      const next = lines[closing + 1];
      if (closing <= at + 1 || (next !== COMMA && next !== LINE_FEED)) return false;
      at = closing;
    }
  }
  return true;
};

/** Returns the names in the first line; undefined where it is not plain. */
const parseHeader = (lines: Buffer): readonly string[] | undefined => {
  const line = lines.toString('utf8', 0, lines.indexOf(LINE_FEED));
  const names = line.split(',').map(name => name.trim());
  // A line of a single field may be blank.
  const isPlain = names.length > 1 && names.length <= MAX_PLAIN_COLUMNS && !/["\r\uFEFF]/.test(line);
  return isPlain ? names : undefined;
};

/** Yields the bytes of a file in groups of whole lines, each with its line feed; the last one gets one. Ends before a long line. */
async function* readWholeLines(file: ImportFile, signal: AbortSignal): AsyncGenerator<Buffer | undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of file.blocks(signal)) {
    const end = block.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield Buffer.concat([rest, block.subarray(0, end)]);
    rest = end > 0 ? block.subarray(end) : Buffer.concat([rest, block]);
    if (rest.length > MAX_PLAIN_BYTES) {
      yield undefined;
      return;
    }
  }
  if (rest.length > 0) yield Buffer.concat([rest, Buffer.from([LINE_FEED])]);
}

/** Returns the names of the columns of a file that is plain throughout; undefined for any other. */
export const readPlainHeader = async (
  file: ImportFile,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
  const slice = createTimeSlice(SLICE_MS);
  let header: readonly string[] | undefined;
  for await (const lines of readWholeLines(file, signal)) {
    if (!lines || !isUtf8(lines)) return undefined;
    header ??= parseHeader(lines);
    if (!header || !arePlain(lines, header.length)) return undefined;
    if (slice.isOver()) await slice.next();
  }
  return header;
};
