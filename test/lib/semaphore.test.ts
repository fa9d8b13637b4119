import { expect, test } from 'bun:test';
import { createSemaphore } from '../../src/lib/semaphore.ts';

test('only so many run at once, and the others come in their order', async () => {
  const { acquire } = createSemaphore(2);
  const got: number[] = [];
  const releases: (() => void)[] = [];
  for (const n of [1, 2, 3, 4]) {
    void acquire().then(release => {
      got.push(n);
      releases.push(release);
    });
  }
  await Bun.sleep(0);
  expect(got).toEqual([1, 2]);
  releases[0]?.();
  releases[0]?.();
  await Bun.sleep(0);
  expect(got).toEqual([1, 2, 3]);
  releases[1]?.();
  releases[2]?.();
  await Bun.sleep(0);
  expect(got).toEqual([1, 2, 3, 4]);
});
