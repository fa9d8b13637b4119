/** What imported days must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { describe, expect } from 'bun:test';
import { IMPORTED_HEADER, type ImportedDay } from '../../src/core/hits/imported-days.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between, toText } from '../support/hit-rows.ts';
import { aTotal, exportDays, importDays } from '../support/imported-days.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const FIRST = { offset: 0, limit: 100 };
const MARCH = { first: '2026-03-01', last: '2026-03-31' };
const EDGES = ['2026-03-08', '2026-03-09', '2026-03-11'];
const INSTANTS = EDGES.map(day => new Date(`${day}T00:00:00Z`));

const page = (day: string, value: string, views: number, visitors: number): ImportedDay => ({
  ...{ day, dimension: 'path', value },
  ...{ visitors, visits: visitors, views },
});
const counts = (hits: number, uniqueHits: number) => ({ hits, uniqueHits });
const DAYS: readonly ImportedDay[] = [
  aTotal('2026-03-08'),
  page('2026-03-08', '/', 20, 9),
  page('2026-03-08', '/a, "b"\n', 10, 5),
  { day: '2026-03-08', dimension: 'source', value: null, visitors: 7, visits: 8, views: 21 },
  { day: '2026-03-08', dimension: 'source', value: 'News', visitors: 3, visits: 4, views: 9 },
  { day: '2026-03-08', dimension: 'entry_page', value: '/', visitors: 8, visits: 9, views: 25 },
  { day: '2026-03-08', dimension: 'event', value: 'cart.add', visitors: 2, events: 5 },
  aTotal('2026-03-09', { visitors: 1, visits: 1, views: 1, bounces: 1, duration_seconds: 0 }),
  page('2026-03-09', '/', 1, 1),
];

export const importedDaysAreAdded = (
  store: () => Omit<TestHitStore, 'importFile' | 'findImport'>,
  { test } = ONE_BY_ONE,
): void => {
  const query = aQuery({ importedDays: MARCH });
  const groups = async (...given: Parameters<TestHitStore['group']>) => {
    const { rows, total } = await store().group(...given);
    return [...rows.map(row => toText(row, 'hits', 'uniqueHits')), total];
  };

  describe('imported days', () => {
    test('say what they hold', async () => {
      expect(await importDays(store(), DAYS)).toEqual({
        rows: 9,
        first: '2026-03-08',
        last: '2026-03-09',
        views: 31,
      });
      const [span] = await store().importedSpans(1);
      expect(span).toMatchObject({ importKey: 'a1', first: '2026-03-08', last: '2026-03-09' });
      expect([...(span?.dimensions ?? [])].map(([name, has]) => [name, [...has].sort()]).sort()).toEqual([
        ['entry_page', ['views', 'visitors', 'visits']],
        ['event', ['events', 'visitors']],
        ['path', ['views', 'visitors', 'visits']],
        ['source', ['views', 'visitors', 'visits']],
        ['total', ['bounces', 'duration_seconds', 'views', 'visitors', 'visits']],
      ]);
      expect(await store().importedSpans(2)).toEqual([]);
    });

    test('are added only where a query names their days', async () => {
      await store().append([aHit({ visitor: 1n, at: '2026-03-10T12:00:00Z' })]);
      await importDays(store(), DAYS);
      expect(await store().totals(aQuery())).toEqual({ hits: 1, uniqueHits: 1, visitors: 1, paths: 1 });
      expect(await store().totals(query, { countsVisits: true })).toEqual({
        hits: 32,
        uniqueHits: 16,
        visitors: 12,
        visits: 14,
        paths: 2,
      });
      expect(
        await store().count({ ...query, importedDays: { first: '2026-03-09', last: '2026-03-09' } }),
      ).toBe(2);
      expect(await store().count({ ...query, importedDays: 'all' })).toBe(32);
      expect(await store().count({ ...query, siteId: 2 })).toBe(0);
      expect(await store().count({ ...query, kind: 'spam_hit' })).toBe(0);
    });

    test('end before the first hit of their site, whenever it arrives, where they are asked to', async () => {
      await importDays(store(), DAYS, { clipZone: 'Europe/Berlin' });
      const others = [aTotal('2026-03-08', { views: 100 }), aTotal('2026-03-09', { views: 200 })];
      await importDays(store(), others, { importKey: 'b' });
      const lasts = async () =>
        (await store().importedSpans(1)).map(({ importKey, last }) => `${importKey} ${last}`);
      const figures = async () => ({
        count: await store().count(query),
        series: (await store().series(query, INSTANTS, { importedEdges: EDGES })).map(({ hits }) => hits),
        sites: (await store().totalsBySite([1], null, { importedDays: MARCH })).get(1)?.hits,
        pages: await groups(query, 'path', FIRST),
        exported: (await exportDays(store())).length,
      });
      await store().append([aHit({ kind: 'event', event: 'a.b', at: '2026-03-07T12:00:00Z' })]);
      expect(await lasts()).toEqual(['a1 2026-03-09', 'b 2026-03-09']);
      const before = await figures();
      expect(before).toMatchObject({ count: 331, series: [130, 201], sites: 331, exported: 11 });
      // Of 9 March in Berlin.
      const ids = await store().append([aHit({ path: '/own', visitor: 1n, at: '2026-03-08T23:30:00Z' })]);
      expect(await figures()).toEqual({
        count: 331,
        series: [131, 200],
        sites: 331,
        pages: ['/ 20 9', '/a,%20"b"%0A 10 5', '/own 1 1', 3],
        exported: 9,
      });
      expect(await lasts()).toEqual(['a1 2026-03-08', 'b 2026-03-09']);
      expect((await store().importedSpans(1, 'stored')).map(({ last }) => last)).toEqual([
        '2026-03-09',
        '2026-03-09',
      ]);
      expect(await store().importedSpans(2)).toEqual([]);
      await store().remove({ siteId: 1, kinds: ['hit'], which: { ids } });
      expect(await figures()).toEqual(before);
    });

    test('are grouped with the rows, ordered and cut as one list', async () => {
      await store().append([
        aHit({ path: '/own', visitor: 1n }),
        aHit({ path: '/', visitor: 1n }),
        aHit({ path: '/', visitor: 2n }),
      ]);
      await importDays(store(), DAYS);
      expect(await groups(query, 'path', FIRST)).toEqual(['/ 23 12', '/a,%20"b"%0A 10 5', '/own 1 1', 3]);
      expect(await groups(query, 'path', { offset: 1, limit: 1 })).toEqual(['/a,%20"b"%0A 10 5', 3]);
      expect(await groups(query, 'path', { ...FIRST, search: 'B"' })).toEqual(['/a,%20"b"%0A 10 5', 1]);
      expect(await groups(query, 'source', FIRST)).toEqual(['(none) 24 10', 'News 9 3', 2]);
      expect(
        (await store().group(query, 'path', { ...FIRST, countsVisitors: true, orderBy: 'visits' })).rows,
      ).toEqual([
        { key: '/', hits: 23, uniqueHits: 12, visitors: 12, visits: 12 },
        { key: '/a,%20"b"%0A', hits: 10, uniqueHits: 5, visitors: 5, visits: 5 },
        { key: '/own', hits: 1, uniqueHits: 1, visitors: 1, visits: 1 },
      ]);
    });

    test('views without a page are no page', async () => {
      await store().append([aHit({ path: '/' })]);
      const unknown = { day: '2026-03-08', dimension: 'path', value: null, views: 3 } as const;
      await importDays(store(), [aTotal('2026-03-08'), page('2026-03-08', '/', 2, 1), unknown]);
      expect((await store().totals(query)).paths).toBe(1);
      expect(await groups(query, 'path', FIRST)).toEqual(['/ 3 1', '(none) 3 0', 2]);
    });

    test('entry pages count visitors, and by visit their views', async () => {
      await importDays(store(), DAYS);
      expect(await groups(query, 'entry_page', FIRST)).toEqual(['/ 8 0', 1]);
      expect(await groups({ ...query, attribution: 'visit' }, 'entry_page', FIRST)).toEqual(['/ 25 8', 1]);
    });

    test('filters of one dimension are answered from its days, others from rows alone', async () => {
      await store().append([aHit({ path: '/', source: 'News' })]);
      await importDays(store(), DAYS);
      const news = { ...query, filters: [{ dimension: 'source', is: 'News' } as const] };
      expect(await store().totals(news)).toEqual({ hits: 10, uniqueHits: 3, visitors: 3, paths: 1 });
      expect(await groups(news, 'source', FIRST)).toEqual(['News 10 3', 1]);
      expect(await groups(news, 'path', FIRST)).toEqual(['/ 1 0', 1]);
      expect(await store().totals({ ...query, filters: [{ dimension: 'path', is: '/' }] })).toMatchObject({
        hits: 22,
        uniqueHits: 10,
        paths: 1,
      });
      const both = [...news.filters, { dimension: 'path', is: '/' } as const];
      expect(await store().count({ ...query, filters: both })).toBe(1);
      expect(await store().count({ ...query, filters: [{ dimension: 'country', is: 'DE' }] })).toBe(0);
    });

    test('buckets have the days from their edge to the next', async () => {
      await store().append([aHit({ visitor: 1n, at: '2026-03-10T12:00:00Z' })]);
      await importDays(store(), DAYS);
      const options = { importedEdges: EDGES, countsVisitors: true, countsEngagement: true };
      expect(await store().series(aQuery(), INSTANTS, options)).toEqual([
        {
          hits: 30,
          uniqueHits: 14,
          visitors: 10,
          visits: 12,
          engagement: { visits: 12, bounces: 4, hits: 30, totalDurationSeconds: 600 },
        },
        {
          hits: 2,
          uniqueHits: 2,
          visitors: 2,
          visits: 2,
          engagement: { visits: 2, bounces: 2, hits: 2, totalDurationSeconds: 0 },
        },
      ]);
      expect((await store().series(aQuery(), INSTANTS)).map(({ hits }) => hits)).toEqual([0, 1]);
    });

    test('days without visits have no part in engagement', async () => {
      await importDays(store(), [aTotal('2026-03-08'), aTotal('2026-03-09', { bounces: null })]);
      expect(await store().engagement(query)).toEqual({
        visitors: 10,
        visits: 12,
        bounces: 4,
        hits: 30,
        totalDurationSeconds: 600,
      });
    });

    test('events are counted by name', async () => {
      await store().append([aHit({ kind: 'event', event: 'cart.add', visitor: 1n })]);
      await importDays(store(), DAYS);
      const events = { ...query, kind: 'event' } as const;
      expect(await groups(events, 'event', FIRST)).toEqual(['cart.add 6 0', 1]);
      expect(await store().totals(events)).toEqual({ hits: 6, uniqueHits: 0, visitors: 1, paths: 0 });
      expect(
        await store().totals({ ...events, filters: [{ dimension: 'event', is: 'cart.add' }] }),
      ).toMatchObject({ hits: 6, visitors: 3 });
    });

    test('sites side by side', async () => {
      await store().append([aHit({ siteId: 2, visitor: 1n, at: '2026-03-08T12:00:00Z' })]);
      await importDays(store(), DAYS);
      await importDays(store(), [aTotal('2026-03-10')], { siteId: 2, importKey: 'b' });
      const span = between('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z');
      expect(await store().totalsBySite([1, 2], span)).toEqual(new Map([[2, { hits: 1, uniqueHits: 1 }]]));
      const both = await store().totalsBySite([1, 2, 3], span, { importedDays: MARCH });
      expect(Object.fromEntries(both)).toEqual({ 1: counts(31, 15), 2: counts(31, 11) });
      const ever = await store().totalsBySite([1], null, { importedDays: 'all' });
      expect(Object.fromEntries(ever)).toEqual({ 1: counts(31, 15) });
      const visitors = await store().visitorsBySite([1, 2], span, { importedDays: MARCH });
      expect(Object.fromEntries(visitors)).toEqual({ 1: 11, 2: 11 });
      const series = await store().seriesBySite([1, 2], INSTANTS, { importedDays: EDGES });
      expect(Object.fromEntries(series)).toEqual({
        1: [counts(30, 14), counts(1, 1)],
        2: [counts(1, 1), counts(30, 10)],
      });
    });

    test('the same key again replaces them, another adds to them', async () => {
      await importDays(store(), DAYS);
      await importDays(store(), [aTotal('2026-03-08', { views: 7 }), aTotal('2026-03-08', { views: 2 })]);
      expect(await store().count(query)).toBe(9);
      await importDays(store(), [aTotal('2026-03-08', { views: 1 })], { importKey: 'other' });
      expect(await store().count(query)).toBe(10);
    });

    test('after their removal, every answer is as before', async () => {
      await store().append([aHit({ path: '/', visitor: 1n })]);
      const answers = async () => [
        await store().totals(query, { countsVisits: true }),
        await store().group(query, 'path', FIRST),
        await store().series(aQuery(), INSTANTS, { importedEdges: EDGES }),
        await store().engagement(query),
        await store().importedSpans(1),
      ];
      const before = await answers();
      await importDays(store(), DAYS);
      expect(await answers()).not.toEqual(before);
      expect(await store().removeDays(1, 'other')).toBe(0);
      expect(await store().removeDays(2, 'a1')).toBe(0);
      expect(await store().removeDays(1, 'a1')).toBe(DAYS.length);
      expect(await answers()).toEqual(before);
    });

    test('parts of an import stay apart, and go with it', async () => {
      await importDays(store(), [
        aTotal('2026-03-08', { part: 1 }),
        { ...page('2026-03-08', '/', 20, 9), part: 2 },
        aTotal('2026-03-08', { part: 2 }),
        aTotal('2026-03-09', { part: 12, unique_views: 3 }),
      ]);
      await importDays(store(), [aTotal('2026-03-10')], { importKey: 'a' });
      const spans = (await store().importedSpans(1)).map(span => [span.importKey, span.first, span.last]);
      const days = ['a1 2026-03-08', 'a1 2026-03-08', 'a1 2026-03-09', 'a 2026-03-10'];
      expect(spans).toEqual(days.map(each => [...each.split(' '), each.slice(-10)]));
      expect((await store().totals(query)).uniqueHits).toBe(10 + 9 + 3 + 10);
      expect(await store().removeDays(1, 'a1')).toBe(4);
      expect((await store().importedSpans(1)).map(span => span.importKey)).toEqual(['a']);
    });

    test('an export of them is as they are, also once it is imported', async () => {
      await importDays(store(), DAYS);
      await importDays(store(), [aTotal('2026-03-08', { part: 3, views: 1 })], { importKey: 'other' });
      await importDays(store(), DAYS, { siteId: 2 });
      const written = await exportDays(store());
      expect(written.filter(({ part }) => part === 2)).toMatchObject([{ day: '2026-03-08', views: 1 }]);
      expect(await importDays(store(), written, { siteId: 3, importKey: 'c' })).toMatchObject({ rows: 10 });
      const answers = async (siteId: number) => [
        await store().totals({ ...query, siteId }, { countsVisits: true }),
        await store().group({ ...query, siteId }, 'path', { ...FIRST, countsVisitors: true }),
        await store().engagement({ ...query, siteId }),
        (await store().importedSpans(siteId)).map(({ importKey: _, ...span }) => span),
      ];
      expect(await answers(3)).toEqual(await answers(1));
      const ninth = { first: '2026-03-09', last: '2026-03-09' };
      expect((await exportDays(store(), { days: ninth })).map(({ day }) => day)).toEqual([
        '2026-03-09',
        '2026-03-09',
      ]);
      expect(await exportDays(store(), { siteId: 4 })).toEqual([]);
    });

    test('they go with the hits of a purged site, and with those before an instant', async () => {
      await importDays(store(), DAYS);
      await importDays(store(), DAYS, { siteId: 2 });
      await store().remove({ siteId: 1, kinds: ['event'], which: 'all' });
      expect(await store().count(query)).toBe(31);
      const which = { before: new Date('2026-03-09T00:00:00Z') };
      expect(await store().remove({ siteId: 1, kinds: ['hit'], which })).toBe(0);
      expect(await store().count(query)).toBe(1);
      expect((await store().importedSpans(1))[0]?.first).toBe('2026-03-09');
      await store().remove({ siteId: 1, kinds: ['hit'], which: 'all' });
      expect(await store().count(query)).toBe(0);
      expect(await store().importedSpans(1)).toEqual([]);
      expect(await store().count({ ...query, siteId: 2 })).toBe(31);
    });

    for (const [name, lines] of [
      ['no days', ''],
      ['a day that is none', ',2026-02-30,total,,1,1,1,1,1,,\n'],
      ['a count that is none', ',2026-02-28,total,,1,1,one,1,1,,\n'],
      ['a field too few', ',2026-02-28,total,,1,1,1,1,1,\n'],
    ])
      test(`${name}: nothing is imported`, async () => {
        await importDays(store(), DAYS);
        await expect(importDays(store(), IMPORTED_HEADER + lines)).rejects.toThrow();
        expect(await store().count(query)).toBe(31);
      });
  });
};
