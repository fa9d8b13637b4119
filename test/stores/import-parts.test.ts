/** Imports of many rows are stored in parts: what comes of them is what comes of one. */
import { afterAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { temporaryFolder } from '../support/cli.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { writeParquet } from '../support/duckdb.ts';
import { fuzzCases } from '../support/fuzz.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { toImport } from '../support/import-rows.ts';
import { createRandom } from '../support/random.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
let folders = 0;
/** A new name of a file or folder. */
const inside = (name: string): string => join(folder.path, `${++folders}-${name}`);

const START = Date.parse('2026-03-01T00:00:00Z');
const TABLES = ['hits', 'events', 'agent_visits', 'imports', 'silent_ids'];

/** Writes rows in no order of which some are equal, some bad, and some of one visitor, path and day. */
const writeRows = async (name: string, rows: number, { next, pick }: ReturnType<typeof createRandom>) => {
  const lines = Array.from({ length: rows }, () => {
    const created_at = new Date(START + next(8) * DAY_MS + next(40) * 1_800_000).toISOString();
    const row = { created_at, path: pick(['/', '/a', '/b']), visitor_id: pick(['v', 'vv', 'vvv']) };
    return pick([
      row,
      row,
      { ...row, is_unique: next(2) === 1, is_first_of_day: next(2) === 1 },
      { ...row, type: 'event', event: 'cart.add' },
      { created_at, path: row.path, type: 'agent_visit', agent_name: 'Bot' },
      { ...row, created_at: 'yesterday' },
    ]);
  });
  const repeated = Array.from({ length: rows / 5 }, () => pick(lines));
  const file = inside(`${name}.ndjson`);
  await Bun.write(file, [...lines, ...repeated].map(line => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

test.each([1, 2, 3].slice(0, fuzzCases(3)))(
  'parts of a few rows come to what all rows at once come to (%d)',
  async seed => {
    const random = createRandom(seed);
    const [first, second] = [await writeRows('1', 100, random), await writeRows('2', 400, random)];
    const results = [];
    for (const rowsPerSlice of [undefined, 15 + random.next(25)]) {
      const store = await openDuckHitStore(inside('data'), undefined, rowsPerSlice ? { rowsPerSlice } : {});
      await store.append([aHit({ at: '2026-03-02T12:00:00Z', path: '/a', visitor: 2n })]);
      await store.importFile(toImport(first, { importKey: 'first' }));
      const done: number[] = [];
      const onProgress = (rows: number) => void done.push(rows);
      const planned = await store.importFile(toImport(second, { importKey: 'second', isDryRun: true }));
      const report = await store.importFile(toImport(second, { importKey: 'second', onProgress }));
      expect(planned).toEqual(report);
      expect([done.toSorted((a, b) => a - b), done.at(-1)]).toEqual([done, report.read]);
      expect(done.length).toBeGreaterThan(rowsPerSlice ? 10 : 4);
      const rows = [];
      for (const table of TABLES) rows.push(await store.engine.read(`select * from ${table} order by all`));
      results.push({ report, rows });
      await store.close();
    }
    expect(results[0]?.report.duplicates).toBeGreaterThan(0);
    expect(results[1]).toEqual(results[0]);
  },
);

test('an import that is killed between two parts leaves nothing', async () => {
  const data = inside('data');
  const before = await openDuckHitStore(data);
  await before.append([aHit()]);
  await before.close();
  const file = await writeRows('rows', 200, createRandom(4));
  const script = join(import.meta.dir, '../support/dies-while-importing.ts');
  const dying = Bun.spawn([process.execPath, script, data, file], { stdout: 'ignore', stderr: 'ignore' });
  expect([await dying.exited, dying.signalCode]).toEqual([137, 'SIGKILL']);
  const store = await openDuckHitStore(data);
  expect(await store.count(aQuery())).toBe(1);
  expect(readdirSync(join(data, 'tmp'))).not.toContain('staging');
  expect(await store.importFile(toImport(file, { importKey: 'key' }))).toMatchObject({ duplicates: 0 });
  await store.close();
});

test('a part that is stored leaves none of its scratch rows behind', async () => {
  const data = inside('data');
  const store = await openDuckHitStore(data, undefined, { rowsPerSlice: 20 });
  const file = await writeRows('rows', 300, createRandom(5));
  const seen: string[][] = [];
  const onProgress = () => void seen.push(readdirSync(join(data, 'tmp/staging')).toSorted());
  await store.importFile(toImport(file, { importKey: 'key', onProgress }));
  expect(seen.length).toBeGreaterThan(10);
  expect(new Set(seen.flat().map(name => name.replace(/\.duckdb.*/, '')))).toEqual(
    new Set(['given.parquet', 'staging']),
  );
  await store.close();
});

test('many rows are stored in the order of the file, also those that lack what others have', async () => {
  const file = inside('many.parquet');
  await writeParquet(
    file,
    `select timestamp '2026-03-10' + interval (range) milliseconds as created_at, '/' || range % 4 as path,
      case when range % 4 = 0 then '{"plan":"' || range % 3 || '"}' end as properties,
      case when range % 5 = 0 then 'https://r.example/' || range % 7 end as referrer,
      case when range % 15 = 0 then 'Letter' end as source, case when range % 3 = 0 then 'v' || range % 11 end as visitor_id
    from range(500_001)`,
  );
  // Sums are not what this is about.
  const store = await openDuckHitStore(inside('data'), undefined, { maxRawHits: 2_000_000 });
  const { imported } = await store.importFile(toImport(file));
  expect(imported.hit).toBe(500_001);
  const [found] = await store.engine.read<{ unordered: number }>(`
    select count(*) filter (where id < before) as unordered, count(properties) as properties, count(visitor_hash) as visitors,
      count(*) filter (where source = 'Letter') as letters
    from (select *, lag(id) over (order by rowid) as before from hits)`);
  expect(found).toMatchObject({ properties: 125_001, visitors: 166_667, letters: 33_334 });
  // Threads that write at once may swap groups of rows.
  expect(found?.unordered).toBeLessThan(500_001 / 24_576);
  await store.close();
});

test.each([
  ['in order of time, several of one moment', 'range // 3'],
  ['out of order within a few rows', 'range // 3 + case when range % 1000 = 7 then -2 else 0 end'],
])('ids of rows follow time, then the file: rows %s', async (_, second) => {
  const file = inside('rows.parquet');
  await writeParquet(
    file,
    `select timestamp '2026-03-10' + interval (${second}) seconds as created_at, '/' || range as path
    from range(60_000)`,
  );
  const store = await openDuckHitStore(inside('data'));
  await store.importFile(toImport(file));
  const [found] = await store.engine.read<{ rows: number; unordered: number }>(
    `select count(*) as rows, count(*) filter (where id <> place) as unordered
    from (select id, row_number() over (order by created_at, ltrim(path, '/')::integer) as place from hits)`,
  );
  expect(found).toEqual({ rows: 60_000, unordered: 0 });
  await store.close();
});
