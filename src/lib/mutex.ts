/** A lock that runs pieces of work one after the other, in the order of their calls. */
export interface Mutex {
  /** Calls `work` once everything before it has ended, however it ended; resolves and rejects as it does. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is going on or waiting. */
  idle(): Promise<void>;
  /** Rejects all later work with a reason. Resolves when nothing is going on or waiting. */
  close(reason: Error): Promise<void>;
}

/** Creates an unlocked mutex. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  let closed: Error | undefined;
  const idle = async () => {
    await last;
  };
  return {
    runExclusive: work => {
      if (closed) return Promise.reject(closed);
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
    idle,
    close: reason => {
      closed ??= reason;
      return idle();
    },
  };
}
