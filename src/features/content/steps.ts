import { createTimeSlice } from '../../lib/time-slice.ts';

/** Addresses, each held against all rules of robots.txt: fewer when those of a hostile file take long. */
const STEP = 20;
const STEP_MS = 3;

/** Does something with each of many addresses, and lets others be answered in between. */
export async function inSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  const slice = createTimeSlice(STEP_MS);
  for (const item of items) {
    if (++done % STEP === 0 || slice.isOver()) await slice.next();
    work(item);
  }
}
