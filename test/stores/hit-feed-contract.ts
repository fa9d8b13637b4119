/** What reading live rows in the order they came must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { describe, expect } from 'bun:test';
import type { FeedQuery, HitFeed } from '../../src/core/hits/feed.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { aHit } from '../support/hit-rows.ts';
import { importRows } from '../support/import-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

export const describeHitFeed = (store: () => HitStore & HitFeed, { testAlone } = ONE_BY_ONE): void => {
  describe('the hit feed', () => {
    const asked = (given: Partial<FeedQuery> = {}) =>
      store().listAppended({ kind: 'hit', siteIds: [1], afterId: 0, limit: 100, ...given });
    const pathsOf = async (given: Partial<FeedQuery> = {}) => (await asked(given)).rows.map(row => row.path);

    testAlone('they are read in the order they came, whatever their time, from an id on', async () => {
      const late = aHit({ path: '/a', at: '2026-03-10T23:00:00Z', visitor: 7n });
      await store().append([late, aHit({ path: '/b' }), aHit({ path: '/c' })]);
      expect(await asked()).toMatchObject({ rows: [{ ...late, id: 1 }, { id: 2 }, { id: 3 }], throughId: 3 });
      expect(await pathsOf({ afterId: 1 })).toEqual(['/b', '/c']);
      expect(await asked({ afterId: 1, limit: 1 })).toMatchObject({ rows: [{ path: '/b' }], throughId: 2 });
      expect(await asked({ afterId: 3 })).toEqual({ rows: [], throughId: 3 });
    });

    testAlone('rows of other sites and kinds are skipped, and need not be read again', async () => {
      await store().append([
        aHit({ siteId: 2, path: '/2' }),
        aHit({ kind: 'event', event: 'a.b' }),
        aHit({ siteId: 3, path: '/3' }),
        aHit({ siteId: 2, path: '/4' }),
      ]);
      expect(await asked()).toEqual({ rows: [], throughId: 3 });
      expect(await pathsOf({ siteIds: [2, 3, 99] })).toEqual(['/2', '/3', '/4']);
      expect(await asked({ siteIds: [] })).toEqual({ rows: [], throughId: 3 });
      expect((await asked({ kind: 'event' })).rows.map(row => row.event)).toEqual(['a.b']);
    });

    testAlone('restored spam is never among them, also after a rebuild', async () => {
      await store().append([aHit({ path: '/a' }), aHit({ kind: 'spam_hit', reason: 'list', path: '/spam' })]);
      await store().restoreSpam({ siteId: 1, which: 'all' });
      await store().append([aHit({ path: '/b' })]);
      expect(await pathsOf()).toEqual(['/a', '/b']);
      await store().maintain({ force: true });
      expect(await pathsOf()).toEqual(['/a', '/b']);
    });

    testAlone('imported rows are never among them', async () => {
      await store().append([aHit({ path: '/a' })]);
      await importRows(
        store(),
        ['/x', '/y'].map(path => ({ created_at: '2026-03-01T00:00:00Z', path })),
      );
      await store().append([aHit({ path: '/b' })]);
      expect(await pathsOf()).toEqual(['/a', '/b']);
      await store().maintain({ force: true });
      expect(await asked({ limit: 2 })).toMatchObject({ rows: [{ id: 1 }, { id: 4 }], throughId: 4 });
    });
  });
};
