/** What every engine must answer about visits: a part of the suite in `hit-store-contract.ts`. */
import { expect } from 'bun:test';
import type { GroupRow } from '../../src/core/hits/answers.ts';
import {
  type Dimension,
  type Filter,
  type GroupOrder,
  type HitQuery,
  VISIT_DIMENSIONS,
} from '../../src/core/hits/query.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { type ContractTests, ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import {
  type Append,
  describeFreshAndCompacted,
  eventAt,
  groupVisits,
  hitAt,
  NO_VISITS,
  ofVisits,
} from '../support/visit-rows.ts';

const FIRST = { offset: 0, limit: 100 };

/** Runs the suite, with the rows that each test begins with fresh, and compacted. */
export const describeVisitQueries = (store: () => TestHitStore, tests = ONE_BY_ONE): void =>
  describeFreshAndCompacted('queries of visits', store, given => {
    testAttribution(store, given, tests);
    testFilters(store, given, tests);
    testCounts(store, given, tests);
    testOtherAttribution(store, given, tests);
  });

const DETAILS = {
  region: 'Bavaria',
  city: 'Munich',
  language: 'de-AT',
  screen: 'laptop',
  network: 'access',
  browserVersion: '142',
  platformVersion: '6.8',
} as const;
const OTHER_DETAILS = {
  region: 'Hesse',
  city: null,
  language: 'en',
  screen: 'phone',
  network: 'hosting',
  browserVersion: '1',
} as const;

const testAttribution = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const groups = (dimension?: Dimension, query?: Partial<HitQuery>) => groupVisits(store(), dimension, query);

  test('rows have the values of the first hit of their visit', async () => {
    await given(
      eventAt('09:59:00', { country: 'AT', source: 'event' }),
      hitAt('10:00:00', '/a', {
        url: 'https://example.com/a?utm_campaign=spring&utm_medium=email&utm_term=desk&utm_content=banner',
        referrer: 'https://www.news.example/item',
        country: 'DE',
        browserName: 'Firefox',
        platformName: 'Linux',
        ...DETAILS,
        isMobile: true,
        source: 'letter',
      }),
      hitAt('10:05:00', '/b', {
        url: 'https://example.com/b?utm_campaign=other',
        referrer: 'https://example.com/a',
        country: 'FR',
        isMobile: false,
        ...OTHER_DETAILS,
      }),
      eventAt('10:06:00', { country: 'NL' }),
    );
    const expected = [
      ['referrer', 'https://www.news.example/item'],
      ['referrer_host', 'news.example'],
      ['hostname', 'example.com'],
      ['channel', 'Email'],
      ['campaign', 'spring'],
      ['medium', 'email'],
      ['term', 'desk'],
      ['content', 'banner'],
      ['country', 'DE'],
      ['browser_name', 'Firefox'],
      ['platform_name', 'Linux'],
      ['region', 'Bavaria'],
      ['city', 'Munich'],
      ['language', 'de-AT'],
      ['screen', 'laptop'],
      ['network', 'access'],
      ['browser_version', '142'],
      ['platform_version', '6.8'],
      ['device', 'mobile'],
      ['source', 'letter'],
      ['entry_page', '/a'],
      ['exit_page', '/b'],
    ] as const;
    expect(new Set<Dimension>(expected.map(([dimension]) => dimension))).toEqual(new Set(VISIT_DIMENSIONS));
    for (const [dimension, value] of expected)
      for (const kind of ['hit', 'event'] as const)
        expect([dimension, await groups(dimension, { kind })]).toEqual([dimension, [`${value} 2 1`]]);
  });

  test('values that the first hit lacks are null, whatever later hits have', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('10:05:00', '/b', {
        url: 'https://example.com/b?utm_campaign=late',
        referrer: 'https://news.example/',
        isMobile: true,
      }),
    );
    expect(await groups('referrer')).toEqual(['(none) 2 1']);
    expect(await groups('referrer_host')).toEqual(['(none) 2 1']);
    expect(await groups('campaign')).toEqual(['(none) 2 1']);
    expect(await groups('device')).toEqual(['unknown 2 1']);
  });

  test('a visit without a hit has the values of its first event, and no entry and exit page', async () => {
    await given(eventAt('10:00:00', { country: 'DE' }), eventAt('10:05:00', { country: 'FR' }));
    expect(await groups('country', { kind: 'event' })).toEqual(['DE 2 1']);
    expect(await groups('entry_page', { kind: 'event' })).toEqual(['(none) 2 1']);
    expect(await groups('exit_page', { kind: 'event' })).toEqual(['(none) 2 1']);
    await store().append([hitAt('10:03:00', '/a', { country: 'NL' })]);
    expect(await groups('country', { kind: 'event' })).toEqual(['NL 2 1']);
  });

  test('paths, events and their values remain those of each row', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('10:01:00', '/b'),
      eventAt('10:02:00', { event: 'cart.add', value: '1' }),
      eventAt('10:03:00', { event: 'cart.pay', value: '2' }),
    );
    expect(await groups('path')).toEqual(['/a 1 1', '/b 1 1']);
    expect(await groups('event', { kind: 'event' })).toEqual(['cart.add 1 1', 'cart.pay 1 1']);
    expect(await groups('value', { kind: 'event' })).toEqual(['1 1 1', '2 1 1']);
    expect(await store().count(ofVisits({ filters: [{ dimension: 'path', is: '/b' }] }))).toBe(1);
  });

  test('agent visits and spam hits have values of their own, and no visits', async () => {
    const row = { country: 'DE', visitor: 1n } as const;
    await given(
      hitAt('10:00:00', '/a', { country: 'FR' }),
      hitAt('10:01:00', '/spam', { ...row, kind: 'spam_hit', reason: 'a list' }),
      aHit({ kind: 'agent_visit', country: 'DE', agentName: 'Bot', at: '2026-03-10T10:01:00Z' }),
    );
    for (const kind of ['spam_hit', 'agent_visit'] as const) {
      const query = ofVisits({ kind });
      expect(await groups('country', query)).toEqual(['DE 1 0']);
      expect(await groups('entry_page', query)).toEqual(['(none) 1 0']);
      expect((await store().totals(query, { countsVisits: true })).visits).toBe(0);
      const edges = [new Date('2026-03-10'), new Date('2026-03-11')];
      expect(await store().series(query, edges, { countsVisitors: true })).toEqual([
        { hits: 1, uniqueHits: 0, visitors: 0, visits: 0 },
      ]);
      expect(await store().engagement(query)).toEqual(NO_VISITS);
    }
  });
};

