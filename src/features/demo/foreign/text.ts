/** Writes what exports are made of: CSV, and zip archives. Source of the latter: APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
import { crc32 } from 'node:zlib';

const formatField = (field: string | number): string =>
  /[",\r\n]/.test(`${field}`) ? `"${`${field}`.replaceAll('"', '""')}"` : `${field}`;

/** Formats rows as CSV, with the names of the columns of the first. */
export function toCsv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map(row => names.map(name => formatField(row[name] ?? '')).join(','));
  return [names.join(','), ...lines, ''].join('\n');
}

const VERSION = 20;
const HEADER_BYTES = { file: 30, listed: 46, end: 22 } as const;
/** Midnight of 1 January 1980, where zip begins to count. */
const NO_TIME = 0x00_21_00_00;

/** Makes a zip archive of texts by their names, without packing them. */
export function toZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const name = Buffer.from(path);
    const facts = Buffer.alloc(HEADER_BYTES.file - 4);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt32LE(NO_TIME, 6);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const listed = Buffer.alloc(HEADER_BYTES.listed);
    listed.write('PK\x01\x02', 'latin1');
    listed.writeUInt16LE(VERSION, 4);
    facts.copy(listed, 6);
    listed.writeUInt32LE(offset, 42);
    directory.push(listed, name);
    const part = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, content]);
    parts.push(part);
    offset += part.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(HEADER_BYTES.end);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
