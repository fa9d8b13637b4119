/** What is asked of many sites at once must be what each is asked alone: a part of the suite in `hit-store-contract.ts`. */
import { describe, expect } from 'bun:test';
import type { GroupRow } from '../../src/core/hits/answers.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11'].map(day => new Date(`${day}T00:00:00Z`));

export const sitesAreToldApart = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  describe('many sites at once', () => {
    test('each site has its own series, and one without hits has none', async () => {
      await store().append([
        aHit({ at: '2026-03-09T23:59:59.999Z', visitor: 1n }),
        aHit({ at: '2026-03-10T00:00:00Z', visitor: 1n }),
        aHit({ at: '2026-03-10T12:00:00Z', visitor: 1n }),
        aHit({ at: '2026-03-11T00:00:00Z' }),
        aHit({ siteId: 2, at: '2026-03-10T12:00:00Z' }),
        aHit({ siteId: 3, at: '2026-03-12T12:00:00Z' }),
        aHit({ siteId: 4, at: '2026-03-10T12:00:00Z' }),
      ]);
      expect(await store().seriesBySite([1, 2, 3, 99], DAYS)).toEqual(
        new Map([
          [1, [1, 2].map(hits => ({ hits, uniqueHits: 1 }))],
          [2, [0, 1].map(hits => ({ hits, uniqueHits: 0 }))],
        ]),
      );
    });

    test('edges may lie anywhere in a day', async () => {
      await store().append(['09:59:59', '10:00:01', '10:20:00'].map(at => aHit({ at: `2026-03-10T${at}Z` })));
      const edges = ['10:00:00.500', '10:07:00', '11:00:00'].map(at => new Date(`2026-03-10T${at}Z`));
      const [first, second] = (await store().seriesBySite([1], edges)).get(1) ?? [];
      expect([first?.hits, second?.hits]).toEqual([1, 1]);
    });

    test('no two buckets need be of the same length', async () => {
      const edges = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 2, 10, 0, n * n)));
      const rows = edges.slice(0, -1).map((createdAt, n) => aHit({ createdAt, visitor: BigInt(n) }));
      await store().append(rows);
      const hits = edges.slice(1).map(() => 1);
      expect((await store().seriesBySite([1], edges)).get(1)?.map(bucket => bucket.hits)).toEqual(hits);
      const series = await store().series(aQuery(), edges, { countsVisitors: true });
      expect(series.map(({ visitors }) => visitors)).toEqual(hits);
    });

    test('each site has its own visitors, also a visitor that another site has too', async () => {
      await store().append([
        aHit({ visitor: 1n }),
        aHit({ visitor: 1n, path: '/again' }),
        aHit({ visitor: 2n }),
        aHit({ visitor: null }),
        aHit({ siteId: 2, visitor: 1n }),
        aHit({ siteId: 3, visitor: null }),
        aHit({ siteId: 4, visitor: 9n }),
      ]);
      const day = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');
      const expected = new Map([
        [1, 2],
        [2, 1],
      ]);
      expect(await store().visitorsBySite([1, 2, 3], day)).toEqual(expected);
      await store().maintain({ force: true });
      expect(await store().visitorsBySite([1, 2, 3], day)).toEqual(expected);
    });

    test('each site has its own groups, the largest first, as it would alone', async () => {
      const referrer = (host: string) => `https://${host}/page`;
      await store().append([
        aHit({ path: '/a', visitor: 1n, referrer: referrer('www.news.example') }),
        aHit({ path: '/b', visitor: 1n, referrer: referrer('news.example') }),
        aHit({ path: '/b', at: '2026-03-09T12:00:00Z' }),
        aHit({ path: '/c', at: '2026-03-08T12:00:00Z', referrer: referrer('old.example') }),
        aHit({ siteId: 2, path: '/a', isMobile: true }),
        aHit({ siteId: 4, path: '/a' }),
        aHit({ kind: 'agent_visit', agentName: 'Bot', provider: 'Maker', category: 'training' }),
      ]);
      const spans = [
        between('2026-03-09T00:00:00Z', '2026-03-11T00:00:00Z'),
        between('2026-03-08T13:30:00Z', '2026-03-10T18:30:00Z'),
        between('2026-03-10T11:00:00Z', '2026-03-10T13:00:00Z'),
      ];
      const limit = 2;
      for (let turn = 0; turn < 2; turn++) {
        for (const span of spans)
          for (const dimension of ['path', 'referrer_host', 'device', 'provider'] as const)
            for (const kind of ['hit', 'agent_visit'] as const) {
              const expected = new Map<number, GroupRow[]>();
              for (const siteId of [1, 2, 3]) {
                const query = { siteId, kind, span, filters: [] };
                const { rows } = await store().group(query, dimension, { offset: 0, limit });
                if (rows.length > 0) expected.set(siteId, rows);
              }
              const found = await store().ask({
                shape: 'groups',
                siteIds: [1, 2, 3],
                kind,
                span,
                dimension,
                limit,
              });
              expect(found, `${kind} by ${dimension}`).toEqual(expected);
            }
        await store().maintain({ force: true });
      }
    });

    test('the earliest row of a site is returned, of any kind but spam', async () => {
      await store().append([
        aHit({ at: '2024-02-03T04:05:06Z' }),
        aHit({ at: '2023-01-01T00:00:00Z', kind: 'event', event: 'a.b' }),
        aHit({ at: '2022-01-01T00:00:00Z', kind: 'spam_hit', reason: 'spam' }),
        aHit({ siteId: 2, at: '2021-01-01T00:00:00Z' }),
      ]);
      const earliest = (siteId: number, kinds?: ('hit' | 'event')[]) =>
        store().ask({ shape: 'facts', of: 'earliest', siteId, kinds });
      expect(await earliest(1)).toEqual(new Date('2023-01-01T00:00:00Z'));
      expect(await earliest(1, ['hit'])).toEqual(new Date('2024-02-03T04:05:06Z'));
      expect([await earliest(2, ['event']), await earliest(3)]).toEqual([null, null]);
    });

    test('an empty list of sites, or of edges, is answered with nothing', async () => {
      await store().append([aHit({ visitor: 1n })]);
      const day = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');
      expect(await store().seriesBySite([], DAYS)).toEqual(new Map());
      expect(await store().seriesBySite([1], DAYS.slice(0, 1))).toEqual(new Map());
      expect(await store().visitorsBySite([], day)).toEqual(new Map());
      const nothing = { siteIds: [], kind: 'hit', span: day, dimension: 'path', limit: 9 } as const;
      expect(await store().ask({ shape: 'groups', ...nothing })).toEqual(new Map());
    });
  });
};
