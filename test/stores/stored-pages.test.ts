/** Stored entry and exit pages: however hits come and go, after a rebuild they are those that all hits together give. */
import { expect, test } from 'bun:test';
import type { NewHit } from '../../src/core/hits/row.ts';
import { importRows } from '../support/import-rows.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import {
  expectFault,
  expectKept,
  hitOn as hitOfDay,
  ofDays,
  openSummed,
  openSummedStore,
} from '../support/summed-store.ts';

const ALL_ROWS = { offset: 0, limit: 50 };

/** A hit of a visitor on a page, so many minutes after the start of a day. */
const hitOn = (day: number, visitor: number, path: string, minutes = 0): NewHit =>
  hitOfDay(day, visitor, { path }, minutes);

/** Forty visitors on a day, on a page of that day. */
const dayOf = (day: number): NewHit[] =>
  Array.from({ length: 40 }, (_, visitor) => hitOn(day, visitor, `/${day}`));

test('visitors who return every day leave one row a page and pair of days behind', async () => {
  await using store = await openSummedStore();
  const { engine } = store;
  for (let day = 1; day <= 4; day += 1) {
    await store.append(dayOf(day));
    await store.maintain({ force: true });
  }
  expect(await findWrongSums(engine)).toEqual([]);
  const [counted] = await engine.read<{ rows: number }>(
    'select count(*) as rows from sums where aggregate = 7',
  );
  expect(counted?.rows).toBe(4);
  expect((await store.group(ofDays(2, 4), 'exit_page', ALL_ROWS)).rows).toEqual([
    { key: '/3', hits: 40, uniqueHits: 0 },
  ]);
});

test('totals of the journeys of whole days are read from sums only', async () => {
  await using store = await openSummed([
    ...[hitOn(1, 1, '/before'), hitOn(2, 1, '/a'), hitOn(3, 1, '/b')],
    ...[hitOn(2, 2, '/a'), hitOn(2, 3, '/c'), hitOn(2, 3, '/b', 5), hitOn(4, 2, '/after')],
  ]);
  await store.dropHits();
  const query = { siteId: 1, span: ofDays(2, 4).span, maxPages: 9, maxPaths: 9 };
  expect(await store.journeys(query, { offset: 0, limit: 0 })).toEqual({
    visitors: 3,
    singleHitVisitors: 1,
    entryPaths: [
      { path: '/a', visitors: 2 },
      { path: '/c', visitors: 1 },
    ],
    exitPaths: [
      { path: '/b', visitors: 2 },
      { path: '/a', visitors: 1 },
    ],
    rows: [],
  });
});

test('after a removal, raw rows answer until the next rebuild', async () => {
  await using store = await openSummed([hitOn(1, 1, '/a'), hitOn(1, 1, '/b', 5), hitOn(2, 1, '/c')]);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
  const ask = async () => (await store.group(ofDays(1, 4), 'entry_page', ALL_ROWS)).rows;
  await expectKept(store, findWrongSums, ask, [{ key: '/b', hits: 1, uniqueHits: 0 }]);
  await store.dropHits();
  expect(await ask()).toEqual([{ key: '/b', hits: 1, uniqueHits: 0 }]);
});

test.each([2, 50])(
  'a hit that comes late takes its place among the stored ones (%d rows at once)',
  async rowsPerSlice => {
    const hits = [hitOn(2, 1, '/a', 5), hitOn(4, 1, '/b', 5), hitOn(4, 2, '/b', 5)];
    await using store = await openSummed(hits, { rowsPerSlice });
    await store.append([hitOn(2, 1, '/early'), hitOn(3, 1, '/between'), hitOn(1, 2, '/first')]);
    const pagesFrom = async (first: number) =>
      (await store.group(ofDays(first, 5), 'entry_page', ALL_ROWS)).rows.map(({ key }) => key).join();
    const ask = () => Promise.all([1, 2, 3].map(pagesFrom));
    await expectKept(store, findWrongSums, ask, ['/early,/first', '/b,/early', '/b,/between']);
  },
);

test('a hit that came during an import counts once in the pages and channels of its day', async () => {
  await using store = await openSummed(dayOf(1));
  let appended: Promise<unknown> | undefined;
  const onProgress = () => {
    appended ??= store.append([hitOn(1, 50, '/1')]);
  };
  await importRows(store, [{ path: '/2', created_at: '2026-03-02T08:00:00Z' }], { onProgress });
  await appended;
  const ask = async () => [
    (await store.group(ofDays(1, 2), 'entry_page', ALL_ROWS)).rows,
    (await store.group(ofDays(1, 2), 'channel', ALL_ROWS)).rows,
  ];
  await expectKept(store, findWrongSums, ask, [
    [{ key: '/1', hits: 41, uniqueHits: 0 }],
    [{ key: 'Direct', hits: 41, uniqueHits: 41 }],
  ]);
});

test('a check reports pages that do not agree with each other', async () => {
  await using store = await openSummed(dayOf(1));
  expect((await store.engine.check()).faults).toEqual([]);
  for (const harm of [
    'update sums set visits = 41 where aggregate = 6',
    'update sums set visits = 40 where aggregate = 6; update sums set visits = 40, since = 1 where aggregate = 7',
    'update sums set since = 0 where aggregate = 7; update sums set visits = 41 where aggregate = 8',
  ])
    await expectFault(store.engine, harm, /^hits\.\d+\.duckdb: the entry and exit pages of [12] days/);
});
