/** Lets pieces of work happen one after the other, in the order in which they asked. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is going on or waiting. */
  done(): Promise<void>;
}

/** A line with nobody in it. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: work => {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
    done: async () => {
      await last;
    },
  };
}
