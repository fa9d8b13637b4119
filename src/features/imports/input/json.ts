/** Reads JSON objects from a file of any size, one at a time. */
import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../../core/errors.ts';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { InputEntry } from './input.ts';
import { NOT_UTF8, rejectUtf16, type Target } from './text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns what reads a property as text, whether it is written as text, number or truth value; empty for anything else. */
export const fieldOf =
  (object: JsonObject) =>
  (name: string): string => {
    const value = object[name];
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  };

interface JsonOptions {
  /** Receives each object, and the line on which it begins. */
  readonly read: (value: JsonObject, line: number) => void;
  /** Returns whether the rest need not be read. */
  readonly isDone?: () => boolean;
}

const MAX_OBJECT_BYTES = 16 * 1024 ** 2;
const SLICE_MS = 5;
/** Bytes that structure JSON. */
const LINE_FEED = 10;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

interface FoundObject {
  readonly bytes: Buffer;
  readonly size: number;
  readonly line: number;
}

/** Finds the outermost objects in blocks of bytes; it keeps where it is, from block to block. */
function createScanner() {
  let parts: Buffer[] = [];
  let size = 0;
  let depth = 0;
  let line = 1;
  let startLine = 1;
  let isInText = false;
  let isEscaped = false;
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size <= MAX_OBJECT_BYTES) parts.push(part);
  };
  const finish = (): FoundObject => {
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const found = { bytes, size, line: startLine };
    parts = [];
    size = 0;
    return found;
  };
  /** Returns whether a byte is structure, and not part of a text. */
  const isStructure = (code: number | undefined): boolean => {
    if (!isInText) return code !== QUOTE || !beginText();
    if (isEscaped) isEscaped = false;
    else if (code === BACKSLASH) isEscaped = true;
    else if (code === QUOTE) isInText = false;
    return false;
  };
  /** Texts outside of objects are none of theirs. */
  const beginText = (): boolean => {
    isInText = depth > 0;
    return true;
  };
  return {
    *scan(block: Buffer): Generator<FoundObject> {
      let start = 0;
      for (let at = 0; at < block.length; at += 1) {
        const code = block[at];
        if (code === LINE_FEED) line += 1;
        if (!isStructure(code)) continue;
        if (code === OPEN) {
          if (depth === 0) {
            start = at;
            startLine = line;
          }
          depth += 1;
        } else if (code === CLOSE && depth > 0) {
          depth -= 1;
          if (depth > 0) continue;
          keep(block.subarray(start, at + 1));
          yield finish();
        }
      }
      if (depth > 0) keep(block.subarray(start));
    },
    /** Returns the line of an object that has not ended. */
    openLine: () => (depth > 0 ? startLine : undefined),
  };
}

/** Returns the object, or what is wrong with it. */
function parseObject({ bytes, size }: FoundObject): JsonObject | string {
  if (size > MAX_OBJECT_BYTES) return 'is longer than 16 MiB';
  if (!isUtf8(bytes)) return NOT_UTF8;
  try {
    return JSON.parse(bytes.toString('utf8')) as JsonObject;
  } catch {
    return 'is no JSON object';
  }
}

/** Reads the objects of NDJSON, of one after another, or of arrays (of arrays). */
export async function forEachJson(
  entry: InputEntry,
  target: Target,
  { read, isDone = () => false }: JsonOptions,
): Promise<void> {
  const slice = createTimeSlice(SLICE_MS);
  const scanner = createScanner();
  let isFirst = true;
  let hasAny = false;
  for await (const block of entry.blocks(target.signal)) {
    if (isFirst) rejectUtf16(entry, block);
    isFirst = false;
    for (const found of scanner.scan(block)) {
      hasAny = true;
      const value = parseObject(found);
      if (typeof value === 'string') target.bad(found.line, value);
      else read(value, found.line);
      if (isDone()) return;
      if (!slice.isOver()) continue;
      await target.flush();
      await slice.next();
    }
  }
  const openLine = scanner.openLine();
  if (openLine !== undefined) target.bad(openLine, 'is cut short: the JSON object never ends');
  else if (!hasAny) throw new CommandError(`${entry.name} has no JSON objects`);
  await target.flush();
}
