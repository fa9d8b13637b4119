/** What every engine must make of the days of a site, in its zone: visits, unique hits, engagement and series by day. */
import { expect } from 'bun:test';
import { toBuckets } from '../../src/lib/time.ts';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import { groupVisits, hitAt, ofVisits } from '../support/visit-rows.ts';

const BERLIN = new Map([[1, 'Europe/Berlin']]);

/** Hits around midnight in Berlin, and in UTC. */
const AROUND_MIDNIGHTS = [
  hitAt('22:50:00', '/a'),
  hitAt('23:10:00', '/b'),
  hitAt('23:35:00', '/a'),
  hitAt('', '/b', { at: '2026-03-11T00:01:00Z' }),
];
const IN_UTC = ['/a 3 1', '/b 1 1'];
const IN_BERLIN = ['/b 3 1', '/a 1 1'];

export const daysAreOfTheZone = (store: () => TestHitStore, { testAlone: test } = ONE_BY_ONE): void => {
  test('visits and unique hits are of one day of the site', async () => {
    await store().setZones(BERLIN);
    await store().append(AROUND_MIDNIGHTS);
    expect(await groupVisits(store())).toEqual(IN_BERLIN);
    expect((await store().totals(aQuery())).uniqueHits).toBe(3);
    await store().append(AROUND_MIDNIGHTS.map(row => ({ ...row, siteId: 2 })));
    expect(await groupVisits(store(), 'entry_page', { siteId: 2 })).toEqual(IN_UTC);
  });

  test('a zone that changes cuts visits of all rows; marks of unique hits stay', async () => {
    await store().append(AROUND_MIDNIGHTS);
    const { uniqueHits } = await store().totals(aQuery());
    for (const [zone, visits] of [
      ['Europe/Berlin', IN_BERLIN],
      ['Asia/Kathmandu', ['/a 4 1']],
      ['UTC', IN_UTC],
    ] as const) {
      await store().setZones(new Map([[1, zone]]));
      expect(await groupVisits(store())).toEqual([...visits]);
      await store().maintain({ force: true });
      expect(await groupVisits(store())).toEqual([...visits]);
      expect((await store().totals(aQuery())).uniqueHits).toBe(uniqueHits);
    }
  });

  test('of ten changes at once the last counts, and answers meanwhile are those of one zone', async () => {
    await store().append(AROUND_MIDNIGHTS);
    const zones = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? 'America/New_York' : 'Europe/Berlin',
    );
    const changes = zones.map(zone => store().setZones(new Map([[1, zone]])));
    for (let asked = 0; asked < 5; asked += 1)
      expect([IN_UTC, IN_BERLIN, ['/a 4 1']]).toContainEqual(await groupVisits(store()));
    await Promise.all(changes);
    expect(await groupVisits(store())).toEqual(IN_BERLIN);
  });

  test('the removal of a marked hit marks the next one of its day, and no other', async () => {
    const ids = await store().append([...AROUND_MIDNIGHTS, hitAt('12:00:00', '/c')]);
    await store().setZones(BERLIN);
    const unique = async () => (await store().totals(aQuery())).uniqueHits;
    expect(await unique()).toBe(4);
    await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: ids.slice(4) } });
    expect(await unique()).toBe(3);
    // The hit on /b at 23:10, after which the one at 00:01 is the first of its day.
    await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: ids.slice(1, 2) } });
    expect(await unique()).toBe(2);
  });

  test('days of 23 and 25 hours, and those of half an hour', async () => {
    for (const [siteId, zone, first, last] of [
      [1, 'Europe/Berlin', '2026-03-27', '2026-03-31'],
      [2, 'Europe/Berlin', '2025-10-24', '2025-10-28'],
      [3, 'Australia/Lord_Howe', '2026-04-03', '2026-04-07'],
    ] as const) {
      await store().setZones(new Map([[siteId, zone]]));
      const { edges } = toBuckets({ first, last }, { interval: 'day', zone });
      const end = edges.at(-1) ?? new Date(0);
      const times: Date[] = [];
      for (let at = +(edges[0] ?? 0); at < +end; at += 30 * MINUTE_MS) times.push(new Date(at));
      await store().append(times.map(createdAt => aHit({ siteId, createdAt, visitor: 1n })));
      const query = ofVisits({ siteId });
      const series = await store().series(query, edges, { countsVisitors: true });
      expect(series.map(({ hits, uniqueHits, visits }) => [hits, uniqueHits, visits])).toEqual(
        edges.slice(1).map((edge, day) => [(+edge - +(edges[day] ?? 0)) / (30 * MINUTE_MS), 1, 1]),
      );
      expect(await store().series({ ...query, attribution: 'hit' }, edges)).toEqual(
        series.map(({ hits, uniqueHits }) => ({ hits, uniqueHits })),
      );
    }
  });

  test('sites of different zones are asked together', async () => {
    await store().setZones(
      new Map([
        [1, 'America/New_York'],
        [2, 'Asia/Kolkata'],
      ]),
    );
    for (const siteId of [1, 2]) await store().append(AROUND_MIDNIGHTS.map(row => ({ ...row, siteId })));
    const span = between('2026-03-10T00:00:00Z', '2026-03-12T00:00:00Z');
    expect(await store().visitorsBySite([1, 2], span)).toEqual(
      new Map([
        [1, 1],
        [2, 1],
      ]),
    );
  });
};
