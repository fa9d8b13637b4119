/** A reader of a large file leaves no garbage of all of it. */
import { expect, test } from 'bun:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCollector } from '../../../src/features/imports/garbage.ts';

const makeGarbage = () => Array.from({ length: 1000 }, (_, index) => new WeakRef({ index }));

test('what is no longer used is collected after many groups of lines', async () => {
  const made = makeGarbage();
  // Until the turn ends, what was made in it is kept.
  await nextTurn();
  const collect = createCollector();
  for (let group = 0; group < 1024; group += 1) collect();
  expect(made.filter(ref => ref.deref() !== undefined).length).toBeLessThan(100);
});
