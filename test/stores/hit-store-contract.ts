/** What every engine behind `core/hits/store.ts` must do. A second engine passes this file before it serves anyone. */

import { describe, expect } from 'bun:test';
import type { Filter } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { type ContractTests, type OpenStore, testOnOneStore } from '../support/tests-on-one-store.ts';
import { sitesAreToldApart } from './by-site-contract.ts';
import { campaignsAreCounted } from './campaigns-contract.ts';
import { channelsFollow } from './channels-contract.ts';
import { combinationsAreWhole } from './combinations-contract.ts';
import { dimensionsFollow } from './dimensions-contract.ts';
import { describeEngagement } from './engagement-contract.ts';
import { filtersLeaveOut } from './filters-contract.ts';
import { flowsAreFollowed } from './flows-contract.ts';
import { describeHitFeed } from './hit-feed-contract.ts';
import { heldRowsComeBack } from './hold-contract.ts';
import { importedDaysAreAdded } from './imported-days-contract.ts';
import { journeysAreWhole } from './journeys-contract.ts';
import { propertiesAreKnown } from './properties-contract.ts';
import { removalIsForGood } from './removal-contract.ts';
import { restoredSpamCounts } from './restore-contract.ts';
import { pathsAreRewritten } from './rewriting-contract.ts';
import { daysAreOfTheZone } from './site-days-contract.ts';
import { describeVisitQueries } from './visit-queries-contract.ts';
import { visitorsAreDistinct } from './visitors-contract.ts';
import { describeVisits } from './visits-contract.ts';

const FIRST = { offset: 0, limit: 100 };
const DAY = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');