const testFilters = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const paths = async (filter: Filter, query: Partial<HitQuery> = {}) =>
    (await store().list(ofVisits({ ...query, filters: [filter] }), FIRST)).map(row => row.path).sort();

  test('filters compare the values of visits', async () => {
    await given(
      hitAt('10:00:00', '/a', { referrer: 'https://www.news.example/', country: 'DE' }),
      hitAt('10:05:00', '/b', { referrer: 'https://example.com/a', country: 'FR' }),
      eventAt('10:06:00'),
      hitAt('12:00:00', '/c', { country: 'FR' }),
      hitAt('12:05:00', '/d', { referrer: 'https://www.news.example/' }),
      hitAt('12:05:00', '/anonymous', { visitor: null, country: 'DE' }),
    );
    const news = { dimension: 'referrer_host', is: 'news.example' } as const;
    expect(await paths(news)).toEqual(['/a', '/b']);
    expect(await paths(news, { kind: 'event' })).toEqual(['/form']);
    expect(await paths({ dimension: 'referrer_host', isNot: 'news.example' })).toEqual([
      '/anonymous',
      '/c',
      '/d',
    ]);
    expect(await paths({ dimension: 'referrer', is: null })).toEqual(['/anonymous', '/c', '/d']);
    expect(await paths({ dimension: 'country', isAnyOf: ['DE'] })).toEqual(['/a', '/anonymous', '/b']);
    expect(await paths({ dimension: 'country', containsNone: ['d'] })).toEqual(['/c', '/d']);
    expect(await paths({ dimension: 'entry_page', is: '/c' })).toEqual(['/c', '/d']);
    expect(await paths({ dimension: 'exit_page', is: '/b' })).toEqual(['/a', '/b']);
    expect(await paths({ dimension: 'exit_page', is: null })).toEqual(['/anonymous']);
    const both = [news, { dimension: 'path', is: '/b' }] as const;
    expect(await store().totals(ofVisits({ filters: both }), { countsVisits: true })).toEqual({
      hits: 1,
      uniqueHits: 1,
      visitors: 1,
      paths: 1,
      visits: 1,
    });
  });

  test('an event filters the hits of the visits with it, not all hits of the visitor', async () => {
    await given(
      hitAt('10:00:00', '/sent'),
      eventAt('10:01:00'),
      eventAt('10:02:00', { event: 'cart.add' }),
      hitAt('12:00:00', '/later'),
      eventAt('12:01:00', { visitor: 2n }),
      hitAt('12:00:00', '/anonymous', { visitor: null }),
    );
    expect(await paths({ dimension: 'event', is: 'form.sent' })).toEqual(['/sent']);
    expect(await paths({ dimension: 'event', containsAnyOf: ['ADD'] })).toEqual(['/sent']);
    expect(await paths({ dimension: 'event', isNot: 'cart.add' })).toEqual(['/anonymous', '/later']);
    expect(await paths({ dimension: 'event', is: null })).toEqual(['/anonymous', '/later']);
    expect(await paths({ dimension: 'event', is: 'cart.add' }, { kind: 'event' })).toEqual(['/form']);
  });

  test('a span selects rows; their visits reach beyond it', async () => {
    await given(
      hitAt('10:00:00', '/a', { country: 'DE' }),
      hitAt('10:10:00', '/b'),
      eventAt('10:20:00'),
      hitAt('10:30:00', '/c'),
    );
    const span = between('2026-03-10T10:05:00Z', '2026-03-10T10:15:00Z');
    const groups = (dimension: Dimension) => groupVisits(store(), dimension, { span });
    expect(await groups('entry_page')).toEqual(['/a 1 1']);
    expect(await groups('exit_page')).toEqual(['/c 1 1']);
    expect(await groups('country')).toEqual(['DE 1 1']);
    expect(await groups('path')).toEqual(['/b 1 1']);
    expect(await paths({ dimension: 'event', is: 'form.sent' }, { span })).toEqual(['/b']);
    expect(await paths({ dimension: 'entry_page', is: '/a' }, { span })).toEqual(['/b']);
  });
};

