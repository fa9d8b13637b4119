/** What restoring suppressed hits must do in every engine: a part of the suite in `hit-store-contract.ts`. */
import { expect } from 'bun:test';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import { describeFreshAndCompacted } from '../support/visit-rows.ts';

const FIRST = { offset: 0, limit: 100 };
const aSpamHit = (given: Parameters<typeof aHit>[0] = {}): NewHit =>
  aHit({ ...given, kind: 'spam_hit', reason: 'a list' });
const HOURS = ['00', '06', '12', '18'].map(hour => new Date(`2026-03-10T${hour}:00:00Z`));

export const restoredSpamCounts = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  describeFreshAndCompacted('restored spam', store, given => {
    const spamLeft = (siteId = 1) => store().count(aQuery({ siteId, kind: 'spam_hit' }));
    const uniquesBySixHours = async () =>
      (await store().series(aQuery(), [...HOURS, new Date('2026-03-11T00:00:00Z')])).map(
        bucket => bucket.uniqueHits,
      );

    test('a restored hit is what it would have been, at its own time', async () => {
      const facts = { path: '/a', url: 'https://x.example/a', referrer: 'https://r.example/', source: 's' };
      const client = { browserName: 'B', platformName: 'P', screen: 'phone', network: 'vpn', isMobile: true };
      const rest = { ...client, country: 'DE', city: 'C', visitor: 7n };
      await given(aHit({ path: '/later', at: '2026-03-10T13:00:00Z' }), aSpamHit({ ...facts, ...rest }));
      expect(await store().restoreSpam({ siteId: 1, which: { ids: [1] } })).toEqual([2]);
      const rows = await store().list(aQuery(), FIRST);
      expect(rows.map(row => row.path)).toEqual(['/later', '/a']);
      expect(rows[1]).toEqual({ ...aHit({ ...facts, ...rest }), id: 2 });
      expect(await spamLeft()).toBe(0);
    });

    test('named ones are restored, those of other sites and unknown ones skipped', async () => {
      await given(aSpamHit(), aSpamHit({ siteId: 2 }), aSpamHit({ path: '/b' }));
      expect(await store().restoreSpam({ siteId: 1, which: { ids: [3, 3, 2, 99] } })).toEqual([1]);
      expect((await store().list(aQuery(), FIRST)).map(row => row.path)).toEqual(['/b']);
      expect([await spamLeft(1), await spamLeft(2)]).toEqual([1, 1]);
      expect(await store().restoreSpam({ siteId: 1, which: { ids: [3] } })).toEqual([]);
      expect(await store().restoreSpam({ siteId: 1, which: { ids: [] } })).toEqual([]);
    });

    test('all of a site are restored, in order of time, and hits after them get later ids', async () => {
      await given(
        aSpamHit({ path: '/2', at: '2026-03-10T02:00:00Z' }),
        aSpamHit({ path: '/1', at: '2026-03-09T01:00:00Z' }),
        aSpamHit({ siteId: 2 }),
      );
      expect(await store().restoreSpam({ siteId: 1, which: 'all' })).toEqual([1, 2]);
      expect(await store().append([aHit({ path: '/3' })])).toEqual([3]);
      const stored = (await store().list(aQuery(), FIRST)).map(({ id, path }) => `${id} ${path}`);
      expect(stored).toEqual(['3 /3', '2 /2', '1 /1']);
      expect(await spamLeft(2)).toBe(1);
      expect(await store().restoreSpam({ siteId: 1, which: 'all' })).toEqual([]);
    });

    test('an older hit takes the mark of a unique one, a younger one leaves it', async () => {
      const visitor = 7n;
      await given(
        aHit({ visitor, at: '2026-03-10T13:00:00Z' }),
        aSpamHit({ visitor, at: '2026-03-10T07:00:00Z' }),
        aSpamHit({ visitor, at: '2026-03-10T19:00:00Z' }),
      );
      expect(await uniquesBySixHours()).toEqual([0, 0, 1, 0]);
      await store().restoreSpam({ siteId: 1, which: { ids: [2] } });
      expect(await uniquesBySixHours()).toEqual([0, 0, 1, 0]);
      await store().restoreSpam({ siteId: 1, which: { ids: [1] } });
      expect(await uniquesBySixHours()).toEqual([0, 1, 0, 0]);
      expect(await store().totals(aQuery())).toEqual({ hits: 3, uniqueHits: 1, visitors: 1, paths: 1 });
      expect(await store().group(aQuery(), 'path', FIRST)).toEqual({
        rows: [{ key: '/', hits: 3, uniqueHits: 1 }],
        total: 1,
      });
    });

    test('visitors, pages and days of their own are unique hits of their own', async () => {
      await given(
        aHit({ visitor: 1n, visitorScope: 'day' }),
        ...['/', '/', '/b'].map(path => aSpamHit({ visitor: 2n, visitorScope: 'day', path })),
        aSpamHit({ visitor: 1n, visitorScope: 'day', path: '/b' }),
        aSpamHit({ visitor: 3n, at: '2026-03-09T12:00:00Z' }),
        aSpamHit({ visitor: 3n }),
        aSpamHit({ path: '/anonymous' }),
      );
      await store().restoreSpam({ siteId: 1, which: 'all' });
      const whole = { hits: 8, uniqueHits: 6, visitors: 3, paths: 3 };
      expect(await store().totals(aQuery())).toEqual(whole);
      await store().maintain({ force: true });
      expect(await store().totals(aQuery())).toEqual(whole);
      await store().append([aHit({ visitor: 2n, path: '/b' })]);
      expect((await store().totals(aQuery())).uniqueHits).toBe(6);
    });

    testAlone('a restored hit can be removed again, and its mark goes to the hit that had it', async () => {
      await given(
        aHit({ visitor: 1n, at: '2026-03-10T13:00:00Z' }),
        aSpamHit({ visitor: 1n, at: '2026-03-10T07:00:00Z' }),
      );
      await store().restoreSpam({ siteId: 1, which: 'all' });
      await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [2] } });
      expect(await uniquesBySixHours()).toEqual([0, 0, 1, 0]);
      expect((await store().facts()).rows).toMatchObject({ hit: 1, spam_hit: 0 });
    });
  });
};