/** Runs the suite over an engine that `open` starts in an empty folder. */
export const describeHitStore = (name: string, open: OpenStore): void => {
  describe(name, () => {
    const tests = testOnOneStore(open);
    const { store, test, testAlone } = tests;
    const paths = async (filters: Filter[]) =>
      (await store().list(aQuery({ filters }), FIRST)).map(row => row.path);
    const keys = async (dimension: 'path' | 'referrer') =>
      (await store().group(aQuery(), dimension, FIRST)).rows.map(row => [row.key, row.hits]);

    rowsAreKept(store, tests);

    test('newest come first, and of the same instant the later id', async () => {
      await store().append([
        aHit({ path: '/old', at: '2026-03-10T08:00:00Z' }),
        aHit({ path: '/new', at: '2026-03-10T09:00:00Z' }),
        aHit({ path: '/new-too', at: '2026-03-10T09:00:00Z' }),
      ]);
      expect(await paths([])).toEqual(['/new-too', '/new', '/old']);
    });

    testAlone('a page far down, and one past the end', async () => {
      const minute = (n: number) => new Date(Date.UTC(2026, 2, 10, 0, n));
      await store().append(
        Array.from({ length: 3000 }, (_, n) => aHit({ path: `/${n}`, createdAt: minute(n) })),
      );
      const page = await store().list(aQuery(), { offset: 2500, limit: 3 });
      expect(page.map(row => row.path)).toEqual(['/499', '/498', '/497']);
      expect(await store().list(aQuery(), { offset: 2998, limit: 10 })).toHaveLength(2);
      expect(await store().list(aQuery(), { offset: 3000, limit: 10 })).toEqual([]);
      expect(await store().list(aQuery(), { offset: Number.MAX_SAFE_INTEGER, limit: 10 })).toEqual([]);
    });

    test('a span takes its start and leaves its end', async () => {
      const at = [
        '2026-03-09T23:59:59.999Z',
        '2026-03-10T00:00:00.000Z',
        '2026-03-10T23:59:59.999Z',
        '2026-03-11T00:00:00Z',
      ];
      await store().append(at.map(instant => aHit({ at: instant })));
      expect(await store().count(aQuery({ span: DAY }))).toBe(2);
      expect(await store().count(aQuery())).toBe(4);
    });

    test('sites and kinds are kept apart', async () => {
      await store().append([aHit(), aHit({ siteId: 2 }), aHit({ kind: 'spam_hit', reason: 'list' })]);
      expect(await store().count(aQuery())).toBe(1);
      expect(await store().count(aQuery({ siteId: 2 }))).toBe(1);
      expect(await store().count(aQuery({ kind: 'spam_hit' }))).toBe(1);
    });

    test('conditions: equal, not equal, empty, and part of a text in any case', async () => {
      await store().append([
        aHit({ path: '/a', referrer: 'https://News.example/100%_x\\y' }),
        aHit({ path: '/b', referrer: 'https://news.example/1000xy' }),
        aHit({ path: '/c' }),
      ]);
      const sorted = async (filter: Filter) => (await paths([filter])).sort();
      expect(await sorted({ dimension: 'path', is: '/a' })).toEqual(['/a']);
      expect(await sorted({ dimension: 'path', isNot: '/a' })).toEqual(['/b', '/c']);
      expect(await sorted({ dimension: 'referrer', isNot: 'x' })).toEqual(['/a', '/b', '/c']);
      expect(await sorted({ dimension: 'referrer', is: null })).toEqual(['/c']);
      expect(await sorted({ dimension: 'referrer', isNot: null })).toEqual(['/a', '/b']);
      expect(await sorted({ dimension: 'referrer', containsAnyOf: ['NEWS.'] })).toEqual(['/a', '/b']);
      for (const literal of ['100%_', '%', '_', '\\'])
        expect(await sorted({ dimension: 'referrer', containsAnyOf: [literal] })).toEqual(['/a']);
      expect(await sorted({ dimension: 'referrer', containsAnyOf: [''] })).toEqual(['/a', '/b']);
      expect(
        await paths([
          { dimension: 'path', containsAnyOf: ['B'] },
          { dimension: 'referrer', is: null },
        ]),
      ).toEqual([]);
      expect(await paths([{ dimension: 'reason', is: null }])).toHaveLength(3);
      expect(await paths([{ dimension: 'reason', is: 'list' }])).toEqual([]);
    });

    test('a condition on the grouped dimension narrows the groups', async () => {
      await store().append([aHit({ path: '/Blog/1' }), aHit({ path: '/blog/2' }), aHit({ path: '/about' })]);
      const query = aQuery({ filters: [{ dimension: 'path', containsAnyOf: ['BLOG'] }] });
      const group = await store().group(query, 'path', FIRST);
      expect(group.rows.map(row => row.key)).toEqual(['/Blog/1', '/blog/2']);
      expect(group.total).toBe(2);
    });

    test('quotes and other marks in a value are only text', async () => {
      const nasty = `/'"; drop table hits; -- $1 ? é😀`;
      await store().append([aHit({ path: nasty })]);
      expect(await paths([{ dimension: 'path', is: nasty }])).toEqual([nasty]);
      expect(await keys('path')).toEqual([[nasty, 1]]);
    });

    test('groups: largest first, ties by key, rows without a value as null and last of their size', async () => {
      const from = (referrer: string | null) => aHit({ referrer });
      await store().append(['b', 'b', 'é', 'Z', 'a', '😀', '\uffee', null].map(from));
      const order = ['b', 'Z', 'a', 'é', '\uffee', '😀', null];
      expect((await keys('referrer')).map(([key]) => key)).toEqual(order);
      const second = await store().group(aQuery(), 'referrer', { offset: 2, limit: 2 });
      expect(second).toEqual({ rows: [counted('a', 1, 0), counted('é', 1, 0)], total: 7 });
      const past = await store().group(aQuery(), 'referrer', { offset: 50, limit: 2 });
      expect(past).toEqual({ rows: [], total: 7 });
      expect((await store().group(aQuery(), 'reason', FIRST)).rows).toEqual([counted(null, 8, 0)]);
    });

    test('nothing stored gives nothing, not an error', async () => {
      expect(await store().append([])).toEqual([]);
      for (const dimension of ['path', 'reason', 'device', 'entry_page'] as const)
        expect(await store().group(aQuery(), dimension, FIRST)).toEqual({ rows: [], total: 0 });
      expect(await store().totals(aQuery())).toEqual({ hits: 0, uniqueHits: 0, visitors: 0, paths: 0 });
      expect(await store().series(aQuery(), [DAY.start, DAY.end])).toEqual([{ hits: 0, uniqueHits: 0 }]);
      expect(await store().totalsBySite([1, 2], null)).toEqual(new Map());
      expect(await store().totalsBySite([], null)).toEqual(new Map());
    });

    uniquenessIsExact(store, tests);
    seriesAreWhole(store, tests);
    describeHitFeed(store, tests);
    sitesAreToldApart(store, tests);
    removalIsForGood(store, tests);
    heldRowsComeBack(store, tests);
    pathsAreRewritten(store, tests);
    importedDaysAreAdded(store, tests);
    flowsAreFollowed(store, tests);
    journeysAreWhole(store, tests);
    restoredSpamCounts(store, tests);
    filtersLeaveOut(store, tests);
    combinationsAreWhole(store, tests);
    dimensionsFollow(store, tests);
    channelsFollow(store, tests);
    propertiesAreKnown(store, tests);
    campaignsAreCounted(store, tests);
    visitorsAreDistinct(store, tests);
    describeVisits(store, tests);
    daysAreOfTheZone(store, tests);
    describeEngagement(store, undefined, tests);
    describeVisitQueries(store, tests);

    testAlone('the same answers after the nightly jobs', async () => {
      const visits = (day: string): NewHit[] =>
        [1n, 2n, 1n].map((visitor, n) =>
          aHit({ at: `2026-03-${day}T0${n}:00:00Z`, path: `/${day}`, visitor }),
        );
      await store().append([...visits('08'), ...visits('09'), ...visits('10')]);
      const before = [await store().totals(aQuery()), await store().group(aQuery(), 'path', FIRST)];
      await store().maintain({ force: true });
      expect([await store().totals(aQuery()), await store().group(aQuery(), 'path', FIRST)]).toEqual(before);
      await store().append(visits('11'));
      expect(await store().totals(aQuery())).toEqual({ hits: 12, uniqueHits: 8, visitors: 2, paths: 4 });
      await store().ping();
      const others = { event: 0, agent_visit: 0, spam_hit: 0, engagement: 0 };
      expect((await store().facts()).rows).toEqual({ hit: 12, ...others });
    });
  });
};

