/** Imports into a store on ClickHouse: what every store must do, and what becomes of one when ClickHouse is away. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ImportRequest } from '../../src/core/hits/import.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { toImport } from '../support/import-rows.ts';
import { shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { describeExport } from './export-contract.ts';
import { describeFollowedImports } from './followed-import-contract.ts';
import { describeImport } from './import-contract.ts';

const clickHouse = shareClickHouseDatabases();
/** Opens a store that the contract closes, on a folder of its own. */
const open = (path: string) =>
  openClickHouseHitStore(path, { url: clickHouse().proxy.url, database: clickHouse().db.database });

describeImport('import into ClickHouse', open);
describeFollowedImports('followed into ClickHouse', open);
describeExport('export from ClickHouse', open, ['ndjson', 'csv', 'parquet']);

/** Two hits of a visitor, and others. */
const aRequest = async (given: Partial<ImportRequest> = {}, others = 0): Promise<ImportRequest> => {
  const file = join(clickHouse().folder, 'rows.ndjson');
  const visit = { path: '/', visitor_id: 'abc' };
  const rows = ['08', '09'].map(hour => ({ ...visit, created_at: `2026-03-10T${hour}:00:00Z` }));
  const other = `{"path":"/other","created_at":"2026-03-11"}\n`;
  await Bun.write(file, rows.map(row => `${JSON.stringify(row)}\n`).join('') + other.repeat(others));
  return toImport(file, { importKey: 'one', ...given });
};
const isDelivery = (statement: string) => /insert into rows .*format Parquet/i.test(statement);

test('while ClickHouse is away, nothing is imported', async () => {
  const { proxy, openStore } = clickHouse();
  const store = await openStore();
  proxy.failWith(() => 'lost connection');
  await expect(store.importFile(await aRequest())).rejects.toThrow('is not available');
  expect(await store.findImport(1, 'one')).toBeNull();
  proxy.failWith(() => undefined);
  expect(await store.count(aQuery())).toBe(0);
});

test.each([
  'lost connection',
  'lost answer',
  'no answer',
  'no answer and no statement',
  'half an answer',
  'half a statement',
  'a shortened statement',
  'an error within the answer',
  'status 503',
  'full disk',
] as const)('%s at the delivery of an import: it ends once all is there, each row once', async fault => {
  const timeouts = { graceMs: 2000, insertMs: 60_000, changeMs: 1000 };
  const { proxy, openStore } = clickHouse();
  const store = await openStore({ connection: { timeouts } });
  let failures = 0;
  proxy.failWith(statement => (isDelivery(statement) && ++failures === 1 ? fault : undefined));
  expect((await store.importFile(await aRequest())).imported.hit).toBe(2);
  expect(failures).toBeGreaterThan(0);
  expect(await store.totals(aQuery())).toEqual({ hits: 2, uniqueHits: 1, visitors: 1, paths: 1 });
  expect(await store.importFile(await aRequest({ importKey: 'two' }))).toMatchObject({ duplicates: 2 });
});

test('a server that stops before an import is delivered goes on with it at the next start', async () => {
  const { proxy, openStore } = clickHouse();
  const store = await openStore();
  const stopping = new AbortController();
  proxy.failWith(statement => {
    if (!isDelivery(statement)) return undefined;
    stopping.abort(new Error('stopping'));
    return 'lost connection';
  });
  await expect(store.importFile(await aRequest({ signal: stopping.signal }))).rejects.toThrow('stopping');
  expect((await store.findImport(1, 'one'))?.imported.hit).toBe(2);
  await store.close();
  proxy.failWith(() => undefined);
  const next = await openStore();
  expect(await next.importFile(await aRequest({ importKey: 'two' }))).toMatchObject({ duplicates: 2 });
  expect(await next.count(aQuery())).toBe(2);
  expect(await next.remove({ siteId: 1, kinds: ['hit'], which: { importKey: 'one' } })).toBe(2);
  expect(await next.count(aQuery())).toBe(0);
});

test('an undo while ClickHouse is away is refused as a whole, and exact when it is back', async () => {
  const { proxy, openStore } = clickHouse();
  let store = await openStore();
  const query = aQuery({ filters: [{ dimension: 'path', is: '/' }] });
  const undo = () => store.remove({ siteId: 1, kinds: ['hit'], which: { importKey: 'one' } });
  await store.importFile(await aRequest());
  proxy.failWith(() => 'lost connection');
  // They wait, and get the mark once the import is gone.
  await store.append([3n, 3n, null].map(visitor => aHit({ visitor, at: '2026-03-10T12:00:00Z' })));
  await expect(undo()).rejects.toMatchObject({ kind: 'unavailable' });
  await store.close();
  store = await openStore();
  await expect(undo()).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await store.findImport(1, 'one'))?.imported.hit).toBe(2);
  proxy.failWith(() => undefined);
  expect(await store.totals(query)).toMatchObject({ hits: 5, uniqueHits: 1 });
  expect(await undo()).toBe(2);
  expect(await store.findImport(1, 'one')).toBeNull();
  expect(await store.totals(query)).toMatchObject({ hits: 3, uniqueHits: 1 });
});

test('a hit that came during an import loses its mark to one of the import', async () => {
  const { proxy, openStore } = clickHouse();
  const store = await openStore();
  const query = aQuery({ filters: [{ dimension: 'path', is: '/' }] });
  let delivered: Promise<number> | undefined;
  // When the import reads what is stored; it has so many rows that the hit is delivered before them.
  proxy.failWith(statement => {
    if (statement.includes('format Parquet'))
      delivered ??= store
        .append([aHit({ visitor: 3n, at: '2026-03-10T12:00:00Z' })])
        .then(() => store.count(query));
    return undefined;
  });
  await store.importFile(await aRequest({}, 100_000));
  expect(await delivered).toBe(1);
  expect(await store.totals(query)).toEqual({ hits: 3, uniqueHits: 1, visitors: 1, paths: 1 });
});
