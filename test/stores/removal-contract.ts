/** What removal must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { describe, expect, test } from 'bun:test';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';

const FIRST = { offset: 0, limit: 100 };
const counted = (key: string | null, hits: number, uniqueHits: number) => ({ key, hits, uniqueHits });

export const removalIsForGood = (store: () => HitStore): void => {
  for (const isFolded of [false, true])
    describe(isFolded ? 'rows folded into the main file' : 'fresh rows', () => {
      const given = async (...rows: NewHit[]) => {
        await store().append(rows);
        if (isFolded) await store().maintain({ force: true });
      };

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
        expect(
          await store().remove({ siteId: 1, kinds: ['hit', 'event', 'agent_visit'], which: 'all' }),
        ).toBe(2);
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

      test('a visitor whose hits were all removed is new again', async () => {
        await given(aHit({ visitor: 1n }));
        await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
        await store().append([aHit({ visitor: 1n })]);
        expect(await store().totals(aQuery())).toEqual({ hits: 1, uniqueHits: 1, visitors: 1, paths: 1 });
      });
    });
};
