/** Work that waits for its turn, in memory. */
export interface WorkQueue<Item> {
  /** Takes an item; false when too many wait, and it is not taken. */
  offer(item: Item): boolean;
  /** Number of items that wait for a worker. */
  waiting(): number;
  /** Number of items that wait or are worked on. */
  open(): number;
  /** Resolves once nothing waits or runs. */
  settled(): Promise<void>;
  /** Forgets what waits, takes nothing more, and waits for what runs. */
  stop(): Promise<void>;
}

/** Starts a queue that does `work` on its items, in their order, a few at a time. `work` must not reject. */
export function startWorkQueue<Item>({
  workers,
  maxWaiting,
  work,
}: {
  readonly workers: number;
  readonly maxWaiting: number;
  readonly work: (item: Item) => Promise<void>;
}): WorkQueue<Item> {
  const waiting: Item[] = [];
  const running = new Set<Promise<void>>();
  let isStopped = false;

  async function workOff(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  }

  function start(): void {
    const worker = workOff().finally(() => running.delete(worker));
    running.add(worker);
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    offer(item) {
      if (isStopped || waiting.length >= maxWaiting) return false;
      waiting.push(item);
      if (running.size < workers) start();
      return true;
    },
    waiting: () => waiting.length,
    open: () => waiting.length + running.size,
    settled,
    stop() {
      isStopped = true;
      waiting.length = 0;
      return settled();
    },
  };
}
