/** Exports of the hits store. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportRequest } from '../../src/core/hits/export.ts';
import { temporaryFolder } from '../support/cli.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { query } from '../support/duckdb.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { describeExport, randomRows, readExport } from './export-contract.ts';

setDefaultTimeout(TIME_LIMIT_MS);

describeExport('export of the store in memory', async () => createMemoryHitStore(), ['ndjson']);
describeExport('export of DuckDB', folder => openDuckHitStore(folder), ['ndjson', 'csv', 'parquet']);

const REQUEST = { siteId: 1, siteUrl: 'https://example.com', kind: 'hit', span: null } as const;

/** A store with rows, and a path in its data folder. */
async function aFilledStore() {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const store = await openDuckHitStore(data);
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

test('rows of several row groups are in the order in which they are stored', async () => {
  using folder = temporaryFolder();
  const [data, file] = [join(folder.path, 'data'), join(folder.path, 'hits.parquet')];
  const rowCount = 260_000;
  await using store = await openDuckHitStore(data, undefined, { maxRawHits: 2 * rowCount });
  await store.engine.rebuild(async copy => {
    const id = await copy.reserveIds('hit', rowCount);
    await copy.run(`insert into hits (id, site_id, created_at, path, country, is_unique, is_first_of_day)
      select ${id} + i, 1, '2026-03-01'::timestamp + to_seconds(i), '/' || (i * 7919) % 1000, 'XX', false, false
      from range(${rowCount}) r(i)`);
  });
  const { rows, bytes } = await readExport(store.exportRows({ ...REQUEST, format: 'parquet' }));
  expect(rows).toBe(rowCount);
  await Bun.write(file, bytes);
  const found =
    await query(`select count(*) as rows from read_parquet('${file}') positional join range(${rowCount}) r(i)
    where path = '/' || (i * 7919) % 1000 and epoch(created_at) = epoch('2026-03-01'::timestamp) + i`);
  expect(found).toEqual([{ rows: String(rowCount) }]);
});

test('a reader that goes away leaves nothing, and the next one gets everything', async () => {
  await using given = await aFilledStore();
  const request = { ...REQUEST, format: 'parquet' } as const;
  const stream = given.store.exportRows(request);
  await stream.next();
  await stream.return(0);
  expect(given.listScratch()).toEqual([]);
  const { bytes, rows } = await given.read(request);
  await Bun.write(given.file, bytes);
  expect(await query(`select * from read_parquet('${given.file}')`)).toHaveLength(rows);
});

test('a file that cannot be written fails the export, and leaves nothing', async () => {
  await using given = await aFilledStore();
  const exported = readExport(given.store.exportRows({ ...REQUEST, format: 'parquet' }));
  const [scratch = ''] = given.listScratch();
  mkdirSync(join(given.file, '../..', scratch, 'rows'));
  await expect(exported).rejects.toThrow();
  expect(given.listScratch()).toEqual([]);
  expect((await given.read({ ...REQUEST, format: 'parquet' })).rows).toBeGreaterThan(0);
});
