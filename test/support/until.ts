/** Waits for what a server does in its own time. */

/** Rest between two checks: asking without a rest takes the processor from what is waited for. */
const REST_MS = 10;

/** Checks a condition again and again until it holds. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await Bun.sleep(REST_MS);
}
