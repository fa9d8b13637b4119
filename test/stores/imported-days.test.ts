/** Imported days on DuckDB: random ones beside random rows, and those of damaged or older files. */
import { expect, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import { checkHitFiles } from '../../src/stores/duckdb/snapshot/check.ts';
import { createTestHitStore, openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { expectRightSums, RANDOM_DAYS_TIMEOUT_MS } from '../support/random-imported-days.ts';
import { openFormerFolder } from '../support/summed-store.ts';

/** A query of all hits of a site, and of its imported days. */
const ofAllDays = (siteId = 1): HitQuery => aQuery({ siteId, importedDays: 'all' });

test.each([
  ['raw rows', {}],
  ['sums', { maxRawHits: 0 }],
])(
  'random questions about rows and imported days, answered from %s',
  async (_, options) => {
    await using store = await openTemporaryHitStore(options);
    await expectRightSums(store);
  },
  RANDOM_DAYS_TIMEOUT_MS,
);

test('imported days are still there after a restart, after a removal by the journal, and in a copy', async () => {
  await using open = await openTemporaryHitStore();
  await importDays(open, [aTotal('2026-03-01')]);
  await importDays(open, [aTotal('2026-03-02', { views: 7 })], { importKey: 'b' });
  await open.removeDays(1, 'a1');
  await importDays(open, [aTotal('2026-03-08'), aTotal('2026-03-09')], { siteId: 3, clipZone: 'UTC' });
  await open.append([aHit({ siteId: 3, at: '2026-03-09T12:00:00Z' })]);
  await using again = await open.reopen();
  expect(await again.count(ofAllDays())).toBe(7);
  expect((await again.importedSpans(1)).map(({ importKey }) => importKey)).toEqual(['b']);
  expect((await again.importedSpans(3)).map(({ last }) => last)).toEqual(['2026-03-08']);
  await again.append([aHit({ siteId: 2 })]);
  await again.maintain({ force: true });
  expect(await again.count(ofAllDays())).toBe(7);
  expect(new Set(await again.engine.siteIds())).toEqual(new Set([1, 2, 3]));
  expect((await again.engine.check()).faults).toEqual([]);
  expect((await again.engine.check()).storageIds).toEqual(new Set([1, 2, 3]));
});

test('sites without imported days cost no further statement', async () => {
  await using store = await openTemporaryHitStore();
  await importDays(store, [aTotal('2026-03-01')], { siteId: 2 });
  const reads: string[] = [];
  const { engine } = store;
  const counted = createTestHitStore({
    ...engine,
    read: (text, values, options) => {
      reads.push(text);
      return engine.read(text, values, options);
    },
  });
  await counted.importedSpans(1);
  const ask = async (importedDays: 'all' | undefined) => {
    reads.length = 0;
    const query = aQuery(importedDays && { importedDays });
    await counted.totals(query);
    await counted.count(query);
    await counted.group(query, 'path', { offset: 0, limit: 10 });
    await counted.totalsBySite([1], null, importedDays ? { importedDays } : {});
    return [...reads];
  };
  expect(await ask('all')).toEqual(await ask(undefined));
});

test.each([
  // What the last one looks at.
  [['0010-imported-days', '0015-clip-zones', '0030-path-rules', '0032-value-rules']],
  [['0015-clip-zones']],
])('a folder from before %p is opened, and checked as it is', async later => {
  using folder = await openFormerFolder(
    name => !later.includes(name),
    [aHit({ siteId: 7 })],
    former => former.maintain({ force: true }),
  );
  const checked = await checkHitFiles(folder);
  expect([checked.faults, [...checked.storageIds]]).toEqual([[], [7]]);
  const store = createTestHitStore(await openHitEngine({ folder }));
  await importDays(store, [aTotal('2026-03-01')], { siteId: 7 });
  expect(await store.count(ofAllDays(7))).toBe(31);
  await store.close();
});

test('more days than a transaction takes are removed too, and a check compares what is known of them', async () => {
  await using store = await openTemporaryHitStore();
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
});

test('an import that is cancelled, or whose server stops, leaves nothing', async () => {
  await using store = await openTemporaryHitStore();
  const cancelled = AbortSignal.abort(new Error('cancelled'));
  await expect(importDays(store, [aTotal('2026-03-01')], { signal: cancelled })).rejects.toThrow('cancelled');
  // Handled from the start: it may fail before the store is closed.
  const stopped = importDays(store, [aTotal('2026-03-01')]).catch(() => undefined);
  await using again = await store.reopen();
  await stopped;
  const spans = await again.importedSpans(1);
  // Either all of it was written before the end, or none.
  expect(await again.count(ofAllDays())).toBe(spans.length * 30);
  expect((await again.engine.check()).faults).toEqual([]);
});
