/** Exports of rows on ClickHouse: the files that the embedded engine writes of the same rows. */
import { beforeEach, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportRequest } from '../../src/core/hits/export.ts';
import { FILE_FORMATS } from '../../src/core/hits/import.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { raw } from '../../src/stores/sql/fragment.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { aQuery, between } from '../support/hit-rows.ts';
import { type OpenClickHouseStore, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { randomRows, readExport } from './export-contract.ts';

const clickHouse = shareClickHouseDatabases();
let store: OpenClickHouseStore;
beforeEach(async () => {
  store = await clickHouse().openStore();
});

const HITS = {
  siteId: 1,
  siteUrl: 'https://example.com/',
  kind: 'hit',
  span: null,
  format: 'ndjson',
} as const;

const read = (from: Pick<HitStore, 'exportRows'>, given: Partial<ExportRequest>) =>
  readExport(from.exportRows({ ...HITS, ...given }));

test('every format of every kind is the same file, of a span and without rows too', async () => {
  const embedded = await openDuckHitStore(join(clickHouse().folder, 'embedded'));
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
  // One format of three parts, the others of two.
  const rows = format === 'ndjson' ? 230_000 : 110_000;
  await store.count(aQuery());
  await clickHouse().db.run(
    raw(`insert into rows (kind, id, site_id, created_at, path, country)
      select 'hit', number * 2 + 1, 1, toDateTime64('2026-03-08 00:00:00', 3, 'UTC') + (number * 7919) % 86400, '/' || toString(number), 'DE'
      from numbers(${rows})`),
  );
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
  const { proxy, folder } = clickHouse();
  await store.append(randomRows(4));
  await store.count(aQuery());
  for (const fault of ['half an answer', 'a shortened answer', 'an error within the answer'] as const)
    for (const format of FILE_FORMATS) {
      proxy.failWith(statement => (statement.includes('format Parquet') ? fault : undefined));
      await expect(read(store, { format })).rejects.toThrow('is not available');
    }
  const left = await readdir(join(folder, 'data', 'tmp'));
  expect(left.filter(name => name.startsWith('export-'))).toEqual([]);
});
