/** What removal must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { expect } from 'bun:test';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import { describeFreshAndCompacted } from '../support/visit-rows.ts';

const FIRST = { offset: 0, limit: 100 };
const counted = (key: string | null, hits: number, uniqueHits: number) => ({ key, hits, uniqueHits });

export const removalIsForGood = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  describeFreshAndCompacted('removal', store, given => {
    test('named rows of one site go, and no others', async () => {
      await given(aHit({ path: '/a' }), aHit({ path: '/b' }), aHit({ siteId: 2 }));
      expect(await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [2, 3, 99] } })).toBe(1);
      expect((await store().list(aQuery(), FIRST)).map(row => row.path)).toEqual(['/a']);
      expect(await store().group(aQuery(), 'path', FIRST)).toEqual({
        rows: [counted('/a', 1, 0)],
        total: 1,
      });
      expect(await store().count(aQuery({ siteId: 2 }))).toBe(1);
      expect(await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [] } })).toBe(0);
    });

    test('everything before an instant goes', async () => {
      await given(
        ...['08T10', '09T10', '09T20', '10T10'].map(at =>
          aHit({ at: `2026-03-${at}:00:00Z`, path: `/${at}` }),
        ),
      );
      const which = { before: new Date('2026-03-09T15:00:00Z') };
      expect(await store().remove({ siteId: 1, kinds: ['hit', 'event'], which })).toBe(2);
      expect(await store().totals(aQuery())).toEqual({ hits: 2, uniqueHits: 0, visitors: 0, paths: 2 });
      const edges = ['08', '09', '10', '11'].map(day => new Date(`2026-03-${day}T00:00:00Z`));
      expect((await store().series(aQuery(), edges)).map(bucket => bucket.hits)).toEqual([0, 1, 1]);
    });

    test('a purged site is empty, in every kind named', async () => {
      await given(
        aHit(),
        aHit({ kind: 'event', event: 'a.b' }),
        aHit({ kind: 'spam_hit', reason: 'x' }),
        aHit({ siteId: 2 }),
      );
      expect(await store().remove({ siteId: 1, kinds: ['hit', 'event', 'agent_visit'], which: 'all' })).toBe(
        2,
      );
      expect(await store().count(aQuery())).toBe(0);
      expect(await store().totalsBySite([1, 2], null)).toEqual(new Map([[2, { hits: 1, uniqueHits: 0 }]]));
      expect(await store().count(aQuery({ kind: 'spam_hit' }))).toBe(1);
    });

    test('a visitor whose first hit was removed still counts once, and so does the page', async () => {
      await given(
        aHit({ visitor: 1n, at: '2026-03-10T01:00:00Z' }),
        aHit({ visitor: 1n, at: '2026-03-10T02:00:00Z' }),
      );
      await store().remove({
        siteId: 1,
        kinds: ['hit'],
        which: { before: new Date('2026-03-10T01:30:00Z') },
      });
      expect(await store().totals(aQuery())).toEqual({ hits: 1, uniqueHits: 1, visitors: 1, paths: 1 });
      await store().append([aHit({ visitor: 1n, at: '2026-03-10T03:00:00Z' })]);
      expect(await store().totals(aQuery())).toEqual({ hits: 2, uniqueHits: 1, visitors: 1, paths: 1 });
      expect((await store().group(aQuery(), 'path', FIRST)).rows).toEqual([counted('/', 2, 1)]);
    });

    test('what a visitor left is found and removed, and nothing of others', async () => {
      await given(
        aHit({ visitor: 2n, at: '2026-03-10T01:00:00Z' }),
        aHit({ visitor: 1n, at: '2026-03-10T02:00:00Z', path: '/second' }),
        aHit({ visitor: 1n, at: '2026-03-09T02:00:00Z', path: '/first' }),
        aHit({ visitor: 1n, kind: 'event', event: 'a.b', visitorScope: 'stable' }),
        aHit({ visitor: 1n, siteId: 2 }),
        aHit({ at: '2026-03-10T03:00:00Z' }),
      );
      const query = { siteId: 1, visitorHash: '0000000000000001' } as const;
      const paths = async (slice = FIRST) =>
        (await store().listVisitor({ ...query, kind: 'hit' }, slice)).map(row => row.path);
      expect(await paths()).toEqual(['/first', '/second']);
      expect(await paths({ offset: 1, limit: 1 })).toEqual(['/second']);
      const ofDay = { ...query, kind: 'hit', span: between('2026-03-10', '2026-03-11') } as const;
      expect((await store().listVisitor(ofDay, FIRST)).map(row => row.path)).toEqual(['/second']);
      expect((await store().listVisitor({ ...query, kind: 'event' }, FIRST))[0]?.event).toBe('a.b');
      const kinds = ['hit', 'event', 'spam_hit'] as const;
      const removal = { siteId: 1, kinds, which: { visitorHash: 1n } };
      expect(await store().remove(removal)).toBe(3);
      expect(await store().remove(removal)).toBe(0);
      expect(await paths()).toEqual([]);
      expect(await store().totals(aQuery(), { countsVisits: true })).toEqual({
        hits: 2,
        uniqueHits: 1,
        visitors: 1,
        paths: 1,
        visits: 1,
      });
      expect((await store().list(aQuery({ siteId: 2 }), FIRST)).length).toBe(1);
    });

    test('a visitor whose hits were all removed is new again', async () => {
      await given(aHit({ visitor: 1n }));
      await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
      await store().append([aHit({ visitor: 1n })]);
      expect(await store().totals(aQuery())).toEqual({ hits: 1, uniqueHits: 1, visitors: 1, paths: 1 });
    });
  });
};
