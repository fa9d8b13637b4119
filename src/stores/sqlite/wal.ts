/**
 * Reads SQLite's write-ahead log, as sqlite.org/walformat.html describes it. SQLite takes the first frame with a wrong
 * checksum for the end of the log and drops everything behind it in silence; here a write that was cut short is
 * distinguished from damage.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { getErrorCode } from '../../core/errors.ts';

const HEADER_BYTES = 32;
/** Bytes of a frame before its page. */
export const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;
const CHUNK_BYTES = 4 * 1024 * 1024;
/** What file systems write as a whole: after a power cut such a block is there, or it is zeros. */
const BLOCK_BYTES = 4096;

/** A page in the log: where its content begins, and which page of the database it replaces. */
export interface WalFrame {
  readonly pageNumber: number;
  /** Offset of the page's content in the log, in bytes. */
  readonly offset: number;
  /** Pages of the database after the commit that this frame ends; 0 within a transaction. */
  readonly databasePages: number;
}

/** What a write-ahead log holds. */
export interface Wal {
  readonly sizeBytes: number;
  /** Bytes of a page; 0 without a readable header. */
  readonly pageBytes: number;
  /** Frames up to the last whole commit, oldest first. */
  readonly frames: readonly WalFrame[];
  /** Bytes up to the end of the last whole commit. */
  readonly validBytes: number;
  /**
   * What follows the last whole commit. `none`: nothing that was ever committed. `torn`: one commit that was cut short
   * by a kill or a power cut. `damaged`: commits that were whole once and cannot be read any more.
   */
  readonly tail: 'none' | 'torn' | 'damaged';
}

/** First byte of a frame, by its index from 0. */
export const frameOffset = (index: number, pageBytes: number): number =>
  HEADER_BYTES + index * (FRAME_HEADER_BYTES + pageBytes);

/** Parses the first bytes of a frame that is known to be whole. */
export const parseFrameHeader = (header: Buffer, index: number, pageBytes: number): WalFrame => ({
  pageNumber: header.readUInt32BE(0),
  offset: frameOffset(index, pageBytes) + FRAME_HEADER_BYTES,
  databasePages: header.readUInt32BE(4),
});

