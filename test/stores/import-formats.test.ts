/** CSV and Parquet, and what happens to an import that does not come to its end. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { CommandError } from '../../src/core/errors.ts';
import type { HitStore, ImportFormat, ImportRequest } from '../../src/core/hit-store.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { plainDerivations } from './import-contract.ts';

let folder = '';
let store: HitStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formats-'));
  store = await openDuckHitStore(join(folder, 'data'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const request = (file: string, format: ImportFormat, more: Partial<ImportRequest> = {}): ImportRequest => ({
  siteId: 1,
  siteUrl: 'https://example.com',
  file,
  format,
  derive: plainDerivations,
  now: new Date('2026-03-20T12:00:00Z'),
  ...more,
});
const loadCsv = async (text: string | Uint8Array) => {
  const file = join(folder, "it's a file.csv");
  await Bun.write(file, text);
  return store.importFile(request(file, 'csv'));
};
const stored = async (kind: 'hit' | 'event' = 'hit') =>
  store.list(aQuery({ kind }), { offset: 0, limit: 100 });

test('CSV: broken records are named by the line they begin on, and the others are kept', async () => {
  const report = await loadCsv(
    [
      '\ufeffpath,created_at,event,type,value,unknown',
      '/a,2026-03-10,,,,',
      '',
      '/b,2026-03-10,a.b,event,"two\nlines, ""quoted""",x',
      '/too-few,2026-03-10',
      '/too-many,2026-03-10,,,,,,',
      '"/stray"x,2026-03-10,,,,',
      '/bad-date,tomorrow,,,,',
      '/crlf,2026-03-11,,,,\r',
      '"/never closed,2026-03-10,,,,',
      '/last,2026-03-12,,,,',
    ].join('\n'),
  );
  expect(report.faults).toEqual([
    { line: 6, message: 'has 2 fields where the header has 6' },
    { line: 7, message: 'has 8 fields where the header has 6' },
    { line: 8, message: 'a quotation mark stands in the middle of a field' },
    { line: 9, message: 'created_at must be an ISO 8601 time, got "tomorrow"' },
    { line: 11, message: 'a quotation mark is never closed' },
  ]);
  expect(report).toMatchObject({ read: 9, bad: 5, imported: { hit: 3, event: 1 } });
  expect((await stored()).map(row => row.path)).toEqual(['/last', '/crlf', '/a']);
  expect(await stored('event')).toMatchObject([{ path: '/b', value: 'two\nlines, "quoted"' }]);
});

test('CSV: text that is not UTF-8 is a bad row', async () => {
  const bytes = Buffer.concat([
    Buffer.from('path,created_at\n/'),
    Buffer.from([0xff]),
    Buffer.from(',2026-03-10\n/é,2026-03-10'),
  ]);
  expect(await loadCsv(bytes)).toMatchObject({ faults: [{ line: 2, message: 'is not valid UTF-8' }] });
  expect(await stored()).toMatchObject([{ path: '/é' }]);
});

test('Parquet: columns may have types of their own, and rows are counted from 1', async () => {
  const file = join(folder, 'rows.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (select * from (values
    ('/a', timestamp '2026-03-10 12:00:00.123456', true, '00000000000000ff'), (null, timestamp '2026-03-10', null, null))
    rows(path, created_at, is_mobile, visitor_hash)) to '${file}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  const report = await store.importFile(request(file, 'parquet'));
  expect(report.faults).toEqual([{ line: 2, message: 'path is missing' }]);
  const { id: _, ...row } = (await stored())[0] ?? { id: 0 };
  expect(row).toEqual(aHit({ path: '/a', at: '2026-03-10T12:00:00.123Z', isMobile: true, visitor: 255n }));
});

test('a file that is missing or of another format is refused with a line, and nothing is left behind', async () => {
  const file = join(folder, 'not.parquet');
  await Bun.write(file, 'no parquet at all');
  for (const wrong of [request(file, 'parquet'), request(join(folder, 'missing.csv'), 'csv')])
    await expect(store.importFile(wrong)).rejects.toBeInstanceOf(CommandError);
  await Bun.write(file, '');
  await expect(store.importFile(request(file, 'csv'))).rejects.toThrow('is empty');
  await store.append([aHit()]);
  expect(await store.count(aQuery())).toBe(1);
});

test('an import that is given up leaves everything as it was', async () => {
  await store.append([aHit()]);
  const file = join(folder, 'rows.ndjson');
  await Bun.write(file, '{"path":"/a","created_at":"2026-03-10"}\n'.repeat(5000));
  const controller = new AbortController();
  const onProgress = () => controller.abort(new Error('given up'));
  await expect(
    store.importFile(request(file, 'ndjson', { signal: controller.signal, onProgress })),
  ).rejects.toThrow('given up');
  expect(await store.count(aQuery())).toBe(1);
  expect((await readdir(join(folder, 'data', 'tmp'))).filter(name => name.startsWith('staging'))).toEqual([]);
  expect(await store.importFile(request(file, 'ndjson'))).toMatchObject({ imported: { hit: 5000 } });
});

test('hits that come in during an import are kept, and only one of a visitor, path and day is unique', async () => {
  const file = join(folder, 'rows.ndjson');
  await Bun.write(file, '{"path":"/","created_at":"2026-03-10T08:00:00Z","visitor_id":"abc"}\n');
  const waiting: Promise<unknown>[] = [];
  const onProgress = () => waiting.push(store.append([aHit({ visitor: 3n, at: '2026-03-10T09:00:00Z' })]));
  await store.importFile(request(file, 'ndjson', { onProgress }));
  await Promise.all(waiting);
  expect(waiting.length).toBeGreaterThan(1);
  const hits = waiting.length + 1;
  expect(await store.totals(aQuery())).toEqual({ hits, uniqueHits: 1, visitors: 1, paths: 1 });
  const group = await store.group(aQuery(), 'path', { offset: 0, limit: 10 });
  expect(group.rows).toEqual([{ key: '/', hits, uniqueHits: 1 }]);
});
