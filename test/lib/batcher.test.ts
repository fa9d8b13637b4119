import { expect, test } from 'bun:test';
import { createBatcher } from '../../src/lib/batcher.ts';

test('items of one turn are processed as a batch, and each caller gets its own result', async () => {
  const groups: (readonly number[])[] = [];
  const double = createBatcher((items: readonly number[]) => {
    groups.push(items);
    return items.map(item => item * 2);
  });
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('a failure rejects its whole batch and no other', async () => {
  const check = createBatcher((items: readonly number[]) => {
    if (items.includes(0)) throw new Error('zero');
    return items;
  });
  expect((await Promise.allSettled([check(0), check(1)])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await check(1)).toBe(1);
});
