/** Groups with visitors, and conversions, that are kept in memory: whatever rows come, an engine answers what plain arrays answer. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { GoalCondition } from '../../src/core/goals/condition.ts';
import type { GroupConversions } from '../../src/core/goals/query.ts';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import { ATTRIBUTIONS, type Dimension, type Filter, GROUP_ORDERS } from '../../src/core/hits/query.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { withSummedPlaces } from '../../src/stores/summed-places.ts';
import { createTestHitStore, openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { FUZZ_SEED, fuzzCases } from '../support/fuzz.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, toText } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { QUESTIONS_TIMEOUT_MS } from '../support/random-questions.ts';
import { hitAt, ofVisits } from '../support/visit-rows.ts';

const START = Date.UTC(2026, 2, 10);
const DIMENSIONS: readonly Dimension[] = [
  ...(['path', 'entry_page', 'exit_page', 'city', 'region', 'channel', 'hostname'] as const),
  ...(['property:plan', 'property:x.y'] as const),
];
const FILTERS: readonly Filter[] = [
  { dimension: 'city', is: 'Berlin' },
  { dimension: 'region', isNot: 'Berlin' },
  { dimension: 'channel', isAnyOf: ['Direct', null] },
  { dimension: 'path', containsAnyOf: ['A'] },
  { dimension: 'exit_page', is: '/a' },
];
const GOALS: readonly GoalCondition[] = [
  { path: '/a' },
  { path: '/**' },
  { event: 'a.b', properties: { plan: 'pro' } },
];
const hoursAfter = (hours: number): Date => new Date(START + hours * HOUR_MS);
const SPANS = [
  null,
  ...[
    [0, 24],
    [0, 48],
    [24, 72],
    [-1, 23],
    [13, 40],
  ].map(([start = 0, end = 0]) => ({ start: hoursAfter(start), end: hoursAfter(end) })),
];

const rows = fc.array(
  fc
    .record({
      kind: fc.constantFrom('hit', 'hit', 'hit', 'event'),
      minute: fc.oneof(fc.nat(90), fc.nat(71 * 60)),
      visitor: fc.option(fc.bigInt(1n, 9n), { freq: 6 }),
      path: fc.constantFrom('/', '/a', '/b'),
      referrer: fc.constantFrom(
        null,
        null,
        'https://www.google.de/',
        'https://example.com/',
        'https://news.example/',
      ),
      city: fc.constantFrom(null, 'Berlin', 'Bonn', 'Köln', '😀', '\uFFE0'),
      region: fc.constantFrom(null, 'Berlin', 'NRW'),
      properties: fc.constantFrom(
        null,
        null,
        '{"plan":"pro"}',
        '{"plan":1,"x.y":true}',
        '{"plan":"😀"}',
        '{"plan":"\uFFE0"}',
      ),
    })
    .map(({ minute, kind, visitor, ...row }) => {
      const day = BigInt(Math.floor(minute / (24 * 60)));
      const isOfDay = visitor !== null && visitor % 2n === 0n;
      return aHit({
        ...row,
        kind,
        createdAt: new Date(START + minute * MINUTE_MS),
        event: kind === 'event' ? 'a.b' : null,
        visitor: isOfDay ? visitor + 100n * day : visitor,
        ...(isOfDay && { visitorScope: 'day' }),
      } as Parameters<typeof aHit>[0]);
    }),
  { maxLength: 30, size: 'max' },
);
const steps = fc.array(fc.record({ rows, action: fc.constantFrom('ask', 'ask', 'compact', 'remove') }), {
  minLength: 4,
  maxLength: 6,
});
const questions = fc.array(
  fc.record({
    dimension: fc.constantFrom(...DIMENSIONS),
    attribution: fc.constantFrom(...ATTRIBUTIONS),
    span: fc.constantFrom(...SPANS),
    countsVisitors: fc.boolean(),
    orderBy: fc.constantFrom(...GROUP_ORDERS),
    offset: fc.constantFrom(0, 0, 2),
    filters: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray([...FILTERS], { maxLength: 2 })),
    goal: fc.option(fc.constantFrom(...GOALS), { nil: undefined }),
    isGrouped: fc.boolean(),
  }),
  { minLength: 10, maxLength: 10 },
);

const byKey = (a: GroupConversions, b: GroupConversions): number =>
  String(a.key).localeCompare(String(b.key)) || a.conversions - b.conversions;

const expectSameGroups = async (duck: TestHitStore): Promise<void> => {
  const says = fc.asyncProperty(steps, questions, async (steps, questions) => {
    await duck.remove({ siteId: 1, kinds: HIT_KINDS, which: 'all' });
    const stores = [
      withSummedPlaces(duck as never),
      withSummedPlaces(createMemoryHitStore() as never),
    ] as const;
    const [ours, plain] = stores as unknown as readonly [TestHitStore, TestHitStore];
    for (const [step, { rows, action }] of steps.entries()) {
      for (const store of [ours, plain]) {
        await store.append(rows);
        if (action === 'remove')
          await store.remove({ siteId: 1, kinds: HIT_KINDS, which: { before: hoursAfter(1) } });
      }
      // Before any question, so that there are sums to keep.
      if (step === 0 || action === 'compact') await duck.maintain({ force: true });
      for (const question of questions) {
        const { dimension, attribution, span, filters, goal, isGrouped, ...asked } = question;
        const page = { ...asked, limit: 9, ...(!asked.countsVisitors && { orderBy: 'hits' as const }) };
        const query = aQuery({ attribution, span, filters, siteHosts: ['example.com'] });
        const ask = async (store: TestHitStore) =>
          goal
            ? (await store.conversions(query, { goal, ...(isGrouped && { dimension }) })).sort(byKey)
            : store.group(query, dimension, page);
        expect(await ask(ours)).toEqual(await ask(plain));
      }
    }
  });
  await fc.assert(says, { seed: FUZZ_SEED, numRuns: fuzzCases(3), endOnFailure: true });
};

test(
  'groups that are asked for again after other rows',
  async () => {
    await using duck = await openTemporaryHitStore({ maxRawHits: 0, refreshPace: { rows: 7, pauses: 0 } });
    await expectSameGroups(duck);
  },
  QUESTIONS_TIMEOUT_MS,
);

/** Returns a store over an engine, and how many of its reads have a text. */
const countReads = (engine: HitEngine, text: string) => {
  const reads = { count: 0 };
  const readInTransaction: HitEngine['readInTransaction'] = (work, options) =>
    engine.readInTransaction(session => {
      const read: typeof session.read = (sql, values) => {
        if (sql.includes(text)) reads.count += 1;
        return session.read(sql, values);
      };
      return work({ read });
    }, options);
  return { reads, store: createTestHitStore({ ...engine, readInTransaction }, { maxRawHits: 0 }) };
};

