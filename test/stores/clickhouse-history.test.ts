/** Files of a history that moves back from ClickHouse. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, connect } from '../../src/stores/clickhouse/client.ts';
import { writeHistory } from '../../src/stores/clickhouse/copy.ts';
import { toChdbAddress } from '../support/chdb.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { shareClickHouseDatabases } from '../support/shared-clickhouse.ts';

const clickHouse = shareClickHouseDatabases();
let db: ClickHouse;
beforeEach(() => {
  db = connect(toChdbAddress(clickHouse().proxy.url, clickHouse().db.database));
});
afterEach(() => db.close());

const insertHits = (ids: readonly number[]) =>
  db.insert(
    'rows',
    ids.map(id => ({ kind: 'hit', id, site_id: 1, created_at: '2026-03-20T12:00:00Z', path: '/' })),
    { token: ids.join() },
  );

test('ids that lie far apart make no files without rows', async () => {
  await insertHits([1, 2, 40_000_001]);
  const { folder } = clickHouse();
  const done: number[] = [];
  const { files, through } = await writeHistory(db, folder, { onProgress: ids => done.push(ids) });
  expect(files.map(({ kind, file }) => [kind, file])).toEqual([
    ['hit', join(folder, 'hit-1.parquet')],
    ['hit', join(folder, 'hit-40000001.parquet')],
  ]);
  expect([through.hit, through.event]).toEqual([40_000_001, 0]);
  expect(done.at(-1)).toBe(40_000_001);
});

test.each([
  'lost connection',
  'lost answer',
  'half an answer',
  'a shortened answer',
  'an error within the answer',
  'status 500',
  'full disk',
] as const satisfies Fault[])('files that are cut short by: %s, are not taken for a history', async fault => {
  const { folder, proxy } = clickHouse();
  await insertHits([1, 2]);
  proxy.failWith(statement => (/format parquet/i.test(statement) ? fault : undefined));
  await expect(writeHistory(db, folder)).rejects.toThrow();
  proxy.failWith(() => undefined);
  expect((await writeHistory(db, folder)).files).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['hit-1.parquet']);
});
