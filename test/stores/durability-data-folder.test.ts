import { expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { CommandError } from '../../src/core/errors.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { movableClock, openTestFolder, temporaryPath } from './durability-folder.ts';

const options = { clock: movableClock(), log: pino({ level: 'silent' }) };
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    return String(error);
  }
  return 'nothing was thrown';
};

test('a data folder is created with its parents, for its owner only', () => {
  using place = temporaryPath();
  const folder = openDataFolder(join(place.path, 'a', 'b'), options);
  expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  folder.close();
});

test('a second process is refused by a line that names the folder, and let in once the first has closed', () => {
  using place = temporaryPath();
  const folder = openDataFolder(place.path, options);
  expect(messageOf(() => openDataFolder(place.path, options))).toContain(
    `Another process is using the data folder ${place.path}`,
  );
  folder.close();
  openDataFolder(place.path, options).close();
});

test('a second process on the folder of a running one is refused', async () => {
  using folder = openTestFolder();
  const source = `
    import { openDataFolder } from ${JSON.stringify(join(import.meta.dir, '../../src/stores/data-folder.ts'))};
    try { openDataFolder(${JSON.stringify(folder.path)}, {}); } catch (error) { process.stdout.write(error.message); }`;
  const child = Bun.spawn([process.execPath, '-e', source], { stdout: 'pipe' });
  expect(await new Response(child.stdout).text()).toContain('Another process is using');
});

test('a file in the place of the folder is refused', () => {
  using place = temporaryPath();
  const file = join(place.path, 'file');
  writeFileSync(file, '');
  expect(messageOf(() => openDataFolder(file, options))).toContain('is a file, not a folder');
  expect(messageOf(() => openDataFolder(join(file, 'inner'), options))).toContain('is a file');
});

test('a question mark in the path of the folder is refused: the database would put files outside', () => {
  using place = temporaryPath();
  expect(messageOf(() => openDataFolder(join(place.path, 'data?'), options))).toContain('question mark');
});

test.skipIf(process.getuid?.() === 0)('a folder without permission is refused', () => {
  using place = temporaryPath();
  const locked = join(place.path, 'locked');
  mkdirSync(locked, { mode: 0o500 });
  expect(messageOf(() => openDataFolder(locked, options))).toContain('No permission');
  chmodSync(locked, 0o700);
});

test('a folder that is no data folder keeps what its own tmp/ holds', () => {
  using place = temporaryPath();
  mkdirSync(join(place.path, 'tmp'));
  writeFileSync(join(place.path, 'tmp', 'letter.txt'), 'mine');
  expect(messageOf(() => openDataFolder(place.path, options))).toContain('is no data folder, and');
  expect(readFileSync(join(place.path, 'tmp', 'letter.txt'), 'utf8')).toBe('mine');
  expect(readdirSync(place.path)).toEqual(['tmp']);
});

test('what an interrupted run left in tmp/ is gone at the next start', () => {
  using place = temporaryPath();
  openDataFolder(place.path, options).close();
  mkdirSync(join(place.path, 'tmp', 'spill'), { recursive: true });
  writeFileSync(join(place.path, 'tmp', 'half.duckdb'), 'x');
  openDataFolder(place.path, options).close();
  expect(existsSync(join(place.path, 'tmp', 'half.duckdb'))).toBe(false);
  expect(existsSync(join(place.path, 'tmp', 'spill'))).toBe(false);
});

test('a lock file that is no database is refused by name', () => {
  using place = temporaryPath();
  writeFileSync(join(place.path, 'lock.db'), 'something else, long enough to be looked at'.repeat(20));
  expect(messageOf(() => openDataFolder(place.path, options))).toContain('lock.db');
});
