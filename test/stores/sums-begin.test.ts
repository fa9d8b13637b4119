/** Sums begin with half of the hits from which on reports read them: answers are the same before, while and after. */
import { expect, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';
import { DAY_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import { findWrongVisits } from '../support/stored-visits.ts';

const START = Date.UTC(2026, 2, 1);
/** Reports read sums from the 21st hit on, which begin with the 11th. */
const MAX_RAW_HITS = 20;
/** Rows of six visitors, each an hour of its day; every fourth is not a hit. */
const rowsOf = (first: number, end: number): NewHit[] =>
  Array.from({ length: end - first }, (_, index) => {
    const n = first + index;
    const kind = n % 8 === 3 ? 'event' : n % 8 === 7 ? 'engagement' : 'hit';
    return aHit({
      kind,
      createdAt: new Date(START + (n % 5) * DAY_MS + (n % 6) * 60 * MINUTE_MS + n * MINUTE_MS),
      visitorHash: n % 9 === 8 ? null : BigInt(1 + (n % 6)),
      visitorScope: n % 9 === 8 ? null : 'stable',
      path: kind === 'engagement' ? `/${(n - 1) % 3}` : `/${n % 3}`,
      country: n % 2 ? 'DE' : 'FR',
      source: n % 4 ? null : 'News',
      ...(kind === 'event' && { event: 'a.b' }),
      ...(kind === 'engagement' && { view: 1n, engagedSeconds: 5, scrollDepth: 50 }),
    });
  });

const WHOLE_DAYS = { start: new Date(START), end: new Date(START + 5 * DAY_MS) };
const SPANS = [null, { ...WHOLE_DAYS, start: new Date(START + DAY_MS / 9) }];
const COUNTED = { offset: 0, limit: 50, countsVisitors: true };
const EDGES = [0, 1, 2, 3, 4, 5].map(day => new Date(START + day * DAY_MS));

const answersOf = async (store: TestHitStore): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const span of SPANS) {
    const query: HitQuery = aQuery({ span, attribution: 'visit' });
    answers.push(
      await store.totals(query, { countsVisits: true }),
      await store.series(query, EDGES, { countsVisitors: true, countsEngagement: true }),
      await store.pageEngagement(query, ['/0', '/1', '/2']),
    );
    for (const dimension of ['path', 'source', 'exit_page'] as const)
      answers.push(await store.group(query, dimension, COUNTED));
    answers.push(await store.group({ ...query, attribution: 'hit' }, 'country', COUNTED));
  }
  return answers;
};

/** Counts the rows of all sums. */
const countSums = async (engine: HitEngine): Promise<number> => {
  const [counted] = await engine.read<{ sums: number }>('select count(*) as sums from sums');
  return counted?.sums ?? 0;
};

const open = async (maxRawHits = MAX_RAW_HITS) => {
  const store = await openTemporaryHitStore({ maxRawHits });
  const { engine } = store;
  const memory = createMemoryHitStore();
  const expectRight = async (): Promise<void> => {
    expect(await answersOf(store)).toEqual(await answersOf(memory));
    expect(await findWrongVisits(engine)).toEqual([]);
    if ((await countSums(engine)) === 0) return;
    expect(await findWrongSums(engine)).toEqual([]);
  };
  /** Changes both, and compares before and after they are compacted. */
  const change = async (work: (each: TestHitStore) => Promise<unknown>): Promise<void> => {
    for (const each of [store, memory]) await work(each);
    expect(await answersOf(store)).toEqual(await answersOf(memory));
    await store.maintain({ force: true });
    await expectRight();
    expect((await engine.check()).faults).toEqual([]);
  };
  const add = (first: number, end: number) => change(each => each.append(rowsOf(first, end)));
  const remove = (removal: Removal) => change(each => each.remove(removal));
  return { ...store, add, remove };
};

test('sums are there before reports read them, and are kept up when hits become few again', async () => {
  await using opened = await open();
  const { engine, add, remove } = opened;
  await add(0, 12);
  expect([engine.countHits(), await countSums(engine)]).toEqual([9, 0]);
  await add(12, 24);
  expect(engine.countHits()).toBe(18);
  expect(await countSums(engine)).toBeGreaterThan(0);
  await add(24, 36);
  expect(engine.countHits()).toBeGreaterThan(MAX_RAW_HITS);
  // Retention takes two days and more, a removal a few single rows.
  await remove({
    siteId: 1,
    kinds: ['hit', 'event', 'engagement'],
    which: { before: new Date(START + 3 * DAY_MS) },
  });
  await remove({ siteId: 1, kinds: ['hit'], which: { ids: [20, 21, 22, 23, 24, 25] } });
  expect(engine.countHits()).toBeLessThanOrEqual(MAX_RAW_HITS / 2);
  expect(await countSums(engine)).toBeGreaterThan(0);
  await add(36, 72);
  await remove({ siteId: 1, kinds: ['hit', 'event', 'engagement'], which: 'all' });
  expect(await countSums(engine)).toBe(0);
  await add(72, 108);
  expect(await countSums(engine)).toBeGreaterThan(0);
});

test('what is removed before sums begin is not in them', async () => {
  await using opened = await open();
  const { engine, add, remove } = opened;
  await add(0, 12);
  await remove({ siteId: 1, kinds: ['hit', 'event'], which: { before: new Date(START + 2 * DAY_MS) } });
  expect(await countSums(engine)).toBe(0);
  // One write that leaps over both numbers.
  await add(12, 60);
  expect(await countSums(engine)).toBeGreaterThan(0);
});

test('a folder whose few hits have sums already has them kept up', async () => {
  await using former = await open(-1);
  await former.add(0, 12);
  const sums = await countSums(former.engine);
  expect(sums).toBeGreaterThan(0);
  await using store = await former.reopen({ maxRawHits: MAX_RAW_HITS });
  const { engine } = store;
  await store.append(rowsOf(12, 13));
  await store.maintain({ force: true });
  expect(engine.countHits()).toBeLessThanOrEqual(MAX_RAW_HITS / 2);
  expect(await countSums(engine)).toBeGreaterThan(sums);
  for (const find of [findWrongVisits, findWrongSums]) expect(await find(engine)).toEqual([]);
});
