/** Random funnels, paths and weeks over a few random histories: an engine answers what plain arrays answer. */
import { expect } from 'bun:test';
import fc from 'fast-check';
import type { GoalCondition } from '../../src/core/goals/condition.ts';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import { FUNNEL_ORDERS, type FunnelQuery } from '../../src/core/hits/funnels.ts';
import { PATH_DIRECTIONS, type PathsQuery } from '../../src/core/hits/paths.ts';
import type { Condition, Filter } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import { FUZZ_SEED, fuzzCases } from './fuzz.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit } from './hit-rows.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';
import { nestedOf } from './random-filters.ts';
import { setZones, ZONES } from './random-questions.ts';

const START = Date.UTC(2026, 2, 10);
const PATHS = ['/', '/a', '/a/b', '/ü'];

/** Minutes on two days, many of them the same. */
const minutes = fc.oneof(fc.nat(12), fc.nat(90), fc.integer({ min: 1420, max: 1460 }), fc.nat(2880));
const rows = fc.array(
  fc.record({
    kind: fc.constantFrom('hit', 'hit', 'hit', 'hit', 'event', 'event', 'engagement'),
    minute: minutes,
    visitor: fc.constantFrom(null, 1n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n),
    path: fc.constantFrom(...PATHS),
    event: fc.constantFrom('sent', 'paid'),
    value: fc.constantFrom(null, '1'),
    country: fc.constantFrom('DE', 'DE', 'FR'),
    properties: fc.constantFrom(null, null, '{"plan":"pro"}'),
    view: fc.constantFrom(1n, 2n),
    scrollDepth: fc.constantFrom(null, 0, 30, 60, 100),
    siteId: fc.constantFrom(1, 1, 1, 1, 2),
  }),
  { minLength: 60, maxLength: 110, size: 'max' },
);
type Row = typeof rows extends fc.Arbitrary<(infer Made)[]> ? Made : never;

const toHit = ({ minute, event, value, view, scrollDepth, ...row }: Row): NewHit =>
  aHit({
    ...row,
    createdAt: new Date(START + minute * MINUTE_MS),
    ...(row.kind === 'event' && { event, value }),
    ...(row.kind === 'engagement' && { view, scrollDepth, engagedSeconds: 5 }),
  });

const conditions: fc.Arbitrary<GoalCondition> = fc.constantFrom<GoalCondition[]>(
  ...PATHS.map(path => ({ path })),
  ...PATHS.map(path => ({ path })),
  { path: '/a/**' },
  { path: '/*' },
  { path: '/none', pages: ['/a'] },
  { path: '/a/**', pages: ['/', '/b**'] },
  { path: '**' },
  { event: 'sent' },
  { event: 'sent' },
  { event: 'paid', value: '1' },
  { event: 'paid', properties: { plan: 'pro' } },
  { scrollDepth: 50 },
);
const filter = fc.constantFrom<Filter[]>(
  { dimension: 'country', is: 'DE' },
  { dimension: 'path', is: '/a' },
  { dimension: 'path', isNot: '/a' },
  { dimension: 'event', is: 'sent' },
  { dimension: 'entry_page', isNot: '/' },
  { dimension: 'property:plan', is: 'pro' },
);
const filters = fc.array(
  fc.oneof(
    { arbitrary: filter as fc.Arbitrary<Condition>, weight: 2 },
    { arbitrary: nestedOf(filter, conditions), weight: 1 },
  ),
  { maxLength: 1 },
);
const spans = fc.constantFrom(
  [0, 2 * DAY_MS],
  [0, DAY_MS],
  [5 * MINUTE_MS, 40 * MINUTE_MS],
  [HOUR_MS, DAY_MS + HOUR_MS],
);
const toSpan = ([start = 0, end = 0]: readonly number[]) => ({
  start: new Date(START + start),
  end: new Date(START + end),
});

const funnels: fc.Arbitrary<FunnelQuery> = fc.record({
  siteId: fc.constant(1),
  span: spans.map(toSpan),
  filters,
  steps: fc.array(conditions, { minLength: 2, maxLength: 8, size: '+1' }),
  order: fc.constantFrom(...FUNNEL_ORDERS),
  withinMs: fc.constantFrom(null, null, 3 * MINUTE_MS, HOUR_MS, DAY_MS),
  maxPaths: fc.constantFrom(2, 10),
});

const paths: fc.Arbitrary<PathsQuery> = fc
  .record({
    siteId: fc.constant(1),
    span: spans.map(toSpan),
    filters,
    start: fc.constantFrom(null, { path: '/a' }, { path: '/' }, { event: 'sent' }),
    direction: fc.constantFrom(...PATH_DIRECTIONS),
    steps: fc.integer({ min: 1, max: 5 }),
    maxPages: fc.constantFrom(1, 2, 10),
    via: fc.array(fc.constantFrom(...PATHS), { maxLength: 2 }),
    maxHits: fc.constant(1000),
  })
  .map(query => ({ ...query, via: query.via.slice(0, query.steps - 1) }));

const RETURNING = { shape: 'flows', of: 'returning', siteId: 1, weeks: 2 } as const;

/** How much is asked: histories in the long form, and funnels and paths over each. */
interface Extent {
  readonly histories: number;
  readonly funnels: number;
  readonly paths: number;
}

/** Compares an engine's answers; its rows are compacted between two halves of a history. */
export const expectRightFlows = async (store: TestHitStore, extent: Extent): Promise<void> => {
  const says = fc.asyncProperty(
    rows,
    fc.array(funnels, { minLength: extent.funnels, maxLength: extent.funnels }),
    fc.array(paths, { minLength: extent.paths, maxLength: extent.paths }),
    fc.constantFrom(...ZONES),
    async (made, askedFunnels, askedPaths, zone) => {
      const memory = createMemoryHitStore();
      const hits = made.map(toHit);
      for (const siteId of [1, 2]) await store.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
      await setZones([store, memory], new Map([[1, zone]]));
      for (const each of [store, memory]) {
        await each.append(hits.slice(0, hits.length / 2));
        await each.maintain({ force: true });
        await each.append(hits.slice(hits.length / 2));
      }
      const asked = [
        ...['2026-03-04', '2026-03-05', '2026-03-11'].map(firstDay => ({ ...RETURNING, firstDay })),
        ...askedFunnels.map(query => ({ shape: 'flows', of: 'funnel', ...query }) as const),
        ...askedPaths.map(query => ({ shape: 'flows', of: 'paths', ...query }) as const),
      ];
      for (const question of asked)
        expect([question, await store.ask(question)]).toEqual([question, await memory.ask(question)]);
    },
  );
  await fc.assert(says, { seed: FUZZ_SEED, numRuns: fuzzCases(extent.histories), endOnFailure: true });
};