test('conversions of groups are counted from all rows once; later rows join visits, and removed ones are gone', async () => {
  await using opened = await openTemporaryHitStore({ maxRawHits: 0 });
  const { store, reads } = countReads(opened.engine, 'reached as materialized');
  const ask = () => store.conversions(ofVisits(), { goal: { path: '/thanks' }, dimension: 'exit_page' });
  const add = (at: string, path: string, visitor = 1n) => store.append([hitAt(at, path, { visitor })]);
  await add('10:00:00', '/');
  await add('10:01:00', '/thanks');
  expect(await ask()).toEqual([{ key: '/thanks', conversions: 1, visitors: 1 }]);
  await add('10:02:00', '/b');
  expect(await ask()).toEqual([{ key: '/b', conversions: 1, visitors: 1 }]);
  await add('10:03:00', '/thanks');
  await add('10:03:00', '/thanks', 2n);
  expect(await ask()).toEqual([{ key: '/thanks', conversions: 3, visitors: 2 }]);
  expect(reads.count).toBe(1);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [4] } });
  expect(await ask()).toEqual([
    { key: '/b', conversions: 1, visitors: 1 },
    { key: '/thanks', conversions: 1, visitors: 1 },
  ]);
});

test('of a later visit that began before the span only the rows within it convert', async () => {
  await using store = await openTemporaryHitStore({ maxRawHits: 0 });
  const span = { start: new Date('2026-03-10T10:00:00Z'), end: new Date('2026-03-11T00:00:00Z') };
  const ask = () =>
    store.conversions(ofVisits({ span }), { goal: { path: '/thanks' }, dimension: 'country' });
  await store.append([hitAt('10:30:00', '/thanks', { visitor: 1n })]);
  expect(await ask()).toEqual([{ key: 'XX', conversions: 1, visitors: 1 }]);
  await store.append([
    hitAt('09:50:00', '/thanks', { visitor: 2n }),
    hitAt('10:05:00', '/', { visitor: 2n }),
  ]);
  expect(await ask()).toEqual([{ key: 'XX', conversions: 1, visitors: 1 }]);
});

