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

const READS: [keyof HitStore, (store: HitStore) => Promise<unknown>, Partial<HitRead>][] = [
  ['list', s => s.list(aQuery(), SLICE, EVERY), { question: ['list', aQuery(), SLICE, {}], limit: 10 }],
  ['count', s => s.count(aQuery(), EVERY), { question: ['count', aQuery(), {}] }],
  [
    'group',
    s => s.group(aQuery(), 'path', { ...BY_VISITORS, ...EVERY }),
    { question: ['group', aQuery(), 'path', BY_VISITORS], limit: 10 },
  ],
  [
    'series',
    s => s.series(aQuery(), EDGES, { countsVisitors: true, ...EVERY }),
    { question: ['series', aQuery(), EDGES, { countsVisitors: true }] },
  ],
  [
    'totals',
    s => s.totals(aQuery(), { countsVisits: true, ...EVERY }),
    { question: ['totals', aQuery(), { countsVisits: true }] },
  ],
  ['engagement', s => s.engagement(aQuery(), EVERY), { question: ['engagement', aQuery(), {}] }],
  [
    'totalsBySite',
    s => s.totalsBySite([1, 2], DAY, EVERY),
    { question: ['totalsBySite', [1, 2], DAY, {}], siteIds: [1, 2] },
  ],
  [
    'seriesBySite',
    s => s.seriesBySite([1, 2], EDGES, EVERY),
    { question: ['seriesBySite', [1, 2], EDGES, {}], siteIds: [1, 2] },
  ],
  [
    'groupBySite',
    s => s.groupBySite(GROUPS, EVERY),
    { question: ['groupBySite', GROUPS, {}], siteIds: [1, 2] },
  ],
  [
    'visitorsBySite',
    s => s.visitorsBySite([1, 2], DAY, EVERY),
    { question: ['visitorsBySite', [1, 2], DAY, {}], siteIds: [1, 2] },
  ],
  [
    'journeys',
    s => s.journeys(JOURNEYS, SLICE, EVERY),
    { question: ['journeys', JOURNEYS, SLICE, {}], limit: 10 },
  ],
  ['earliest', s => s.earliest(1, EVERY), { question: ['earliest', 1, {}] }],
];

test.each(READS)('the question of %s holds all but the options of every read', async (_, read, expected) => {
  const { reads, store } = notingStore();
  await read(store);
  expect(reads.map(({ run: _, ...values }) => values)).toEqual([
    { siteIds: [1], limit: undefined, options: EVERY, question: [], ...expected },
  ]);
});

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
