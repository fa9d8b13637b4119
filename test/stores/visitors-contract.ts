import { expect } from 'bun:test';
import type { Filter } from '../../src/core/hits/query.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between, toText } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const DAY = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');
const NOBODY = { visitors: 0, visits: 0, bounces: 0, hits: 0, totalDurationSeconds: 0 };

const at = (instant: string, visitor: bigint, visitorScope: 'day' | 'stable', path = '/') =>
  aHit({ at: instant, visitorHash: visitor, visitorScope, path });

/** What every engine must say about the visitors of buckets, and about how long visitors stay. */
export const visitorsAreDistinct = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  const visitors = async (filters: readonly Filter[], ...edges: string[]) => {
    const instants = edges.map(edge => new Date(edge));
    const buckets = await store().series(aQuery({ filters }), instants, { countsVisitors: true });
    return buckets.map(bucket => bucket.visitors);
  };

  test('groups tell whether they have so many visitors, also with hits that came since, and on parts of days', async () => {
    const inCity = (city: string | null, visitor: bigint | null, instant = '2026-03-10T12:00:00Z') =>
      aHit({ city, visitor, at: instant, path: `/${visitor}` });
    await store().append([
      ...[1n, 2n, 3n].map(visitor => inCity('Delft', visitor)),
      ...[1n, 1n].map(visitor => inCity('Gouda', visitor)),
      ...[1n, 1n].map(visitor => inCity('Breda', visitor)),
      inCity('Ede', 1n, '2026-03-09T12:00:00Z'),
    ]);
    await store().maintain({ force: true });
    await store().append([
      inCity('Gouda', 2n),
      inCity('Breda', 1n),
      inCity('Ede', 1n),
      inCity('Lisse', null),
      inCity(null, 4n),
    ]);
    const groups = async (span: ReturnType<typeof between> | null, more = {}) => {
      const options = { offset: 0, limit: 9, minVisitors: 2, ...more };
      const { rows } = await store().group(aQuery({ span }), 'city', options);
      return rows.map(row => toText(row, 'hits', 'hasMinVisitors'));
    };
    const all = [
      'Breda 3 false',
      'Delft 3 true',
      'Gouda 3 true',
      'Ede 2 false',
      'Lisse 1 false',
      '(none) 1 false',
    ];
    expect(await groups(null)).toEqual(all);
    expect(await groups(null, { offset: 1, limit: 2 })).toEqual(all.slice(1, 3));
    expect(await groups(null, { search: 'DE' })).toEqual(['Delft 3 true', 'Ede 2 false']);
    const named = ['other 6 undefined', 'Delft 3 undefined', 'Gouda 3 undefined', '(none) 1 undefined'];
    expect(await groups(null, { othersKey: 'other' })).toEqual(named);
    expect(await groups(null, { othersKey: 'other', offset: 1, limit: 2 })).toEqual(named.slice(1, 3));
    expect(await groups(null, { othersKey: 'other', search: 'OU' })).toEqual(['Gouda 3 undefined']);
    expect(await groups(between('2026-03-08T12:00:00Z', '2026-03-10T12:00:01Z'))).toEqual(all);
    expect(await groups(between('2026-03-09T00:00:00Z', '2026-03-10T00:00:00Z'))).toEqual(['Ede 1 false']);
  });

  test('visitors of visits in several cities count once, also where only they are asked for', async () => {
    const inCity = (city: string, visitor: bigint | null, time: string) =>
      aHit({ city, visitor, at: `2026-03-10T${time}Z` });
    await store().append([
      ...[inCity('Ede', 1n, '09:00:00'), inCity('Breda', 1n, '12:00:00'), inCity('Lisse', null, '12:00:00')],
      ...[inCity('Delft', 3n, '12:00:00'), inCity('Breda', 3n, '12:01:00')],
    ]);
    await store().maintain({ force: true });
    await store().append([inCity('Breda', 2n, '12:00:00'), inCity('Ede', 2n, '12:01:00')]);
    const filters: Filter[] = [{ dimension: 'city', isAnyOf: ['Ede', 'Breda', 'Lisse'] }];
    const countIn = async (span: typeof DAY | null) => {
      const query = aQuery({ attribution: 'visit', filters, span });
      return (await store().totals(query, { onlyVisitors: true })).visitors;
    };
    expect(await countIn(null)).toBe(2);
    expect(await countIn(DAY)).toBe(2);
    expect(await countIn(between('2026-03-10T08:00:00Z', '2026-03-10T11:00:00Z'))).toBe(1);
  });

  test('the hours of two years are one question', async () => {
    await store().append([
      at('2024-03-11T10:30:00Z', 1n, 'stable'),
      at('2026-03-10T10:30:00Z', 1n, 'stable'),
    ]);
    const first = Date.parse('2024-03-11T00:00:00Z');
    const edges = Array.from({ length: 730 * 24 + 1 }, (_, hour) => new Date(first + hour * 3_600_000));
    for (const countsVisitors of [false, true]) {
      const buckets = await store().series(aQuery({}), edges, { countsVisitors });
      const filled = buckets.flatMap(({ hits }, hour) => (hits > 0 ? [[hour, hits]] : []));
      expect(filled).toEqual([
        [10, 1],
        [729 * 24 + 10, 1],
      ]);
    }
  });

  test('buckets count each of their visitors once, whether the edges are days, hours or anything', async () => {
    await store().append([
      at('2026-03-09T23:30:00Z', 1n, 'stable'),
      at('2026-03-10T00:10:00Z', 1n, 'stable'),
      at('2026-03-10T23:50:00Z', 1n, 'stable', '/late'),
      at('2026-03-10T23:55:00Z', 20n, 'day'),
      at('2026-03-10T23:00:00Z', 20n, 'day'),
      at('2026-03-11T00:05:00Z', 21n, 'day'),
      aHit(),
    ]);
    for (let round = 0; round < 2; round += 1) {
      expect(
        await visitors([], '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'),
      ).toEqual([1, 2, 1, 0]);
      expect(await visitors([], '2026-03-09T23:00Z', '2026-03-10T23:00Z', '2026-03-11T23:00Z')).toEqual([
        1, 3,
      ]);
      expect(await visitors([], '2026-03-10T18:15Z', '2026-03-10T23:45Z', '2026-03-11T00:00Z')).toEqual([
        1, 2,
      ]);
      expect(await visitors([], '2026-03-10T23:00:00Z', '2026-03-10T23:52:00.001Z')).toEqual([2]);
      expect(await visitors([], '2026-03-01', '2026-04-01')).toEqual([3]);
      expect(await visitors([], '2026-02-28T23:00Z', '2026-03-31T22:00Z')).toEqual([3]);
      expect(await visitors([{ dimension: 'path', is: '/late' }], '2026-03-10', '2026-03-11')).toEqual([1]);
      await store().maintain({ force: true });
    }
    expect(await store().series(aQuery(), [DAY.start, DAY.end])).toEqual([{ hits: 5, uniqueHits: 3 }]);
  });

  test('engagement: visits of the hits of a query, each as a whole', async () => {
    await store().append([
      at('2026-03-10T10:00:00Z', 1n, 'stable', '/a'),
      at('2026-03-10T10:00:30.500Z', 1n, 'stable', '/b'),
      at('2026-03-12T08:00:00Z', 1n, 'stable', '/a'),
      at('2026-03-12T08:01:00Z', 1n, 'stable', '/c'),
      at('2026-03-10T11:00:00Z', 20n, 'day', '/a'),
      aHit({ path: '/a' }),
    ]);
    const engagement = (filters: readonly Filter[], span = between('2026-03-10', '2026-03-13')) =>
      store().engagement(aQuery({ filters, span }));
    const all = { visitors: 2, visits: 3, bounces: 1, hits: 5, totalDurationSeconds: 90.5 };
    expect(await engagement([])).toEqual(all);
    expect(await store().engagement(aQuery())).toEqual(all);
    const one = { visitors: 1, visits: 1, bounces: 0, hits: 2, totalDurationSeconds: 60 };
    expect(await engagement([{ dimension: 'path', is: '/c' }])).toEqual(one);
    const ofDay = { ...all, visits: 2, hits: 3, totalDurationSeconds: 30.5 };
    expect(await engagement([], DAY)).toEqual(ofDay);
    expect(await engagement([{ dimension: 'path', is: '/x' }])).toEqual(NOBODY);
    expect(await store().engagement(aQuery({ kind: 'event' }))).toEqual(NOBODY);
  });
};
