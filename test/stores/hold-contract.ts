/** What holding rows and restoring them must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { expect } from 'bun:test';
import type { Filter } from '../../src/core/hits/query.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import { describeFreshAndCompacted, eventAt, hitAt } from '../support/visit-rows.ts';

const FIRST = { offset: 0, limit: 100 };
const HELD = 9;
const KINDS = ['hit', 'engagement'] as const;
const A: Filter = { dimension: 'path', is: '/a' };

/** A report of engagement of visitor 1 at a time of 10 March 2026. */
const readAt = (time: string, path: string, view: bigint) =>
  hitAt(time, path, { kind: 'engagement', view, engagedSeconds: 20, scrollDepth: 50 });

/** Everything that reports say of a site. */
export const readAll = async (store: TestHitStore, siteId = 1) => {
  const edges = ['09', '10', '11', '12'].map(day => new Date(`2026-03-${day}T00:00:00Z`));
  const all = { countsVisits: true, countsVisitors: true, ...FIRST };
  const query = aQuery({ siteId });
  return {
    hits: await store.list(query, FIRST),
    events: await store.list(aQuery({ siteId, kind: 'event' }), FIRST),
    totals: await store.totals(query, all),
    engagement: await store.engagement(aQuery({ siteId, attribution: 'visit' })),
    pages: (await store.pageEngagement(query, 'each')).sort((a, b) =>
      (a.path ?? '') < (b.path ?? '') ? -1 : 1,
    ),
    paths: await store.group(query, 'path', all),
    entries: await store.group(aQuery({ siteId, attribution: 'visit' }), 'entry_page', all),
    series: await store.series(query, edges, all),
    journeys: await store.journeys(
      { siteId, span: between('2026-03-01', '2026-04-01'), maxPages: 9, maxPaths: 9 },
      FIRST,
    ),
    unique: (await store.totalsBySite([siteId], null)).get(siteId),
  };
};

