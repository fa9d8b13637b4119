/**
 * Random imported days beside random rows: whatever is asked, the engine answers what plain arrays answer. `FUZZ_CASES` sets a
 * larger number of cases than a usual run has, `FUZZ_SEED` others.
 */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import { ATTRIBUTIONS, type Filter, GROUP_ORDERS, type HitQuery } from '../../src/core/hits/query.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { addDays } from '../../src/lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time-units.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { createDuckHitStore } from '../../src/stores/duckdb/hit-store.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { checkHitFiles } from '../../src/stores/duckdb/snapshot/check.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { aHit } from '../support/hit-rows.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123);
const CASES = Number(process.env['FUZZ_CASES'] ?? 12);
const FIRST_DAY = '2026-03-01';
const START = Date.parse(FIRST_DAY);
const DAYS = 12;
const VALUES = ['/', '/a', 'A', '"', 'ü, 😀'];
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
        fc.record({ contains: fc.constantFrom('', 'a', '/') }),
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

const answersOf = async (store: HitStore, asked: Question): Promise<Record<string, unknown>> => {
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
      importedDays: days,
      countsVisitors,
      countsEngagement: countsVisitors,
    }),
    sites: sorted(await store.totalsBySite(sites, span, { importedDays: range })),
    visitors: sorted(await store.visitorsBySite(sites, span, { importedDays: range })),
    seriesOfSites: sorted(await store.seriesBySite(sites, edges, { importedDays: days })),
    spans: await store.importedSpans(siteId),
  };
};

for (const [source, options] of [
  ['raw rows', {}],
  ['roll-ups', { maxRawHits: 0 }],
] as const)
  test(
    `random questions about rows and imported days, answered from ${source}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
      const duck = await openDuckHitStore(folder, undefined, options);
      const says = fc.asyncProperty(
        imports,
        rows,
        fc.array(questions, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        async (given, made, asked, isRemoved) => {
          const memory = createMemoryHitStore();
          for (const siteId of [1, 2]) await duck.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
          for (const store of [duck, memory]) {
            await store.append(made.map(aHit));
            for (const [index, imported] of given.entries())
              await importDays(store, imported, { siteId: 1 + (index % 2), importKey: `${index}` });
            if (isRemoved) await store.removeDays(1, '0');
          }
          for (const question of asked)
            expect(await answersOf(duck, question)).toEqual(await answersOf(memory, question));
        },
      );
      try {
        await fc.assert(says, { seed: SEED, numRuns: CASES, endOnFailure: true });
      } finally {
        await duck.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    300_000 + CASES * 5_000,
  );

test('imported days are still there after a restart, after a removal by the journal, and in a copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
  try {
    const query: HitQuery = { siteId: 1, kind: 'hit', span: null, filters: [], importedDays: 'all' };
    const open = await openDuckHitStore(folder);
    await importDays(open, [aTotal('2026-03-01')]);
    await importDays(open, [aTotal('2026-03-02', { views: 7 })], { importKey: 'b' });
    await open.removeDays(1, 'a1');
    await open.close();
    const again = await openDuckHitStore(folder);
    expect(await again.count(query)).toBe(7);
    expect((await again.importedSpans(1)).map(({ importKey }) => importKey)).toEqual(['b']);
    await again.append([aHit({ siteId: 2 })]);
    await again.maintain({ force: true });
    expect(await again.count(query)).toBe(7);
    expect(new Set(await again.engine.siteIds())).toEqual(new Set([1, 2]));
    expect((await again.engine.check()).faults).toEqual([]);
    expect((await again.engine.check()).storageIds).toEqual(new Set([1, 2]));
    await again.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('sites without imported days cost no further statement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
  const store = await openDuckHitStore(folder);
  try {
    await importDays(store, [aTotal('2026-03-01')], { siteId: 2 });
    const reads: string[] = [];
    const { engine } = store;
    const counted = createDuckHitStore({
      ...engine,
      read: (text, values, options) => {
        reads.push(text);
        return engine.read(text, values, options);
      },
    });
    await counted.importedSpans(1);
    const ask = async (importedDays: 'all' | undefined) => {
      reads.length = 0;
      const query = {
        siteId: 1,
        kind: 'hit',
        span: null,
        filters: [],
        ...(importedDays && { importedDays }),
      } as const;
      await counted.totals(query);
      await counted.count(query);
      await counted.group(query, 'path', { offset: 0, limit: 10 });
      await counted.totalsBySite([1], null, importedDays ? { importedDays } : {});
      return [...reads];
    };
    expect(await ask('all')).toEqual(await ask(undefined));
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a folder of the version before is opened, and checked as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
  try {
    const data = openDataFolder(folder, {
      clock: { now: () => new Date('2026-03-20T12:00:00Z') },
      log: pino({ level: 'silent' }),
    });
    const isFormer = ({ name }: { name: string }) => name !== '0010-imported-days';
    const former = await openHitEngine({ folder: data, migrations: hitMigrations.filter(isFormer) });
    await former.append([aHit({ siteId: 7 })]);
    await former.maintain({ force: true });
    await former.close();
    const checked = await checkHitFiles(data);
    expect([checked.faults, [...checked.storageIds]]).toEqual([[], [7]]);
    data.close();
    const store = await openDuckHitStore(folder);
    await importDays(store, [aTotal('2026-03-01')], { siteId: 7 });
    const query: HitQuery = { siteId: 7, kind: 'hit', span: null, filters: [], importedDays: 'all' };
    expect(await store.count(query)).toBe(31);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('more days than a transaction takes are removed too, and a check compares what is known of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
  const store = await openDuckHitStore(folder);
  try {
    const pages = Array.from({ length: 60_001 }, (_, index) => ({
      day: '2026-03-01',
      dimension: 'path' as const,
      value: `/${index}`,
      views: 1,
    }));
    await importDays(store, pages, { importKey: 'many' });
    await importDays(store, [aTotal('2026-03-01')]);
    expect(await store.removeDays(1, 'many')).toBe(60_001);
    expect((await store.importedSpans(1)).map(({ importKey }) => importKey)).toEqual(['a1']);
    expect((await store.engine.check()).faults).toEqual([]);
    await store.engine.change(change => change.run("update imported_days set day = '2026-03-02'"));
    expect((await store.engine.check()).faults.join()).toContain('imported days');
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('an import that is cancelled, or whose server stops, leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
  const store = await openDuckHitStore(folder);
  try {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    await expect(importDays(store, [aTotal('2026-03-01')], { signal: cancelled })).rejects.toThrow(
      'cancelled',
    );
    // Handled from the start: it may fail before the store is closed.
    const stopped = importDays(store, [aTotal('2026-03-01')]).catch(() => undefined);
    await store.close();
    await stopped;
    const again = await openDuckHitStore(folder);
    const spans = await again.importedSpans(1);
    const query: HitQuery = { siteId: 1, kind: 'hit', span: null, filters: [], importedDays: 'all' };
    // Either all of it was written before the end, or none.
    expect(await again.count(query)).toBe(spans.length * 30);
    expect((await again.engine.check()).faults).toEqual([]);
    await again.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
