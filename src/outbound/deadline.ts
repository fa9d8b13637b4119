/** A signal that is raised when the time is up, or when one of the signals it was made from is. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer and of the other signal; to be called in any case. */
  clear(): void;
}

/** Starts a deadline of `timeoutMs`; the signal's reason is then what `failure` makes, else the other signal's own. */
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

/** What the promise gives, unless the signal is raised first: rejects with its reason then. */
export async function within<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
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
