import { expect, test } from 'bun:test';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from '../../src/core/errors.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { loadDuckDb } from '../../src/stores/duckdb/native/native.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { recoverSnapshot } from '../../src/stores/duckdb/snapshot/recovery.ts';
import { type OpenInstance, openInstance } from '../../src/stores/duckdb/sql/instance.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestFolder, visitor } from './durability-folder.ts';

test('a start that fails for an unknown reason moves no file away', async () => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit(visitor(1))]);
  await engine.maintain({ force: true });
  await engine.close();
  const duckdb = await loadDuckDb(folder);
  const memoryLimitBytes = 128 * 1024 ** 2;
  const instance = await openInstance(duckdb, folder, { memoryLimitBytes, isLocked: true, name: 'live' });
  let connections = 0;
  const connect = async () => {
    connections += 1;
    if (connections === 1) throw new Error('Some Error: of a later version of DuckDB');
    return instance.connect();
  };
  const open: OpenInstance = { ...instance, connect };
  const start = { open, folder, migrations: hitMigrations, acceptsLoss: false };
  const refused = await recoverSnapshot(start).catch(error => error);
  expect(refused).toBeInstanceOf(CommandError);
  expect(String(refused)).toContain('hits.000002.duckdb cannot be opened: Some Error');
  expect(existsSync(folder.pathOf('damaged'))).toBe(false);
});

test.each([
  ['another DuckDB database', 'CREATE TABLE other (id INTEGER)'],
  ['an SQLite database', undefined],
])('%s in the place of the newest file is set aside', async (_, sql) => {
  using folder = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit(visitor(1))]);
  await engine.maintain({ force: true });
  await engine.close();
  const file = folder.fileOf('hits', 2);
  if (sql === undefined) writeFileSync(file, `SQLite format 3\0${'\0'.repeat(20_000)}`);
  else {
    rmSync(file);
    const { DuckDBInstance } = await loadDuckDb(folder);
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
  }
  const again = await openHitEngine({ folder });
  expect(await again.read('SELECT id FROM hits')).toEqual([{ id: 1 }]);
  await again.close();
  expect(existsSync(folder.pathOf('damaged', 'hits.000002.duckdb'))).toBe(true);
});
