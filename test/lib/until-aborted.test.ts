/** Waiting for a promise, or until a signal aborts. */
import { expect, test } from 'bun:test';
import { untilAborted } from '../../src/lib/until-aborted.ts';

const never = new Promise<never>(() => undefined);

test('it settles as the promise does, with a signal or without', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  expect(await untilAborted(Promise.resolve(2), undefined)).toBe(2);
  await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
});

test('a signal that aborts, or has aborted, ends it with its reason', async () => {
  const stopping = new AbortController();
  const waiting = untilAborted(never, stopping.signal);
  stopping.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(untilAborted(never, stopping.signal)).rejects.toThrow('stopped');
});
