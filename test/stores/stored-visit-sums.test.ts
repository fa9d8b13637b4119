/** Stored sums of visits: however rows come and go, after a rebuild they are those that all rows together give. */
import { expect, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import { aHit } from '../support/hit-rows.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import {
  expectFaultAfter,
  expectKept,
  expectSound,
  hitOn as hitOfDay,
  ofDays as ofDaysOf,
  openSummed,
  startOf,
} from '../support/summed-store.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const COUNTED = { offset: 0, limit: 50, countsVisitors: true };

/** A hit of a visitor, so many minutes after the start of a day. */
const hitOn = (day: number, visitor: number, more: Partial<NewHit> = {}, minutes = 0): NewHit =>
  hitOfDay(day, visitor, more, minutes);

/** Hits of some days with the values of their visits, and with their own. */
const ofDays = (first: number, end: number) => ofDaysOf(first, end, { attribution: 'visit' });
const ownOfDays = (first: number, end: number) => ofDaysOf(first, end, { attribution: 'hit' });

const NEWS = { source: 'News' };
const ANONYMOUS = { visitorHash: null, visitorScope: null };
/** A visitor comes by News on three days, one twice on a day, a third once and then by itself. */
const VISITS = [
  hitOn(1, 1, NEWS),
  hitOn(2, 1, NEWS),
  hitOn(4, 1, { ...NEWS, path: '/a' }),
  hitOn(2, 2, NEWS),
  hitOn(2, 2, { path: '/a' }, 10),
  hitOn(2, 2, NEWS, 120),
  hitOn(3, 3, NEWS),
  hitOn(4, 3),
];

test('visitors and visits of pages and sources are read from sums only', async () => {
  await using store = await openSummed(VISITS);
  await store.dropHits();
  expect((await store.group(ofDays(2, 5), 'source', COUNTED)).rows).toEqual([
    { key: 'News', hits: 6, uniqueHits: 5, visitors: 3, visits: 5 },
    { key: null, hits: 1, uniqueHits: 1, visitors: 1, visits: 1 },
  ]);
  expect((await store.group(ofDays(2, 5), 'path', COUNTED)).rows).toEqual([
    { key: '/', hits: 5, uniqueHits: 4, visitors: 3, visits: 5 },
    { key: '/a', hits: 2, uniqueHits: 2, visitors: 2, visits: 2 },
  ]);
  expect((await store.totals(ofDays(2, 5), { countsVisits: true })).visits).toBe(6);
  const ofPage: HitQuery = { ...ofDays(1, 5), filters: [{ dimension: 'path', is: '/' }] };
  const totals = { hits: 6, uniqueHits: 5, visitors: 3, paths: 1, visits: 6 };
  expect(await store.totals(ofPage, { countsVisits: true })).toEqual(totals);
});

/** A visitor whose country changes within a visit, and later; another who stays in one. */
const TRAVELS = [
  hitOn(1, 1, { country: 'DE' }),
  hitOn(1, 1, { country: 'FR', path: '/a' }, 10),
  hitOn(2, 1, { country: 'FR' }),
  hitOn(2, 1, { country: 'DE' }, 10),
  hitOn(2, 1, { country: 'FR' }, 20),
  hitOn(3, 1, { country: 'FR' }),
  hitOn(1, 2, { country: 'FR' }),
  hitOn(3, 2, { country: 'FR' }),
  hitOn(2, 3, { country: 'DE', ...ANONYMOUS }),
];

test("visitors and visits by hits' own values are read from sums only", async () => {
  await using store = await openSummed(TRAVELS);
  const { memory } = store;
  expect(await findWrongSums(store.engine)).toEqual([]);
  await store.dropHits();
  for (const query of [ownOfDays(1, 4), ownOfDays(2, 4), ownOfDays(2, 3)]) {
    expect(await store.group(query, 'country', COUNTED)).toEqual(
      await memory.group(query, 'country', COUNTED),
    );
    const french: HitQuery = { ...query, filters: [{ dimension: 'country', is: 'FR' }] };
    const counts = { countsVisits: true, omitsPaths: true } as const;
    expect(await store.totals(french, counts)).toEqual(await memory.totals(french, counts));
  }
  expect((await store.group(ownOfDays(1, 4), 'country', COUNTED)).rows).toEqual([
    { key: 'FR', hits: 6, uniqueHits: 5, visitors: 2, visits: 5 },
    { key: 'DE', hits: 3, uniqueHits: 1, visitors: 1, visits: 2 },
  ]);
});

