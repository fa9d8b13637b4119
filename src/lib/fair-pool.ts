/**
 * A pool of equal items, such as connections, with fair queueing: queues are served round robin, so that a long one delays
 * the others by a turn and not by its length; within a queue it is first come, first served.
 */
export interface FairPool<Item> {
  /** Resolves with an item, to be returned with `release`. Rejects when a limit is exceeded. */
  acquire(queue: string, limits?: WaitLimits): Promise<Item>;
  /** Number of waiting callers, in one queue or in all. */
  waiting(queue?: string): number;
  /** Returns an item; the next in turn receives it. */
  release(item: Item): void;
  /** Rejects waiting and later callers with `reason`; resolves once every item is returned. */
  close(reason: Error): Promise<void>;
}

/** Limits of waiting. */
export interface WaitLimits {
  /** Maximum number of callers in one queue. Default: unlimited. */
  readonly maxWaiting?: number;
  /** Maximum milliseconds of waiting. Default: unlimited. */
  readonly maxWaitMs?: number;
  /** Reason of the rejection when the queue is full. */
  readonly onFull?: () => Error;
  /** Reason of the rejection when the time is up. */
  readonly onTimeout?: () => Error;
  /** Leaves the queue when it aborts, and rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter<Item> {
  readonly lend: (item: Item) => void;
  readonly reject: (reason: unknown) => void;
}

interface Queue<Item> {
  /** Number of items in use. */
  held: number;
  readonly waiting: Set<Waiter<Item>>;
}

/**
 * Creates a pool of items. A queue holds at most `maxHeld` of them at a time; when that is fewer than there are items, an
 * idle queue finds one unless several others are busy. A returned item goes to the queue that holds fewest.
 */
export function createFairPool<Item>(items: readonly Item[], maxHeld: number): FairPool<Item> {
  const free = [...items];
  /** Queues that hold or wait, in the order of their turns. */
  const queues = new Map<string, Queue<Item>>();
  const holders = new Map<Item, string>();
  let closed: { readonly reason: Error; readonly done: PromiseWithResolvers<void> } | undefined;

  const getQueue = (name: string): Queue<Item> => {
    const queue = queues.get(name) ?? { held: 0, waiting: new Set() };
    queues.set(name, queue);
    return queue;
  };
  const forgetIdle = (name: string, { held, waiting }: Queue<Item>) => {
    if (held === 0 && waiting.size === 0) queues.delete(name);
  };

  const toEndOfRound = (name: string, queue: Queue<Item>) => {
    queues.delete(name);
    queues.set(name, queue);
  };

  function nextInTurn(): string | undefined {
    let next: { readonly name: string; readonly held: number } | undefined;
    for (const [name, { held, waiting }] of queues) {
      if (waiting.size > 0 && held < Math.min(maxHeld, next?.held ?? maxHeld)) next = { name, held };
    }
    return next?.name;
  }

  function lendFree(): void {
    while (free.length > 0) {
      const name = nextInTurn();
      if (name === undefined) return;
      const queue = getQueue(name);
      const [waiter] = queue.waiting;
      const item = free.pop();
      if (!waiter || item === undefined) return;
      queue.waiting.delete(waiter);
      queue.held += 1;
      holders.set(item, name);
      toEndOfRound(name, queue);
      waiter.lend(item);
    }
  }

  function leave(name: string, waiter: Waiter<Item>, reason: unknown): void {
    const queue = queues.get(name);
    if (!queue?.waiting.delete(waiter)) return;
    forgetIdle(name, queue);
    waiter.reject(reason);
  }

  return {
    async acquire(name, { maxWaiting = Number.POSITIVE_INFINITY, maxWaitMs, signal, ...on } = {}) {
      if (closed) throw closed.reason;
      signal?.throwIfAborted();
      const { promise, resolve: lend, reject } = Promise.withResolvers<Item>();
      const waiter: Waiter<Item> = { lend, reject };
      const queue = getQueue(name);
      queue.waiting.add(waiter);
      lendFree();
      if (queue.waiting.has(waiter) && queue.waiting.size > maxWaiting)
        leave(name, waiter, on.onFull?.() ?? new Error('the queue is full'));
      if (!queue.waiting.has(waiter)) return promise;
      const onAbort = () => leave(name, waiter, signal?.reason);
      const onTimeout = () => leave(name, waiter, on.onTimeout?.() ?? new Error('the wait took too long'));
      signal?.addEventListener('abort', onAbort, { once: true });
      const timer = maxWaitMs === undefined ? undefined : setTimeout(onTimeout, maxWaitMs);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    waiting: name =>
      name === undefined
        ? [...queues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
        : (queues.get(name)?.waiting.size ?? 0),
    release(item) {
      const name = holders.get(item);
      if (name === undefined) throw new Error('an item was released that is not in use');
      holders.delete(item);
      const queue = getQueue(name);
      queue.held -= 1;
      // Who came while it was served goes first.
      toEndOfRound(name, queue);
      forgetIdle(name, queue);
      free.push(item);
      if (closed && free.length === items.length) closed.done.resolve();
      else lendFree();
    },
    close(reason) {
      if (closed) return closed.done.promise;
      closed = { reason, done: Promise.withResolvers() };
      for (const [name, { waiting }] of [...queues])
        for (const waiter of [...waiting]) leave(name, waiter, reason);
      if (free.length === items.length) closed.done.resolve();
      return closed.done.promise;
    },
  };
}

/** Work of several queues that takes turns. */
export interface Turns {
  /** Calls `work` in the turn of its queue; resolves and rejects as it does. Rejects when a limit of waiting is exceeded. */
  run<T>(queue: string, work: () => Promise<T>, limits?: WaitLimits): Promise<T>;
  /** Number of waiting callers, in one queue or in all. */
  waiting(queue?: string): number;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  /** Rejects waiting and later callers with `reason`; resolves once nothing runs any more. */
  close(reason: Error): Promise<void>;
}

/** Creates turns, of which `count` are taken at a time. */
export function createTurns(count = 1): Turns {
  const pool = createFairPool(
    Array.from({ length: count }, (_, n) => n),
    count,
  );
  const pending = new Set<Promise<unknown>>();
  async function runInTurn<T>(queue: string, work: () => Promise<T>, limits?: WaitLimits): Promise<T> {
    const turn = await pool.acquire(queue, limits);
    try {
      return await work();
    } finally {
      pool.release(turn);
    }
  }
  return {
    run(queue, work, limits) {
      const done = runInTurn(queue, work, limits);
      pending.add(done);
      done.catch(() => undefined).finally(() => pending.delete(done));
      return done;
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
    waiting: pool.waiting,
    close: pool.close,
  };
}
