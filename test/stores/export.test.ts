/** Exports of the hits store. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportRequest } from '../../src/core/hits/export.ts';
import { copyInOneThread } from '../../src/stores/duckdb/export/parallel-parts.ts';
import { sql } from '../../src/stores/duckdb/sql/sql.ts';
import { temporaryFolder } from '../support/cli.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { query } from '../support/duckdb.ts';
import { aHit, between } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeExport, randomRows, readExport } from './export-contract.ts';

setDefaultTimeout(300_000);

/** A store that writes Parquet in parts, which take as many rows at most. */
const openInParts = (rowsPerSlice: number) => (folder: string) =>
  openDuckHitStore(folder, undefined, { rowsPerSlice });

describeExport('export of the store in memory', async () => createMemoryHitStore(), ['ndjson']);
describeExport('export of DuckDB', folder => openDuckHitStore(folder), ['ndjson', 'csv', 'parquet']);
describeExport('export of DuckDB in parts', openInParts(60), ['parquet']);

const REQUEST = { siteId: 1, siteUrl: 'https://example.com', kind: 'hit', span: null } as const;

/** A store with rows, and a path in its data folder. */
async function aFilledStore(open = (folder: string) => openDuckHitStore(folder)) {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const store = await open(data);
  await store.append(randomRows(1));
  mkdirSync(join(data, 'tmp/wanted'));
  return {
    store,
    file: join(data, 'tmp/wanted/hits.parquet'),
    listScratch: () => readdirSync(join(data, 'tmp')).filter(name => name.startsWith('export-')),
    read: (request: ExportRequest) => readExport(store.exportRows(request)),
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

test('Parquet is written to a file that is named, the same as is streamed; text is streamed in any case', async () => {
  await using given = await aFilledStore();
  const { file } = given;
  const streamed = await given.read({ ...REQUEST, format: 'parquet' });
  const written = await given.read({ ...REQUEST, format: 'parquet', file });
  expect(written).toEqual({ rows: streamed.rows, bytes: Buffer.alloc(0) });
  expect(Buffer.from(await Bun.file(file).bytes())).toEqual(streamed.bytes);
  const csv = await given.read({ ...REQUEST, format: 'csv', file: `${file}.csv` });
  expect(csv.bytes.length).toBeGreaterThan(0);
  expect(existsSync(`${file}.csv`)).toBe(false);
  expect(given.listScratch()).toEqual([]);
});

test('an export to a file that is cancelled fails, and leaves no scratch folder', async () => {
  await using given = await aFilledStore();
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(given.read({ ...REQUEST, format: 'parquet', file: given.file, signal })).rejects.toThrow();
  expect(given.listScratch()).toEqual([]);
});

/** Reads a file of Parquet: its rows in order, and the number of its row groups. */
async function readParquet(file: string, bytes?: Uint8Array) {
  if (bytes) await Bun.write(file, bytes);
  const rows = await query(`select * from read_parquet('${file}')`);
  const groups = await query(`select distinct row_group_id from parquet_metadata('${file}')`);
  return { rows, groups: groups.length };
}

test('parts have the rows of the whole in the same order, of all time and of a span', async () => {
  await using whole = await aFilledStore();
  await using inParts = await aFilledStore(openInParts(20));
  for (const kind of ['hit', 'event', 'agent_visit'] as const)
    for (const span of [null, between('2026-03-08T00:00:00Z', '2026-03-10T00:00:00Z')]) {
      const request = { ...REQUEST, kind, span, format: 'parquet' } as const;
      const expected = await whole.read(request);
      const joined = await inParts.read(request);
      const [plain, parts] = [
        await readParquet(whole.file, expected.bytes),
        await readParquet(inParts.file, joined.bytes),
      ];
      expect(joined.rows).toBe(expected.rows);
      expect(parts.rows).toEqual(plain.rows);
      expect(parts.groups).toBeGreaterThan(plain.groups);
    }
  expect(inParts.listScratch()).toEqual([]);
});

/** More than a row group of the file for each of four parts, which take half a million rows at most. */
const ROWS = 260_000;

test('parts of several row groups each keep the order of rows', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const [whole = '', parts = '', one = ''] = ['whole', 'parts', 'data/tmp/one'].map(name =>
    join(folder.path, `${name}.parquet`),
  );
  const save = async (store: Awaited<ReturnType<typeof openDuckHitStore>>, file: string) => {
    const { rows, bytes } = await readExport(store.exportRows({ ...REQUEST, format: 'parquet' }));
    expect(rows).toBe(ROWS);
    await Bun.write(file, bytes);
  };
  const first = await openDuckHitStore(data, undefined, { maxRawHits: 2 * ROWS });
  await first.engine.rebuild(async copy => {
    const id = await copy.reserveIds('hit', ROWS);
    await copy.run(`insert into hits (id, site_id, created_at, path, country, is_unique, is_first_of_day)
      select ${id} + i, 1, '2026-03-01'::timestamp + to_seconds(i), '/' || (i * 7919) % 1000, 'XX', false, false
      from range(${ROWS}) r(i)`);
  });
  await save(first, whole);
  await first.close();
  const second = await openInParts(500_000)(data);
  await save(second, parts);
  // Even if all threads are idle.
  const alone = copyInOneThread(sql`select created_at::timestamptz as created_at, path from hits`, one);
  await second.engine.readInParallel(({ runTogether }) => runTogether([alone]), new AbortController().signal);
  for (const file of [one, parts]) {
    const [different] = await query(`select count(*) as rows from (from read_parquet('${whole}'))
      positional join (select created_at as instant, path as was from read_parquet('${file}'))
      where (created_at, path) is distinct from (instant, was)`);
    expect(different).toEqual({ rows: '0' });
  }
  await second.close();
});

test('all parts are of the same moment: a removal while they are written is in none of them', async () => {
  await using given = await aFilledStore(openInParts(20));
  const { store } = given;
  const paths = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? '/keep' : '/remove'));
  const ids = await store.append(paths.map(path => aHit({ siteId: 7, path })));
  const exported = store.exportRows({ ...REQUEST, siteId: 7, format: 'parquet' });
  // The magic number comes before the first part is written, the content of that before the last one is.
  const pieces = [await exported.next(), await exported.next()].flatMap(({ value }) => value as Uint8Array);
  const removed = ids.filter((_, index) => paths[index] === '/remove');
  await store.remove({ siteId: 7, kinds: ['hit'], which: { ids: removed } });
  await store.append([aHit({ siteId: 7, path: '/late' })]);
  const { bytes } = await readExport(exported);
  const { rows } = await readParquet(given.file, Buffer.concat([...pieces, bytes]));
  expect(rows.map(({ path }) => path)).toEqual(paths);
  const after = await given.read({ ...REQUEST, siteId: 7, format: 'parquet' });
  expect(after.rows).toBe(501);
});

