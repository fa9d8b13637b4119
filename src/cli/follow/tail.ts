/** Reads a log as it grows, through rotation by renaming and by copying and truncating. */
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogPosition } from '../../core/log-position.ts';
import {
  FINGERPRINT_BYTES,
  findParts,
  fingerprintOf,
  isHandleOf,
  openLog,
  type Part,
  readFrom,
  readHead,
} from './log-files.ts';

/** Whole lines of a log. */
export interface LogBatch {
  readonly lines: Buffer;
  /** The position after them. */
  readonly to: LogPosition;
  /** The beginning of the file, which may say what its columns are. */
  readonly head: Buffer;
}

export interface TailOptions {
  readonly position: LogPosition | null;
  readonly signal: AbortSignal;
  /** How long to wait for more. */
  readonly pollMs: number;
  /** How long a file that was renamed is read on: servers write to it until they open the new one. */
  readonly lingerMs: number;
  readonly onLost: () => void;
}

const BATCH_BYTES = 640 * 1024;
const HEAD_BYTES = 4096;
const LINE_FEED = 10;

/** Joins what was read to batches of whole lines. What is longer than a batch is skipped up to its end. */
function createBatcher(start: number) {
  let pending: Buffer = Buffer.alloc(0);
  let offset = start;
  const take = (length: number): { lines: Buffer; offset: number } => {
    const lines = pending.subarray(0, length);
    pending = pending.subarray(length);
    offset += length;
    return { lines, offset };
  };
  return {
    add: (block: Buffer): void => {
      pending = pending.length === 0 ? block : Buffer.concat([pending, block]);
    },
    /** Returns the next batch: a full one, or with `isAll` what there is. */
    next(isAll: boolean): { lines: Buffer; offset: number } | undefined {
      if (!isAll && pending.length < BATCH_BYTES) return undefined;
      const last = pending.lastIndexOf(LINE_FEED, Math.min(pending.length, BATCH_BYTES) - 1);
      if (last !== -1) return take(last + 1);
      // A line that never ends is passed on in chunks: none of them is a request.
      return pending.length >= BATCH_BYTES ? take(BATCH_BYTES) : undefined;
    },
    /** Returns what is left of a file that nobody writes to any more: a last line may lack its end. */
    rest: () => (pending.length > 0 ? take(pending.length) : undefined),
    get readTo(): number {
      return offset + pending.length;
    },
  };
}

/** Makes batches of what a batcher returns: the file is known by its beginning, as long as the first batch reaches. */
function createMarker(head: Buffer, known: LogPosition | null) {
  let mark = known && { fingerprint: known.fingerprint, bytes: known.bytes };
  return ({ lines, offset }: { lines: Buffer; offset: number }): LogBatch => {
    const bytes = Math.min(FINGERPRINT_BYTES, offset, head.length);
    mark ??= { bytes, fingerprint: fingerprintOf(head.subarray(0, bytes)) };
    return { lines, head, to: { ...mark, offset } };
  };
}

async function* readRotated({ path, offset }: Part, known: LogPosition | null): AsyncGenerator<LogBatch> {
  const batcher = createBatcher(offset);
  const mark = createMarker(await readHead(path, HEAD_BYTES), known);
  for await (const block of readFrom(path, offset)) {
    batcher.add(block);
    for (let next = batcher.next(false); next; next = batcher.next(false)) yield mark(next);
  }
  for (let next = batcher.next(true); next; next = batcher.next(true)) yield mark(next);
  const rest = batcher.rest();
  if (rest) yield mark(rest);
}

/** Returns whether the name of a log leads to another file, or to none. */
async function isRenamed(path: string, file: FileHandle): Promise<boolean> {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return named?.ino !== opened.ino || named.dev !== opened.dev;
}

/** Reads the log itself until it was rotated. */
async function* readLive(
  file: FileHandle,
  { path, offset }: Part,
  { position, signal, pollMs, lingerMs }: TailOptions,
): AsyncGenerator<LogBatch> {
  const batcher = createBatcher(offset);
  let last = position;
  let mark: ReturnType<typeof createMarker> | undefined;
  let renamedMs = 0;
  while (!signal.aborted) {
    if (last && !(await isHandleOf(file, { ...last, offset: batcher.readTo }))) return;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BATCH_BYTES), 0, BATCH_BYTES, batcher.readTo);
    batcher.add(buffer.subarray(0, bytesRead));
    const isEnd = bytesRead < BATCH_BYTES;
    for (let next = batcher.next(isEnd); next; next = batcher.next(isEnd)) {
      if (!mark) {
        const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
        mark = createMarker(head.buffer.subarray(0, head.bytesRead), position);
      }
      const batch = mark(next);
      yield batch;
      last = batch.to;
    }
    if (bytesRead > 0) renamedMs = 0;
    if (!isEnd) continue;
    if (bytesRead === 0 && (await isRenamed(path, file))) {
      if (renamedMs >= lingerMs) return;
      renamedMs += pollMs;
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Yields the lines of the files that a log was rotated to, then those of the log itself until it is rotated. */
async function* readParts(path: string, options: TailOptions): AsyncGenerator<LogBatch> {
  const { position, onLost } = options;
  const { rotated, live, isFound } = await findParts(path, position);
  if (!isFound) onLost();
  for (const part of rotated) yield* readRotated(part, part.offset > 0 ? position : null);
  const file = await openLog(live.path);
  if (!file) return;
  try {
    yield* readLive(file, live, { ...options, position: live.offset > 0 ? position : null });
  } finally {
    await file.close();
  }
}

/** Yields the lines of a log from a position on, and waits for more, until the signal. */
export async function* tailLog(path: string, options: TailOptions): AsyncGenerator<LogBatch> {
  const { signal, pollMs } = options;
  let { position } = options;
  while (!signal.aborted) {
    for await (const batch of readParts(path, { ...options, position })) {
      yield batch;
      position = batch.to;
      if (signal.aborted) return;
    }
    if (!signal.aborted) await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}