/** Reads and verifies the log at `file`; a missing file is an empty log. */
export function readWal(file: string): Wal {
  const descriptor = openIfPresent(file);
  if (descriptor === undefined)
    return { sizeBytes: 0, pageBytes: 0, frames: [], validBytes: 0, tail: 'none' };
  try {
    return readFrom(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

type Checksum = readonly [number, number];

interface Header {
  readonly isBigEndian: boolean;
  readonly pageBytes: number;
  readonly salts: readonly [number, number];
  readonly checksum: Checksum;
}

/** What lies behind the last frame that continues the chain of checksums. */
interface Rest {
  /** First byte behind the chain, and first byte of the first frame that breaks it. */
  readonly startsAt: number;
  /** Whole frames behind the chain. */
  frames: number;
  /** Those that carry the log's salts and end a commit. */
  commits: number;
  /** Those that do not carry the log's salts, although they are no zeros. */
  foreign: number;
}

function readFrom(descriptor: number, sizeBytes: number): Wal {
  const header = parseHeader(readAt(descriptor, 0, Math.min(HEADER_BYTES, sizeBytes)));
  if (header === undefined) {
    const isUnwritten = sizeBytes < HEADER_BYTES || isZero(readAt(descriptor, 0, HEADER_BYTES));
    const tail = sizeBytes === 0 ? 'none' : isUnwritten ? 'torn' : 'damaged';
    return { sizeBytes, pageBytes: 0, frames: [], validBytes: 0, tail };
  }
  const frameBytes = FRAME_HEADER_BYTES + header.pageBytes;
  const chain: WalFrame[] = [];
  let { checksum } = header;
  let rest: Rest | undefined;
  for (const { frame, startsAt } of eachFrame(descriptor, sizeBytes, frameBytes)) {
    const hasSalts = frame.readUInt32BE(8) === header.salts[0] && frame.readUInt32BE(12) === header.salts[1];
    const databasePages = frame.readUInt32BE(4);
    if (rest === undefined && hasSalts) {
      const sum = sumFrame(checksum, frame, header.isBigEndian);
      if (sum[0] === frame.readUInt32BE(16) && sum[1] === frame.readUInt32BE(20)) {
        checksum = sum;
        chain.push(parseFrameHeader(frame, chain.length, header.pageBytes));
        continue;
      }
    }
    rest ??= { startsAt, frames: 0, commits: 0, foreign: 0 };
    rest.frames += 1;
    if (hasSalts && databasePages > 0) rest.commits += 1;
    if (!hasSalts && !isZero(frame)) rest.foreign += 1;
  }
  const frames = chain.slice(0, chain.findLastIndex(frame => frame.databasePages > 0) + 1);
  const validBytes = HEADER_BYTES + frames.length * frameBytes;
  const isCutShort = sizeBytes > HEADER_BYTES + chain.length * frameBytes;
  const tail = rest ? classifyTail(descriptor, rest, sizeBytes) : isCutShort ? 'torn' : 'none';
  return { sizeBytes, pageBytes: header.pageBytes, frames, validBytes, tail };
}

/**
 * A commit is on disk before the next one begins. A kill can therefore cut one commit short at its end, and a power cut
 * can leave out blocks of one. A transaction that was rolled back leaves frames that end no commit.
 */
function classifyTail(descriptor: number, rest: Rest, sizeBytes: number): Wal['tail'] {
  if (rest.commits === 0 && rest.foreign === 0) return 'none';
  if (rest.commits > 1) return 'damaged';
  return hasMissingBlock(descriptor, rest.startsAt, sizeBytes) ? 'torn' : 'damaged';
}

/** Whether a block of the file from `from` on was never written. No page of SQLite's fills a block with zeros. */
function hasMissingBlock(descriptor: number, from: number, sizeBytes: number): boolean {
  const first = Math.floor(from / BLOCK_BYTES) * BLOCK_BYTES;
  for (let at = first; at < sizeBytes; at += BLOCK_BYTES) {
    const start = Math.max(at, from);
    const block = readAt(descriptor, start, Math.min(at + BLOCK_BYTES, sizeBytes) - start);
    if (block.length >= 512 && isZero(block)) return true;
  }
  return false;
}

function parseHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const magic = bytes.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return undefined;
  const isBigEndian = magic === MAGIC_BIG_ENDIAN;
  const checksum = sumBytes([0, 0], bytes.subarray(0, 24), isBigEndian);
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return undefined;
  const salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  return { isBigEndian, pageBytes: bytes.readUInt32BE(8), salts, checksum };
}

const sumFrame = (before: Checksum, frame: Buffer, isBigEndian: boolean): Checksum =>
  sumBytes(
    sumBytes(before, frame.subarray(0, 8), isBigEndian),
    frame.subarray(FRAME_HEADER_BYTES),
    isBigEndian,
  );

const isLittleEndianMachine = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Adds bytes, a multiple of eight, to the running checksum of the log. */
function sumBytes([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const words = wordsOf(bytes, isBigEndian);
  let s1 = first;
  let s2 = second;
  for (let at = 0; at < words.length; at += 2) {
    s1 = (s1 + (words[at] ?? 0) + s2) >>> 0;
    s2 = (s2 + (words[at + 1] ?? 0) + s1) >>> 0;
  }
  return [s1, s2];
}

/** Bytes as 32-bit words of the log's byte order; without a copy where the machine has the same. */
function wordsOf(bytes: Buffer, isBigEndian: boolean): Uint32Array {
  const isNative = isBigEndian !== isLittleEndianMachine;
  if (isNative && bytes.byteOffset % 4 === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) =>
    view.getUint32(index * 4, !isBigEndian),
  );
}

/** Every whole frame of the log, in order; the buffer is used again for the next ones. */
function* eachFrame(descriptor: number, sizeBytes: number, frameBytes: number) {
  const framesAtOnce = Math.max(1, Math.floor(CHUNK_BYTES / frameBytes));
  const total = Math.floor((sizeBytes - HEADER_BYTES) / frameBytes);
  for (let first = 0; first < total; first += framesAtOnce) {
    const count = Math.min(framesAtOnce, total - first);
    const chunk = readAt(descriptor, HEADER_BYTES + first * frameBytes, count * frameBytes);
    for (let index = 0; (index + 1) * frameBytes <= chunk.length; index += 1)
      yield {
        frame: chunk.subarray(index * frameBytes, (index + 1) * frameBytes),
        startsAt: HEADER_BYTES + (first + index) * frameBytes,
      };
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

const isZero = (bytes: Buffer): boolean => bytes.every(byte => byte === 0);
