import { setImmediate as nextTurn } from 'node:timers/promises';

/** Addresses, each held against all rules of robots.txt: fewer when those of a hostile file take long. */
const STEP = 20;
const STEP_MS = 3;

/** Does something with each of many addresses, and lets others be answered in between. */
export async function inSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  let sinceMs = performance.now();
  for (const item of items) {
    if (++done % STEP === 0 || performance.now() - sinceMs >= STEP_MS) {
      await nextTurn();
      sinceMs = performance.now();
    }
    work(item);
  }
}
