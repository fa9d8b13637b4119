import { expect, test } from 'bun:test';
import { batched } from '../../../src/features/content/crawl/batched.ts';

test('each item is processed once and in order, with yields to the event loop in between', async () => {
  const items = Array.from({ length: 1000 }, (_, n) => n);
  const done: number[] = [];
  const seen: number[] = [];
  const countTurn = () => {
    seen.push(done.length);
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  await batched(items, n => done.push(n));
  clearImmediate(next);
  expect(done).toEqual(items);
  expect(seen.length).toBeGreaterThan(20);
});

test('it yields between two items that each take long', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('another'));
  await batched([1, 2, 3], item => {
    const untilMs = performance.now() + 10;
    while (performance.now() < untilMs);
    order.push(`item ${item}`);
  });
  expect(order).toEqual(['item 1', 'another', 'item 2', 'item 3']);
});
