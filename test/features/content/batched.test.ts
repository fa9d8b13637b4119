import { expect, test } from 'bun:test';
import { batched } from '../../../src/features/content/crawl/batched.ts';
import { countTurns } from '../../support/event-loop.ts';

test('each item is processed once and in order, with yields to the event loop in between', async () => {
  const items = Array.from({ length: 1000 }, (_, n) => n);
  const done: number[] = [];
  const turns = countTurns();
  await batched(items, n => done.push(n));
  expect(turns()).toBeGreaterThan(20);
  expect(done).toEqual(items);
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
