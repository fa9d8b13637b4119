/** Imports into a store on ClickHouse: what every store must do, and what becomes of one when ClickHouse is away. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportRequest } from '../../src/core/hits/import.ts';
import type { ConnectOptions } from '../../src/stores/clickhouse/client.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { describeExport } from './export-contract.ts';
import { describeFollowedImports } from './followed-import-contract.ts';
import { describeImport, plainDerivations } from './import-contract.ts';

setDefaultTimeout(300_000);

const clickHouse = shareClickHouse();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clickhouse-import-'));
});
afterEach(async () => {
  clickHouse().proxy.failWith(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

let database = '';
const open = async (path: string, connection: ConnectOptions = {}) => {
  ({ database } = await clickHouse().createDatabase({ isMigrated: true }));
  return openClickHouseHitStore(path, { url: clickHouse().proxy.url, database, connection });
};
const reopen = () => openClickHouseHitStore(join(folder, 'data'), { url: clickHouse().proxy.url, database });

describeImport('import into ClickHouse', path => open(path));
describeFollowedImports('followed into ClickHouse', path => open(path));
describeExport('export from ClickHouse', path => open(path), ['ndjson', 'csv', 'parquet']);

/** Two hits of a visitor, and others. */
const aRequest = async (given: Partial<ImportRequest> = {}, others = 0): Promise<ImportRequest> => {
  const file = join(folder, 'rows.ndjson');
  const rows = ['08', '09'].map(hour => ({
    path: '/',
    created_at: `2026-03-10T${hour}:00:00Z`,
    visitor_id: 'abc',
  }));
  const other = `{"path":"/other","created_at":"2026-03-11"}\n`;
  await Bun.write(file, rows.map(row => `${JSON.stringify(row)}\n`).join('') + other.repeat(others));
  return {
    siteId: 1,
    siteUrl: 'https://example.com/',
    file,
    format: 'ndjson',
    importKey: 'one',
    derive: plainDerivations,
    now: new Date('2026-03-20T12:00:00Z'),
    ...given,
  };
};
const isDelivery = (statement: string) => /insert into rows .*format Parquet/i.test(statement);

test('while ClickHouse is away, nothing is imported', async () => {
  const store = await open(join(folder, 'data'));
  clickHouse().proxy.failWith(() => 'lost connection');
  await expect(store.importFile(await aRequest())).rejects.toThrow('is not available');
  expect(await store.findImport(1, 'one')).toBeNull();
  clickHouse().proxy.failWith(() => undefined);
  expect(await store.count(aQuery())).toBe(0);
  await store.close();
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
  const store = await open(join(folder, 'data'), { timeouts });
  let failures = 0;
  clickHouse().proxy.failWith(statement => (isDelivery(statement) && ++failures === 1 ? fault : undefined));
  expect((await store.importFile(await aRequest())).imported.hit).toBe(2);
  expect(failures).toBeGreaterThan(0);
  expect(await store.totals(aQuery())).toEqual({ hits: 2, uniqueHits: 1, visitors: 1, paths: 1 });
  expect(await store.importFile(await aRequest({ importKey: 'two' }))).toMatchObject({ duplicates: 2 });
  await store.close();
});

test('a server that stops before an import is delivered goes on with it at the next start', async () => {
  const store = await open(join(folder, 'data'));
  const stopping = new AbortController();
  clickHouse().proxy.failWith(statement => {
    if (!isDelivery(statement)) return undefined;
    stopping.abort(new Error('stopping'));
    return 'lost connection';
  });
  await expect(store.importFile(await aRequest({ signal: stopping.signal }))).rejects.toThrow('stopping');
  expect((await store.findImport(1, 'one'))?.imported.hit).toBe(2);
  await store.close();
  clickHouse().proxy.failWith(() => undefined);
  const next = await reopen();
  expect(await next.importFile(await aRequest({ importKey: 'two' }))).toMatchObject({ duplicates: 2 });
  expect(await next.count(aQuery())).toBe(2);
  expect(await next.remove({ siteId: 1, kinds: ['hit'], which: { importKey: 'one' } })).toBe(2);
  expect(await next.count(aQuery())).toBe(0);
  await next.close();
});

test('an undo while ClickHouse is away is refused as a whole, and exact when it is back', async () => {
  let store = await open(join(folder, 'data'));
  const query = aQuery({ filters: [{ dimension: 'path', is: '/' }] });
  const undo = () => store.remove({ siteId: 1, kinds: ['hit'], which: { importKey: 'one' } });
  await store.importFile(await aRequest());
  clickHouse().proxy.failWith(() => 'lost connection');
  // They wait, and get the mark once the import is gone.
  await store.append([3n, 3n, null].map(visitor => aHit({ visitor, at: '2026-03-10T12:00:00Z' })));
  await expect(undo()).rejects.toMatchObject({ kind: 'unavailable' });
  await store.close();
  store = await reopen();
  await expect(undo()).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await store.findImport(1, 'one'))?.imported.hit).toBe(2);
  clickHouse().proxy.failWith(() => undefined);
  expect(await store.totals(query)).toMatchObject({ hits: 5, uniqueHits: 1 });
  expect(await undo()).toBe(2);
  expect(await store.findImport(1, 'one')).toBeNull();
  expect(await store.totals(query)).toMatchObject({ hits: 3, uniqueHits: 1 });
  await store.close();
});

test('a hit that came during an import loses its mark to one of the import', async () => {
  const store = await open(join(folder, 'data'));
  const query = aQuery({ filters: [{ dimension: 'path', is: '/' }] });
  let delivered: Promise<number> | undefined;
  // When the import reads what is stored; it has so many rows that the hit is delivered before them.
  clickHouse().proxy.failWith(statement => {
    if (statement.includes('format Parquet'))
      delivered ??= store
        .append([aHit({ visitor: 3n, at: '2026-03-10T12:00:00Z' })])
        .then(() => store.count(query));
    return undefined;
  });
  await store.importFile(await aRequest({}, 100_000));
  expect(await delivered).toBe(1);
  expect(await store.totals(query)).toEqual({ hits: 3, uniqueHits: 1, visitors: 1, paths: 1 });
  await store.close();
});
