/** Questions about random rows: whatever is filtered, grouped and counted, the engine says what plain arrays say. */

import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import { DIMENSIONS, type Filter, type HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { aHit } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';

const START = Date.UTC(2026, 2, 1);
const PATHS = ['/', '/a', '/A', '/ü', '/😀', "/'"];
const REFERRERS = [
  null,
  'https://www.News.example/a',
  'news.example/b',
  'http://other.example:80?x',
  '://',
  '',
];
const QUERIES = [
  'utm_campaign=a',
  'utm_campaign=%41+b&utm_medium=A',
  'utm_campaign=%ff',
  'x=1',
  'utm_campaign=é%',
];
const EVENTS = ['a.b', 'form.sent'];

const rows = fc.array(
  fc.record({
    kind: fc.constantFrom('hit', 'hit', 'hit', 'event', 'agent_visit', 'spam_hit'),
    visitor: fc.option(fc.bigInt({ min: 1n, max: 8n }), { nil: null }),
    isStable: fc.boolean(),
    offsetMs: fc.oneof(fc.integer({ min: 0, max: 6 * DAY_MS }), fc.constantFrom(0, 1, DAY_MS, DAY_MS + 1)),
    path: fc.constantFrom(...PATHS),
    query: fc.constantFrom(null, null, ...QUERIES),
    referrer: fc.constantFrom(...REFERRERS),
    country: fc.constantFrom('DE', 'XX'),
    isMobile: fc.constantFrom(null, true, false),
    source: fc.constantFrom(null, 'News'),
    event: fc.constantFrom(...EVENTS),
    siteId: fc.constantFrom(1, 1, 1, 2),
  }),
  { minLength: 1, maxLength: 50 },
);
type Row = typeof rows extends fc.Arbitrary<(infer Made)[]> ? Made : never;

/** A visitor of a day's scope has another hash on every UTC day. */
const hitOf = ({ offsetMs, visitor, isStable, query, ...rest }: Row): NewHit => {
  const dayHash = visitor === null ? null : BigInt(1 + Math.floor(offsetMs / DAY_MS)) * 100n + visitor;
  return aHit({
    ...rest,
    createdAt: new Date(START + offsetMs),
    url: query && `https://example.com${rest.path}?${query}`,
    visitorHash: isStable ? visitor : dayHash,
    visitorScope: visitor === null ? null : isStable ? 'stable' : 'day',
  });
};

const values = fc.constantFrom(
  ...PATHS,
  'DE',
  'News',
  'news.example',
  'a',
  'A b',
  'mobile',
  'unknown',
  ...EVENTS,
);
const parts = fc.constantFrom('', 'A', 'NEWS', '/', 'e', 'sent', 'x');
const someOf = (value: fc.Arbitrary<string>) => fc.array(fc.option(value, { nil: null }), { maxLength: 3 });
const filters: fc.Arbitrary<Filter> = fc
  .tuple(
    fc.constantFrom(...DIMENSIONS),
    fc.oneof(
      fc.record({ is: fc.option(values, { nil: null }) }),
      fc.record({ isNot: fc.option(values, { nil: null }) }),
      fc.record({ isAnyOf: someOf(values) }),
      fc.record({ isNoneOf: someOf(values) }),
      fc.record({ contains: parts }),
      fc.record({ containsAnyOf: someOf(parts) }),
      fc.record({ containsNone: someOf(parts) }),
    ),
  )
  .map(([dimension, condition]) => ({ dimension, ...condition }));

const questions = fc.record({
  siteId: fc.constantFrom(1, 2),
  kind: fc.constantFrom('hit' as const, 'hit' as const, ...HIT_KINDS),
  startMs: fc.oneof(fc.constantFrom(0, DAY_MS), fc.integer({ min: 0, max: 3 * DAY_MS })),
  lengthMs: fc.option(
    fc.oneof(fc.constantFrom(DAY_MS, 7 * DAY_MS), fc.integer({ min: 1, max: 6 * DAY_MS })),
    {
      nil: null,
    },
  ),
  filters: fc.array(filters, { maxLength: 2 }),
  dimension: fc.constantFrom(...DIMENSIONS),
  search: fc.option(parts, { nil: undefined }),
  slice: fc.record({ offset: fc.nat(3), limit: fc.integer({ min: 0, max: 9 }) }),
  stepMs: fc.constantFrom(DAY_MS, DAY_MS, 2 * DAY_MS, HOUR_MS, 5.5 * HOUR_MS, 77_777_777),
  shiftMs: fc.constantFrom(0, 0, -HOUR_MS, 900_000, 77),
});
type Question = typeof questions extends fc.Arbitrary<infer Made> ? Made : never;

const answersOf = async (store: HitStore, asked: Question): Promise<Record<string, unknown>> => {
  const { siteId, kind, startMs, lengthMs, dimension, search, slice, stepMs, shiftMs } = asked;
  const start = new Date(START + startMs);
  const span = lengthMs === null ? null : { start, end: new Date(+start + lengthMs) };
  const query: HitQuery = { siteId, kind, span, filters: asked.filters };
  const edges = Array.from({ length: 8 }, (_, index) => new Date(START + shiftMs + index * stepMs));
  return {
    totals: await store.totals(query),
    count: await store.count(query),
    group: await store.group(query, dimension, { ...slice, ...(search === undefined ? {} : { search }) }),
    series: await store.series(query, edges, { countsVisitors: true }),
    engagement: await store.engagement(query),
    list: (await store.list(query, slice)).map(({ id: _, ...row }) => row),
  };
};

test('random questions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'questions-'));
  const duck = await openDuckHitStore(folder);
  const says = fc.asyncProperty(
    rows,
    fc.boolean(),
    fc.array(questions, { minLength: 8, maxLength: 8 }),
    async (made, isFolded, asked) => {
      const memory = createMemoryHitStore();
      for (const siteId of [1, 2]) await duck.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
      for (const store of [duck, memory]) await store.append(made.map(hitOf));
      if (isFolded) await duck.maintain({ force: true });
      for (const question of asked)
        expect(await answersOf(duck, question)).toEqual(await answersOf(memory, question));
    },
  );
  try {
    await fc.assert(says, {
      seed: 20_260_311,
      numRuns: 8,
      endOnFailure: true,
    });
  } finally {
    await duck.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
