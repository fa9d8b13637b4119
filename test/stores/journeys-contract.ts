import { expect } from 'bun:test';
import type { JourneyQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const FIRST = { offset: 0, limit: 50 };
const DAY = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');

const aJourneyQuery = (given: Partial<JourneyQuery> = {}): JourneyQuery => ({
  siteId: 1,
  span: DAY,
  maxPages: 200,
  maxPaths: 10,
  ...given,
});

const at = (time: string): string => `2026-03-10T${time}Z`;

const NO_JOURNEYS = { visitors: 0, singleHitVisitors: 0, entryPaths: [], exitPaths: [], rows: [] };

/** What every engine must say about journeys. */
export const journeysAreWhole = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  const hashes = async (query: JourneyQuery, slice = FIRST) =>
    (await store().journeys(query, slice)).rows.map(row => row.visitorHash);

  test('a journey is all that one visitor did, in order of time, with the facts of its first hit', async () => {
    const first = { referrer: null, country: 'DE', browserName: null };
    const later = { referrer: 'https://x.example/', country: 'FR', browserName: 'Firefox' };
    await store().append([
      aHit({ visitor: 7n, path: '/c', at: at('12:20:30.500'), ...later }),
      aHit({ visitor: 7n, path: '/a', at: at('12:00:00'), ...first }),
      aHit({ visitor: 7n, path: '/b', at: at('12:10:00'), ...later }),
      aHit({ visitor: 7n, path: '/a', at: at('12:10:00'), ...later }),
    ]);
    expect(await store().journeys(aJourneyQuery(), FIRST)).toEqual({
      visitors: 1,
      singleHitVisitors: 0,
      entryPaths: [{ path: '/a', visitors: 1 }],
      exitPaths: [{ path: '/c', visitors: 1 }],
      rows: [
        {
          visitorHash: 7n,
          hits: 4,
          firstHit: new Date(at('12:00:00')),
          lastHit: new Date(at('12:20:30.500')),
          entryPath: '/a',
          exitPath: '/c',
          ...first,
          pages: [
            { path: '/a', at: new Date(at('12:00:00')) },
            { path: '/b', at: new Date(at('12:10:00')) },
            { path: '/a', at: new Date(at('12:10:00')) },
            { path: '/c', at: new Date(at('12:20:30.500')) },
          ],
        },
      ],
    });
  });

  test('journeys are of visitors of hits: not of anonymous ones, other kinds, sites or times', async () => {
    await store().append([
      aHit(),
      aHit({ visitor: 1n, siteId: 2 }),
      aHit({ visitor: 2n, kind: 'event', event: 'a.b' }),
      aHit({ visitor: 3n, kind: 'spam_hit', reason: 'list' }),
      aHit({ visitor: 4n, at: '2026-03-09T23:59:59.999Z' }),
      aHit({ visitor: 5n, at: '2026-03-11T00:00:00Z' }),
    ]);
    expect(await store().journeys(aJourneyQuery(), FIRST)).toEqual(NO_JOURNEYS);
    await store().append([aHit({ visitor: 4n, at: at('00:00:00') })]);
    expect(await store().journeys(aJourneyQuery(), FIRST)).toMatchObject({
      visitors: 1,
      rows: [{ hits: 1 }],
    });
  });

  test('a stable visitor of several days makes one journey', async () => {
    const days = ['2026-03-09T23:00:00Z', at('10:00:00'), '2026-03-11T02:00:00Z'];
    await store().append(days.map(instant => aHit({ visitor: 9n, at: instant })));
    const span = between('2026-03-09T00:00:00Z', '2026-03-12T00:00:00Z');
    const { visitors, rows } = await store().journeys(aJourneyQuery({ span }), FIRST);
    expect([visitors, rows[0]?.hits, rows[0]?.pages.length]).toEqual([1, 3, 3]);
  });

  test('newest last hit first, and of the same instant the later id', async () => {
    await store().append([
      aHit({ visitor: 1n, at: at('09:00:00') }),
      aHit({ visitor: 2n, at: at('10:00:00') }),
      aHit({ visitor: 3n, at: at('10:00:00') }),
      aHit({ visitor: 1n, at: at('11:00:00') }),
      aHit({ visitor: 0xffff_ffff_ffff_ffffn, at: at('00:00:00') }),
    ]);
    expect(await hashes(aJourneyQuery())).toEqual([1n, 3n, 2n, 0xffff_ffff_ffff_ffffn]);
  });

  testAlone('slices add up to the whole, far down too, and past the end there is nothing', async () => {
    const rows: NewHit[] = Array.from({ length: 2500 }, (_, n) =>
      aHit({ visitor: BigInt(n), createdAt: new Date(Date.UTC(2026, 2, 10) + n * 30_000) }),
    );
    await store().append(rows);
    const newestFirst = Array.from({ length: 2500 }, (_, n) => BigInt(2499 - n));
    const sliced: bigint[] = [];
    for (let offset = 0; offset < 2500; offset += 400)
      sliced.push(...(await hashes(aJourneyQuery(), { offset, limit: 400 })));
    expect(sliced).toEqual(newestFirst);
    expect(await hashes(aJourneyQuery(), { offset: 2499, limit: 3 })).toEqual([0n]);
    const past = await store().journeys(aJourneyQuery(), { offset: Number.MAX_SAFE_INTEGER, limit: 50 });
    expect([past.visitors, past.rows]).toEqual([2500, []]);
  });

  testAlone('a long journey keeps its first pages, counts all hits and knows its exit', async () => {
    await store().append(
      Array.from({ length: 300 }, (_, n) => aHit({ visitor: 1n, path: `/${n}`, at: at('08:00:00') })),
    );
    const [journey] = (await store().journeys(aJourneyQuery({ maxPages: 3 }), FIRST)).rows;
    expect(journey).toMatchObject({ hits: 300, entryPath: '/0', exitPath: '/299' });
    expect(journey?.pages.map(page => page.path)).toEqual(['/0', '/1', '/2']);
  });

  test('the commonest entries and exits: by visitors, then the one entered or left last', async () => {
    const visit = (visitor: bigint, hour: string, ...paths: string[]): NewHit[] =>
      paths.map((path, n) => aHit({ visitor, path, at: at(`${hour}:00:0${n}`) }));
    await store().append([
      ...visit(1n, '01', '/home', '/a'),
      ...visit(2n, '02', '/home', '/b'),
      ...visit(3n, '03', '/news', '/b'),
      ...visit(4n, '04', '/blog'),
    ]);
    const found = await store().journeys(aJourneyQuery({ maxPaths: 2 }), { offset: 0, limit: 0 });
    expect(found).toEqual({
      visitors: 4,
      singleHitVisitors: 1,
      entryPaths: [
        { path: '/home', visitors: 2 },
        { path: '/blog', visitors: 1 },
      ],
      exitPaths: [
        { path: '/b', visitors: 2 },
        { path: '/blog', visitors: 1 },
      ],
      rows: [],
    });
  });

  test('journeys are the same after the nightly jobs', async () => {
    await store().append([aHit({ visitor: 1n }), aHit({ visitor: 1n, path: '/b' }), aHit({ visitor: 2n })]);
    const before = await store().journeys(aJourneyQuery(), FIRST);
    await store().maintain({ force: true });
    expect(await store().journeys(aJourneyQuery(), FIRST)).toEqual(before);
  });
};
