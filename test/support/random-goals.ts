/** Random goals on random histories: an engine answers what plain arrays answer. */
import { expect } from 'bun:test';
import fc from 'fast-check';
import type { GoalCondition } from '../../src/core/goals/condition.ts';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import type { Condition, Dimension, Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import { FUZZ_SEED, fuzzCases } from './fuzz.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit, between } from './hit-rows.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';
import { nestedOf } from './random-filters.ts';
import { setZones, ZONES } from './random-questions.ts';

/** Where there is one case, half of its questions are asked. */
const CASES = fuzzCases(4);
const START = Date.UTC(2026, 2, 10);
const NOON = new Date(START + 12 * HOUR_MS);
const EDGE_SETS = [
  [0, 24, 48, 72],
  [-1, 23, 47],
  [0, 6, 12, 13, 24, 48],
].map(hours => hours.map(hour => new Date(START + hour * HOUR_MS)));
const SPANS = [
  null,
  between('2026-03-10', '2026-03-11'),
  between('2026-03-10', '2026-03-12'),
  { start: new Date(START + HOUR_MS / 2), end: new Date(START + DAY_MS + HOUR_MS) },
];

/** Minutes apart, so that visits have several rows and some of them share an instant. */
const rows = fc
  .array(
    fc.record({
      kind: fc.constantFrom('hit', 'hit', 'hit', 'event', 'event', 'engagement'),
      minute: fc.oneof(fc.nat(90), fc.nat(47 * 60)),
      visitor: fc.constantFrom(null, 1n, 1n, 1n, 2n, 2n, 3n),
      path: fc.constantFrom('/', '/a', '/a/b', '/b', '/b.c'),
      country: fc.constantFrom('DE', 'FR'),
      query: fc.constantFrom(null, 'utm_campaign=x'),
      event: fc.constantFrom('a.b', 'form.sent'),
      value: fc.constantFrom(null, 'red'),
      properties: fc.constantFrom(null, null, '{"plan":"pro"}', '{"plan":1,"x.y":true}'),
      revenueAmount: fc.constantFrom(null, 5, 12_345),
      revenueCurrency: fc.constantFrom('EUR', 'USD'),
      view: fc.constantFrom(1n, 2n),
      engagedSeconds: fc.constantFrom(0, 5, 60, 600),
      scrollDepth: fc.constantFrom(null, 0, 33, 100),
    }),
    { maxLength: 40, size: 'max' },
  )
  .map(made =>
    made.map(({ minute, query, kind, ...row }): NewHit => {
      const isEvent = kind === 'event';
      const isReport = kind === 'engagement';
      return aHit({
        ...row,
        kind,
        createdAt: new Date(START + minute * MINUTE_MS),
        url: query && `https://example.com${row.path}?${query}`,
        ...(!isEvent && { event: null, value: null, revenueAmount: null }),
        ...((!isEvent || row.revenueAmount === null) && { revenueCurrency: null }),
        ...(isReport && { properties: null, url: null }),
        ...(!isReport && { view: null, engagedSeconds: null, scrollDepth: null }),
      } as Parameters<typeof aHit>[0]);
    }),
  );

const goals = fc.oneof(
  fc.constantFrom<GoalCondition>(
    { path: '/a' },
    { path: '/a*' },
    { path: '/*' },
    { path: '/**' },
    { path: '**b' },
    { path: '/b.c' },
    { path: '/none' },
    { path: '/none', pages: ['/a'] },
    { path: '/a', pages: ['/b.c', '/b'] },
    { path: '/b', pages: ['/a*'] },
    { path: '/a*', pages: ['**b'] },
  ),
  fc.constantFrom<GoalCondition>(
    { event: 'a.b' },
    { event: 'a.b', value: 'red' },
    { event: 'form.sent', properties: { plan: '1' } },
    { event: 'a.b', value: 'red', properties: { plan: 'pro' } },
    { event: 'a.b', properties: { 'x.y': true } },
    { event: 'none.sent' },
  ),
  fc.constantFrom<GoalCondition>({ scrollDepth: 1 }, { scrollDepth: 50 }, { scrollDepth: 100 }),
);

const DIMENSIONS = [
  ...(['path', 'country', 'campaign', 'entry_page', 'exit_page', 'property:plan', 'channel'] as const),
] satisfies Dimension[];
const FILTERS: readonly Filter[] = [
  { dimension: 'country', is: 'DE' },
  { dimension: 'country', isNot: 'DE' },
  { dimension: 'path', is: '/a' },
  { dimension: 'path', isNoneOf: ['/a', '/b'] },
  { dimension: 'path', matchesAnyOf: ['/*B', '/A**'] },
  { dimension: 'path', matchesNone: ['/a*'] },
  { dimension: 'event', is: 'a.b' },
  { dimension: 'event', is: null },
  { dimension: 'entry_page', isAnyOf: ['/', '/a'] },
  { dimension: 'campaign', is: null },
  { dimension: 'property:plan', is: 'pro' },
];

const questions = fc.record({
  goals: fc.array(goals, { maxLength: 6 }),
  goal: goals,
  span: fc.constantFrom(...SPANS),
  filters: fc.array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...FILTERS) as fc.Arbitrary<Condition>, weight: 2 },
      { arbitrary: nestedOf(fc.constantFrom(...FILTERS), goals), weight: 1 },
    ),
    { maxLength: 2 },
  ),
  kind: fc.constantFrom<HitQuery['kind']>('hit', 'hit', 'event', 'agent_visit'),
  attribution: fc.constantFrom('hit', 'visit', 'visit'),
  dimension: fc.constantFrom(...DIMENSIONS),
  edges: fc.constantFrom(...EDGE_SETS),
});
type Question = typeof questions extends fc.Arbitrary<infer Made> ? Made : never;

