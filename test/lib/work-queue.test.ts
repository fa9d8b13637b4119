import { expect, test } from 'bun:test';
import { startWorkQueue } from '../../src/lib/work-queue.ts';

/** A queue whose work ends when the test says so. */
function heldQueue(workers: number, maxWaiting: number) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const queue = startWorkQueue<string>({
    workers,
    maxWaiting,
    work(item) {
      begun.push(item);
      return new Promise(resolve => ends.push(resolve));
    },
  });
  return { queue, begun, end: () => ends.shift()?.() };
}
const turn = () => new Promise(resolve => setImmediate(resolve));

test('items are worked on in their order, a few at a time', async () => {
  const { queue, begun, end } = heldQueue(2, 10);
  for (const item of ['a', 'b', 'c', 'd']) expect(queue.offer(item)).toBe(true);
  expect(begun).toEqual(['a', 'b']);
  end();
  await turn();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('an item too many is not taken', async () => {
  const { queue, end } = heldQueue(1, 1);
  expect(['a', 'b', 'c'].map(queue.offer)).toEqual([true, true, false]);
  end();
  await turn();
  expect(queue.offer('d')).toBe(true);
});

test('a queue is settled when nothing waits or runs', async () => {
  const { queue, begun, end } = heldQueue(1, 10);
  await queue.settled();
  queue.offer('a');
  queue.offer('b');
  let isSettled = false;
  const settled = queue.settled().then(() => {
    isSettled = true;
  });
  end();
  await turn();
  expect([begun, isSettled]).toEqual([['a', 'b'], false]);
  end();
  await settled;
});

test('a stopped queue ends what runs, forgets what waits and takes nothing more', async () => {
  const { queue, begun, end } = heldQueue(1, 10);
  queue.offer('a');
  queue.offer('b');
  const stopped = queue.stop();
  end();
  await stopped;
  expect(begun).toEqual(['a']);
  expect(queue.offer('c')).toBe(false);
});
