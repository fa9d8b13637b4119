import { createTimeSlice } from '../../../lib/time-slice.ts';

/** Items of a batch: each is matched against all rules of robots.txt. Fewer when a hostile file takes long. */
const MAX_BATCH = 20;
const MAX_BATCH_MS = 3;

/** Processes items in batches, and yields to the event loop in between. */
export async function batched<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  const slice = createTimeSlice(MAX_BATCH_MS);
  for (const item of items) {
    if (++done % MAX_BATCH === 0 || slice.isOver()) await slice.next();
    work(item);
  }
}
