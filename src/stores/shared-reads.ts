/** Runs equal reads that are under way at the same time once. */
import { untilAborted } from '../lib/until-aborted.ts';

/** Reads that are older are not joined: they have a deadline, and what is left of it would be that of who joins. */
const MAX_JOINED_AGE_MS = 10_000;

interface SharedRead {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  readonly startedMs: number;
  waiting: number;
}

/** Creates the reads that are under way, by key. */
export function createSharedReads(nowMs: () => number = () => performance.now()) {
  const reads = new Map<string, SharedRead>();
  const start = (key: string, run: (signal: AbortSignal) => Promise<unknown>): SharedRead => {
    const controller = new AbortController();
    const answer = run(controller.signal).finally(() => {
      if (reads.get(key) === read) reads.delete(key);
    });
    const read: SharedRead = { answer, controller, startedMs: nowMs(), waiting: 0 };
    reads.set(key, read);
    return read;
  };
  const find = (key: string): SharedRead | undefined => {
    const read = reads.get(key);
    return read && nowMs() - read.startedMs <= MAX_JOINED_AGE_MS ? read : undefined;
  };
  return {
    /**
     * Resolves with the answer of `run`, or of an equal read that began a moment before. A signal that aborts ends the wait of its
     * own caller; the read itself is aborted once nobody waits for it any more.
     */
    async read<T>(
      key: string,
      signal: AbortSignal | undefined,
      run: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const read = find(key) ?? start(key, run);
      read.waiting += 1;
      try {
        return (await untilAborted(read.answer, signal)) as T;
      } finally {
        read.waiting -= 1;
        if (read.waiting === 0 && signal?.aborted) {
          if (reads.get(key) === read) reads.delete(key);
          read.controller.abort(signal.reason);
        }
      }
    },
  };
}
