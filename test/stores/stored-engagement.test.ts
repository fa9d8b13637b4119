/** Stored sums of engagement: however rows come and go, reports are those of the rows, and read from sums where those have them. */
import { expect, test } from 'bun:test';
import type { EngagedPages, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { findWrongEngagement } from '../support/stored-engagement.ts';
import {
  expectFaultAfter,
  ofDays,
  openFormerFolder,
  openSummedFolder,
  openSummedStore,
  startOf,
} from '../support/summed-store.ts';

const at = (day: number, minutes: number): Date => new Date(+startOf(day) + minutes * MINUTE_MS);

/** A hit of a visitor on a day of March 2026, and a report of so many seconds a minute after it. */
const viewOn = (day: number, visitor: bigint, seconds: number, path = '/'): NewHit[] => [
  aHit({ createdAt: at(day, 0), visitor, path }),
  aHit({
    kind: 'engagement',
    createdAt: at(day, 1),
    visitor,
    path,
    view: 1n,
    engagedSeconds: seconds,
    scrollDepth: seconds,
  }),
];

const VIEWS = [
  ...viewOn(1, 1n, 5),
  ...viewOn(2, 1n, 10),
  ...viewOn(2, 2n, 30),
  ...viewOn(2, 3n, 20, '/a'),
  ...viewOn(3, 1n, 60),
];

test('engagement of whole days is read from sums only', async () => {
  await using store = await openSummedStore();
  const { engine } = store;
  await store.append(VIEWS);
  await store.maintain({ force: true });
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
    (
      await store.series(
        ofDays(1, 4),
        [1, 2, 3, 4].map(day => at(day, 0)),
        { countsEngagement: true },
      )
    ).map(({ engagement }) => engagement?.bounces),
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
  await engine.rebuild(copy => copy.run('update engagements set path = null where site_id = 1'));
  expect(await readAll()).toEqual(right);
});

test.each([1, 3, 1_000])(
  'a day with new, late and removed rows is worked out anew (%d rows at once)',
  async rowsPerSlice => {
    await using store = await openSummedStore({ rowsPerSlice });
    const { engine } = store;
    await store.append(VIEWS);
    await store.maintain({ force: true });
    expect(await findWrongEngagement(engine)).toEqual([]);
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
    expect(await read()).toEqual([7, 20]);
    await store.maintain({ force: true });
    expect(await read()).toEqual([7, 20]);
    expect(await findWrongEngagement(engine)).toEqual([]);
    await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
    await store.remove({ siteId: 1, kinds: ['engagement'], which: { ids: [2] } });
    expect(await read()).toEqual([5, 30]);
    await store.maintain({ force: true });
    expect(await read()).toEqual([5, 30]);
    expect(await findWrongEngagement(engine)).toEqual([]);
  },
);

test('a folder of a schema without sums of engagement answers from rows, until its first compaction stores them', async () => {
  using folder = await openFormerFolder('0020', VIEWS, former => former.maintain({ force: true }));
  const { engine, store } = await openSummedFolder(folder);
  const read = () => store.pageEngagement(ofDays(1, 4), 'each');
  const before = await read();
  expect(before).toHaveLength(2);
  await store.maintain({ force: true });
  expect(await findWrongEngagement(engine)).toEqual([]);
  expect((await read()).sort((a, b) => a.views - b.views)).toEqual(
    before.toSorted((a, b) => a.views - b.views),
  );
  await engine.close();
});

test.each([
  'update page_engagements set views = views + 1 where page is null and measure = 0',
  'delete from page_engagements where measure = 1 and page is not null',
])('a check reports sums of engagement that do not agree: %s', harm =>
  expectFaultAfter(harm, VIEWS, /the engagement of 3 days does not agree/),
);
