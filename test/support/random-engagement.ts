/** Random reports of engagement beside random hits: an engine answers what plain arrays answer. */
import { expect } from 'bun:test';
import fc from 'fast-check';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import { FUZZ_SEED, fuzzCases } from './fuzz.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit, aQuery, between } from './hit-rows.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';
import { setZones, ZONES } from './random-questions.ts';

const START = Date.UTC(2026, 2, 10);
const EDGES = [0, 6, 12, 24, 48].map(hour => new Date(START + hour * HOUR_MS));

/** No two instants are the same: which hit is the last before a report is then known. */
const rows = fc
  .uniqueArray(
    fc.record({
      kind: fc.constantFrom('hit', 'hit', 'event', 'engagement', 'engagement', 'engagement'),
      minute: fc.oneof(fc.nat(90), fc.nat(47 * 60)),
      second: fc.nat(59),
      visitor: fc.constantFrom(null, 1n, 1n, 2n, 3n),
      path: fc.constantFrom('/a', '/a', '/b', '/c'),
      country: fc.constantFrom('DE', 'FR'),
      view: fc.constantFrom(1n, 2n),
      engagedSeconds: fc.constantFrom(0, 5, 9, 10, 11, 60, 600, 3600),
      scrollDepth: fc.constantFrom(null, 0, 33, 100),
    }),
    { selector: ({ minute, second }) => minute * 60 + second, maxLength: 60 },
  )
  .map(made =>
    made.map(({ minute, second, ...row }): NewHit => {
      const isReport = row.kind === 'engagement';
      return aHit({
        ...row,
        event: row.kind === 'event' ? 'a.b' : null,
        createdAt: new Date(START + minute * MINUTE_MS + second * 1000),
        ...(!isReport && { view: null, engagedSeconds: null, scrollDepth: null }),
      } as Parameters<typeof aHit>[0]);
    }),
  );

const queries: readonly Partial<HitQuery>[] = [
  {},
  { span: between('2026-03-10', '2026-03-11') },
  { filters: [{ dimension: 'path', is: '/a' }] },
  { span: { start: new Date(START + HOUR_MS / 2), end: new Date(START + DAY_MS + HOUR_MS) } },
  { filters: [{ dimension: 'country', is: 'DE' }] },
  { filters: [{ dimension: 'country', is: 'DE' }], attribution: 'visit' },
  { filters: [{ dimension: 'path', is: '/a' }], attribution: 'visit' },
  { filters: [{ dimension: 'event', is: null }], attribution: 'visit' },
];

const round = (value: number | undefined) =>
  value === undefined ? undefined : Math.round(value * 1e6) / 1e6;

const DAYS = [0, 24, 48].map(hour => new Date(START + hour * HOUR_MS));

const answersOf = async (store: TestHitStore, given: Partial<HitQuery>) => {
  const query = aQuery(given);
  const pages = [
    ...(await store.pageEngagement(query, 'each')),
    ...(await store.pageEngagement(query, ['/a', '/c', '/none'])),
  ];
  const byDay = await store.series(query, DAYS, { countsEngagement: true });
  const series = await store.series(query, EDGES, { countsEngagement: true });
  return {
    pages: [...(await store.pageEngagement(query, 'together')), ...pages]
      .map(({ path, views, engagedSeconds, scrollDepth }) => [
        path,
        views,
        ...[engagedSeconds, scrollDepth].flatMap(each => [round(each?.mean), round(each?.median)]),
      ])
      .sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
    visits: await store.engagement(query),
    buckets: [...series, ...byDay].map(({ engagement }) => engagement),
  };
};

/** What is done between two comparisons: rows are removed. */
const removals: readonly Removal[] = [
  { siteId: 1, kinds: ['engagement'], which: { ids: [] } },
  { siteId: 1, kinds: ['hit', 'engagement'], which: { visitorHash: 2n } },
  { siteId: 1, kinds: ['event'], which: 'all' },
  { siteId: 1, kinds: HIT_KINDS, which: { before: new Date(START + 10 * HOUR_MS) } },
];

/** Compares the answers of an engine, which is compacted between two halves of the rows, before and after rows are removed. */
export const expectRightEngagement = async (
  store: TestHitStore,
  verify: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const says = fc.asyncProperty(
    rows,
    rows,
    fc.constantFrom(...removals),
    fc.constantFrom(...ZONES),
    async (before, after, removal, zone) => {
      const memory = createMemoryHitStore();
      await store.remove({ siteId: 1, kinds: HIT_KINDS, which: 'all' });
      await setZones([store, memory], new Map([[1, zone]]));
      const known = new Set(before.map(row => +row.createdAt));
      for (const each of [store, memory]) {
        await each.append(before);
        await each.maintain({ force: true });
        await each.append(after.filter(row => !known.has(+row.createdAt)));
      }
      const compare = async () => {
        for (const query of queries)
          expect(await answersOf(store, query)).toEqual(await answersOf(memory, query));
      };
      await compare();
      await verify();
      for (const each of [store, memory]) await each.remove(removal);
      await compare();
      await verify();
    },
  );
  await fc.assert(says, { seed: FUZZ_SEED, numRuns: fuzzCases(3), endOnFailure: true });
};
