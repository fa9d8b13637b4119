import type { Log } from '../../core/log.ts';
import type { Generation } from './generation.ts';

const MIB = 1024 ** 2;
const ROTATION_BYTES = 32 * MIB;
const QUIET_BYTES = 4 * MIB;
const QUIET_MS = 30_000;

/** When the journal is folded into a new file of its own accord: when it has grown large, and in quiet half minutes. */
export interface Rotation {
  /** To be called after every commit. */
  committed(): void;
  /** To be called when a new generation is in use. */
  swapped(): void;
  start(): void;
  close(): void;
}

export interface RotationOptions {
  readonly current: () => Generation;
  readonly rotate: () => Promise<unknown>;
  readonly log: Log;
  /** Default 32 MiB, which a start replays in about two seconds; a sixteenth of the file's size when that is more. */
  readonly rotationBytes: number | undefined;
}

/** A watch over the journal's size. */
export function createRotation({
  current,
  rotate,
  log,
  rotationBytes = ROTATION_BYTES,
}: RotationOptions): Rotation {
  let isQuiet = true;
  let isClosed = false;
  let isRunning = false;
  /** Size at the last attempt: after a failed one as much has to come again, or half a minute to pass. */
  let triedAt = 0;
  /** What the last attempt failed of; said once. */
  let failure: string | undefined;
  const start = async () => {
    if (isRunning || isClosed) return;
    isRunning = true;
    triedAt = current().journal.sizeBytes;
    try {
      await rotate();
      failure = undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isClosed && message !== failure)
        log.warn({ err: error }, 'the journal of hits could not be folded in; it goes on growing');
      failure = message;
    }
    isRunning = false;
  };
  const timer = setInterval(() => {
    const isGrown = isQuiet && current().journal.sizeBytes > triedAt + QUIET_BYTES;
    if (isGrown || failure !== undefined || current().feeder.isBehind) void start();
    isQuiet = true;
  }, QUIET_MS);
  timer.unref();
  return {
    committed: () => {
      isQuiet = false;
      const { baseBytes, journal } = current();
      if (journal.sizeBytes > triedAt + Math.max(rotationBytes, baseBytes / 16)) void start();
    },
    swapped: () => {
      triedAt = 0;
    },
    start: () => void start(),
    close: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
