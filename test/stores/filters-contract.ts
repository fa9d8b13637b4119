import { expect } from 'bun:test';
import type { HitKind } from '../../src/core/hits/columns.ts';
import type { Condition, Filter } from '../../src/core/hits/query.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const FIRST = { offset: 0, limit: 100 };
const DAY = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');

/** What every engine must make of filters with several values, and of those that ask for a visitor's other rows. */
export const filtersLeaveOut = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  const paths = async (filters: readonly Filter[], kind: HitKind = 'hit') =>
    (await store().list(aQuery({ filters, kind, span: DAY }), FIRST)).map(row => row.path).sort();

  test('several values: any of them, or none; null is a value like the others', async () => {
    await store().append([
      aHit({ path: '/de', source: 'News' }),
      aHit({ path: '/fr', source: 'letter' }),
      aHit({ path: '/none' }),
    ]);
    const source = (filter: object) => paths([{ dimension: 'source', ...filter } as Filter]);
    expect(await source({ isAnyOf: ['News', 'letter', 'x'] })).toEqual(['/de', '/fr']);
    expect(await source({ isAnyOf: ['News', null] })).toEqual(['/de', '/none']);
    expect(await source({ isAnyOf: [] })).toEqual([]);
    expect(await source({ isNoneOf: ['News', 'x'] })).toEqual(['/fr', '/none']);
    expect(await source({ isNoneOf: ['News', null] })).toEqual(['/fr']);
    expect(await source({ isNoneOf: [] })).toEqual(['/de', '/fr', '/none']);
    expect(await source({ containsAnyOf: ['NEW', 'ett'] })).toEqual(['/de', '/fr']);
    expect(await source({ containsAnyOf: ['NEW', null] })).toEqual(['/de', '/none']);
    expect(await source({ containsNone: ['NEW', 'x'] })).toEqual(['/fr', '/none']);
    expect(await source({ containsNone: ['NEW', null] })).toEqual(['/fr']);
  });

  test('thousands of values are compared, as long as they are, with any character', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `/it's \\ {p1:String} ü/${index}`);
    const found = many.slice(-2);
    await store().append([...found, '/other'].map(path => aHit({ path })));
    expect(await paths([{ dimension: 'path', isAnyOf: many }])).toEqual(found);
    expect(await paths([{ dimension: 'path', isNoneOf: many }])).toEqual(['/other']);
    const sums = await store().totals(aQuery({ filters: [{ dimension: 'path', isAnyOf: many }], span: DAY }));
    expect(sums.hits).toBe(2);
  });

  test('parts and patterns ignore case by simple folding, in every script; a pattern is of the whole value', async () => {
    const titles = ['Straße', 'ΣΊΣΥΦΟΣ', '\u017Fpan', 'İ', 'a*b', 'a.b', 'line\nbreak', '😀 Fun'];
    await store().append([
      ...titles.map((title, index) =>
        aHit({ path: `/${index}/x`, source: title, properties: JSON.stringify({ title }) }),
      ),
      aHit({ path: '/none/x' }),
    ]);
    for (const dimension of ['source', 'property:title'] as const) {
      const found = async (filter: object) =>
        (await paths([{ dimension, ...filter } as Filter])).map(path => path?.split('/')[1]);
      const isIn = (part: string) => found({ containsAnyOf: [part] });
      expect(await isIn('STRAẞE')).toEqual(['0']);
      expect(await isIn('ss')).toEqual([]);
      expect(await isIn('φος')).toEqual(['1']);
      expect(await isIn('Span')).toEqual(['2']);
      expect(await isIn('i')).toEqual(['6']);
      expect(await isIn('*')).toEqual(['4']);
      const matching = (...patterns: string[]) => found({ matchesAnyOf: patterns });
      expect(await matching('A*B')).toEqual(['4', '5']);
      expect(await matching(String.raw`A\*B`)).toEqual(['4']);
      expect(await matching('a.')).toEqual([]);
      expect(await matching('LINE*k', '😀*')).toEqual(['6', '7']);
      expect(await matching('*σ')).toEqual(['1']);
      expect(await found({ matchesAnyOf: ['s*e', null] })).toEqual(['0', 'none']);
      expect(await found({ matchesNone: ['*'] })).toEqual(['none']);
      expect(await found({ matchesNone: ['*', null] })).toEqual([]);
    }
    const path = (pattern: string) => paths([{ dimension: 'path', matchesAnyOf: [pattern] }]);
    expect(await path('/*')).toEqual([]);
    expect(await path('/N*/X')).toEqual(['/none/x']);
    expect(await path('/n**')).toEqual(['/none/x']);
    expect(await paths([{ dimension: 'path', matchesNone: ['/?/x', '/*/*'] }])).toEqual([]);
  });

  test('nested conditions: of rows and of their visits together, by hit and by visit', async () => {
    await store().append([
      aHit({ path: '/in', source: 'News', visitor: 1n, at: '2026-03-10T08:00:00Z' }),
      aHit({ path: '/next', visitor: 1n, at: '2026-03-10T08:01:00Z' }),
      aHit({ path: '/next', visitor: 2n, at: '2026-03-10T09:00:00Z' }),
      aHit({ path: '/anonymous', source: 'News' }),
    ]);
    const ofNews: Filter = { dimension: 'source', is: 'News' };
    const isNext: Filter = { dimension: 'path', is: '/next' };
    const found = async (attribution: 'hit' | 'visit', ...filters: Condition[]) =>
      (await store().list(aQuery({ filters, span: DAY, attribution }), FIRST))
        .map(({ path, visitorHash }) => `${path} ${visitorHash}`)
        .sort();
    const both: Condition = { and: [ofNews, isNext] };
    expect(await found('hit', both)).toEqual([]);
    expect(await found('visit', both)).toEqual(['/next 1']);
    expect(await found('visit', { or: [{ not: ofNews }, { and: [isNext, ofNews] }] })).toEqual([
      '/next 1',
      '/next 2',
    ]);
    expect(await found('visit', { not: { or: [isNext, { not: ofNews }] } })).toEqual([
      '/anonymous null',
      '/in 1',
    ]);
    expect(await found('hit', { or: [] })).toEqual([]);
    expect(await found('hit', { and: [] }, ofNews)).toEqual(['/anonymous null', '/in 1']);
  });

  test('visits that did something: as a whole, whatever the span and the attribution; rows without one did nothing', async () => {
    const sent = { kind: 'event', event: 'form.sent' } as const;
    await store().append([
      aHit({ path: '/sent', visitor: 1n, at: '2026-03-10T23:00:00Z' }),
      aHit({ ...sent, value: 'a', visitor: 1n, at: '2026-03-10T23:10:00Z' }),
      aHit({ path: '/later', visitor: 1n, at: '2026-03-10T23:50:00Z' }),
      aHit({ path: '/silent', visitor: 2n, at: '2026-03-10T23:00:00Z' }),
      aHit({
        kind: 'engagement',
        path: '/silent',
        visitor: 2n,
        at: '2026-03-10T23:01:00Z',
        view: 1n,
        engagedSeconds: 30,
        scrollDepth: 80,
      }),
      aHit({ path: '/anonymous', at: '2026-03-10T23:00:00Z' }),
      aHit({ ...sent, at: '2026-03-10T23:00:00Z' }),
    ]);
    const span = between('2026-03-10T23:00:00Z', '2026-03-10T23:05:00Z');
    for (const attribution of ['hit', 'visit'] as const) {
      const found = async (condition: Condition, kind: HitKind = 'hit') =>
        (await store().list(aQuery({ filters: [condition], span, attribution, kind }), FIRST))
          .map(row => row.path)
          .sort();
      expect(await found({ done: { event: 'form.sent' } })).toEqual(['/sent']);
      expect(await found({ done: { event: 'form.sent', value: 'b' } })).toEqual([]);
      expect(await found({ done: { path: '/s*' } })).toEqual(['/sent', '/silent']);
      expect(await found({ done: { scrollDepth: 75 } })).toEqual(['/silent']);
      expect(await found({ done: { views: 1 } })).toEqual(['/silent']);
      expect(await found({ not: { done: { event: 'form.sent' } } })).toEqual(['/anonymous', '/silent']);
      expect(await found({ done: { event: 'form.sent' } }, 'event')).toEqual([]);
      expect(await found({ not: { done: { path: '/x' } } }, 'event')).toEqual(['/']);
    }
  });

  test('a filter that excludes nothing stands beside another on the same values, by hit and by visit', async () => {
    await store().append([
      aHit({ path: '/de', language: 'de', visitor: 1n }),
      aHit({ path: '/fr', language: 'fr', visitor: 2n }),
    ]);
    const filters: Filter[] = [
      { dimension: 'language', containsAnyOf: ['d'] },
      { dimension: 'language', isNoneOf: [] },
    ];
    for (const attribution of ['hit', 'visit'] as const)
      expect(await store().list(aQuery({ filters, span: DAY, attribution }), FIRST)).toMatchObject([
        { path: '/de' },
      ]);
  });

  test('more values than a statement lists: any of them, or none', async () => {
    await store().append([
      aHit({ path: '/de', city: 'Ulm', visitor: 1n }),
      aHit({ path: '/fr', city: 'Lyon', visitor: 2n }),
      aHit({ path: '/none', visitor: 3n }),
    ]);
    const many = Array.from({ length: 150 }, (_, number) => `City ${number}`);
    const city = (filter: object) => paths([{ dimension: 'city', ...filter } as Filter]);
    expect(await city({ isAnyOf: ['Ulm', ...many] })).toEqual(['/de']);
    expect(await city({ isAnyOf: ['Ulm', ...many, null] })).toEqual(['/de', '/none']);
    expect(await city({ isNoneOf: ['Ulm', ...many] })).toEqual(['/fr', '/none']);
    expect(await city({ isNoneOf: ['Ulm', ...many, null] })).toEqual(['/fr']);
    const query = aQuery({
      filters: [{ dimension: 'city', isNoneOf: ['Ulm', ...many, null] }],
      span: DAY,
      attribution: 'visit',
    });
    const figures = { hits: 1, uniqueHits: 1, visitors: 1, visits: 1 };
    expect(await store().totals(query, { countsVisits: true })).toEqual({ ...figures, paths: 1 });
    expect((await store().group(query, 'city', { ...FIRST, countsVisitors: true })).rows).toEqual([
      { key: 'Lyon', ...figures },
    ]);
    expect((await store().series(query, [DAY.start, DAY.end], { countsVisitors: true }))[0]).toEqual(figures);
  });

  test('an event filters the hits of the visitors who sent it in the span, on any page and at any time of it', async () => {
    const sent = { kind: 'event', event: 'form.sent' } as const;
    await store().append([
      aHit({ visitor: 1n, path: '/sender' }),
      aHit({ visitor: 2n, path: '/other' }),
      aHit({ visitor: 3n, path: '/silent' }),
      aHit({ path: '/anonymous' }),
      aHit({ ...sent, visitor: 1n, at: '2026-03-10T23:59:59Z' }),
      aHit({ ...sent, visitor: 2n, event: 'a.b' }),
      aHit({ ...sent, visitor: 3n, at: '2026-03-11T00:00:00Z' }),
      aHit({ ...sent, visitor: 3n, siteId: 2 }),
      aHit(sent),
    ]);
    const event = (filter: object) => paths([{ dimension: 'event', ...filter } as Filter]);
    expect(await event({ is: 'form.sent' })).toEqual(['/sender']);
    expect(await event({ isAnyOf: ['form.sent', 'a.b'] })).toEqual(['/other', '/sender']);
    expect(await event({ containsAnyOf: ['FORM'] })).toEqual(['/sender']);
    expect(await event({ isNot: 'form.sent' })).toEqual(['/anonymous', '/other', '/silent']);
    expect(await event({ is: null })).toEqual(['/anonymous', '/silent']);
    expect(await event({ isNot: null })).toEqual(['/other', '/sender']);
    expect(await event({ isAnyOf: [null, 'a.b'] })).toEqual(['/anonymous', '/other', '/silent']);
    expect(await paths([{ dimension: 'event', is: 'a.b' }], 'event')).toEqual(['/']);
  });

  test('entry and exit pages: of the whole journey in the span, whatever else is filtered', async () => {
    await store().append([
      aHit({ visitor: 1n, path: '/early', at: '2026-03-09T23:00:00Z' }),
      aHit({ visitor: 1n, path: '/home', at: '2026-03-10T08:00:00Z' }),
      aHit({ visitor: 1n, path: '/a', at: '2026-03-10T09:00:00Z', country: 'DE' }),
      aHit({ visitor: 1n, path: '/b', at: '2026-03-10T09:00:00Z' }),
      aHit({ visitor: 2n, path: '/a', at: '2026-03-10T10:00:00Z', country: 'DE' }),
      aHit({ path: '/anonymous' }),
    ]);
    const inGermany: Filter = { dimension: 'country', is: 'DE' };
    expect(await paths([{ dimension: 'entry_page', is: '/home' }])).toEqual(['/a', '/b', '/home']);
    expect(await paths([{ dimension: 'entry_page', is: '/home' }, inGermany])).toEqual(['/a']);
    expect(await paths([{ dimension: 'exit_page', containsAnyOf: ['A'] }])).toEqual(['/a']);
    expect(await paths([{ dimension: 'entry_page', isNot: '/home' }])).toEqual(['/a', '/anonymous']);
    expect(await paths([{ dimension: 'entry_page', is: null }])).toEqual(['/anonymous']);
    expect(await paths([{ dimension: 'exit_page', isAnyOf: ['/a', null] }])).toEqual(['/a', '/anonymous']);
    expect(await paths([{ dimension: 'entry_page', is: '/early' }])).toEqual([]);
    expect(await paths([{ dimension: 'entry_page', is: '/home' }], 'event')).toEqual([]);
    const query = aQuery({ filters: [{ dimension: 'entry_page', is: '/home' }] });
    const [day] = await store().series(query, [DAY.start, DAY.end]);
    expect(day).toEqual({ hits: 3, uniqueHits: 3 });
  });

  testAlone('a page far down of hits that are filtered by their entry page', async () => {
    const minute = (n: number) => new Date(Date.UTC(2026, 2, 10, 0, n));
    await store().append(
      Array.from({ length: 2800 }, (_, n) =>
        aHit({ visitor: 1n, path: n === 0 ? '/in' : `/${n}`, createdAt: minute(n) }),
      ),
    );
    const query = aQuery({ filters: [{ dimension: 'entry_page', is: '/in' }] });
    const page = await store().list(query, { offset: 2300, limit: 2 });
    expect(page.map(row => row.path)).toEqual(['/499', '/498']);
  });
};
