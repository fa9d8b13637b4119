/** What every engine must make of engagement: a part of the suite in `hit-store-contract.ts`. */
import { expect } from 'bun:test';
import type { PageEngagement } from '../../src/core/hits/answers.ts';
import type { EngagedPages, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aQuery, between } from '../support/hit-rows.ts';
import { importRows } from '../support/import-rows.ts';
import { type ContractTests, ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import {
  type Append,
  describeFreshAndCompacted,
  eventAt,
  groupVisits,
  hitAt,
} from '../support/visit-rows.ts';

const DAY = between('2026-03-10', '2026-03-11');

/** A report of the visitor of `hitAt`. */
const reportAt = (
  time: string,
  path: string,
  {
    view = 1n,
    seconds = 20,
    depth = 50,
    ...given
  }: Partial<NewHit> & {
    view?: bigint;
    seconds?: number;
    depth?: number | null;
    visitor?: bigint | null;
    at?: string;
  } = {},
): NewHit =>
  hitAt(time, path, { kind: 'engagement', view, engagedSeconds: seconds, scrollDepth: depth, ...given });

/** Runs the suite, with the rows that each test begins with fresh, and compacted where that makes a difference. */
export const describeEngagement = (
  store: () => TestHitStore,
  states?: readonly boolean[],
  tests = ONE_BY_ONE,
): void =>
  describeFreshAndCompacted(
    'engagement',
    store,
    given => {
      testPages(store, given, tests);
      testBounces(store, given, tests);
      testRows(store, given, tests);
    },
    states,
  );

/** Figures of pages: path, views, mean and median of seconds, then of depth. */
const figures = (pages: readonly PageEngagement[]) =>
  pages
    .map(({ path, views, engagedSeconds, scrollDepth }) => [
      path,
      views,
      engagedSeconds.mean,
      engagedSeconds.median,
      scrollDepth?.mean ?? null,
      scrollDepth?.median ?? null,
    ])
    .sort();

const testPages = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const read = async (pages: EngagedPages = 'together', query: Partial<HitQuery> = {}) =>
    figures(await store().pageEngagement(aQuery({ span: DAY, ...query }), pages));

  test('the largest totals of each view count, and means and medians are over views', async () => {
    await given(
      ...[1n, 2n, 3n, 4n].map(visitor => hitAt('10:00:00', '/a', { visitor })),
      hitAt('10:00:00', '/b'),
      reportAt('10:01:00', '/a', { seconds: 10, depth: 100 }),
      reportAt('10:02:00', '/a', { seconds: 30, depth: 40 }),
      reportAt('10:02:00', '/a', { seconds: 30, depth: 40 }),
      reportAt('10:01:00', '/a', { visitor: 2n, seconds: 40, depth: 20 }),
      reportAt('10:05:00', '/a', { visitor: 3n, seconds: 200, depth: null }),
      reportAt('10:01:00', '/a', { visitor: 4n, seconds: 10, depth: 30 }),
    );
    expect(await read()).toEqual([[null, 4, 70, 35, 50, 30]]);
    expect(await read(['/a', '/b', '/c'])).toEqual([['/a', 4, 70, 35, 50, 30]]);
    await store().append([reportAt('10:01:00', '/b', { depth: null })]);
    expect(await read(['/b'])).toEqual([['/b', 1, 20, 20, null, null]]);
    expect((await read('each')).map(([path]) => path)).toEqual(['/a', '/b']);
  });

  test('a page that is viewed twice has two views', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('10:10:00', '/a'),
      reportAt('10:05:00', '/a', { view: 1n, seconds: 20 }),
      reportAt('10:15:00', '/a', { view: 2n, seconds: 40 }),
      reportAt('10:20:00', '/a', { view: 1n, seconds: 30 }),
    );
    expect(await read(['/a'])).toEqual([['/a', 2, 35, 35, 50, 50]]);
  });

  test('reports without a hit before them, of another visitor, day, path or site count for nothing', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('10:00:00', '/other', { visitor: 2n }),
      reportAt('09:59:59', '/a'),
      reportAt('10:01:00', '/other'),
      reportAt('10:01:00', '/a', { visitor: 2n }),
      reportAt('10:01:00', '/a', { visitor: null }),
      reportAt('10:01:00', '/a', { siteId: 2 }),
      reportAt('', '/a', { at: '2026-03-11T00:05:00Z' }),
      hitAt('11:00:00', '/spam', { visitor: 5n, kind: 'spam_hit' }),
      reportAt('11:01:00', '/spam', { visitor: 5n }),
    );
    expect(await read('together', { span: null })).toEqual([]);
  });

  test('a hit that comes late counts from its own time on', async () => {
    await given(hitAt('10:00:00', '/a'));
    await given(
      hitAt('08:00:00', '/a'),
      reportAt('08:30:00', '/a', { view: 1n, seconds: 20 }),
      reportAt('10:30:00', '/a', { view: 2n, seconds: 40 }),
    );
    expect(await read()).toEqual([[null, 2, 30, 30, 50, 50]]);
    expect(await read(['/a'])).toEqual([['/a', 2, 30, 30, 50, 50]]);
  });

  test('nobody reads for longer than has passed since the view', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      reportAt('10:00:20', '/a', { view: 1n, seconds: 26 }),
      reportAt('10:00:20', '/a', { view: 1n, seconds: 25 }),
    );
    expect(await read(['/a'])).toEqual([['/a', 1, 25, 25, 50, 50]]);
  });

  test('they follow the span and the filters of hits, of each hit and of visits', async () => {
    await given(
      hitAt('10:00:00', '/start', { country: 'DE' }),
      hitAt('10:01:00', '/a', { country: 'FR' }),
      reportAt('10:02:00', '/a', { seconds: 30 }),
      hitAt('12:00:00', '/a', { visitor: 2n, country: 'FR' }),
      reportAt('12:30:00', '/a', { visitor: 2n, seconds: 90 }),
    );
    const fromGermany = [{ dimension: 'country', is: 'DE' }] as const;
    expect(await read(['/a'], { filters: fromGermany })).toEqual([]);
    expect(await read(['/a'], { filters: fromGermany, attribution: 'visit' })).toEqual([
      ['/a', 1, 30, 30, 50, 50],
    ]);
    expect(await read(['/a'], { span: between('2026-03-10T11:00:00Z', '2026-03-10T12:10:00Z') })).toEqual([
      ['/a', 1, 90, 90, 50, 50],
    ]);
    expect(await read()).toEqual([[null, 2, 60, 60, 50, 50]]);
  });
};

