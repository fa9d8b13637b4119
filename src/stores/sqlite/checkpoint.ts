/** Folding a write-ahead log into its database, as a checkpoint does, but into a file of its own. */
import { closeSync, fdatasync, ftruncateSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { copyFromDescriptor, type Transfer, transfer, transferSync } from '../durable-file.ts';
import type { AppSnapshot } from './snapshot.ts';
import { FRAME_HEADER_BYTES, frameOffset, parseFrameHeader, type WalFrame } from './wal.ts';

const sync = promisify(fdatasync);
/** Frames that are read at once, to see which pages they have: a read for each would be slower than a busy writer. */
const CHUNK_FRAMES = 64;

/** A database and its log, whose files are open and are never changed by a fold. */
export interface CheckpointSource {
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
export interface CheckpointedCopy {
  /** Folds in frames, off the main thread. In the end they have to be those of whole commits. */
  add(range: FrameRange): Promise<void>;
  /** Folds in frames synchronously, so that no commit can come in between. */
  addNow(range: FrameRange): void;
  /** Resolves once everything added is on disk. */
  sync(): Promise<void>;
  close(): void;
}

/** Copies a database to `target`, off the main thread. */
export async function createCheckpointedCopy(
  target: string,
  source: CheckpointSource,
): Promise<CheckpointedCopy> {
  const { log, pageBytes } = source;
  await copyFromDescriptor(source.base, target);
  const copy = openSync(target, 'r+');
  /** Reads and writes that fold frames in, one after another; their order is the same at whatever pace they are done. */
  function* fold({ first, end }: FrameRange): Generator<Transfer> {
    const frames: WalFrame[] = [];
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_FRAMES, end - first) * frameBytes);
    for (let start = first; start < end; start += CHUNK_FRAMES) {
      const count = Math.min(CHUNK_FRAMES, end - start);
      const bytes = chunk.subarray(0, count * frameBytes);
      yield { kind: 'read', file: log, bytes, position: frameOffset(start, pageBytes) };
      for (let at = 0; at < count; at += 1)
        frames.push(parseFrameHeader(bytes.subarray(at * frameBytes), start + at, pageBytes));
    }
    const page = Buffer.allocUnsafe(pageBytes);
    for (const { offset, pageNumber } of newestPages(frames)) {
      yield { kind: 'read', file: log, bytes: page, position: offset };
      yield { kind: 'write', file: copy, bytes: page, position: (pageNumber - 1) * pageBytes };
    }
    const pages = frames.at(-1)?.databasePages ?? 0;
    if (pages > 0) ftruncateSync(copy, pages * pageBytes);
  }
  return {
    add: async range => {
      for (const step of fold(range)) await transfer(step);
    },
    addNow: range => {
      for (const step of fold(range)) transferSync(step);
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

/** Copies a snapshot's file, ready for its log to be folded in. The caller closes the log. */
export async function copyBase({ client, file, descriptor }: AppSnapshot, target: string) {
  const log = openSync(`${file}-wal`, 'r');
  const pageBytes = client.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? 4096;
  try {
    const copy = await createCheckpointedCopy(target, { base: descriptor, log, pageBytes });
    return { copy, log };
  } catch (error) {
    closeSync(log);
    throw error;
  }
}
