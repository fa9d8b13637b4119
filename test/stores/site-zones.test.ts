import { expect, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongSums } from '../support/stored-sums.ts';

const START = Date.UTC(2026, 2, 1, 5);
/** Hits of five visitors on three pages, at any hour of eight days and out of order. */
const HITS = Array.from({ length: 600 }, (_, n) =>
  aHit({
    siteId: 1,
    createdAt: new Date(START + ((n * 7919) % 200) * HOUR_MS + n * 1000),
    visitor: BigInt(1 + (n % 5)),
    path: `/${n % 3}`,
  }),
);

test('visitors of pages are exact although marks of unique hits are of the days of another zone', async () => {
  await using duck = await openTemporaryHitStore({ maxRawHits: 0 });
  const memory = createMemoryHitStore();
  for (const store of [duck, memory]) {
    await store.append(HITS.slice(0, 400));
    await store.maintain({ force: true });
    await store.setZones(new Map([[1, 'America/New_York']]));
    await store.append(HITS.slice(400, 500));
    await store.maintain({ force: true });
    await store.append(HITS.slice(500));
  }
  const answersOf = async (store: TestHitStore, query: HitQuery) => [
    await store.totals(query),
    await store.totals(query, { countsVisits: true }),
    await store.group(query, 'path', { offset: 0, limit: 9, countsVisitors: true }),
  ];
  for (const [first, last] of [
    [0, 2],
    [1, 7],
    [2, 3],
  ] as const)
    for (const attribution of ['hit', 'visit'] as const)
      for (const filters of [[], [{ dimension: 'path', is: '/1' }]] as const) {
        const span = { start: new Date(START + first * DAY_MS), end: new Date(START + last * DAY_MS) };
        const query: HitQuery = { siteId: 1, kind: 'hit', span, filters, attribution };
        expect(await answersOf(duck, query)).toEqual(await answersOf(memory, query));
      }
  await duck.maintain({ force: true });
  expect(await findWrongSums(duck.engine)).toEqual([]);
});
