/** Plans of reads by visit: what takes most of the time of a large site, and next to none of a test's. */
import { expect, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { HitEngine, SqlValue } from '../../src/stores/duckdb/engine-types.ts';
import { createTestHitStore, openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { hitAt, ofVisits } from '../support/visit-rows.ts';

interface Asked {
  readonly sql: string;
  readonly values: readonly SqlValue[] | undefined;
}

/** The engine, and the statements that are read in its transactions. */
const traceReads = (engine: HitEngine): { engine: HitEngine; asked: Asked[] } => {
  const asked: Asked[] = [];
  const readInTransaction: HitEngine['readInTransaction'] = (work, options) =>
    engine.readInTransaction(
      session =>
        work({
          read: (sql, values) => {
            asked.push({ sql, values });
            return session.read(sql, values);
          },
        }),
      options,
    );
  return { engine: { ...engine, readInTransaction }, asked };
};

const MARCH = [1, 11, 21].map(day => new Date(Date.UTC(2026, 2, day)));
const SPAN = { start: new Date('2026-03-01'), end: new Date('2026-03-21') };
const GERMANY: Partial<HitQuery> = { span: SPAN, filters: [{ dimension: 'country', is: 'DE' }] };
const SLICE = { offset: 0, limit: 9, countsVisitors: true };

test('reads by visit copy no hits, and count no distinct visits where visits add up', async () => {
  await using opened = await openTemporaryHitStore({ maxRawHits: 0 });
  const { engine, asked } = traceReads(opened.engine);
  const store = createTestHitStore(engine, { maxRawHits: 0 });
  await store.append([hitAt('10:00:00', '/'), hitAt('10:01:00', '/a')]);
  await store.maintain({ force: true });
  await store.append([hitAt('10:02:00', '/b')]);
  for (const given of [{ span: SPAN }, GERMANY]) {
    await store.group(ofVisits(given), 'source', SLICE);
    await store.group(ofVisits(given), 'path', SLICE);
    await store.totals(ofVisits(given), { countsVisits: true });
    await store.series(ofVisits(given), MARCH, { countsVisitors: true });
    await store.engagement(ofVisits(given));
  }
  const reads = asked.filter(({ sql }) => sql.includes('hits_of_visits'));
  expect(reads.length).toBeGreaterThanOrEqual(10);
  for (const { sql, values } of reads) {
    expect(sql).not.toContain('count(distinct visit_id)');
    expect(JSON.stringify(await engine.read(`explain ${sql}`, values))).not.toMatch(
      /hits_of_visits|visit_rows/,
    );
  }
});

const GERMAN = { country: 'DE' };

test('totals beside a list of pages count no paths, and those of one value read no visits', async () => {
  await using opened = await openTemporaryHitStore({ maxRawHits: 0 });
  const { engine, asked } = traceReads(opened.engine);
  const store = createTestHitStore(engine, { maxRawHits: 0 });
  await store.append([hitAt('10:00:00', '/', GERMAN), hitAt('10:01:00', '/a', GERMAN)]);
  await store.maintain({ force: true });
  const spoken = (sql: string) => /count\(distinct|hits_of_visits where visit_id is not null/.test(sql);
  for (const query of [ofVisits(GERMANY), { ...ofVisits(GERMANY), attribution: 'hit' } as const]) {
    asked.length = 0;
    const totals = await store.totals(query, { countsVisits: true, omitsPaths: true });
    expect(asked.filter(({ sql }) => spoken(sql))).toEqual([]);
    expect(await store.totals(query, { countsVisits: true })).toEqual({ ...totals, paths: 2 });
    expect(asked.some(({ sql }) => spoken(sql))).toBe(true);
  }
});

test('the engine gives memory of finished statements back', async () => {
  await using opened = await openTemporaryHitStore();
  const [setting] = await opened.engine.read(
    "select current_setting('allocator_background_threads') as is_on",
  );
  expect(setting).toEqual({ is_on: true });
});