const testBounces = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const bounces = async (query: Partial<HitQuery> = {}) => {
    const { visits, bounces: count } = await store().engagement(aQuery({ span: DAY, ...query }));
    return [visits, count];
  };
  const byHour = async (query: Partial<HitQuery> = {}) => {
    const edges = ['10', '11', '12'].map(hour => new Date(`2026-03-10T${hour}:00:00Z`));
    const found = await store().series(aQuery(query), edges, { countsEngagement: true });
    return found.map(({ engagement }) => `${engagement?.visits} ${engagement?.bounces}`);
  };

  test('a visit that was read for ten seconds is no bounce, one of nine is', async () => {
    await given(
      hitAt('10:00:00', '/a', { visitor: 1n }),
      reportAt('10:05:00', '/a', { visitor: 1n, seconds: 10 }),
      hitAt('10:30:00', '/a', { visitor: 2n }),
      reportAt('10:35:00', '/a', { visitor: 2n, seconds: 9 }),
      hitAt('11:00:00', '/a', { visitor: 3n }),
      hitAt('11:00:00', '/a', { visitor: 4n }),
      eventAt('11:00:30', { visitor: 4n }),
      reportAt('11:01:00', '/a', { visitor: 4n }),
    );
    expect(await bounces()).toEqual([4, 2]);
    expect(await byHour()).toEqual(['2 1', '2 1']);
    expect(await byHour({ filters: [{ dimension: 'path', is: '/a' }], attribution: 'visit' })).toEqual([
      '2 1',
      '2 1',
    ]);
    const days = [DAY.start, DAY.end];
    const [day] = await store().series(aQuery(), days, { countsEngagement: true });
    expect([day?.engagement?.visits, day?.engagement?.bounces]).toEqual([4, 2]);
    expect(await bounces({ filters: [{ dimension: 'country', is: 'DE' }] })).toEqual([0, 0]);
  });

  test('a report after another view of the page is of that view', async () => {
    await given(hitAt('10:00:00', '/a'), hitAt('12:00:00', '/a'), reportAt('12:10:00', '/a'));
    expect(await bounces()).toEqual([2, 1]);
    await store().append([reportAt('10:10:00', '/a', { view: 2n })]);
    expect(await bounces()).toEqual([2, 0]);
  });

  test('a report makes the visit of the last hit before it engaged, not another one of its visitor', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('11:00:00', '/a'),
      hitAt('11:40:00', '/b'),
      reportAt('11:05:00', '/a'),
      reportAt('11:50:00', '/a', { view: 1n, seconds: 40 }),
      reportAt('11:30:00', '/b'),
    );
    expect(await bounces()).toEqual([3, 2]);
  });
};

