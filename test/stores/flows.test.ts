/** Funnels and paths on the embedded engine. */
import { test } from 'bun:test';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { expectRightFlows } from '../support/random-flows.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

test.each([
  ['raw rows', {}],
  ['sums', { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } }],
] as const)(
  'random funnels and paths, answered from %s',
  async (_, options) => {
    await using duck = await openTemporaryHitStore(options);
    await expectRightFlows(duck, { histories: 10, funnels: 40, paths: 6 });
  },
  TIME_LIMIT_MS,
);
