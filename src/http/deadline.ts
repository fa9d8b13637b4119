import { unavailable } from '../core/errors.ts';

/** Time for reading and answering. An idle connection is closed after 30 s: this has to be less. */
const MAX_ANSWER_MS = 27_000;

/**
 * What `work` gives, or a rejection with `unavailable` when that takes too long: a client always gets an answer. The
 * signal that `work` is given aborts then, when the client has gone, and when `work` has failed, so that none of its
 * readings goes on for nobody. Work that reads and then writes looks at the signal right before it writes: whoever was
 * told 503 can be sure that nothing was stored.
 */
export async function withDeadline<Value>(
  client: AbortSignal,
  work: (signal: AbortSignal) => Value | Promise<Value>,
  maxMs = MAX_ANSWER_MS,
): Promise<Value> {
  const stopping = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Streams that an answer begins end with their client too, so that this stays.
  if (client.aborted) stopping.abort(client.reason);
  else client.addEventListener('abort', () => stopping.abort(client.reason), { once: true });
  const timer = setTimeout(() => {
    const error = unavailable(
      `The answer took longer than ${maxMs / 1000} seconds: try again, or ask for less`,
    );
    // At once, and not when the rejection has been noticed: nothing may be written in between.
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
