/** Folding a write-ahead log into its database, as a checkpoint does, but into a file of its own. */
import { closeSync, fdatasync, ftruncateSync, openSync, read, readSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { copyFromDescriptor } from '../durable-file.ts';
import { FRAME_HEADER_BYTES, frameOffset, parseFrameHeader, type WalFrame } from './wal.ts';

const readInto = promisify(read);
const writeFrom = promisify(write);
const sync = promisify(fdatasync);

/** A database and its log, whose files are open and are never changed by a fold. */
export interface FoldSource {
  readonly base: number;
  readonly log: number;
  readonly pageBytes: number;
}

/** Frames of the log, by their index: from the first, up to but not including the end. */
export interface FrameRange {
  readonly first: number;
  readonly end: number;
}

/** A copy of a database into which commits of its log are folded; a scratch file until it is published. */
export interface FoldedCopy {
  /** Folds in the frames of whole commits, off the main thread. */
  add(range: FrameRange): Promise<void>;
  /** Folds in frames at once: for the last few, which nothing may follow. */
  addNow(range: FrameRange): void;
  /** Resolves once everything added is on disk. */
  sync(): Promise<void>;
  close(): void;
}

/** Copies a database to `target`, off the main thread. */
export async function createFoldedCopy(target: string, source: FoldSource): Promise<FoldedCopy> {
  const { log, pageBytes } = source;
  await copyFromDescriptor(source.base, target);
  const copy = openSync(target, 'r+');
  const page = Buffer.allocUnsafe(pageBytes);
  const positionOf = ({ pageNumber }: WalFrame) => (pageNumber - 1) * pageBytes;
  const truncate = (frames: readonly WalFrame[]) => {
    const pages = frames.at(-1)?.databasePages ?? 0;
    if (pages > 0) ftruncateSync(copy, pages * pageBytes);
  };
  return {
    add: async range => {
      const frames: WalFrame[] = [];
      const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
      for (let index = range.first; index < range.end; index += 1) {
        await readInto(log, header, 0, header.length, frameOffset(index, pageBytes));
        frames.push(parseFrameHeader(header, index, pageBytes));
      }
      for (const frame of newestPages(frames)) {
        await readInto(log, page, 0, pageBytes, frame.offset);
        await writeFrom(copy, page, 0, pageBytes, positionOf(frame));
      }
      truncate(frames);
    },
    addNow: range => {
      const frames: WalFrame[] = [];
      const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
      for (let index = range.first; index < range.end; index += 1) {
        readSync(log, header, 0, header.length, frameOffset(index, pageBytes));
        frames.push(parseFrameHeader(header, index, pageBytes));
      }
      for (const frame of newestPages(frames)) {
        readSync(log, page, 0, pageBytes, frame.offset);
        writeSync(copy, page, 0, pageBytes, positionOf(frame));
      }
      truncate(frames);
    },
    sync: () => sync(copy),
    close: () => closeSync(copy),
  };
}

/** The newest version of each page among frames, in the order of the database. */
function newestPages(frames: readonly WalFrame[]): WalFrame[] {
  const newest = new Map<number, WalFrame>();
  for (const frame of frames) newest.set(frame.pageNumber, frame);
  return [...newest.values()].sort((a, b) => a.pageNumber - b.pageNumber);
}
