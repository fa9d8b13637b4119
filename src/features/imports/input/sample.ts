/** The beginning of an entry, by which its format is recognised. */
import { createRecordAssembler } from '../../../lib/csv-records.ts';
import { type InputEntry, isPacked } from './input.ts';
import { isUtf16 } from './text.ts';

const SAMPLE_BYTES = 64 * 1024;
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
  /** Its first lines that are complete and not blank. */
  readonly lines: readonly string[];
  /** The columns of a CSV header, trimmed, and what separates them. */
  readonly header: { readonly columns: readonly string[]; readonly separator: string };
  /** The first JSON object, of lines or of an array; undefined where there is none. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Reads the beginning of an entry. */
export async function readSample(entry: InputEntry): Promise<Sample> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const block of entry.blocks()) {
    bytes = Buffer.concat([bytes, block.subarray(0, SAMPLE_BYTES)]);
    if (bytes.length >= SAMPLE_BYTES) break;
  }
  const text = decodeText(bytes.subarray(0, SAMPLE_BYTES));
  const all = text.split('\n');
  const complete = bytes.length >= SAMPLE_BYTES ? all.slice(0, -1) : all;
  const lines = complete
    .map(line => line.replace(/\r$/, ''))
    .filter(line => line.trim() !== '')
    .slice(0, MAX_LINES);
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