const counted = (key: string | null, hits: number, uniqueHits: number) => ({ key, hits, uniqueHits });

const rowsAreKept = (store: () => TestHitStore, { test, testAlone }: ContractTests): void => {
  test('a row comes back as it was stored', async () => {
    const hit = aHit({
      at: '2026-03-10T12:34:56.789Z',
      url: 'https://example.com/a?b=c',
      referrer: 'https://news.example/',
      country: 'DE',
      browserName: 'Firefox',
      platformName: 'Linux',
      browserVersion: '142',
      platformVersion: '6.8',
      region: 'Île-de-France',
      city: 'Paris',
      network: 'access',
      language: 'fr-FR',
      screen: 'wide',
      isMobile: false,
      source: 'newsletter',
      visitorHash: 0xffff_ffff_ffff_fffen,
      visitorScope: 'day',
    });
    const sent = { kind: 'event', path: null, event: 'form.sent', value: '12' } as const;
    const event: NewHit = { ...hit, ...sent, visitorScope: 'stable' };
    const spam: NewHit = { ...hit, kind: 'spam_hit', reason: 'referrer list', isMobile: null };
    const { createdAt, url, referrer, country, source } = hit;
    const bot = { kind: 'agent_visit', agentName: 'Bot', provider: 'Some', category: 'training' } as const;
    const agent = aHit({ ...{ createdAt, url, referrer, country, source }, ...bot });
    const rows = [hit, event, spam, agent, aHit()];
    expect(await store().append(rows)).toEqual([1, 1, 1, 1, 2]);
    for (const row of [event, spam, agent])
      expect(await store().list(aQuery({ kind: row.kind }), FIRST)).toEqual([{ ...row, id: 1 }]);
    expect(await store().list(aQuery(), FIRST)).toEqual([
      { ...hit, id: 1 },
      { ...aHit(), id: 2 },
    ]);
  });

  testAlone('ids rise and are never given twice, also after their rows are gone', async () => {
    const ids = await store().append([aHit(), aHit(), aHit()]);
    expect(ids).toEqual([1, 2, 3]);
    await store().remove({ siteId: 1, kinds: ['hit'], which: 'all' });
    const [later] = await store().append([aHit()]);
    expect(later).toBeGreaterThan(3);
  });

  testAlone('writes at the same time are all kept, each with its own id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, n) => store().append([aHit({ path: `/${n}` })])),
    );
    expect(new Set(ids.flat()).size).toBe(50);
    expect(await store().count(aQuery())).toBe(50);
  });
};

