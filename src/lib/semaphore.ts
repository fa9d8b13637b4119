/** Lets only so many pieces of work run at once; the others wait in their order. */
export interface Semaphore {
  /** Resolves once there is a permit, with what gives it back; giving it back twice is as good as once. */
  acquire(): Promise<() => void>;
}

/** A semaphore with so many permits. */
export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;

  function createRelease(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next) next();
      else free++;
    };
  }

  return {
    async acquire() {
      if (free > 0) free--;
      else await new Promise<void>(resolve => waiting.push(resolve));
      return createRelease();
    },
  };
}
