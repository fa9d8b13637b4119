/** Waits for what a server does in its own time. */

/** Rest after the first check that fails. Each one after it is twice as long as the one before, up to the last. */
const FIRST_REST_MS = 1;
const LAST_REST_MS = 50;

/** Checks a condition again and again until it holds. Checks without a rest take the processor from what is waited for. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let restMs = FIRST_REST_MS; !(await isTrue()); restMs = Math.min(2 * restMs, LAST_REST_MS))
    await Bun.sleep(restMs);
}