const uniquenessIsExact = (store: () => TestHitStore, { test }: ContractTests): void => {
  test('a unique hit is the first of its visitor, path and UTC day', async () => {
    await store().append([
      aHit({ visitor: 1n, at: '2026-03-10T23:59:00Z' }),
      aHit({ visitor: 1n, at: '2026-03-10T23:59:59Z' }),
    ]);
    await store().append([
      aHit({ visitor: 1n, at: '2026-03-11T00:00:00Z' }),
      aHit({ visitor: 1n, path: '/b' }),
    ]);
    await store().append([aHit({ visitor: 2n }), aHit({ visitor: 1n, siteId: 2 })]);
    expect(await store().totals(aQuery())).toEqual({ hits: 5, uniqueHits: 4, visitors: 2, paths: 2 });
    expect((await store().group(aQuery(), 'path', FIRST)).rows).toEqual([
      counted('/', 4, 3),
      counted('/b', 1, 1),
    ]);
    expect(await store().totalsBySite([1, 2, 3], null)).toEqual(
      new Map([
        [1, { hits: 5, uniqueHits: 4 }],
        [2, { hits: 1, uniqueHits: 1 }],
      ]),
    );
    expect(await store().totalsBySite([1], DAY)).toEqual(new Map([[1, { hits: 4, uniqueHits: 3 }]]));
  });

  test('an anonymous hit is counted, but is no visitor and not unique', async () => {
    await store().append([aHit(), aHit()]);
    expect(await store().totals(aQuery())).toEqual({ hits: 2, uniqueHits: 0, visitors: 0, paths: 1 });
  });

  test('visitors: a stable one counts once over all days, in whole days and in parts of days', async () => {
    const at = (instant: string, visitor: bigint, visitorScope: 'day' | 'stable') =>
      aHit({ at: instant, visitorHash: visitor, visitorScope });
    await store().append([
      at('2026-03-09T23:00:00Z', 1n, 'stable'),
      at('2026-03-10T10:00:00Z', 1n, 'stable'),
      at('2026-03-10T11:00:00Z', 20n, 'day'),
      at('2026-03-10T12:00:00Z', 20n, 'day'),
      at('2026-03-11T01:00:00Z', 21n, 'day'),
      at('2026-03-11T02:00:00Z', 1n, 'stable'),
    ]);
    const visitors = async (start: string, end: string) =>
      (await store().totals(aQuery({ span: between(start, end) }))).visitors;
    expect(await visitors('2026-03-09T00:00:00Z', '2026-03-12T00:00:00Z')).toBe(3);
    expect(await visitors('2026-03-09T22:00:00Z', '2026-03-11T01:30:00Z')).toBe(3);
    expect(await visitors('2026-03-10T11:30:00Z', '2026-03-11T01:00:00Z')).toBe(1);
    const filters = [{ dimension: 'path', is: '/' }] as const;
    expect((await store().totals(aQuery({ filters, span: DAY }))).visitors).toBe(2);
  });
};

const seriesAreWhole = (store: () => TestHitStore, { test }: ContractTests): void => {
  test('a series has every bucket, the empty ones too, whatever the span of the query', async () => {
    await store().append([
      aHit({ visitor: 1n }),
      aHit({ visitor: 1n }),
      aHit({ at: '2026-03-12T00:00:00Z' }),
    ]);
    const edges = ['09', '10', '11', '12', '13'].map(day => new Date(`2026-03-${day}T00:00:00Z`));
    const buckets = await store().series(aQuery({ span: between('2000-01-01', '2000-01-02') }), edges);
    const counts = buckets.map(({ hits, uniqueHits }) => `${hits} ${uniqueHits}`);
    expect(counts).toEqual(['0 0', '2 1', '0 0', '1 0']);
    expect(await store().series(aQuery(), [DAY.start])).toEqual([]);
  });

  test('a day of 23 hours, a zone with half an hour, and edges anywhere', async () => {
    const at = [
      '2026-03-28T22:59:59Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00Z',
    ];
    await store().append(at.map(instant => aHit({ at: instant, country: 'DE' })));
    const hits = async (filters: Filter[], ...edges: string[]) => {
      const instants = edges.map(edge => new Date(edge));
      return (await store().series(aQuery({ filters }), instants)).map(bucket => bucket.hits);
    };
    for (const filters of [[], [{ dimension: 'country', is: 'DE' }]] satisfies Filter[][]) {
      expect(
        await hits(filters, '2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'),
      ).toEqual([1, 2]);
      expect(
        await hits(filters, '2026-03-28T18:30:00Z', '2026-03-29T18:30:00Z', '2026-03-30T18:30:00Z'),
      ).toEqual([2, 2]);
      expect(
        await hits(filters, '2026-03-28T22:59:59.500Z', '2026-03-29T21:59:59.999Z', '2026-03-30T00:00:00Z'),
      ).toEqual([1, 2]);
    }
  });

  test('kinds without unique hits have none in any answer', async () => {
    await store().append([
      aHit({ kind: 'event', event: 'a.b', visitor: 1n }),
      aHit({ kind: 'event', event: 'a.b', visitor: 1n }),
    ]);
    const query = aQuery({ kind: 'event' });
    expect(await store().totals(query)).toEqual({ hits: 2, uniqueHits: 0, visitors: 1, paths: 0 });
    expect((await store().group(query, 'event', FIRST)).rows).toEqual([counted('a.b', 2, 0)]);
    expect(await store().series(query, [DAY.start, DAY.end])).toEqual([{ hits: 2, uniqueHits: 0 }]);
  });
};
