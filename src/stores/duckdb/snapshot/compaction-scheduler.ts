import type { Log } from '../../../core/log.ts';
import type { Generation } from './snapshot.ts';

const MIB = 1024 ** 2;
const ROTATION_BYTES = 32 * MIB;
const QUIET_BYTES = 4 * MIB;
const QUIET_MS = 30_000;
const RETRY_MS = 5000;
/** After a failure that more room does not mend; doubled with each one that follows, as every attempt copies the file. */
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 60 * PAUSE_MS;

/** When the journal is folded into a new file of its own accord: when it has grown large, and in quiet half minutes. */
export interface Rotation {
  /** To be called after every commit. */
  committed(): void;
  /** To be called when a new generation is in use. */
  swapped(): void;
  start(): void;
  /** Why the last attempt failed; undefined once one succeeds. */
  failure(): string | undefined;
  close(): void;
}

export interface RotationOptions {
  readonly current: () => Generation;
  readonly rotate: () => Promise<unknown>;
  /** Whether the disk has room for the next file. */
  readonly hasRoom: () => boolean;
  readonly log: Log;
  /** Default 32 MiB, which a start replays in about two seconds; a sixteenth of the file's size when that is more. */
  readonly rotationBytes: number | undefined;
}

/** A watch over the journal's size. */
export function createRotation({
  current,
  rotate,
  hasRoom,
  log,
  rotationBytes = ROTATION_BYTES,
}: RotationOptions): Rotation {
  let isQuiet = true;
  let isClosed = false;
  let isRunning = false;
  /** Size at the last attempt: after a failed one as much has to come again, or half a minute to pass. */
  let triedAt = 0;
  /** Why the last attempt failed; logged once. */
  let failure: string | undefined;
  let pauseMs = PAUSE_MS;
  /** When it may be tried again, in milliseconds of the process's own clock. */
  let retryAt = 0;
  const nowMs = () => Bun.nanoseconds() / 1e6;
  const start = async () => {
    if (isRunning || isClosed) return;
    isRunning = true;
    triedAt = current().journal.sizeBytes;
    try {
      await rotate();
      failure = undefined;
      pauseMs = PAUSE_MS;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isClosed && message !== failure)
        log.warn({ err: error }, 'the journal of hits could not be folded in; it goes on growing');
      failure = message;
      retryAt = 0;
      if (!hasRoom()) return;
      retryAt = nowMs() + pauseMs;
      pauseMs = Math.min(MAX_PAUSE_MS, 2 * pauseMs);
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => {
    const isGrown = isQuiet && current().journal.sizeBytes > triedAt + QUIET_BYTES;
    if (isGrown) void start();
    isQuiet = true;
  }, QUIET_MS);
  timer.unref();
  const retrying = setInterval(() => {
    const isWaiting = failure !== undefined || current().feeder.isBehind;
    if (isWaiting && nowMs() >= retryAt && hasRoom()) void start();
  }, RETRY_MS);
  retrying.unref();
  return {
    committed: () => {
      isQuiet = false;
      const { baseBytes, journal } = current();
      if (journal.sizeBytes > triedAt + Math.max(rotationBytes, baseBytes / 16)) void start();
    },
    swapped: () => {
      triedAt = 0;
      failure = undefined;
    },
    start: () => void start(),
    failure: () => failure,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      clearInterval(retrying);
    },
  };
}
