import { expect, test } from 'bun:test';
import type { HitStore } from '../../../src/core/hits/store.ts';
import { type HitAnswer, type HitRead, wrapReads } from '../../../src/core/hits/wrap-reads.ts';
import { aHit, aQuery, between } from '../../support/hit-rows.ts';
import { createMemoryHitStore } from '../../support/memory-hit-store.ts';

const DAY = between('2026-03-10', '2026-03-11');
const EDGES = [DAY.start, DAY.end];
const SLICE = { offset: 0, limit: 10 };
const JOURNEYS = { siteId: 1, span: DAY, maxPages: 5, maxPaths: 5 };
const GROUPS = { siteIds: [1, 2], kind: 'hit', span: DAY, dimension: 'path', limit: 3 } as const;
const VISITORS = { countsVisitors: true };
const VISITS = { countsVisits: true };
const BY_VISITORS = { ...SLICE, countsVisitors: true, orderBy: 'visitors' } as const;
/** The options of every read. */
const EVERY = { signal: new AbortController().signal, queue: 'account 1' };

/** A hits store whose reads are noted. */
function notingStore() {
  const reads: HitRead[] = [];
  const store = wrapReads(createMemoryHitStore(), <T extends HitAnswer>(read: HitRead<T>) => {
    reads.push(read);
    return read.run(read.options);
  });
  return { reads, store };
}

const SITES = [1, 2];

/** A read, what is in its question beside its name, and what else is known of it. */
const READS: [keyof HitStore, (s: HitStore) => Promise<unknown>, unknown[], Partial<HitRead>?][] = [
  ['list', s => s.list(aQuery(), SLICE, EVERY), [aQuery(), SLICE, {}], { limit: 10 }],
  ['count', s => s.count(aQuery(), EVERY), [aQuery(), {}]],
  [
    'group',
    s => s.group(aQuery(), 'path', { ...BY_VISITORS, ...EVERY }),
    [aQuery(), 'path', BY_VISITORS],
    { limit: 10 },
  ],
  ['series', s => s.series(aQuery(), EDGES, { ...VISITORS, ...EVERY }), [aQuery(), EDGES, VISITORS]],
  ['totals', s => s.totals(aQuery(), { ...VISITS, ...EVERY }), [aQuery(), VISITS]],
  ['engagement', s => s.engagement(aQuery(), EVERY), [aQuery(), {}]],
  ['totalsBySite', s => s.totalsBySite(SITES, DAY, EVERY), [SITES, DAY, {}], { siteIds: SITES }],
  ['seriesBySite', s => s.seriesBySite(SITES, EDGES, EVERY), [SITES, EDGES, {}], { siteIds: SITES }],
  ['groupBySite', s => s.groupBySite(GROUPS, EVERY), [GROUPS, {}], { siteIds: SITES }],
  ['visitorsBySite', s => s.visitorsBySite(SITES, DAY, EVERY), [SITES, DAY, {}], { siteIds: SITES }],
  ['journeys', s => s.journeys(JOURNEYS, SLICE, EVERY), [JOURNEYS, SLICE, {}], { limit: 10 }],
  ['earliest', s => s.earliest(1, EVERY), [1, {}]],
];

test.each(READS)(
  'the question of %s holds all but the options of every read',
  async (name, read, asked, expected) => {
    const { reads, store } = notingStore();
    await read(store);
    expect(reads.map(({ run: _, ...values }) => values)).toEqual([
      { siteIds: [1], limit: undefined, options: EVERY, question: [name, ...asked], ...expected },
    ]);
  },
);

test('a read gets its own options, and those that it runs with', async () => {
  const memory = createMemoryHitStore();
  const seen: unknown[] = [];
  const group: HitStore['group'] = (query, dimension, options) => {
    seen.push(options);
    return memory.group(query, dimension, options);
  };
  const store = wrapReads({ ...memory, group }, ({ run }) => run({ queue: 'public 2' }));
  await store.append([aHit()]);
  expect((await store.group(aQuery(), 'path', { ...BY_VISITORS, ...EVERY })).total).toBe(1);
  expect(seen).toEqual([{ ...BY_VISITORS, queue: 'public 2' }]);
});
