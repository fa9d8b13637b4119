import { expect, test } from 'bun:test';
import { restAfterLong } from '../../src/lib/rest-after-long.ts';

/** A reading that takes so long, by a clock of its own. */
function readingFor(tookMs: number, isLarge = true) {
  const state = { nowMs: 0, reads: 0 };
  const read = restAfterLong(
    async () => {
      state.nowMs += tookMs;
      state.reads += 1;
      return state.reads;
    },
    () => isLarge,
    () => state.nowMs,
  );
  return { state, read };
}

test('what took two seconds is given again for twenty', async () => {
  const { state, read } = readingFor(2000);
  expect(await read()).toBe(1);
  state.nowMs += 19_999;
  expect(await read()).toBe(1);
  state.nowMs += 1;
  expect(await read()).toBe(2);
});

test('what is quick is read every time', async () => {
  const { read } = readingFor(900);
  expect([await read(), await read()]).toEqual([1, 2]);
});

test('what is small is read every time, however long it waited', async () => {
  const { read } = readingFor(2000, false);
  expect([await read(), await read()]).toEqual([1, 2]);
});
