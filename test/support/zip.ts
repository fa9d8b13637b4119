/** Writes zip archives for tests. Source: APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
import { crc32, deflateRawSync } from 'node:zlib';

export const SYMBOLIC_LINK = 0o120777;

/** A zip archive of texts, by their names in it; with the Unix mode of a symbolic link, texts are where they lead. */
export function zip(files: Readonly<Record<string, string | Uint8Array>>, mode = 0o100644): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const file = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(content), 18);
    facts.writeUInt16LE(file.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((mode << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021403', 'hex'), facts, place, file);
    const entry = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, file, packed]);
    parts.push(entry);
    offset += entry.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('504b0506', 'hex'), end]);
}
