import { expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from '../../src/core/errors.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import { loadDuckDb } from '../../src/stores/duckdb/native/native.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { recoverSnapshot } from '../../src/stores/duckdb/snapshot/recovery.ts';
import { type OpenInstance, openInstance } from '../../src/stores/duckdb/sql/instance.ts';
import { query } from '../support/duckdb.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestFolder, prepareTestFolder, readHits, visitor, withHits } from './durability-folder.ts';

const RENAMED = [
  ...hitMigrations,
  { name: '9001-length', sql: 'ALTER TABLE hits ADD COLUMN length INTEGER' },
  { name: '9002-rename', sql: 'ALTER TABLE hits RENAME COLUMN length TO path_length' },
];

const corruptHeader = (folder: DataFolder, number: number): void => {
  const file = folder.databaseFile('hits', number);
  const bytes = readFileSync(file);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

/** Opens a folder with some migrations, runs a recorded change, and closes it. */
const change = (folder: DataFolder, migrations: typeof RENAMED, sql: string) =>
  withHits(
    folder,
    async engine => {
      await engine.append([hit(visitor(1))]);
      await engine.change(change => change.run(sql));
    },
    { migrations },
  );

/** A closed folder with a hit in the second of its snapshots. */
const aStoredHit = prepareTestFolder(folder =>
  withHits(folder, async engine => {
    await engine.append([hit(visitor(1))]);
    await engine.maintain({ force: true });
  }),
);

test('an upgrade renames a column that a change in the journal names', async () => {
  using folder = openTestFolder();
  await (await openHitEngine({ folder })).close();
  await change(folder, RENAMED.slice(0, -1), 'UPDATE hits SET length = 7');
  expect(await readHits(folder, 'SELECT path_length FROM hits', { migrations: RENAMED })).toEqual([
    { path_length: 7 },
  ]);
});

test('journals of several schemas are replayed, each on its own schema', async () => {
  using folder = openTestFolder();
  await change(folder, [...hitMigrations], 'UPDATE hits SET source = path');
  await change(folder, RENAMED.slice(0, -1), 'UPDATE hits SET length = 7 WHERE length IS NULL');
  await change(folder, RENAMED, 'UPDATE hits SET path_length = 8 WHERE path_length IS NULL');
  corruptHeader(folder, 2);
  corruptHeader(folder, 3);
  expect(await readHits(folder, 'SELECT path_length FROM hits ORDER BY id', { migrations: RENAMED })).toEqual(
    [{ path_length: 7 }, { path_length: 7 }, { path_length: 8 }],
  );
});

test('a journal of a newer schema than this version knows is refused', async () => {
  using folder = openTestFolder();
  await change(folder, [...hitMigrations], 'UPDATE hits SET source = path');
  await change(folder, RENAMED, 'UPDATE hits SET path_length = 8');
  corruptHeader(folder, 2);
  const refused = await openHitEngine({ folder }).catch(error => error);
  expect(refused).toBeInstanceOf(CommandError);
  expect(String(refused)).toContain('newer version');
  expect(existsSync(folder.pathOf('damaged'))).toBe(false);
});

test('a start that fails for an unknown reason moves no file away', async () => {
  using folder = await aStoredHit();
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
  using folder = await aStoredHit();
  const file = folder.databaseFile('hits', 2);
  if (sql === undefined) writeFileSync(file, `SQLite format 3\0${'\0'.repeat(20_000)}`);
  else {
    rmSync(file);
    await query(sql, file);
  }
  expect(await readHits(folder, 'SELECT id FROM hits')).toEqual([{ id: 1 }]);
  expect(existsSync(folder.pathOf('damaged', 'hits.000002.duckdb'))).toBe(true);
});
