import { expect, test } from 'bun:test';
import { createMutex } from '../../src/lib/mutex.ts';

test('functions run one after the other, in order, also after one that failed', async () => {
  const mutex = createMutex();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = mutex.runExclusive(async () => {
    await first.promise;
    done.push('first');
    throw new Error('no');
  });
  const second = mutex.runExclusive(async () => void done.push('second'));
  first.resolve();
  await expect(failing).rejects.toThrow('no');
  await second;
  await mutex.idle();
  expect(done).toEqual(['first', 'second']);
});