test("hits' own values follow from all rows after late hits, a removal and a restart", async () => {
  await using store = await openSummed(TRAVELS);
  const { memory } = store;
  const late = [hitOn(1, 2, { country: 'DE' }, 20), hitOn(3, 2, { country: 'US' }, -10), hitOn(2, 4)];
  const ask = (each: Pick<typeof store, 'ask' | 'group'>) => each.group(ownOfDays(1, 5), 'country', COUNTED);
  for (const each of [store, memory]) await each.append(late);
  await expectKept(store, findWrongSums, () => ask(store), await ask(memory));
  for (const each of [store, memory])
    await each.remove({ siteId: 1, kinds: ['hit'], which: { ids: [1, 11] } });
  await expectKept(store, findWrongSums, () => ask(store), await ask(memory));
  await using again = await store.reopen();
  expect(await ask(again)).toEqual(await ask(memory));
});

test(
  'many rows that come late, on whole and partial days, are counted as few are',
  async () => {
    await using store = await openSummed([...VISITS, hitOn(5, 4, ANONYMOUS)]);
    const { memory } = store;
    const late = Array.from({ length: 2_500 }, (_, index) =>
      hitOn(
        1 + (index % 5),
        index % 700,
        { source: index % 3 ? 'News' : null, path: `/${index % 7}`, country: index % 11 ? 'DE' : 'FR' },
        index % 90,
      ),
    );
    for (const each of [store, memory]) await each.append([...late, hitOn(3, 4, ANONYMOUS)]);
    const halves = { start: startOf(1.5), end: new Date(+startOf(5) + 40 * MINUTE_MS) };
    for (const query of [ofDays(2, 5), { ...ofDays(1, 6), span: null }, { ...ofDays(1, 6), span: halves }])
      for (const [dimension, attribution] of [
        ['source', 'visit'],
        ['path', 'visit'],
        ['country', 'hit'],
      ] as const)
        expect(await store.group({ ...query, attribution }, dimension, COUNTED)).toEqual(
          await memory.group({ ...query, attribution }, dimension, COUNTED),
        );
    await expectSound(store, findWrongSums);
  },
  TIME_LIMIT_MS,
);

test.each([3, 50])(
  'an event that comes late joins two stored visits (%d rows at once)',
  async rowsPerSlice => {
    const hits = [hitOn(1, 1, NEWS), hitOn(1, 1, {}, 50), hitOn(2, 2), hitOn(3, 2)];
    await using store = await openSummed(hits, { rowsPerSlice });
    await store.append([aHit({ ...hitOn(1, 1, {}, 25), kind: 'event', event: 'a.b' })]);
    const ask = async () => (await store.group(ofDays(1, 3), 'source', COUNTED)).rows;
    await expectKept(store, findWrongSums, ask, [
      { key: 'News', hits: 2, uniqueHits: 1, visitors: 1, visits: 1 },
      { key: null, hits: 1, uniqueHits: 1, visitors: 1, visits: 1 },
    ]);
    await store.remove({ siteId: 1, kinds: ['event'], which: { ids: [1] } });
    await expectKept(store, findWrongSums, ask, [
      { key: null, hits: 2, uniqueHits: 1, visitors: 2, visits: 2 },
      { key: 'News', hits: 1, uniqueHits: 1, visitors: 1, visits: 1 },
    ]);
  },
);

test('after a removal of hits without a visitor, raw rows answer until the next rebuild', async () => {
  await using store = await openSummed([hitOn(1, 1, { ...ANONYMOUS, ...NEWS }), hitOn(1, 1)]);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
  const ask = async () => (await store.group(ofDays(1, 3), 'source', COUNTED)).rows;
  const left = [{ key: null, hits: 1, uniqueHits: 1, visitors: 1, visits: 1 }];
  await expectKept(store, findWrongSums, ask, left);
});

test.each([
  'update sums set hits = hits + 1 where aggregate = 3 and dimension = 6',
  'update sums set visits = visits + 1 where aggregate = 3 and dimension = 2 and since is null',
  'update sums set visits = 100 where aggregate = 3 and since is not null',
  'insert into sums select site_id, 4, 2, day, null, key, 1, 0, 0 from sums limit 1',
])('a check reports sums of visits that do not agree with others: %s', harm =>
  expectFaultAfter(harm, VISITS, /^hits\.\d+\.duckdb: the sums of visits of \d days do not agree/),
);