test('rows of visitors that are many are all counted again', async () => {
  await using opened = await openTemporaryHitStore({ maxRawHits: 0 });
  const { store, reads } = countReads(opened.engine, 'reached as materialized');
  const ask = () => store.conversions(ofVisits(), { goal: { path: '/thanks' }, dimension: 'path' });
  for (const [index, count] of [1, 1_999, 2_001].entries()) {
    const visitors = Array.from({ length: count }, (_, number) => BigInt(index * 10_000 + number));
    await store.append(visitors.map(visitor => hitAt('12:00:00', '/thanks', { visitor })));
    await ask();
  }
  expect(await ask()).toEqual([{ key: '/thanks', conversions: 4_001, visitors: 4_001 }]);
  expect(reads.count).toBe(2);
});

test('groups by a property count the visitors of all rows once', async () => {
  await using opened = await openTemporaryHitStore({ maxRawHits: 0 });
  const { store, reads } = countReads(opened.engine, 'count(distinct visit_id)');
  const add = (visitor: bigint) =>
    store.append([hitAt('10:00:00', '/', { visitor, properties: '{"plan":"pro"}' })]);
  const slice = { offset: 0, limit: 9, countsVisitors: true };
  for (const visitor of [1n, 2n, 3n]) {
    await add(visitor);
    const { rows } = await store.group(ofVisits(), 'property:plan', slice);
    const number = Number(visitor);
    expect(rows).toEqual([
      { key: 'pro', hits: number, uniqueHits: number, visitors: number, visits: number },
    ]);
  }
  expect(reads.count).toBe(1);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [2] } });
  expect(await store.group(ofVisits(), 'property:plan', slice)).toMatchObject({
    rows: [{ key: 'pro', hits: 2, visitors: 2 }],
  });
});

test('visitors of places that are not named are counted separately from those of named ones', async () => {
  await using duck = await openTemporaryHitStore({ maxRawHits: 0 });
  const store = withSummedPlaces(duck);
  const add = (city: string, ...visitors: readonly bigint[]) =>
    duck.append(visitors.map(visitor => hitAt('10:00:00', '/', { visitor, city })));
  const ask = async () => {
    const slice = { offset: 0, limit: 9, countsVisitors: true };
    const { rows } = await store.group(ofVisits(), 'city', slice);
    return rows.map(row => toText(row, 'visitors'));
  };
  await add('Bonn', 1n, 2n, 3n, 4n, 5n);
  await add('Köln', 11n, 12n);
  await add('Berlin', 13n);
  expect(await ask()).toEqual(['Bonn 5', 'other 3']);
  await add('Bonn', 6n, 7n);
  await add('Köln', 14n);
  for (const _ of [1, 2]) expect(await ask()).toEqual(['Bonn 7', 'other 4']);
});
