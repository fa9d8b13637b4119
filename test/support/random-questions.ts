/**
 * Queries of random rows: whatever is filtered, grouped and counted, an engine answers what plain arrays answer. `FUZZ_CASES`
 * sets a larger number of cases than a usual run has, `FUZZ_SEED` others.
 */

import { expect } from 'bun:test';
import fc from 'fast-check';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import { ATTRIBUTIONS, type Filter, GROUP_ORDERS, type HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { toDay } from '../../src/lib/time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_HOUR_MS } from '../../src/lib/time-units.ts';
import { FUZZ_SEED, fuzzCases } from './fuzz.ts';
import type { TestHitStore } from './hit-reads.ts';
import { aHit } from './hit-rows.ts';
import { createMemoryHitStore } from './memory-hit-store.ts';
import {
  conditions,
  DIMENSIONS_ASKED,
  EVENTS,
  PATHS,
  parts,
  REFERRERS,
  SITE_HOST,
  VALUES,
} from './random-filters.ts';
import { TIME_LIMIT_MS } from './time-limit.ts';

const CASES = fuzzCases(8);
const START = Date.UTC(2026, 2, 1);
const ALL_DAYS = { start: new Date(START), end: new Date(START + 9 * DAY_MS) };
const QUERIES = [
  'utm_campaign=a',
  'utm_campaign=%41+b&utm_medium=A',
  'utm_campaign=%ff',
  'x=1',
  'utm_campaign=é%',
  'utm_medium=CPC&utm_source=google',
  'fbclid=1',
];
const PROPERTIES = [
  null,
  null,
  '{"plan":"pro"}',
  '{"plan":"PRO","x.y":1}',
  '{"plan":1,"seats":true}',
  '{"x.y":"1"}',
  String.raw`{"plan":"a\"b\\é","x.y":-0.5}`,
  '{"plan":"true, pro","xAy":"1"}',
];
/** Instants minutes apart, at noon and around midnight UTC, so that visits have several rows. */
const closeOffsets = fc
  .tuple(fc.constantFrom(12 * HOUR_MS, DAY_MS - HOUR_MS), fc.nat(7), fc.constantFrom(0, 0, 1))
  .map(([startMs, steps, ms]) => startMs + steps * QUARTER_HOUR_MS + ms);
const offsets = fc.oneof(
  { arbitrary: closeOffsets, weight: 6 },
  { arbitrary: fc.integer({ min: 0, max: 6 * DAY_MS }), weight: 1 },
  { arbitrary: fc.constantFrom(0, 1, DAY_MS, DAY_MS + 1), weight: 1 },
);
const rows = fc.array(
  fc.record({
    kind: fc.constantFrom('hit', 'hit', 'hit', 'hit', 'event', 'event', 'agent_visit', 'spam_hit'),
    visitor: fc.constantFrom(null, 1n, 1n, 1n, 1n, 2n, 2n, 3n, 0n),
    isStable: fc.constantFrom(true, true, false),
    offsetMs: offsets,
    path: fc.option(fc.constantFrom(...PATHS)),
    query: fc.constantFrom(null, null, ...QUERIES),
    host: fc.constantFrom(SITE_HOST, SITE_HOST, 'www.Shop.example:8080'),
    referrer: fc.constantFrom(...REFERRERS),
    country: fc.constantFrom('DE', 'XX'),
    browserName: fc.constantFrom(null, 'Firefox'),
    platformName: fc.constantFrom(null, 'Linux'),
    browserVersion: fc.constantFrom(null, '1', '2'),
    city: fc.constantFrom(null, 'Delft', 'Gouda'),
    language: fc.constantFrom(null, 'de', 'pt-BR'),
    screen: fc.constantFrom(null, 'phone'),
    network: fc.constantFrom(null, 'hosting', 'access'),
    manyAgents: fc.constantFrom(null, null, true),
    isMobile: fc.constantFrom(null, true, false),
    source: fc.constantFrom(null, null, 'News', 'news', 'Instagram'),
    event: fc.constantFrom(...EVENTS),
    value: fc.constantFrom(null, '1'),
    properties: fc.constantFrom(...PROPERTIES),
    revenueAmount: fc.constantFrom(0, 5, 12_345),
    revenueCurrency: fc.constantFrom('EUR', 'USD'),
    siteId: fc.constantFrom(1, 1, 1, 2),
  }),
  { minLength: 1, maxLength: 50, size: 'max' },
);
type Row = typeof rows extends fc.Arbitrary<(infer Made)[]> ? Made : never;

/** Zones with whole, half and changing offsets; New York changes its clocks on the eighth day, and Apia is a day ahead. */
export const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'] as const;

/** A visitor of a day's scope has another hash on every day of a zone; only events may have no path. */
const hitOf = ({ offsetMs, visitor, isStable, query, host, path, ...rest }: Row, zone: string): NewHit => {
  const createdAt = new Date(START + offsetMs);
  const date = toDay(createdAt, zone).replaceAll('-', '');
  const dayHash =
    visitor === null
      ? null
      : BigInt(ZONES.indexOf(zone as 'UTC') + 1) * 10n ** 12n + BigInt(date) * 100n + visitor;
  return aHit({
    ...rest,
    createdAt,
    path: path ?? (rest.kind === 'event' ? null : '/'),
    url: query && `https://${host}${path ?? '/'}?${query}`,
    visitorHash: isStable ? visitor : dayHash,
    visitorScope: visitor === null ? null : isStable ? 'stable' : 'day',
  });
};

/** The sites as whose rows others are held, one for each change, and what they are. */
const HELD_AS = [3, 5, 6, 7];
const HELD: readonly Filter[] = [
  { dimension: 'country', is: 'DE' },
  { dimension: 'path', isNoneOf: ['/a', '/'] },
  { dimension: 'browser_name', is: null },
  { dimension: 'language', isAnyOf: ['de', 'pt-BR'] },
];

/** What pages become, and what the change is known by. */
const REWRITTEN_AS = 4;
const LATEST = new Date('2100-01-01T00:00:00Z');
const NAMES = new Map(PATHS.map((path, index) => [path, PATHS[index - 1] ?? path]));
const renamed = (path: string) => ({ path: NAMES.get(path) ?? path, url: 'https://shop.example/old' });

/** What happens to a store after a batch of rows, so that it has compacted and fresh rows, and lacks some. */
const changes = fc.oneof(
  fc.constant('none' as const),
  fc.constant('compact' as const),
  fc.constant('compact' as const),
  fc.constant('restoreSpam' as const),
  fc.record({ zone: fc.constantFrom(...ZONES) }),
  fc.record({ removedRows: fc.array(fc.nat(99), { minLength: 1, maxLength: 8 }) }),
  fc.record({ held: fc.constantFrom(...HELD) }),
  fc.record({ held: fc.constantFrom(...HELD) }),
  fc.constant('restoreHeld' as const),
  fc.constant('restoreHeld' as const),
  fc.constant('rewrite' as const),
  fc.constant('rewrite' as const),
  fc.constant('restorePaths' as const),
  fc.record({ removedBeforeMs: fc.integer({ min: 12 * HOUR_MS, max: 14 * HOUR_MS }) }),
);
const batches = fc.array(fc.record({ rows, change: changes }), { minLength: 1, maxLength: 4, size: 'max' });
type Batch = typeof batches extends fc.Arbitrary<(infer Made)[]> ? Made : never;

interface WrittenRow {
  readonly row: NewHit;
  readonly id: number;
}

/** What a store was given. */
interface Written {
  readonly rows: WrittenRow[];
  /** Changes whose rows are held, the newest last. */
  readonly held: number[];
}

const applyChange = async (
  store: TestHitStore,
  change: Batch['change'],
  { rows: written, held }: Written,
): Promise<void> => {
  if (change === 'none' || (typeof change === 'object' && 'zone' in change)) return;
  if (change === 'compact') return store.maintain({ force: true });
  if (change === 'restoreSpam') {
    await store.restoreSpam({ siteId: 1, which: 'all' });
  } else if (change === 'restoreHeld') {
    const heldAs = held.pop();
    if (heldAs !== undefined) await store.restoreHeld({ siteId: 1, heldAs });
  } else if (change === 'rewrite') {
    await store.rewritePaths({ siteId: 1, before: LATEST, rename: renamed, heldAs: REWRITTEN_AS });
  } else if (change === 'restorePaths') {
    await store.restoreHeld({ siteId: 1, heldAs: REWRITTEN_AS });
  } else if ('held' in change) {
    const which = { filters: [change.held], span: null };
    const heldAs = HELD_AS.find(siteId => !held.includes(siteId)) ?? 0;
    held.push(heldAs);
    await store.remove({ siteId: 1, kinds: ['hit', 'event', 'engagement'], which, heldAs });
  } else if ('removedBeforeMs' in change) {
    const which = { before: new Date(START + change.removedBeforeMs) };
    await store.remove({ siteId: 1, kinds: HIT_KINDS, which });
  } else {
    for (const { row, id } of change.removedRows.flatMap(index => written[index % written.length] ?? []))
      await store.remove({ siteId: row.siteId, kinds: [row.kind], which: { ids: [id] } });
  }
};

/** Sets zones in a store and in plain arrays, whose days are those that the store then has. */
export const setZones = async (
  [store, memory]: readonly [TestHitStore, TestHitStore],
  zones: ReadonlyMap<number, string>,
): Promise<void> => {
  await store.setZones(zones);
  await memory.setZones(new Map([...zones.keys()].map(siteId => [siteId, store.zoneOf(siteId)])));
};

const writeBatches = async (
  stores: readonly [TestHitStore, TestHitStore],
  made: readonly Batch[],
  zone: string,
): Promise<void> => {
  const written = stores.map((): Written => ({ rows: [], held: [] }));
  await setZones(
    stores,
    new Map([[1, zone], ...HELD_AS.map((siteId): [number, string] => [siteId, zone]), [2, 'Asia/Kolkata']]),
  );
  for (const { rows, change } of made) {
    const hits = rows.map(row => hitOf(row, stores[0].zoneOf(row.siteId)));
    for (const [index, store] of stores.entries()) {
      const ids = await store.append(hits);
      const given = written[index] ?? { rows: [], held: [] };
      given.rows.push(...hits.map((row, place) => ({ row, id: ids[place] ?? 0 })));
      await applyChange(store, change, given);
    }
    if (typeof change === 'object' && 'zone' in change)
      await setZones(stores, new Map([1, ...HELD_AS].map(siteId => [siteId, change.zone])));
  }
};

const ENGAGED_KINDS = ['hit', 'hit', 'event'] as const;
const questions = fc.record({
  siteId: fc.constantFrom(1, 1, 1, 2),
  kind: fc.constantFrom(...HIT_KINDS, ...ENGAGED_KINDS, ...ENGAGED_KINDS, 'hit'),
  attribution: fc.option(fc.constantFrom(...ATTRIBUTIONS, 'visit'), { nil: undefined }),
  startMs: fc.oneof(
    fc.constantFrom(0, DAY_MS, 5 * HOUR_MS, DAY_MS - HOUR_MS, 18.5 * HOUR_MS),
    fc.integer({ min: 0, max: DAY_MS }),
    closeOffsets,
  ),
  lengthMs: fc.option(
    fc.oneof(fc.constantFrom(DAY_MS, 7 * DAY_MS), fc.integer({ min: 1, max: 6 * DAY_MS })),
    { nil: null },
  ),
  filters: conditions,
  dimension: fc.constantFrom(...DIMENSIONS_ASKED),
  dimensions: fc.array(fc.constantFrom(...DIMENSIONS_ASKED, 'city'), { maxLength: 3 }),
  search: fc.option(parts, { nil: undefined }),
  countsVisitors: fc.boolean(),
  orderBy: fc.constantFrom(...GROUP_ORDERS),
  slice: fc.record({ offset: fc.nat(3), limit: fc.integer({ min: 0, max: 9 }) }),
  stepMs: fc.constantFrom(DAY_MS, DAY_MS, 2 * DAY_MS, 20 * MINUTE_MS, HOUR_MS, 5.5 * HOUR_MS, 77_777_777),
  shiftMs: fc.constantFrom(
    0,
    0,
    -HOUR_MS,
    5 * HOUR_MS,
    -5.5 * HOUR_MS,
    10 * HOUR_MS,
    900_000,
    77,
    12 * HOUR_MS,
    DAY_MS - HOUR_MS,
  ),
  /** Like a change of the clock, or with every bucket longer than the one before. */
  unevenly: fc.constantFrom(
    () => 0,
    () => 0,
    (index: number) => (index > 3 ? HOUR_MS : 0),
    (index: number) => (index > 7 ? -HOUR_MS : 0),
    (index: number) => index ** 2 * 1_234_567,
  ),
});
type Question = typeof questions extends fc.Arbitrary<infer Made> ? Made : never;

/** Groups with exact visitors of all rows of a span, and of those with a value of the dimension. */
const visitorsOf = async (
  store: TestHitStore,
  {
    siteId,
    span,
    slice,
    dimension,
  }: Pick<HitQuery, 'siteId' | 'span'> & Pick<Question, 'slice' | 'dimension'>,
): Promise<unknown[]> => {
  const query: HitQuery = {
    ...{ siteId, siteHosts: [SITE_HOST], span, filters: [] },
    ...{ kind: 'hit', attribution: 'visit' },
  };
  const options = { ...slice, countsVisitors: true };
  const [value = 'x'] = VALUES[dimension] ?? [];
  const ofPage: HitQuery = { ...query, filters: [{ dimension: 'path', is: '/' }] };
  const ofValue: HitQuery = { ...query, filters: [{ dimension, is: value }] };
  const ofHits: HitQuery = { ...query, attribution: 'hit' };
  const ofSome = { ...slice, minVisitors: 2 };
  const elsewhere: HitQuery = { ...ofHits, filters: [{ dimension: 'city', isNot: 'Delft' }] };
  return [
    await store.group(query, dimension, options),
    await store.group(ofHits, dimension, options),
    await store.group(ofHits, 'city', ofSome),
    await store.group(ofHits, 'city', { ...ofSome, othersKey: 'other' }),
    await store.group(elsewhere, 'city', { ...slice, minVisitors: 3 }),
    await store.group(query, dimension, ofSome),
    await store.group({ ...query, filters: [{ dimension, isNot: value }] }, dimension, options),
    await store.group(query, 'path', options),
    await store.totals(query, { countsVisits: true }),
    await store.totals(ofPage, { countsVisits: true }),
    await store.totals(ofPage),
    await store.totals(ofValue),
    await store.totals({ ...ofValue, attribution: 'hit' }, { countsVisits: true }),
  ];
};

/** Entry and exit pages, and journeys, of all visitors of a span. */
const pagesOf = async (
  store: TestHitStore,
  { siteId, span, slice }: Pick<HitQuery, 'siteId' | 'span'> & Pick<Question, 'slice'>,
): Promise<unknown[]> => {
  const query: HitQuery = { siteId, kind: 'hit', span, filters: [] };
  const journeys = { siteId, span: span ?? ALL_DAYS, maxPages: 2, maxPaths: 3 };
  return [
    await store.group(query, 'entry_page', slice),
    await store.group(query, 'exit_page', slice),
    await store.journeys(journeys, slice),
  ];
};

const CAMPAIGNS = fc.sample(
  fc.record({
    source: fc.constantFrom('News', 'NEWS', 'Instagram', 'google', 'x'),
    campaign: fc.constantFrom(null, null, 'a', 'A b', '%ff'),
    medium: fc.constantFrom(null, null, 'A', 'CPC'),
    term: fc.constantFrom(null, null, null, 'x'),
    content: fc.constant(null),
  }),
  { seed: 1, numRuns: 40 },
);

/** `isFiltered`: only what the filters, the kind and the attribution of the question have a part in. */
const answersOf = async (
  store: TestHitStore,
  asked: Question,
  { isFiltered }: { readonly isFiltered: boolean },
): Promise<Record<string, unknown>> => {
  const { siteId, kind, attribution, startMs, lengthMs, slice, stepMs, shiftMs, unevenly, countsVisitors } =
    asked;
  const start = new Date(START + startMs);
  const span = lengthMs === null ? null : { start, end: new Date(+start + lengthMs) };
  const query: HitQuery = {
    siteId,
    siteHosts: [SITE_HOST],
    kind,
    span,
    filters: asked.filters,
    ...(attribution && { attribution }),
  };
  const options = {
    ...slice,
    ...(asked.search !== undefined && { search: asked.search }),
    ...(countsVisitors && { countsVisitors, orderBy: asked.orderBy }),
  };
  const edges = Array.from(
    { length: 20 },
    (_, index) => new Date(START + shiftMs + index * stepMs + unevenly(index)),
  )
    // A change of the clock is longer than some buckets.
    .filter((edge, index, all) => all.slice(0, index).every(before => before < edge));
  return {
    totals: await store.totals(query, { countsVisits: countsVisitors }),
    visitorsOnly: (await store.totals(query, { onlyVisitors: true })).visitors,
    count: await store.count(query),
    group: await store.group(query, asked.dimension, options),
    combinations: await store.ask({
      ...{ shape: 'groups', of: 'combinations', ...query, ...slice, orderBy: asked.orderBy },
      dimensions: asked.dimensions,
      ...(countsVisitors &&
        asked.dimensions.includes('city') && {
          named: [{ dimension: 'city', keyDimensions: ['city'], keys: ['Delft'] }],
        }),
    }),
    series: await store.series(query, edges, { countsVisitors, countsEngagement: countsVisitors }),
    engagements: await store.series(query, edges, { countsEngagement: true }),
    engagement: await store.engagement(query),
    revenue: await store.revenue(query),
    revenueByGroup: await store.revenue(query, { dimension: asked.dimension }),
    properties: await store.ask({ shape: 'facts', of: 'properties', ...query, maxNames: 9 }),
    campaigns: await store.ask({ shape: 'groups', of: 'campaigns', siteId, span, campaigns: CAMPAIGNS }),
    list: (await store.list(query, slice)).map(({ id: _, ...row }) => row),
    ...(!isFiltered && {
      pages: await pagesOf(store, { siteId, span, slice }),
      visitors: await visitorsOf(store, { siteId, span, slice, dimension: asked.dimension }),
    }),
  };
};

/** Questions of a case, which are fewer where there is one case. */
const QUESTIONS = CASES === 1 ? 4 : 8;

/**
 * Questions of a case that ask also without filters. Those statements vary by span, dimension and slice alone, and are most of
 * the work: asked with every question they take two thirds of it.
 */
const UNFILTERED_QUESTIONS = CASES === 1 ? 2 : 3;

/** Time that a test of random questions may take. */
export const QUESTIONS_TIMEOUT_MS = TIME_LIMIT_MS + CASES * 5_000;

/**
 * The same on ClickHouse: a case is some 230 statements, of which those about visits take 40 to 80 ms of the processor to be
 * planned, however few the rows are. That makes some 11 s, and other work slows it down ten times.
 */
export const CLICKHOUSE_QUESTIONS_TIMEOUT_MS = TIME_LIMIT_MS + CASES * 180_000;

/** Compares a store's answers to random questions with those of plain arrays; `check` is called after each case. */
export const expectRightAnswers = async (
  store: TestHitStore,
  check: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const says = fc.asyncProperty(
    batches,
    fc.array(questions, { minLength: QUESTIONS, maxLength: QUESTIONS }),
    fc.constantFrom(...ZONES),
    async (made, asked, zone) => {
      const memory = createMemoryHitStore();
      for (const siteId of [1, 2, ...HELD_AS]) await store.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
      await writeBatches([store, memory], made, zone);
      for (const [index, question] of asked.entries()) {
        const options = { isFiltered: index >= UNFILTERED_QUESTIONS };
        expect(await answersOf(store, question, options)).toEqual(await answersOf(memory, question, options));
      }
      await check();
    },
  );
  await fc.assert(says, { seed: FUZZ_SEED, numRuns: CASES, endOnFailure: true });
};
