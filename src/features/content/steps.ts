import { setImmediate as nextTurn } from 'node:timers/promises';

/** Addresses, each held against all rules of robots.txt: some milliseconds' worth, also of the longest one. */
const STEP = 20;

/** Does something with each of many addresses, and lets others be answered in between. */
export async function inSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    if (++done % STEP === 0) await nextTurn();
    work(item);
  }
}
