/** A reading that takes longer than this rests before the next one. */
const LONG_MS = 1000;
/** How many times as long as it took. */
const REST = 10;

/**
 * Wraps a reading: one that took long is not repeated for ten times as long, and its answer is given again, so that it
 * takes a tenth of the machine at most. `nowMs` is a clock that nobody sets.
 */
export function restAfterLong<Answer>(
  read: () => Promise<Answer>,
  nowMs: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { readonly answer: Answer; readonly dueMs: number } | undefined;
  return async () => {
    if (last && nowMs() < last.dueMs) return last.answer;
    const startMs = nowMs();
    const answer = await read();
    const tookMs = nowMs() - startMs;
    last = tookMs > LONG_MS ? { answer, dueMs: nowMs() + tookMs * REST } : undefined;
    return answer;
  };
}
