/** Exports of rows on ClickHouse: the files that the embedded engine writes of the same rows. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportRequest } from '../../src/core/hits/export.ts';
import { FILE_FORMATS } from '../../src/core/hits/import.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { connect } from '../../src/stores/clickhouse/client.ts';
import { raw } from '../../src/stores/clickhouse/sql.ts';
import { type ChdbServer, startChdbServer, toChdbAddress } from '../support/chdb.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { between } from '../support/hit-rows.ts';
import { randomRows } from './export-contract.ts';

setDefaultTimeout(300_000);

let server: ChdbServer;
beforeAll(async () => {
  server = await startChdbServer();
});
afterAll(() => server.stop());

let databases = 0;
let folder: string;
let store: Awaited<ReturnType<typeof openClickHouseHitStore>>;
beforeEach(async () => {
  const database = `export_${++databases}`;
  await server.createMigratedDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'clickhouse-export-'));
  store = await openClickHouseHitStore(join(folder, 'rows'), { url: server.url, database });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const request = (given: Partial<ExportRequest>): ExportRequest => ({
  siteId: 1,
  siteUrl: 'https://example.com/',
  kind: 'hit',
  span: null,
  format: 'ndjson',
  ...given,
});

const read = async (from: Pick<HitStore, 'exportRows'>, given: Partial<ExportRequest>) => {
  const pieces: Uint8Array[] = [];
  const stream = from.exportRows(request(given));
  for (;;) {
    const { done, value } = await stream.next();
    if (done) return { rows: value, bytes: Buffer.concat(pieces) };
    pieces.push(value);
  }
};

test('every format of every kind is the same file, of a span and without rows too', async () => {
  const embedded = await openDuckHitStore(join(folder, 'embedded'));
  for (const each of [store, embedded]) await each.append(randomRows(4));
  for (const kind of ['hit', 'event', 'agent_visit'] as const)
    for (const format of FILE_FORMATS)
      for (const span of [null, between('2026-03-09T00:00:00Z', '2026-03-10T00:00:00Z')])
        for (const siteId of [1, 2]) {
          const asked = { kind, format, span, siteId };
          expect(await read(store, asked)).toEqual(await read(embedded, asked));
        }
  await embedded.close();
});

test.each(FILE_FORMATS)('%s of more rows than a part has', async format => {
  const rows = 230_000;
  const db = connect(toChdbAddress(server.url, `export_${databases}`));
  await store.count({ siteId: 1, kind: 'hit', span: null, filters: [] });
  await db.run(
    raw(`insert into rows (kind, id, site_id, created_at, path, country)
      select 'hit', number * 2 + 1, 1, toDateTime64('2026-03-08 00:00:00', 3, 'UTC') + (number * 7919) % 86400, '/' || toString(number), 'DE'
      from numbers(${rows})`),
  );
  await db.close();
  const { rows: count, bytes } = await read(store, { format });
  expect(count).toBe(rows);
  if (format === 'parquet') return;
  const lines = bytes
    .toString()
    .trim()
    .split('\n')
    .slice(format === 'csv' ? 1 : 0);
  const paths = lines.map(line => Number(/"?\/(\d+)"?,/.exec(line)?.[1]));
  expect(paths).toEqual(Array.from({ length: rows }, (_, number) => number));
});

test('an answer that was cut short ends the file with an error, and leaves nothing behind', async () => {
  await store.append(randomRows(4));
  await store.count({ siteId: 1, kind: 'hit', span: null, filters: [] });
  await store.close();
  const proxy = await startFaultProxy(server.url);
  try {
    store = await openClickHouseHitStore(join(folder, 'rows'), {
      url: proxy.url,
      database: `export_${databases}`,
    });
    for (const fault of ['half an answer', 'a shortened answer', 'an error within the answer'] as const)
      for (const format of FILE_FORMATS) {
        proxy.failWith(statement => (statement.includes('format Parquet') ? fault : undefined));
        await expect(read(store, { format })).rejects.toThrow('is not available');
      }
    const left = await readdir(join(folder, 'rows', 'tmp'));
    expect(left.filter(name => name.startsWith('export-'))).toEqual([]);
  } finally {
    proxy.stop();
  }
});
