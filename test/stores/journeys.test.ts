/** Journeys of random histories: the engine says what plain arrays say, whatever the span and the slice. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { aHit } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';

const START = Date.UTC(2026, 2, 1);
const PATHS = ['/', '/a', '/A', '/ü', '/😀', "/'", ''];

const hits = fc.array(
  fc.record({
    visitor: fc.option(fc.bigInt({ min: 0n, max: 12n }), { nil: null }),
    offsetMs: fc.oneof(fc.integer({ min: 0, max: 12 * DAY_MS }), fc.constantFrom(0, 1, DAY_MS, DAY_MS + 1)),
    path: fc.constantFrom(...PATHS),
    referrer: fc.constantFrom(null, 'https://x.example/'),
    siteId: fc.constantFrom(1, 1, 1, 2),
  }),
  { minLength: 1, maxLength: 60 },
);
const questions = fc.record({
  siteId: fc.constantFrom(1, 2),
  startMs: fc.integer({ min: 0, max: 6 * DAY_MS }),
  lengthMs: fc.oneof(fc.constantFrom(1, DAY_MS, 730 * DAY_MS), fc.integer({ min: 1, max: 12 * DAY_MS })),
  offset: fc.nat(14),
  limit: fc.integer({ min: 0, max: 14 }),
  maxPages: fc.integer({ min: 1, max: 5 }),
  maxPaths: fc.integer({ min: 1, max: 4 }),
});

test.each([
  ['few', {}],
  ['many', { maxRawHits: 0 }],
] as const)(
  'random histories, read as %s hits',
  async (_, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'journeys-'));
    const duck = await openDuckHitStore(folder, undefined, options);
    const memory = createMemoryHitStore();
    const says = fc.asyncProperty(
      hits,
      fc.array(questions, { minLength: 6, maxLength: 6 }),
      async (made, asked) => {
        for (const store of [duck, memory])
          await store
            .remove({ siteId: 1, kinds: ['hit'], which: 'all' })
            .then(() =>
              store.append(
                made.map(
                  ({ offsetMs, ...rest }): NewHit => aHit({ ...rest, createdAt: new Date(START + offsetMs) }),
                ),
              ),
            );
        for (const { siteId, startMs, lengthMs, offset, limit, maxPages, maxPaths } of asked) {
          const span = { start: new Date(START + startMs), end: new Date(START + startMs + lengthMs) };
          const query = { siteId, span, maxPages, maxPaths };
          expect(await duck.journeys(query, { offset, limit })).toEqual(
            await memory.journeys(query, { offset, limit }),
          );
        }
      },
    );
    try {
      await fc.assert(says, { seed: 20_260_310, numRuns: 15, endOnFailure: true });
    } finally {
      await duck.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
