import { getErrorMessage } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Snapshot } from './snapshot.ts';

const MIB = 1024 ** 2;
const COMPACTION_BYTES = 32 * MIB;
const IDLE_BYTES = 4 * MIB;
const IDLE_MS = 30_000;
const RETRY_MS = 5000;
/** Delay after a failure that more space does not repair; doubled with each further one, as every attempt copies the file. */
const BACKOFF_MS = 60_000;
const MAX_BACKOFF_MS = 60 * BACKOFF_MS;

/** Schedules compactions of the journal into the next snapshot: when it has grown large, and in idle half minutes. */
export interface CompactionScheduler {
  /** Call it after every commit. */
  onCommit(): void;
  /** Call it when a new snapshot is in use. */
  onPromote(): void;
  startNow(): void;
  /** Returns why the last compaction failed; undefined once one succeeds. */
  lastFailure(): string | undefined;
  close(): void;
}

export interface CompactionOptions {
  readonly current: () => Snapshot;
  readonly compact: () => Promise<unknown>;
  /** Returns whether the disk has space for the next file. */
  readonly hasDiskSpace: () => boolean;
  readonly log: Log;
  /** Journal size that is compacted. Default 32 MiB, which a start replays in two seconds; a sixteenth of the file if that is more. */
  readonly compactionBytes: number | undefined;
}

/** Creates the scheduler. */
export function createCompactionScheduler({
  current,
  compact,
  hasDiskSpace,
  log,
  compactionBytes = COMPACTION_BYTES,
}: CompactionOptions): CompactionScheduler {
  let isIdle = true;
  let isClosed = false;
  let isRunning = false;
  /** Journal size at the last attempt: after a failed one as much has to be written again, or half a minute to pass. */
  let triedBytes = 0;
  /** Why the last attempt failed; logged once. */
  let failure: string | undefined;
  let backoffMs = BACKOFF_MS;
  /** When to try again, on the monotonic clock. */
  let retryAt = 0;
  const nowMs = () => Bun.nanoseconds() / 1e6;
  const compactNow = async () => {
    if (isRunning || isClosed) return;
    isRunning = true;
    triedBytes = current().journal.sizeBytes;
    try {
      await compact();
      failure = undefined;
      backoffMs = BACKOFF_MS;
    } catch (error) {
      const message = getErrorMessage(error);
      if (!isClosed && message !== failure)
        log.warn({ err: error }, 'the journal of hits could not be compacted; it goes on growing');
      failure = message;
      retryAt = 0;
      if (!hasDiskSpace()) return;
      retryAt = nowMs() + backoffMs;
      backoffMs = Math.min(MAX_BACKOFF_MS, 2 * backoffMs);
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => {
    const isGrown = isIdle && current().journal.sizeBytes > triedBytes + IDLE_BYTES;
    if (isGrown) void compactNow();
    isIdle = true;
  }, IDLE_MS);
  timer.unref();
  const retrying = setInterval(() => {
    const isWaiting = failure !== undefined || current().loader.isBehind;
    if (isWaiting && nowMs() >= retryAt && hasDiskSpace()) void compactNow();
  }, RETRY_MS);
  retrying.unref();
  return {
    onCommit: () => {
      isIdle = false;
      const { baseBytes, journal } = current();
      if (journal.sizeBytes > triedBytes + Math.max(compactionBytes, baseBytes / 16)) void compactNow();
    },
    onPromote: () => {
      triedBytes = 0;
      failure = undefined;
    },
    startNow: () => void compactNow(),
    lastFailure: () => failure,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      clearInterval(retrying);
    },
  };
}
