/** Sums may never be seen: whatever was written, folded, removed and imported, the answers are those of plain arrays. */
import { expect, test } from 'bun:test';
import type { Dimension, Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';
import type { Span } from '../../src/core/span.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createTestHitStore, openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit } from '../support/hit-rows.ts';
import { importRows } from '../support/import-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import { openFormerFolder } from '../support/summed-store.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const START = Date.UTC(2026, 2, 1);
const DIMENSIONS: readonly Dimension[] = [
  'path',
  'country',
  'referrer',
  'browser_name',
  'source',
  'device',
  'url',
  'city',
  'term',
  'channel',
];

type Random = (below: number) => number;

const seeded = (seed: number): Random => {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const aRandomHit = (random: Random): NewHit => {
  const createdAt = new Date(START + random(10 * 24 * 60) * 60_000 + random(2) * random(60_000));
  const visitor = BigInt(random(6));
  const isStable = random(2) === 0;
  const dayHash = BigInt(Math.floor(+createdAt / DAY_MS)) * 100n + visitor;
  const scope = isStable
    ? ({ visitorScope: 'stable', visitorHash: visitor + 1n } as const)
    : ({ visitorScope: 'day', visitorHash: dayHash } as const);
  const known = random(5) === 0 ? {} : scope;
  return aHit({
    siteId: 1 + random(2),
    createdAt,
    path: `/${random(4)}`,
    country: random(2) === 0 ? 'DE' : 'FR',
    referrer: random(2) === 0 ? null : `https://r${random(3)}.example/`,
    source: random(3) === 0 ? 'Letter' : null,
    city: random(2) === 0 ? `City ${random(3)}` : null,
    url: random(2) === 0 ? `https://shop.example/?utm_term=${random(3)}` : null,
    isMobile: [true, false, null][random(3)] ?? null,
    ...known,
  });
};

/** Whole days, days of zones with half an hour, or anything. */
const aRandomSpan = (random: Random): Span | null => {
  const unitMs = [DAY_MS, HOUR_MS / 2, 977][random(3)] ?? DAY_MS;
  const start = START + Math.floor((random(9 * 24) * HOUR_MS) / unitMs) * unitMs;
  return random(4) === 0
    ? null
    : { start: new Date(start), end: new Date(start + unitMs * (1 + random((5 * DAY_MS) / unitMs))) };
};

const aRandomQuery = (random: Random): HitQuery => {
  const filters: readonly Filter[][] = [
    [],
    [],
    [{ dimension: 'path', containsAnyOf: ['1'] }],
    [{ dimension: 'path', is: '/1' }],
    [{ dimension: 'country', isNot: 'DE' }],
    [{ dimension: 'referrer', is: null }],
    [{ dimension: 'device', isNot: 'mobile' }],
    [{ dimension: 'city', is: null }],
    [{ dimension: 'term', containsAnyOf: ['1'] }],
  ];
  return {
    siteId: 1 + random(2),
    kind: 'hit',
    span: aRandomSpan(random),
    filters: filters[random(filters.length)] ?? [],
  };
};

const aRandomRemoval = (random: Random): Removal => {
  const kinds = ['hit'] as const;
  if (random(2) === 0)
    return { siteId: 1, kinds, which: { ids: Array.from({ length: 5 }, () => 1 + random(200)) } };
  return { siteId: 1 + random(2), kinds, which: { before: new Date(START + random(3 * 24 * 60) * 60_000) } };
};

/** Sites are in no particular order. */
const bySite = (figures: ReadonlyMap<number, unknown>) => Object.fromEntries(figures);

const answersOf = async (store: TestHitStore, query: HitQuery, random: Random): Promise<unknown[]> => {
  const slice = { offset: random(3), limit: 50 };
  const dimension = DIMENSIONS[random(DIMENSIONS.length)] ?? 'path';
  const stepMs = [DAY_MS, 5.5 * HOUR_MS, 77_777_777][random(3)] ?? DAY_MS;
  const edges = Array.from({ length: 6 }, (_, index) => new Date(START + index * stepMs));
  return [
    await store.totals(query),
    await store.count(query),
    await store.group(query, dimension, slice),
    await store.group({ ...query, filters: [] }, random(2) === 0 ? 'entry_page' : 'exit_page', slice),
    await store.series(query, edges),
    bySite(await store.totalsBySite([1, 2, 3], query.span)),
    bySite(await store.seriesBySite([1, 2, 3], edges)),
    query.span && bySite(await store.visitorsBySite([1, 2, 3], query.span)),
    (await store.list(query, slice)).map(({ id: _, ...row }) => row),
  ];
};

const loadRandom = async (random: Random, stores: readonly TestHitStore[]): Promise<void> => {
  const rows = Array.from({ length: 30 }, () => {
    const { createdAt, path, country, visitorHash, visitorScope } = aRandomHit(random);
    const hash =
      visitorScope === 'stable' ? { visitor_hash: (visitorHash ?? 0n).toString(16).padStart(16, '0') } : {};
    return { created_at: createdAt, path, country, ...hash };
  });
  const reports = [];
  for (const store of stores) reports.push(await importRows(store, rows));
  expect(reports[1]).toEqual(reports[0]);
};

/** Seeds, and how many rows are summed up at once, where not all are. */
const SEEDS: readonly (readonly [number, number?])[] = IS_LONG
  ? [[1], [2], [3], [4, 40], [5, 15]]
  : [[1], [5, 15]];

for (const [seed, rowsPerSlice] of SEEDS)
  test(
    `answers are those of the raw rows after writes, night work, removals and imports (${seed}, ${rowsPerSlice ? `${rowsPerSlice} rows summed up at once, visitors looked up early` : 'all rows summed up at once'})`,
    async () => {
      const random = seeded(seed);
      const memory = createMemoryHitStore();
      await using duck = await openTemporaryHitStore({
        maxRawHits: 0,
        ...(rowsPerSlice ? { rowsPerSlice, refreshPace: { rows: 9, pauses: 0 } } : {}),
      });
      const stores = [memory, duck];
      for (let round = 0; round < 5; round += 1) {
        const rows = Array.from({ length: 60 }, () => aRandomHit(random));
        for (const store of stores) await store.append(rows);
        if (random(2) === 0) await duck.maintain({ force: true });
        if (random(3) === 0) await loadRandom(random, stores);
        if (random(2) === 0) {
          const removal = aRandomRemoval(random);
          expect(await duck.remove(removal)).toBe(await memory.remove(removal));
        }
        for (let question = 0; question < 12; question += 1) {
          const query = aRandomQuery(random);
          const seedOfAnswers = random(1_000_000);
          if (!IS_LONG && question % 2 === 1) continue;
          const [expected, found] = [
            await answersOf(memory, query, seeded(seedOfAnswers)),
            await answersOf(duck, query, seeded(seedOfAnswers)),
          ];
          expect({ query, found }).toEqual({ query, found: expected });
        }
      }
      await duck.maintain({ force: true });
      expect(await findWrongSums(duck.engine)).toEqual([]);
    },
    TIME_LIMIT_MS,
  );

/** Visitors of a span, on noon of days of March 2026 that each known visitor was seen on; folded in before it is asked. */
const visitorsSeen = async (days: Readonly<Record<string, number[]>>, [first, end]: [number, number]) => {
  await using duck = await openTemporaryHitStore({ maxRawHits: 0 });
  const noonOf = (day: number) => new Date(START + (day - 0.5) * DAY_MS);
  const rows = Object.entries(days).flatMap(([hash, seen]) =>
    seen.map(day =>
      aHit({ siteId: 1, createdAt: noonOf(day), visitorHash: BigInt(hash), visitorScope: 'stable' }),
    ),
  );
  await duck.append(rows);
  await duck.maintain({ force: true });
  const span = { start: new Date(START + (first - 1) * DAY_MS), end: new Date(START + (end - 1) * DAY_MS) };
  const { visitors } = await duck.totals({ siteId: 1, kind: 'hit', span, filters: [] });
  return visitors;
};

test('a visitor who came before a span and after it, but not in it, is not one of its visitors', async () => {
  expect(await visitorsSeen({ 1: [2, 8], 2: [2, 5, 8] }, [4, 7])).toBe(1);
});

test('a visitor whose first or last day is in a span is one of its visitors, once', async () => {
  expect(await visitorsSeen({ 1: [2, 5], 2: [5, 8], 3: [4, 5, 6], 4: [2], 5: [8] }, [4, 7])).toBe(3);
});

const WHOLE_DAYS = { start: new Date(START), end: new Date(START + 4 * DAY_MS) };
const query = (...filters: Filter[]): HitQuery => ({ siteId: 1, kind: 'hit', span: WHOLE_DAYS, filters });
const ofDevice = { dimension: 'device', isNot: 'mobile' } as const;
const ofPath = { dimension: 'path', is: '/1' } as const;
const ofPaths = { dimension: 'path', containsAnyOf: [''] } as const;
const DAYS = [0, 1, 2, 4].map(day => new Date(START + day * DAY_MS));
const EACH_DAY = [0, 1, 2, 3, 4].map(day => new Date(START + day * DAY_MS));
const ALL_ROWS = { offset: 0, limit: 50 };

/** Reports that sums of whole days answer. */
const SUMMED_UP: readonly [string, (store: TestHitStore) => Promise<unknown>][] = [
  ['entry pages', store => store.group(query(), 'entry_page', ALL_ROWS)],
  ['exit pages', store => store.group(query(), 'exit_page', ALL_ROWS)],
  ['groups by device', store => store.group(query(), 'device', ALL_ROWS)],
  ['groups by device of some devices', store => store.group(query(ofDevice), 'device', ALL_ROWS)],
  ['days of a path', store => store.series(query(ofPath), DAYS)],
  ['days of a device', store => store.series(query(ofDevice), DAYS)],
  ['days with visitors and visits', store => store.series(query(), EACH_DAY, { countsVisitors: true })],
  ['number of hits of some paths', store => store.count(query(ofPath, ofPaths))],
  ['totals of a path', async store => ({ ...(await store.totals(query(ofPath))), visitors: null })],
  ['totals of some paths', async store => ({ ...(await store.totals(query(ofPaths))), visitors: null })],
  [
    'devices of many sites',
    async store => [
      ...(await store.ask({
        shape: 'groups',
        siteIds: [1, 2],
        kind: 'hit',
        span: WHOLE_DAYS,
        dimension: 'device',
        limit: 9,
      })),
    ],
  ],
];

const openWithSumsOnly = async (rows: readonly NewHit[]) => {
  const duck = await openTemporaryHitStore({ maxRawHits: -1 });
  await duck.append(rows);
  await duck.maintain({ force: true });
  await duck.engine.rebuild(copy => copy.run('delete from hits'));
  return duck;
};

const aHundredHits = (seed: number): NewHit[] => {
  const random = seeded(seed);
  return Array.from({ length: 100 }, () => aRandomHit(random));
};

test('reports over whole days read sums only', async () => {
  const rows = aHundredHits(11);
  const memory = createMemoryHitStore();
  await memory.append(rows);
  await using duck = await openWithSumsOnly(rows);
  for (const [name, ask] of SUMMED_UP) expect([name, await ask(duck)]).toEqual([name, await ask(memory)]);
});

test('the first start sums up a column that an older version did not', async () => {
  using folder = await openFormerFolder('0006', aHundredHits(12), async former => {
    former.onRebuild(async copy => {
      await copy.run('update rollup_state set watermark = (select max(id) from hits)');
    });
    await former.maintain({ force: true });
    await former.append(aHundredHits(13));
    await former.change(change => change.remove('hit', 'site_id = 1 and id % 3 = 0'));
  });
  const engine = await openHitEngine({ folder });
  const [sums, rows] = [0, 1000].map(maxRawHits => createTestHitStore(engine, { maxRawHits }));
  const expected = await rows?.group(query(), 'device', ALL_ROWS);
  expect(expected?.total).toBe(3);
  expect(await sums?.group(query(), 'device', ALL_ROWS)).toEqual(expected);
  await engine.close();
});

/** Number of visitors that are stored before one with a smaller hash. */
const countOutOfOrder = async ({ engine }: { readonly engine: HitEngine }) => {
  const [counted] = await engine.read<{ visitors: number }>(`select count(*) as visitors from
    (select visitor_hash > lead(visitor_hash) over (order by rowid) as is_before from visitors) where is_before`);
  return counted?.visitors;
};

const aStableHit = (hash: number, day = 0): NewHit =>
  aHit({
    siteId: 1,
    createdAt: new Date(START + day * DAY_MS),
    visitorHash: BigInt(hash),
    visitorScope: 'stable',
  });

test('visitors are stored in the order of their hashes, and brought into it when many are not', async () => {
  await using duck = await openTemporaryHitStore({ maxRawHits: 0 });
  const fold = async (...hashes: number[]) => {
    await duck.append(hashes.map(hash => aStableHit(hash)));
    await duck.maintain({ force: true });
    return countOutOfOrder(duck);
  };
  expect(await fold(7, 3, 8, 5)).toBe(0);
  expect(await fold(4)).toBe(1);
  await duck.engine.rebuild(async copy => {
    await copy.run(`insert into visitors select 1, 1000000 - range, date '2026-03-01', date '2026-03-01'
      from range(130_000)`);
    await copy.run('update sum_state set unordered_visitors = 130_000');
  });
  expect(await countOutOfOrder(duck)).toBeGreaterThan(100_000);
  expect(await fold(6)).toBe(0);
  expect(
    await duck.engine.read(
      'select count(*) as visitors, count(distinct visitor_hash) as hashes from visitors',
    ),
  ).toEqual([{ visitors: 130_006, hashes: 130_006 }]);
});

test('visitors of hits that a start replays are looked up by it', async () => {
  const hits = Array.from({ length: 60 }, (_, visitor) => aStableHit(visitor));
  await using first = await openTemporaryHitStore({
    maxRawHits: 0,
    refreshPace: { rows: 100, pauses: 0 },
  });
  await first.append([aStableHit(0)]);
  await first.maintain({ force: true });
  await first.append(hits);
  await using again = await first.reopen();
  await again.engine.change(async () => undefined);
  expect(await again.engine.read('select looked_up from sum_state')).toEqual([
    { looked_up: 1 + hits.length },
  ]);
});

test('visitors of new hits are looked up once, in memory', async () => {
  const refreshPace = { rows: 2, pauses: 0 };
  await using duck = await openTemporaryHitStore({ maxRawHits: 0, refreshPace });
  await duck.append([aStableHit(1), aStableHit(2)]);
  await duck.maintain({ force: true });
  await duck.append([aStableHit(1, 3), aStableHit(3, 3)]);
  // Changes wait for the refresh.
  await duck.engine.change(async () => undefined);
  const day = new Date(START);
  expect(
    await duck.engine.read('select visitor_hash, first_day, last_day from fresh_visitors order by all'),
  ).toEqual([
    { visitor_hash: 1n, first_day: day, last_day: day },
    { visitor_hash: 3n, first_day: null, last_day: null },
  ]);
  await duck.append([aStableHit(4, 3)]);
  const visitors = async (span: Span | null) => (await duck.totals({ ...query(), span })).visitors;
  const lastDay = { start: new Date(START + 3 * DAY_MS), end: WHOLE_DAYS.end };
  expect([await visitors(null), await visitors(WHOLE_DAYS), await visitors(lastDay)]).toEqual([4, 4, 3]);
});
