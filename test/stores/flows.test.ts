/** Funnels and paths on the embedded engine. */
import { test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { expectRightFlows } from '../support/random-flows.ts';

test.each([
  ['raw rows', {}],
  ['roll-ups', { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } }],
] as const)(
  'a thousand random funnels and paths, answered from %s',
  async (_, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'flows-'));
    const duck = await openDuckHitStore(folder, undefined, options);
    try {
      await expectRightFlows(duck, { histories: 10, funnels: 50, paths: 8 });
    } finally {
      await duck.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
