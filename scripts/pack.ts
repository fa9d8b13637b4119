/** Makes files small that the built program carries. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeBranches } from '../src/stores/duckdb/native/branch-filter.ts';

/** 0.14 MB less of the database engine than 19, for 30 MB more while it is unpacked, at the first start of a version. */
const ZSTD_LEVEL = 20;
/** Where npm's tools keep what they can make again. */
const cacheFolder = resolve(import.meta.dir, '../node_modules/.cache/footfall');

export const hashOf = (bytes: Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** Returns the path of a file that holds the bytes compressed, kept from one build to the next. */
export const compressToFile = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  keepFile(bytes, `${ZSTD_LEVEL}.zst`, same => Bun.zstdCompress(same, { level: ZSTD_LEVEL }));

/** Returns the path of a file that is made from the bytes, named by them and kept from one build to the next. */
export async function keepFile(
  bytes: Uint8Array<ArrayBuffer>,
  ending: string,
  make: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> = async same => same,
): Promise<string> {
  // Names are in the program: 80 bits tell its files apart.
  const path = join(cacheFolder, `${hashOf(bytes).slice(0, 20)}.${ending}`);
  if (existsSync(path)) return path;
  mkdirSync(cacheFolder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await Bun.write(unfinished, await make(bytes));
  renameSync(unfinished, path);
  return path;
}

const ELF_MAGIC = '\x7fELF';
/** Fields of the header of a 64-bit ELF file. Source: System V ABI, chapter 4, "ELF Header". */
const ELF = { programHeaders: 0x20, sectionHeaders: 0x28, programHeaderSize: 0x36, programHeaderCount: 0x38 };
const SECTION_HEADER_COUNT = 0x3c;
const SECTION_NAMES_INDEX = 0x3e;
/** Fields of a program header: where a segment begins in the file, and its length there. */
const SEGMENT = { offset: 0x08, size: 0x20 };

/**
 * Cuts off what follows the segments of an ELF library: symbols for debuggers and the table of sections, which no loader
 * reads. Libraries of other systems are returned as they are.
 */
export function stripLibrary(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 4)) !== ELF_MAGIC) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = Number(view.getBigUint64(ELF.programHeaders, true));
  const size = view.getUint16(ELF.programHeaderSize, true);
  const ends = Array.from({ length: view.getUint16(ELF.programHeaderCount, true) }, (_, n) => {
    const header = first + n * size;
    return Number(
      view.getBigUint64(header + SEGMENT.offset, true) + view.getBigUint64(header + SEGMENT.size, true),
    );
  });
  const stripped = bytes.slice(0, Math.max(...ends));
  const header = new DataView(stripped.buffer);
  header.setBigUint64(ELF.sectionHeaders, 0n, true);
  header.setUint16(SECTION_HEADER_COUNT, 0, true);
  header.setUint16(SECTION_NAMES_INDEX, 0, true);
  return stripped;
}

/** Returns a copy of x86 code that compresses better, and which the program decodes when it unpacks it. */
export function withEncodedBranches(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const encoded = bytes.slice();
  encodeBranches(encoded);
  return encoded;
}
