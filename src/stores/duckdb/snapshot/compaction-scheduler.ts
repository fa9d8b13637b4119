import type { Log } from '../../../core/log.ts';
import type { Snapshot } from './snapshot.ts';

const MIB = 1024 ** 2;
const COMPACTION_BYTES = 32 * MIB;
const QUIET_BYTES = 4 * MIB;
const QUIET_MS = 30_000;
const RETRY_MS = 5000;
/** After a failure that more room does not mend; doubled with each one that follows, as every attempt copies the file. */
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 60 * PAUSE_MS;

/** When the journal is folded into a new file of its own accord: when it has grown large, and in quiet half minutes. */
export interface CompactionScheduler {
  /** To be called after every commit. */
  onCommit(): void;
  /** To be called when a new generation is in use. */
  onPromote(): void;
  startNow(): void;
  /** Why the last attempt failed; undefined once one succeeds. */
  lastFailure(): string | undefined;
  close(): void;
}

export interface CompactionOptions {
  readonly current: () => Snapshot;
  readonly compact: () => Promise<unknown>;
  /** Whether the disk has room for the next file. */
  readonly hasDiskSpace: () => boolean;
  readonly log: Log;
  /** Default 32 MiB, which a start replays in about two seconds; a sixteenth of the file's size when that is more. */
  readonly compactionBytes: number | undefined;
}

/** A watch over the journal's size. */
export function createCompactionScheduler({
  current,
  compact,
  hasDiskSpace,
  log,
  compactionBytes = COMPACTION_BYTES,
}: CompactionOptions): CompactionScheduler {
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
      await compact();
      failure = undefined;
      pauseMs = PAUSE_MS;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isClosed && message !== failure)
        log.warn({ err: error }, 'the journal of hits could not be folded in; it goes on growing');
      failure = message;
      retryAt = 0;
      if (!hasDiskSpace()) return;
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
    const isWaiting = failure !== undefined || current().loader.isBehind;
    if (isWaiting && nowMs() >= retryAt && hasDiskSpace()) void start();
  }, RETRY_MS);
  retrying.unref();
  return {
    onCommit: () => {
      isQuiet = false;
      const { baseBytes, journal } = current();
      if (journal.sizeBytes > triedAt + Math.max(compactionBytes, baseBytes / 16)) void start();
    },
    onPromote: () => {
      triedAt = 0;
      failure = undefined;
    },
    startNow: () => void start(),
    lastFailure: () => failure,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      clearInterval(retrying);
    },
  };
}
