/** Days of sites: the same rows in several zones. */
import { expect } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { aHit } from '../support/hit-rows.ts';
import type { ContractTests } from '../support/tests-on-one-store.ts';

const NEW_YORK = 'America/New_York';
const SITE = 71;
const OTHER = 72;

/** A visitor's hits around midnight in UTC, and around midnight in New York, where it is 5 o'clock then. */
const TIMES = [
  '2026-01-10T23:50:00Z',
  '2026-01-11T00:10:00Z',
  '2026-01-11T04:50:00Z',
  '2026-01-11T05:10:00Z',
];
const hitsOf = (siteId: number) =>
  TIMES.map(time =>
    aHit({ siteId, createdAt: new Date(time), path: '/a', visitorHash: 5n, visitorScope: 'stable' }),
  );
const query = (siteId: number): HitQuery => ({ siteId, kind: 'hit', span: null, filters: [] });

export const daysFollowZones = (store: () => HitStore, { testAlone: test }: ContractTests): void => {
  const figures = async (siteId: number) => {
    const { visits, uniqueHits } = await store().totals(query(siteId), { countsVisits: true });
    return { visits, uniqueHits };
  };
  test('a visit and a unique hit are of one day of the site', async () => {
    await store().setZones(
      new Map([
        [SITE, NEW_YORK],
        [OTHER, 'UTC'],
      ]),
    );
    await store().append([...hitsOf(SITE), ...hitsOf(OTHER)]);
    expect(await figures(SITE)).toEqual({ visits: 3, uniqueHits: 2 });
    expect(await figures(OTHER)).toEqual({ visits: 3, uniqueHits: 2 });
    const edges = ['2026-01-10T05:00:00Z', '2026-01-11T05:00:00Z', '2026-01-12T05:00:00Z'].map(
      edge => new Date(edge),
    );
    const series = await store().series(query(SITE), edges, { countsVisitors: true });
    expect(series.map(({ hits, uniqueHits, visits }) => [hits, uniqueHits, visits])).toEqual([
      [3, 1, 2],
      [1, 1, 1],
    ]);
  });

  test('a zone that changes cuts visits of the past, and leaves marks of unique hits', async () => {
    await store().setZones(new Map([[SITE, 'UTC']]));
    await store().append(hitsOf(SITE).slice(0, 2));
    expect(await figures(SITE)).toEqual({ visits: 2, uniqueHits: 2 });
    await store().setZones(new Map([[SITE, NEW_YORK]]));
    expect(await figures(SITE)).toEqual({ visits: 1, uniqueHits: 2 });
    await store().append(hitsOf(SITE).slice(2));
    expect(await figures(SITE)).toEqual({ visits: 3, uniqueHits: 3 });
    await store().setZones(new Map([[SITE, 'UTC']]));
    expect(await figures(SITE)).toEqual({ visits: 3, uniqueHits: 3 });
  });

  test('sites of different zones are asked together', async () => {
    await store().setZones(
      new Map([
        [SITE, NEW_YORK],
        [OTHER, 'Asia/Kolkata'],
      ]),
    );
    await store().append([...hitsOf(SITE), ...hitsOf(OTHER)]);
    const span = { start: new Date('2026-01-10T00:00:00Z'), end: new Date('2026-01-12T00:00:00Z') };
    expect(await store().visitorsBySite([SITE, OTHER], span)).toEqual(
      new Map([
        [SITE, 1],
        [OTHER, 1],
      ]),
    );
  });
};