const sumCounts = (rows: readonly GroupRow[]) => ({
  hits: rows.reduce((sum, row) => sum + row.hits, 0),
  uniqueHits: rows.reduce((sum, row) => sum + row.uniqueHits, 0),
  visits: rows.reduce((sum, row) => sum + (row.visits ?? 0), 0),
});

const testCounts = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const rows = [
    hitAt('10:00:00', '/a', { referrer: 'https://a.example/' }),
    hitAt('10:10:00', '/b'),
    hitAt('12:00:00', '/a', { country: 'DE' }),
    hitAt('12:10:00', '/a'),
    hitAt('10:00:00', '/b', { visitor: 2n, visitorScope: 'day', isMobile: true }),
    hitAt('12:10:00', '/c', { visitor: null, source: 'letter' }),
    eventAt('10:05:00', { visitor: 3n }),
  ];

  test('groups by any dimension of visits sum up to the total', async () => {
    await given(...rows);
    const span = between('2026-03-10T10:05:00Z', '2026-03-10T12:15:00Z');
    const filters = [{ dimension: 'path', isNot: '/b' }] as const;
    for (const query of [
      ofVisits(),
      ofVisits({ span }),
      ofVisits({ filters }),
      ofVisits({ kind: 'event' }),
    ]) {
      const { hits, uniqueHits, visits } = await store().totals(query, { countsVisits: true });
      for (const dimension of VISIT_DIMENSIONS) {
        const groups = await store().group(query, dimension, { ...FIRST, countsVisitors: true });
        const sums = sumCounts(groups.rows);
        expect([dimension, sums]).toEqual([dimension, { hits, uniqueHits, visits: visits ?? 0 }]);
      }
    }
  });

  test('groups count visitors and visits, of paths and of entry pages', async () => {
    await given(...rows);
    const counted = { ...FIRST, countsVisitors: true };
    const { rows: paths } = await store().group(aQuery(), 'path', counted);
    expect(paths).toEqual([
      { key: '/a', hits: 3, uniqueHits: 1, visitors: 1, visits: 2 },
      { key: '/b', hits: 2, uniqueHits: 2, visitors: 2, visits: 2 },
      { key: '/c', hits: 1, uniqueHits: 0, visitors: 0, visits: 0 },
    ]);
    expect(await store().group(ofVisits(), 'entry_page', counted)).toEqual({
      rows: [
        { key: '/a', hits: 4, uniqueHits: 2, visitors: 1, visits: 2 },
        { key: '/b', hits: 1, uniqueHits: 1, visitors: 1, visits: 1 },
        { key: null, hits: 1, uniqueHits: 0, visitors: 0, visits: 0 },
      ],
      total: 3,
    });
    const page = { offset: 1, limit: 1, countsVisitors: true, search: '/' };
    expect(await store().group(ofVisits(), 'entry_page', page)).toEqual({
      rows: [{ key: '/b', hits: 1, uniqueHits: 1, visitors: 1, visits: 1 }],
      total: 2,
    });
    expect((await store().group(ofVisits(), 'entry_page', FIRST)).rows[1]).toEqual({
      key: '/b',
      hits: 1,
      uniqueHits: 1,
    });
  });

  test('a path has the visitors of filtered visits, whichever visit of the day saw it first', async () => {
    await given(hitAt('10:00:00', '/a', { country: 'DE' }), hitAt('12:00:00', '/a', { country: 'FR' }));
    await given(hitAt('10:00:00', '/a', { country: 'DE', visitor: 2n, visitorScope: 'day' }));
    await given(hitAt('12:00:00', '/a', { country: 'FR', visitor: 2n, visitorScope: 'day' }));
    const query = ofVisits({ filters: [{ dimension: 'country', is: 'FR' }] });
    const { rows } = await store().group(query, 'path', { ...FIRST, countsVisitors: true });
    expect(rows).toEqual([{ key: '/a', hits: 2, uniqueHits: 0, visitors: 2, visits: 2 }]);
  });

  test('groups are ordered by hits, visitors or visits, ties by key, null last', async () => {
    const anonymous = { visitor: null };
    await given(
      ...['10', '11', '12', '13'].map(hour => hitAt(`${hour}:00:00`, '/hits', anonymous)),
      ...['10:00', '10:01', '10:02'].map(time => hitAt(`${time}:00`, '/visitors', { visitor: 2n })),
      hitAt('10:00:00', '/visitors', { visitor: 3n }),
      ...['14', '15', '16'].map(hour => hitAt(`${hour}:00:00`, '/visits')),
      ...['10:00', '10:01'].map(time => eventAt(`${time}:00`, { path: null, visitor: 4n })),
      eventAt('10:00:00', { path: '/z', visitor: 5n }),
      eventAt('10:00:00', { path: '/y', visitor: 6n }),
    );
    const keys = async (orderBy?: GroupOrder, query = aQuery()) => {
      const options = { ...FIRST, countsVisitors: true, ...(orderBy && { orderBy }) };
      return (await store().group(query, 'path', options)).rows.map(row => row.key);
    };
    expect(await keys()).toEqual(['/hits', '/visitors', '/visits']);
    expect(await keys('hits')).toEqual(['/hits', '/visitors', '/visits']);
    expect(await keys('visitors')).toEqual(['/visitors', '/visits', '/hits']);
    expect(await keys('visits')).toEqual(['/visits', '/visitors', '/hits']);
    const events = aQuery({ kind: 'event' });
    expect(await keys('hits', events)).toEqual([null, '/y', '/z']);
    expect(await keys('visitors', events)).toEqual(['/y', '/z', null]);
    expect(await keys('visits', events)).toEqual(['/y', '/z', null]);
  });

  test('series count the visits of each bucket, and a visit in every bucket with a row of it', async () => {
    await given(...rows, hitAt('09:50:00', '/early', { country: 'AT' }));
    const edges = ['09:55', '10:05', '12:00', '13:00', '14:00'].map(at => new Date(`2026-03-10T${at}:00Z`));
    const series = async (query: HitQuery) =>
      (await store().series(query, edges, { countsVisitors: true })).map(
        ({ hits, visitors, visits }) => `${hits} ${visitors} ${visits}`,
      );
    expect(await series(ofVisits())).toEqual(['2 2 2', '1 1 1', '3 1 1', '0 0 0']);
    expect(await series(ofVisits({ filters: [{ dimension: 'country', is: 'AT' }] }))).toEqual([
      '1 1 1',
      '1 1 1',
      '0 0 0',
      '0 0 0',
    ]);
    const days = [new Date('2026-03-09'), new Date('2026-03-10'), new Date('2026-03-11')];
    expect((await store().series(aQuery(), days, { countsVisitors: true }))[1]).toEqual({
      hits: 7,
      uniqueHits: 4,
      visitors: 2,
      visits: 3,
    });
  });
};

