import { expect, test } from 'bun:test';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { CommandError } from '../../src/core/errors.ts';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestFolder, prepareTestFolder, visitor, withHits } from './durability-folder.ts';

const journal = (folder: DataFolder, number = 1) => folder.pathOf(`hits.00000${number}.journal`);

/** A closed folder whose journal has five lines of one hit after its header. */
const fiveHits = prepareTestFolder(folder =>
  withHits(folder, async engine => {
    for (let n = 1; n <= 5; n += 1) await engine.append([hit(visitor(n))]);
  }),
);

const reopened = (folder: DataFolder) =>
  withHits(folder, async engine => {
    const ids = (await engine.read<{ id: number }>('SELECT id FROM hits ORDER BY id')).map(row => row.id);
    return { ids, next: await engine.append([hit()]) };
  });

/** Why the hits of a folder cannot be opened. */
const refusalOf = (folder: DataFolder, migrations = hitMigrations): Promise<unknown> =>
  withHits(folder, async () => undefined, { migrations }).catch(error => error);

test('half a line at the end of the journal is dropped, and the next hit takes its place', async () => {
  using folder = await fiveHits();
  truncateSync(journal(folder), readFileSync(journal(folder)).length - 7);
  expect(await reopened(folder)).toEqual({ ids: [1, 2, 3, 4], next: [5] });
  expect(await reopened(folder)).toEqual({ ids: [1, 2, 3, 4, 5], next: [6] });
});

test('zeros and garbage behind the journal are cut, nothing acknowledged is lost, and the original is kept', async () => {
  for (const junk of [
    Buffer.alloc(5000),
    Buffer.from('garbage\nmore of it\n'),
    Buffer.from([0, 10, 255, 10, 0]),
  ]) {
    using folder = await fiveHits();
    const damaged = Buffer.concat([readFileSync(journal(folder)), junk]);
    appendFileSync(journal(folder), junk);
    expect(await reopened(folder)).toEqual({ ids: [1, 2, 3, 4, 5], next: [6] });
    const [kept = ''] = readdirSync(folder.pathOf('damaged'));
    expect(readFileSync(folder.pathOf('damaged', kept)).equals(damaged)).toBe(true);
    expect(await reopened(folder)).toEqual({ ids: [1, 2, 3, 4, 5, 6], next: [7] });
  }
});

test('a hole in the middle of the journal costs its own lines only', async () => {
  using folder = await fiveHits();
  const bytes = readFileSync(journal(folder));
  const lines = bytes.toString('latin1').split('\n');
  const start = lines.slice(0, 3).join('\n').length + 20;
  bytes.fill(0, start, start + 30);
  writeFileSync(journal(folder), bytes);
  expect(await reopened(folder)).toEqual({ ids: [1, 2, 4, 5], next: [6] });
  expect(await reopened(folder)).toEqual({ ids: [1, 2, 4, 5, 6], next: [7] });
});

test('a journal that is missing is created again', async () => {
  using folder = await fiveHits();
  rmSync(journal(folder));
  expect(await reopened(folder)).toEqual({ ids: [], next: [1] });
});

test('a torn file of hits falls back by a snapshot, whose journals lead up to the last hit', async () => {
  using folder = await fiveHits();
  await withHits(folder, async engine => {
    await engine.change(change => change.remove('hit', 'id = ?', [2]));
    await engine.maintain({ force: true });
    await engine.append([hit()]);
  });
  const whole = readFileSync(folder.databaseFile('hits', 2));
  writeFileSync(folder.databaseFile('hits', 2), whole.subarray(0, Math.floor(whole.length / 3)));
  expect(await reopened(folder)).toEqual({ ids: [1, 3, 4, 5, 6], next: [7] });
  expect(readdirSync(folder.pathOf('damaged'))).toContain('hits.000002.duckdb');
  expect(await reopened(folder)).toEqual({ ids: [1, 3, 4, 5, 6, 7], next: [8] });
});

test('a foreign, empty or torn only file is refused with a line and left alone', async () => {
  for (const content of ['no database', '', 'x'.repeat(50_000)]) {
    using folder = openTestFolder();
    writeFileSync(folder.databaseFile('hits', 1), content);
    const refused = await refusalOf(folder);
    expect(refused).toBeInstanceOf(CommandError);
    expect(String(refused)).toContain('hits.000001.duckdb');
    expect(readFileSync(folder.databaseFile('hits', 1), 'utf8')).toBe(content);
  }
});

test('a journal and a file of a newer version are refused with a line', async () => {
  using folder = await fiveHits();
  const migrations = [{ name: '0001-other', sql: 'CREATE TABLE other (id INTEGER)' }];
  expect(String(await refusalOf(folder, migrations))).toContain('newer version');
  const header = JSON.stringify({ header: { format: 99, generation: 1, columns: {} } });
  writeFileSync(journal(folder), `${Bun.hash.crc32(header).toString(16).padStart(8, '0')} ${header}\n`);
  expect(String(await refusalOf(folder))).toContain('newer version');
});

test('a schema change builds the next snapshot with every hit in it', async () => {
  using folder = await fiveHits();
  const migrations = [
    ...hitMigrations,
    { name: '9999-marks', sql: 'CREATE TABLE marks (id INTEGER); INSERT INTO marks VALUES (1)' },
  ];
  const engine = await openHitEngine({ folder, migrations });
  expect(
    await engine.read('SELECT (SELECT count(*) FROM hits) AS hits, (SELECT count(*) FROM marks) AS marks'),
  ).toEqual([{ hits: 5, marks: 1 }]);
  expect((await engine.facts()).snapshot).toBe(2);
  await engine.close();
  expect(existsSync(folder.databaseFile('hits', 1))).toBe(true);
});

test('a schema change that fails leaves the file as it was', async () => {
  using folder = await fiveHits();
  const broken = [
    ...hitMigrations,
    { name: '9999-broken', sql: 'CREATE TABLE marks (id INTEGER); INSERT INTO nothing VALUES (1)' },
  ];
  expect(await refusalOf(folder, broken)).toBeInstanceOf(Error);
  expect((await reopened(folder)).ids).toEqual([1, 2, 3, 4, 5]);
});

test('a journal whose file is missing, as an interrupted compaction leaves it, is moved to damaged/', async () => {
  using folder = await fiveHits();
  // Its first line is all that a compaction writes before the file is there.
  const [header] = readFileSync(journal(folder), 'utf8').split('\n');
  writeFileSync(journal(folder, 2), `${header}\n`);
  expect(await reopened(folder)).toEqual({ ids: [1, 2, 3, 4, 5], next: [6] });
  expect(existsSync(journal(folder, 2))).toBe(false);
  expect(readdirSync(folder.pathOf('damaged'))).toEqual(['hits.000002.journal']);
});
