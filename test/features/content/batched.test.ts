import { expect, test } from 'bun:test';
import { batched } from '../../../src/features/content/batched.ts';

test('each of many is dealt with once and in order, and others have their turns in between', async () => {
  const items = Array.from({ length: 1000 }, (_, n) => n);
  const done: number[] = [];
  const seen: number[] = [];
  const look = () => {
    seen.push(done.length);
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await batched(items, n => done.push(n));
  clearImmediate(next);
  expect(done).toEqual(items);
  expect(seen.length).toBeGreaterThan(20);
});

test('others have their turn between two pieces of work that each take long', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('another'));
  await batched([1, 2, 3], item => {
    const untilMs = performance.now() + 10;
    while (performance.now() < untilMs);
    order.push(`item ${item}`);
  });
  expect(order).toEqual(['item 1', 'another', 'item 2', 'item 3']);
});