const byKey = (a: { readonly key: string | null }, b: { readonly key: string | null }): number =>
  String(a.key).localeCompare(String(b.key));

const answersOf = async (store: TestHitStore, asked: Question) => {
  const { goal, dimension, edges, span, filters } = asked;
  const site = { siteId: 1, siteHosts: ['example.com'] };
  const query = { ...site, span, filters, kind: asked.kind, attribution: asked.attribution } as const;
  return {
    goals: await store.ask({
      ...{ shape: 'totals', of: 'goals', ...site },
      goals: asked.goals,
      filters,
      span: span ?? between('2026-03-10', '2026-03-12'),
    }),
    goalSeries: await store.ask({ shape: 'series', of: 'goals', siteId: 1, goals: asked.goals, edges }),
    whole: await store.conversions(query, { goal }),
    groups: (await store.conversions(query, { goal, dimension })).sort(byKey),
    series: await store.ask({ shape: 'series', of: 'conversions', ...query, edges, goal }),
  };
};

/** Compares the answers of an engine before and after rows came, it was compacted, and rows were removed. */
export const expectRightGoals = async (store: TestHitStore): Promise<void> => {
  const says = fc.asyncProperty(
    rows,
    rows,
    fc.array(questions, { minLength: 12, maxLength: 12 }),
    fc.constantFrom(...ZONES),
    async (before, after, asked, zone) => {
      const memory = createMemoryHitStore();
      await store.remove({ siteId: 1, kinds: HIT_KINDS, which: 'all' });
      await setZones([store, memory], new Map([[1, zone]]));
      const inBoth = async (work: (each: TestHitStore) => Promise<unknown>, questionCount: number) => {
        for (const each of [store, memory]) await work(each);
        for (const question of asked.slice(0, Math.ceil(questionCount / (CASES === 1 ? 2 : 1))))
          expect(await answersOf(store, question)).toEqual(await answersOf(memory, question));
      };
      await inBoth(each => each.append(before), 3);
      await inBoth(each => each.maintain({ force: true }), 0);
      await inBoth(each => each.append(after.slice(0, 3)), 6);
      await inBoth(each => each.append(after.slice(3)), asked.length);
      await inBoth(each => each.maintain({ force: true }), 3);
      await inBoth(each => each.remove({ siteId: 1, kinds: ['hit'], which: { before: NOON } }), 3);
    },
  );
  await fc.assert(says, { seed: FUZZ_SEED, numRuns: CASES, endOnFailure: true });
};
