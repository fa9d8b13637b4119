/** A signal that aborts on a timeout, or with its parent. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Clears the timer and the listener. Must always be called. */
  clear(): void;
}

/** Starts a deadline; the signal's reason is what `failure` returns, or the parent's reason. */
export function startDeadline(timeoutMs: number, failure: () => Error, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(failure()), timeoutMs);
  const follow = () => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}

/** Resolves as the promise does, or rejects with the signal's reason when it aborts first. */
export async function raceSignal<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