export const heldRowsComeBack = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  const read = () => readAll(store());
  const hold = (filters: readonly Filter[], kinds: readonly ('hit' | 'event' | 'engagement')[] = KINDS) =>
    store().remove({ siteId: 1, kinds, which: { filters, span: null }, heldAs: HELD });
  const restore = () => store().restoreHeld({ siteId: 1, heldAs: HELD });
  const totals = async () => {
    const { hits, uniqueHits, visitors } = await store().totals(aQuery());
    return [hits, uniqueHits, visitors];
  };

  describeFreshAndCompacted('held rows', store, given => {
    test('are in no report, and come back as they were', async () => {
      await given(
        hitAt('08:00:00', '/a'),
        readAt('08:00:30', '/a', 1n),
        hitAt('08:01:00', '/b'),
        hitAt('08:02:00', '/a'),
        readAt('08:02:30', '/a', 2n),
        eventAt('08:03:00'),
        hitAt('09:00:00', '/a', { visitor: 2n }),
        hitAt('09:00:00', '/a', { siteId: 2 }),
        aHit({ at: '2026-03-11T09:00:00Z', path: '/a' }),
      );
      const before = await read();
      expect(await hold([A])).toBe(6);
      const held = await read();
      expect(held.hits.map(row => row.path)).toEqual(['/b']);
      expect(held.totals).toMatchObject({ hits: 1, uniqueHits: 1, visitors: 1, visits: 1 });
      expect(held.pages).toEqual([]);
      expect(held.events).toEqual(before.events);
      expect(await store().count(aQuery({ siteId: 2 }))).toBe(1);
      await store().maintain({ force: true });
      expect(await read()).toEqual(held);
      await restore();
      expect(await read()).toEqual(before);
      await store().maintain({ force: true });
      expect(await read()).toEqual(before);
    });

    test('a held hit takes the engagement of its own view', async () => {
      await given(
        hitAt('08:00:00', '/a', { referrer: 'https://spam.example/' }),
        readAt('08:00:30', '/a', 1n),
        hitAt('08:05:00', '/a'),
        readAt('08:05:30', '/a', 2n),
      );
      expect(await hold([{ dimension: 'referrer', is: 'https://spam.example/' }])).toBe(2);
      expect(await store().pageEngagement(aQuery(), 'together')).toMatchObject([{ views: 1 }]);
      await restore();
      expect(await store().pageEngagement(aQuery(), 'together')).toMatchObject([{ views: 2 }]);
    });

    test('the first hit that is left is unique, and only until an older one is back', async () => {
      await given(
        hitAt('08:00:00', '/a', { country: 'CN' }),
        hitAt('09:00:00', '/a'),
        hitAt('10:00:00', '/a'),
      );
      expect(await totals()).toEqual([3, 1, 1]);
      await hold([{ dimension: 'country', is: 'CN' }]);
      expect(await totals()).toEqual([2, 1, 1]);
      await store().append([hitAt('07:00:00', '/a')]);
      expect(await totals()).toEqual([3, 1, 1]);
      await restore();
      expect(await totals()).toEqual([4, 1, 1]);
      await store().maintain({ force: true });
      expect(await totals()).toEqual([4, 1, 1]);
    });

    test('a hit whose visitor is gone meanwhile is unique when it comes back', async () => {
      await given(hitAt('08:00:00', '/a'), hitAt('09:00:00', '/a', { country: 'CN' }));
      await hold([{ dimension: 'country', is: 'CN' }]);
      await store().remove({ siteId: 1, kinds: KINDS, which: { ids: [1] } });
      expect(await totals()).toEqual([0, 0, 0]);
      await restore();
      expect(await totals()).toEqual([1, 1, 1]);
    });

    test('all until an instant are held, each with its engagement', async () => {
      await given(hitAt('08:00:00', '/a'), readAt('08:00:30', '/a', 1n), hitAt('09:00:00', '/b'));
      const span = { start: new Date(0), end: new Date('2026-03-10T08:59:00Z') };
      expect(
        await store().remove({ siteId: 1, kinds: KINDS, which: { filters: [], span }, heldAs: HELD }),
      ).toBe(2);
      expect(await totals()).toEqual([1, 1, 1]);
    });

    test('events are held where they are named, in the span alone', async () => {
      await given(eventAt('08:00:00'), eventAt('09:00:00', { path: '/a' }), hitAt('09:00:00', '/a'));
      const span = between('2026-03-10T08:30:00Z', '2026-03-11');
      const which = { filters: [], span };
      expect(await store().remove({ siteId: 1, kinds: ['hit', 'event'], which, heldAs: HELD })).toBe(2);
      expect(await store().count(aQuery())).toBe(0);
      expect(await store().count(aQuery({ kind: 'event' }))).toBe(1);
      await restore();
      expect(await store().count(aQuery({ kind: 'event' }))).toBe(2);
    });

    test('a visitor is found and removed among them', async () => {
      await given(hitAt('08:00:00', '/a'), hitAt('09:00:00', '/b'), hitAt('09:00:00', '/a', { visitor: 2n }));
      await hold([A]);
      const query = { siteId: 1, visitorHash: '0000000000000001', kind: 'hit' } as const;
      const paths = async (heldAs: number[]) =>
        (await store().listVisitor({ ...query, heldAs }, FIRST)).map(row => row.path);
      expect(await paths([])).toEqual(['/b']);
      expect(await paths([HELD])).toEqual(['/a', '/b']);
      await store().remove({ siteId: HELD, kinds: KINDS, which: { visitorHash: 1n } });
      await restore();
      expect(await totals()).toEqual([2, 2, 2]);
    });

    test('what is removed for good does not come back, and nothing else is removed', async () => {
      await given(hitAt('08:00:00', '/a'), hitAt('09:00:00', '/b'), hitAt('10:00:00', '/a'));
      await hold([A]);
      expect(await store().remove({ siteId: 1, kinds: KINDS, which: { heldAs: HELD } })).toBe(2);
      await restore();
      await store().maintain({ force: true });
      expect(await totals()).toEqual([1, 1, 1]);
      expect(await store().remove({ siteId: 1, kinds: KINDS, which: { filters: [A], span: null } })).toBe(0);
    });

    test('a removal by filters without a place to hold them is for good', async () => {
      await given(hitAt('08:00:00', '/a'), readAt('08:00:30', '/a', 1n), hitAt('09:00:00', '/b'));
      expect(await store().remove({ siteId: 1, kinds: KINDS, which: { filters: [A], span: null } })).toBe(2);
      expect(await totals()).toEqual([1, 1, 1]);
    });
  });
};
