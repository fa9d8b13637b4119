/** A read that takes longer than this is followed by a pause. */
const LONG_MS = 1000;
/** Length of the pause, in multiples of the read. */
const REST = 10;

/**
 * Wraps a read: a large answer that took long is returned again for ten times as long, so that reads take a tenth of the time
 * at most. A small one only waited for others. `nowMs` is a monotonic clock.
 */
export function restAfterLong<Answer>(
  read: () => Promise<Answer>,
  isLarge: (answer: Answer) => boolean,
  nowMs: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { readonly answer: Answer; readonly dueMs: number } | undefined;
  return async () => {
    if (last && nowMs() < last.dueMs) return last.answer;
    const startMs = nowMs();
    const answer = await read();
    const tookMs = nowMs() - startMs;
    last = tookMs > LONG_MS && isLarge(answer) ? { answer, dueMs: nowMs() + tookMs * REST } : undefined;
    return answer;
  };
}
