/**
 * Random imported days beside random rows: whatever is asked, a store answers what plain arrays answer. `FUZZ_CASES` sets a larger
 * number of cases than a usual run has, `FUZZ_SEED` others.
 */
import { expect } from 'bun:test';
import fc from 'fast-check';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import { ATTRIBUTIONS, type Filter, GROUP_ORDERS, type HitQuery } from '../../src/core/hits/query.ts';
import { addDays } from '../../src/lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import { FUZZ_SEED, fuzzCases } from './fuzz.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit } from './hit-rows.ts';
import { importDays } from './imported-days.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';

const CASES = fuzzCases(12);
const FIRST_DAY = '2026-03-01';
const START = Date.parse(FIRST_DAY);
const DAYS = 12;
const VALUES = ['/', '/a', 'A', 'a', '"', 'ü, 😀'];
const GROUPINGS = ['path', 'source', 'entry_page', 'exit_page', 'country', 'event', 'device'] as const;

const days = fc.nat(DAYS - 1).map(offset => addDays(FIRST_DAY, offset));
const counts = fc.option(fc.nat(50));
const importedDays = fc.record({
  day: days,
  dimension: fc.constantFrom('total', 'total', ...GROUPINGS),
  value: fc.option(fc.constantFrom(...VALUES)),
  visitors: counts,
  visits: counts,
  views: counts,
  bounces: counts,
  duration_seconds: counts,
  events: counts,
  part: fc.option(fc.constantFrom(1, 2)),
  unique_views: fc.oneof(fc.constant(null), counts),
});
/** Totals have no value. */
const imports = fc.array(
  fc
    .array(importedDays, { minLength: 1, maxLength: 40 })
    .map(rows => rows.map(row => (row.dimension === 'total' ? { ...row, value: null } : row))),
  { minLength: 1, maxLength: 3 },
);
const rows = fc.array(
  fc.record({
    kind: fc.constantFrom('hit', 'hit', 'event'),
    createdAt: fc.nat(DAYS * 24).map(hours => new Date(START + hours * HOUR_MS)),
    visitor: fc.constantFrom(null, 1n, 2n),
    path: fc.constantFrom(...VALUES),
    source: fc.option(fc.constantFrom(...VALUES)),
    siteId: fc.constantFrom(1, 1, 2),
    event: fc.constantFrom(...VALUES),
  }),
  { maxLength: 30 },
);
const values = fc.option(fc.constantFrom(...VALUES));
const filters: fc.Arbitrary<Filter> = fc
  .constantFrom(...GROUPINGS)
  .chain(dimension =>
    fc
      .oneof(
        fc.record({ is: values }),
        fc.record({ isNot: values }),
        fc.record({ isAnyOf: fc.array(values, { maxLength: 3 }) }),
        fc.record({ containsAnyOf: fc.constantFrom([''], ['a'], ['/']) }),
      )
      .map(condition => ({ dimension, ...condition })),
  );
const questions = fc.record({
  siteId: fc.constantFrom(1, 1, 2),
  kind: fc.constantFrom('hit', 'hit', 'hit', ...HIT_KINDS),
  attribution: fc.constantFrom(...ATTRIBUTIONS),
  filters: fc.oneof(fc.constant([]), fc.array(filters, { maxLength: 2 })),
  range: fc.tuple(days, days).map(([a, b]) => ({ first: a < b ? a : b, last: a < b ? b : a })),
  isAllTime: fc.boolean(),
  dimension: fc.constantFrom(...GROUPINGS),
  search: fc.option(fc.constantFrom('', 'a', '/'), { nil: undefined }),
  countsVisitors: fc.boolean(),
  orderBy: fc.constantFrom(...GROUP_ORDERS),
  slice: fc.record({ offset: fc.nat(3), limit: fc.integer({ min: 0, max: 9 }) }),
  step: fc.integer({ min: 1, max: 4 }),
});
type Question = typeof questions extends fc.Arbitrary<infer Made> ? Made : never;

/** A store that adds imported days. */
type Store = Omit<TestHitStore, 'importFile' | 'findImport'>;

const answersOf = async (store: Store, asked: Question): Promise<Record<string, unknown>> => {
  const { range, isAllTime, countsVisitors, step, slice } = asked;
  const span = { start: new Date(range.first), end: new Date(Date.parse(range.last) + DAY_MS) };
  const { siteId, kind, attribution } = asked;
  const query: HitQuery = {
    ...{ siteId, kind, attribution, filters: asked.filters },
    span: isAllTime ? null : span,
    importedDays: isAllTime ? 'all' : range,
  };
  const options = {
    ...slice,
    ...(asked.search !== undefined && { search: asked.search }),
    ...(countsVisitors && { countsVisitors, orderBy: asked.orderBy }),
  };
  const days = Array.from({ length: 6 }, (_, index) => addDays(FIRST_DAY, index * step));
  const edges = days.map(day => new Date(day));
  const sites = [1, 2, 3];
  const sorted = <Value>(found: ReadonlyMap<number, Value>) => [...found].sort(([a], [b]) => a - b);
  return {
    totals: await store.totals(query, { countsVisits: countsVisitors }),
    count: await store.count(query),
    engagement: await store.engagement(query),
    group: await store.group(query, asked.dimension, options),
    series: await store.series(query, edges, {
      importedEdges: days,
      countsVisitors,
      countsEngagement: countsVisitors,
    }),
    sites: sorted(await store.totalsBySite(sites, span, { importedDays: range })),
    visitors: sorted(await store.visitorsBySite(sites, span, { importedDays: range })),
    seriesOfSites: sorted(await store.seriesBySite(sites, edges, { importedDays: days })),
    spans: await store.importedSpans(siteId),
  };
};

export const RANDOM_DAYS_TIMEOUT_MS = 300_000 + CASES * 5_000;

/** Asks an empty store random questions: a share of the cases where each takes long. */
export const expectRightSums = async (store: Store, share = 1): Promise<void> => {
  const says = fc.asyncProperty(
    imports,
    rows,
    fc.array(questions, { minLength: 8, maxLength: 8 }),
    fc.boolean(),
    async (given, made, asked, isRemoved) => {
      const memory = createMemoryHitStore();
      for (const siteId of [1, 2]) await store.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
      for (const each of [store, memory]) {
        await each.append(made.map(aHit));
        for (const [index, imported] of given.entries())
          await importDays(each, imported, { siteId: 1 + (index % 2), importKey: `${index}` });
        if (isRemoved) await each.removeDays(1, '0');
      }
      for (const question of asked)
        expect(await answersOf(store, question)).toEqual(await answersOf(memory, question));
    },
  );
  await fc.assert(says, { seed: FUZZ_SEED, numRuns: Math.ceil(CASES * share), endOnFailure: true });
};
