/** Stored sums of engagement: however rows come and go, reports are those of the rows, and read from sums where those have them. */
import { expect, test } from 'bun:test';
import type { EngagedPages, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import { expectFaultAfter, expectKept, ofDays, openSummed, startOf } from '../support/summed-store.ts';

const at = (day: number, minutes: number): Date => new Date(+startOf(day) + minutes * MINUTE_MS);

/** A hit of a visitor on a day of March 2026, and a report of so many seconds a minute after it. */
const viewOn = (day: number, visitor: bigint, seconds: number, path = '/'): NewHit[] => [
  aHit({ createdAt: at(day, 0), visitor, path }),
  aHit({
    ...{ kind: 'engagement', createdAt: at(day, 1), visitor, path },
    ...{ view: 1n, engagedSeconds: seconds, scrollDepth: seconds },
  }),
];

const DAYS = [1, 2, 3, 4].map(startOf);
const VIEWS = [
  ...viewOn(1, 1n, 5),
  ...viewOn(2, 1n, 10),
  ...viewOn(2, 2n, 30),
  ...viewOn(2, 3n, 20, '/a'),
  ...viewOn(3, 1n, 60),
];

test('engagement of whole days is read from sums only', async () => {
  await using store = await openSummed(VIEWS);
  const ask = async (query: HitQuery, pages: EngagedPages = 'together') =>
    (await store.pageEngagement(query, pages))
      .map(({ path, views, engagedSeconds }) => [path, views, engagedSeconds.mean, engagedSeconds.median])
      .sort();
  const readAll = async () => [
    await ask(ofDays(1, 4)),
    await ask(aQuery({}), 'each'),
    await ask({ ...ofDays(2, 4), filters: [{ dimension: 'path', is: '/' }] }),
    await ask(ofDays(2, 4), ['/a']),
    (await store.engagement(ofDays(1, 4))).bounces,
    (await store.series(ofDays(1, 4), DAYS, { countsEngagement: true })).map(
      ({ engagement }) => engagement?.bounces,
    ),
  ];
  const right = [
    [[null, 5, 25, 20]],
    [
      ['/', 4, 26.25, 20],
      ['/a', 1, 20, 20],
    ],
    [[null, 3, 100 / 3, 30]],
    [['/a', 1, 20, 20]],
    1,
    [1, 0, 0],
  ];
  expect(await readAll()).toEqual(right);
  // One report of each day stays, by which the store knows that there are any.
  await store.engine.rebuild(copy => copy.run('update engagements set path = null where site_id = 1'));
  expect(await readAll()).toEqual(right);
});

test.each([1, 3, 1_000])(
  'a day with new, late and removed rows is worked out anew (%d rows at once)',
  async rowsPerSlice => {
    await using store = await openSummed(VIEWS, { rowsPerSlice });
    expect(await findWrongSums(store.engine)).toEqual([]);
    await store.append([
      ...viewOn(2, 4n, 40),
      // A hit that comes late, of a report that counted for nothing.
      aHit({ kind: 'engagement', createdAt: at(3, 30), visitor: 5n, path: '/', view: 1n, engagedSeconds: 1 }),
      aHit({ createdAt: at(3, 20), visitor: 5n, path: '/' }),
    ]);
    const read = async () => {
      const [all] = await store.pageEngagement(ofDays(1, 4), 'together');
      return [all?.views, all?.engagedSeconds.median];
    };
    await expectKept(store, findWrongSums, read, [7, 20]);
    await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
    await store.remove({ siteId: 1, kinds: ['engagement'], which: { ids: [2] } });
    await expectKept(store, findWrongSums, read, [5, 30]);
  },
);

test.each([
  'update sums set hits = hits + 1 where aggregate = 9 and dimension = 0',
  'delete from sums where aggregate = 10 and dimension = 1',
])('a check reports sums of engagement that do not agree: %s', harm =>
  expectFaultAfter(harm, VIEWS, /the engagement of 3 days does not agree/),
);