const testRows = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  test('rows of engagement are no hits and no events, belong to no visit, and go with their visitor', async () => {
    await given(hitAt('10:00:00', '/a'));
    const before = [await store().totals(aQuery(), { countsVisits: true }), await groupVisits(store())];
    await given(reportAt('10:40:00', '/a'), reportAt('11:20:00', '/a'));
    expect([await store().totals(aQuery(), { countsVisits: true }), await groupVisits(store())]).toEqual(
      before,
    );
    expect(await store().count(aQuery({ kind: 'event' }))).toBe(0);
    expect(
      await store().listVisitor(
        { siteId: 1, kind: 'engagement', visitorHash: '0000000000000001' },
        { offset: 0, limit: 9 },
      ),
    ).toMatchObject([
      { path: '/a', view: 1n, engagedSeconds: 20, scrollDepth: 50, visitorScope: 'stable' },
      { id: 2 },
    ]);
    expect(await store().remove({ siteId: 1, kinds: ['engagement'], which: { visitorHash: 1n } })).toBe(2);
    expect(await store().pageEngagement(aQuery(), 'each')).toEqual([]);
  });

  test('an import has rows of engagement, and they count with the hits of their visitor', async () => {
    const report = { type: 'engagement', path: '/', visitor_hash: '00000000000000ff', view: 7 };
    const rows = [
      { created_at: '2026-03-10T10:00:00Z', path: '/', visitor_hash: '00000000000000ff' },
      { ...report, created_at: '2026-03-10T10:05:00Z', engaged_seconds: 30, scroll_depth: 80 },
      { ...report, created_at: '2026-03-10T10:06:00Z', engaged_seconds: 40 },
    ];
    const bad = [
      { engaged_seconds: -1 },
      { engaged_seconds: 86_401 },
      { engaged_seconds: 'long' },
      {},
      { engaged_seconds: 1, scroll_depth: 101 },
      { engaged_seconds: 1, view: 'x' },
    ].map(wrong => ({ ...report, created_at: '2026-03-10T10:07:00Z', ...wrong }));
    const first = await importRows(store(), [...rows, ...bad]);
    expect(first).toMatchObject({ bad: bad.length, duplicates: 0, imported: { hit: 1, engagement: 2 } });
    expect(await importRows(store(), rows)).toMatchObject({ duplicates: 3 });
    expect(await store().pageEngagement(aQuery(), 'each')).toMatchObject([
      { path: '/', views: 1, engagedSeconds: { median: 40 }, scrollDepth: { median: 80 } },
    ]);
  });
};
