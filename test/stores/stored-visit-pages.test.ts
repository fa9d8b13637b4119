/** Sums of pages by what visits began with: they answer what rows would, and small sites have none. */
import { expect, test } from 'bun:test';
import type { Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { findWrongVisitPages } from '../support/stored-visit-pages.ts';
import {
  type Asked,
  expectEqualAfterChanges,
  expectEqualOfFormer,
  expectFault,
  expectSound,
  hitOn,
  ofDays,
  openFormerFolder,
  openSummed,
  takeTurn,
} from '../support/summed-store.ts';

const from = (source: string, path = '/') => ({ source, path });

/** Visits over three weeks, with pages of other sources, with several on a day, and hits without a visit. */
const HITS = [
  ...[1, 2, 5, 6, 12, 19].flatMap(day => [
    hitOn(day, 1, { ...from('Google'), country: 'DE' }),
    hitOn(day, 1, { ...from('Bing', '/a'), country: 'US' }, 10),
    hitOn(day, 1, { ...from('Bing', `/${day}`), browserName: 'Chrome' }, 90),
    hitOn(day, 2, { path: '/a', platformName: 'Linux', isMobile: day > 3 }),
    hitOn(day, day + 9, from('Google', '/a')),
  ]),
  hitOn(3, 4, { ...from('Google', '/b'), visitorHash: null, visitorScope: null }),
];

const FILTERS: readonly Filter[] = [
  { dimension: 'source', is: 'Google' },
  { dimension: 'source', is: null },
  { dimension: 'source', contains: 'in' },
  { dimension: 'country', is: 'DE' },
  { dimension: 'browser_name', is: 'Chrome' },
  { dimension: 'platform_name', is: 'Linux' },
  { dimension: 'device', is: 'mobile' },
];
const SPANS = [
  [1, 27],
  [5, 12],
  [2, 20],
  [13, 15],
  // Begins and ends within visits.
  [2.004, 20.003],
] as const;
const queryOf = ([first, end]: readonly [number, number], filter: Filter): HitQuery =>
  ofDays(first, end, { filters: [filter], attribution: 'visit' });

const QUERIES = SPANS.flatMap(span => FILTERS.map(filter => queryOf(span, filter)));

const answersOf = async (store: TestHitStore, { turn }: Asked = {}): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const query of takeTurn(QUERIES, turn, 3)) {
    for (const search of [undefined, '1'])
      answers.push([
        query,
        await store.group(query, 'path', { offset: 0, limit: 50, ...(search && { search }) }),
      ]);
    answers.push(await store.totals(query, { countsVisits: true }));
  }
  return answers;
};

const PAGED = { minPagedHits: 1 };

test('pages of visits by one value are read from sums only', async () => {
  await using store = await openSummed(HITS, PAGED);
  const { engine, memory } = store;
  expect((await engine.check()).faults).toEqual([]);
  await store.dropHits();
  const query = queryOf([1, 27], { dimension: 'source', is: 'Google' });
  const page = { offset: 0, limit: 50 };
  expect(await store.group(query, 'path', page)).toEqual(await memory.group(query, 'path', page));
  expect(await store.totals(query)).toEqual(await memory.totals(query));
  const harm = "update visit_pages set hits = hits + 1 where key = 'Bing'";
  await expectFault(engine, harm, /sums of pages by visit of 4 weeks/);
});

test.each([PAGED, { ...PAGED, rowsPerSlice: 3 }, { minPagedHits: 30 }])(
  'they follow from all rows after late hits, removals and a restart: %o',
  async options => {
    const late = [
      hitOn(2, 1, from('Bing', '/c'), 0),
      hitOn(5, 2, from('Google', '/late'), 1),
      hitOn(6, 8, { ...from('Google', '/b'), visitorHash: null, visitorScope: null }),
      hitOn(6, 2, { kind: 'event', event: 'a.b', path: '/' }, 30),
      hitOn(26, 1, from('Google', '/new')),
    ];
    await expectEqualAfterChanges({
      options,
      hits: HITS,
      late,
      answersOf,
      isSound: async engine => expect(await findWrongVisitPages(engine)).toEqual([]),
    });
  },
);

test('a site has them from so many hits on, and small ones never', async () => {
  await using store = await openSummed(HITS, { minPagedHits: HITS.length + 1 });
  const sites = () => store.engine.read('select site_id from visit_page_sites');
  expect(await sites()).toEqual([]);
  await store.append([hitOn(7, 1, from('Bing'))]);
  await expectSound(store, findWrongVisitPages);
  expect(await sites()).toEqual([{ site_id: 1 }]);
});

test('a folder of a schema without them answers from rows, until its first compaction stores them', async () => {
  using folder = await openFormerFolder('0026', HITS);
  await expectEqualOfFormer({
    folder,
    options: PAGED,
    hits: HITS,
    answersOf,
    findWrong: findWrongVisitPages,
    lacksAll: true,
    isSound: async engine =>
      expect(await engine.read('select site_id from visit_page_sites')).toEqual([{ site_id: 1 }]),
  });
});
