/** The beginning of an entry, by which its format is recognised. */
import { createRecordAssembler } from '../../../lib/csv-records.ts';
import { type InputEntry, isPacked } from './input.ts';
import { isUtf16 } from './text.ts';

const SAMPLE_BYTES = 64 * 1024;
/** How far the first complete line is looked for, where the first of all is a long one. */
const MAX_SKIPPED_BYTES = 64 * 1024 ** 2;
const MAX_LINES = 50;
const SEPARATORS = [',', ';', '\t'] as const;

/** What the beginning of a text tells. */
export interface Sample {
  /** Name of the entry, in lower case, without folders and the endings of compressions. */
  readonly name: string;
  /** The first 64 KiB, without a byte order mark. */
  readonly text: string;
  /** Whether it is UTF-16, so that nothing else here tells. */
  readonly isUtf16: boolean;
  /** Whether it is packed once more, so that nothing else here tells. */
  readonly isPacked: boolean;
  /** Its first lines that are complete and not blank; after its first line where that is longer than the text. */
  readonly lines: readonly string[];
  /** The columns of a CSV header, trimmed, and what separates them. */
  readonly header: { readonly columns: readonly string[]; readonly separator: string };
  /** The first JSON object, of lines or of an array; undefined where there is none. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Reads the beginning of an entry. */
export async function readSample(entry: InputEntry): Promise<Sample> {
  const bytes = await readBytes(entry);
  const text = decodeText(bytes);
  const isCut = bytes.length >= SAMPLE_BYTES;
  const lines = isCut && !text.includes('\n') ? await readLinesAfterFirst(entry) : splitLines(text, isCut);
  const [first = ''] = lines;
  const separator = SEPARATORS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  return {
    name: (entry.name.toLowerCase().split(/[\\/]/).at(-1) ?? '').replace(/\.(gz|zst)$/, ''),
    text,
    isUtf16: isUtf16(bytes),
    isPacked: isPacked(bytes),
    lines,
    header: { columns: splitHeader(first, separator), separator },
    json: findObject(text),
  };
}

/** Reads the first 64 KiB of an entry. */
async function readBytes(entry: InputEntry): Promise<Buffer> {
  const blocks: Buffer[] = [];
  let size = 0;
  for await (const block of entry.blocks()) {
    blocks.push(block.subarray(0, SAMPLE_BYTES - size));
    size += block.length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(blocks);
}

/** Reads the lines after a first one that is too long: a log begins with it when a scanner was the first to come. */
async function readLinesAfterFirst(entry: InputEntry): Promise<readonly string[]> {
  let skipped = 0;
  let rest: Buffer | undefined;
  for await (const block of entry.blocks()) {
    if (rest) rest = Buffer.concat([rest, block.subarray(0, SAMPLE_BYTES)]);
    else {
      const end = block.indexOf(10);
      if (end >= 0) rest = Buffer.from(block.subarray(end + 1, end + 1 + SAMPLE_BYTES));
      skipped += block.length;
    }
    if (rest ? rest.length >= SAMPLE_BYTES : skipped >= MAX_SKIPPED_BYTES) break;
  }
  return rest ? splitLines(decodeText(rest.subarray(0, SAMPLE_BYTES)), rest.length >= SAMPLE_BYTES) : [];
}

/** Splits a text into its lines that are complete and not blank. */
const splitLines = (text: string, isCut: boolean): readonly string[] =>
  text
    .split('\n')
    .slice(0, isCut ? -1 : undefined)
    .map(line => line.replace(/\r$/, ''))
    .filter(line => line.trim() !== '')
    .slice(0, MAX_LINES);

const decodeText = (bytes: Buffer): string => new TextDecoder('utf-8').decode(bytes);

function splitHeader(line: string, separator: string): readonly string[] {
  let columns: readonly string[] = [];
  const assembler = createRecordAssembler({
    width: () => undefined,
    accept: (_line, _record, { fields = [] }) => {
      columns = fields.map(name => name.trim());
    },
    report: () => {},
    separator,
  });
  assembler.next(line);
  assembler.end();
  return columns;
}

/** Returns the first object of NDJSON, of an array or of an object with arrays, as far as the sample has it whole. */
function findObject(text: string): Sample['json'] {
  const trimmed = text.trimStart();
  const start = trimmed.startsWith('[') ? trimmed.indexOf('{') : trimmed.startsWith('{') ? 0 : -1;
  if (start === -1) return undefined;
  const end = findEnd(trimmed, start);
  try {
    return end === -1 ? undefined : (JSON.parse(trimmed.slice(start, end)) as Sample['json']);
  } catch {
    return undefined;
  }
}

/** Returns where the object that begins at `start` ends; -1 beyond the text. */
function findEnd(text: string, start: number): number {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