test('a reader of parts that goes away leaves nothing, and the next one gets everything', async () => {
  await using given = await aFilledStore(openInParts(20));
  const request = { ...REQUEST, format: 'parquet' } as const;
  for (const pieces of [1, 2, 3]) {
    const stream = given.store.exportRows(request);
    for (let count = 0; count < pieces; count += 1) await stream.next();
    await stream.return(0);
    expect(given.listScratch()).toEqual([]);
  }
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(given.read({ ...request, signal })).rejects.toThrow('cancelled');
  const { bytes, rows } = await given.read(request);
  expect((await readParquet(given.file, bytes)).rows).toHaveLength(rows);
});

test('a part that cannot be written fails the export, and ends the others', async () => {
  await using given = await aFilledStore(openInParts(20));
  const exported = given.store.exportRows({ ...REQUEST, format: 'parquet' });
  const first = exported.next();
  while (given.listScratch().length === 0) await Bun.sleep(0);
  const [scratch = ''] = given.listScratch();
  mkdirSync(join(given.file, '../..', scratch, 'part-1.parquet'));
  await first;
  await expect(readExport(exported)).rejects.toThrow();
  expect(given.listScratch()).toEqual([]);
  expect((await given.read({ ...REQUEST, format: 'parquet' })).rows).toBeGreaterThan(0);
});
