import { unavailable } from '../core/errors.ts';
import { SECOND_MS } from '../lib/time-units.ts';

/** Seconds without a byte after which a connection is closed: slow senders do not hold the server. */
export const IDLE_TIMEOUT_SECONDS = 30;

/** Returns the longest time for an answer: less than that after which an idle connection is closed. */
export const toMaxAnswerMs = (idleTimeoutSeconds: number): number => 0.9 * idleTimeoutSeconds * SECOND_MS;

const MAX_ANSWER_MS = toMaxAnswerMs(IDLE_TIMEOUT_SECONDS);

/**
 * Runs a write for as long as it takes: the client could not know otherwise whether it was stored. Calls `keepOpen` in time for a
 * connection that would be closed, and what that returns at the end.
 */
export async function withoutDeadline<Value>(
  work: () => Value | Promise<Value>,
  keepOpen: () => () => void,
): Promise<Value> {
  let end: (() => void) | undefined;
  const timer = setTimeout(() => {
    end = keepOpen();
  }, MAX_ANSWER_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    end?.();
  }
}

/**
 * Runs `work` with a deadline: rejects with `unavailable` when it takes too long, so that a client always gets an answer.
 * The signal passed to `work` aborts then, when the client has disconnected, and when `work` has failed, so that no query
 * goes on needlessly. Work that writes checks the signal right before: after a 503 nothing is stored.
 */
export async function withDeadline<Value>(
  client: AbortSignal,
  work: (signal: AbortSignal) => Value | Promise<Value>,
  maxMs = MAX_ANSWER_MS,
): Promise<Value> {
  const stopping = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Not removed: a stream that the answer begins has to end with its client too.
  if (client.aborted) stopping.abort(client.reason);
  else client.addEventListener('abort', () => stopping.abort(client.reason), { once: true });
  const timer = setTimeout(() => {
    const error = unavailable(
      `The answer took longer than ${maxMs / 1000} seconds: try again, or request less`,
    );
    // Before the rejection is handled: nothing may be written in between.
    stopping.abort(error);
    reject(error);
  }, maxMs);
  try {
    return await Promise.race([work(stopping.signal), late]);
  } catch (error) {
    stopping.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
