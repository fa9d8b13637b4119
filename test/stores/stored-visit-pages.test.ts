/** Sums of pages by what visits began with: they answer what rows would, and small sites have none. */
import { expect, test } from 'bun:test';
import type { Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongVisitPages } from '../support/stored-visit-pages.ts';
import {
  type Asked,
  expectEqualAfterChanges,
  hitOn,
  ofDays,
  openFormerFolder,
  openSummedFolder,
  openSummedStore,
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

const answersOf = async (store: HitStore, { turn }: Asked = {}): Promise<unknown[]> => {
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
  await using store = await openSummedStore(PAGED);
  const { engine } = store;
  const memory = createMemoryHitStore();
  for (const each of [store, memory]) await each.append(HITS);
  await store.maintain({ force: true });
  expect((await engine.check()).faults).toEqual([]);
  await engine.rebuild(copy => copy.run('delete from hits'));
  const query = queryOf([1, 27], { dimension: 'source', is: 'Google' });
  const page = { offset: 0, limit: 50 };
  expect(await store.group(query, 'path', page)).toEqual(await memory.group(query, 'path', page));
  expect(await store.totals(query)).toEqual(await memory.totals(query));
  await engine.rebuild(copy => copy.run("update visit_pages set hits = hits + 1 where key = 'Bing'"));
  expect((await engine.check()).faults.join()).toContain('sums of pages by visit of 4 weeks');
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
  await using store = await openSummedStore({ minPagedHits: HITS.length + 1 });
  const { engine } = store;
  const sites = () => engine.read('select site_id from visit_page_sites');
  await store.append(HITS);
  await store.maintain({ force: true });
  expect(await sites()).toEqual([]);
  await store.append([hitOn(7, 1, from('Bing'))]);
  await store.maintain({ force: true });
  expect(await sites()).toEqual([{ site_id: 1 }]);
  expect(await findWrongVisitPages(engine)).toEqual([]);
});

test('a folder of a schema without them answers from rows, until its first compaction stores them', async () => {
  using folder = await openFormerFolder('0026', HITS);
  const memory = createMemoryHitStore();
  await memory.append(HITS);
  const { engine, store } = await openSummedFolder(folder, PAGED);
  const isRight = async (turn: number) =>
    expect(await answersOf(store, { turn })).toEqual(await answersOf(memory, { turn }));
  await isRight(1);
  await store.maintain({ force: true });
  expect(await engine.read('select site_id from visit_page_sites')).toEqual([{ site_id: 1 }]);
  await isRight(2);
  await engine.close();
});