const testOtherAttribution = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  test('with the values of hits, entry pages are those of visitors in the span, with their visits', async () => {
    await given(
      hitAt('10:00:00', '/a', { country: 'DE' }),
      hitAt('12:00:00', '/b'),
      hitAt('14:00:00', '/c'),
      hitAt('10:00:00', '/b', { visitor: 2n }),
      hitAt('10:00:00', '/anonymous', { visitor: null }),
    );
    const counted = { ...FIRST, countsVisitors: true };
    expect((await store().group(aQuery(), 'entry_page', counted)).rows).toEqual([
      { key: '/a', hits: 1, uniqueHits: 0, visitors: 1, visits: 3 },
      { key: '/b', hits: 1, uniqueHits: 0, visitors: 1, visits: 1 },
    ]);
    const query = aQuery({ attribution: 'hit', filters: [{ dimension: 'path', isNot: '/a' }] });
    const byVisits = { ...counted, orderBy: 'visits' } as const;
    expect((await store().group(query, 'exit_page', byVisits)).rows).toEqual([
      { key: '/c', hits: 1, uniqueHits: 0, visitors: 1, visits: 2 },
      { key: '/b', hits: 1, uniqueHits: 0, visitors: 1, visits: 1 },
    ]);
    expect((await store().group(aQuery({ attribution: 'hit' }), 'country', FIRST)).rows).toEqual([
      { key: 'XX', hits: 4, uniqueHits: 3 },
      { key: 'DE', hits: 1, uniqueHits: 1 },
    ]);
  });
};
