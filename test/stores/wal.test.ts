import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWal } from '../../src/stores/sqlite/wal.ts';
import { temporaryPath } from './durability-folder.ts';

const BLOCK_BYTES = 4096;
const FRAME_BYTES = 24 + BLOCK_BYTES;

/** A log of many commits, as SQLite left it. */
function writtenLog(path: string): Buffer {
  const client = new Database(join(path, 'a.db'), { create: true, strict: true });
  client.run('PRAGMA journal_mode = WAL');
  client.run('PRAGMA wal_autocheckpoint = 0');
  client.run('CREATE TABLE notes (body TEXT)');
  for (let n = 0; n < 30; n += 1) client.run('INSERT INTO notes VALUES (?)', ['x'.repeat(3000)]);
  const log = readFileSync(join(path, 'a.db-wal'));
  client.close();
  return log;
}

const flipped = (log: Buffer, at: number): Buffer => {
  log[at] = (log[at] ?? 0) ^ 1;
  return log;
};

const ALTERATIONS: readonly [string, (log: Buffer) => Buffer, 'none' | 'torn' | 'damaged'][] = [
  ['nothing', log => log, 'none'],
  ['a bit in the middle', log => flipped(log, log.length >> 1), 'damaged'],
  ['a bit in the last page', log => flipped(log, log.length - 1), 'damaged'],
  ['a bit in the salts of the last frame', log => flipped(log, log.length - FRAME_BYTES + 9), 'damaged'],
  ['a bit in the header', log => flipped(log, 3), 'damaged'],
  [
    'every 512th byte',
    log => log.map((byte, at) => (at % 512 === 0 ? byte ^ 0x55 : byte)) as Buffer,
    'damaged',
  ],
  ['one byte less', log => log.subarray(0, log.length - 1), 'torn'],
  ['half a frame less', log => log.subarray(0, log.length - 2000), 'torn'],
  [
    'a block that never reached the disk',
    log => log.fill(0, Math.ceil((log.length - FRAME_BYTES) / BLOCK_BYTES) * BLOCK_BYTES),
    'torn',
  ],
  ['a whole frame less', log => log.subarray(0, log.length - FRAME_BYTES), 'none'],
  ['zeros behind it', log => Buffer.concat([log, Buffer.alloc(10 * FRAME_BYTES)]), 'none'],
  ['no byte', () => Buffer.alloc(0), 'none'],
];

test.each(ALTERATIONS)('a log with %s is distinguished from one that was cut short', (_, alter, tail) => {
  using place = temporaryPath();
  const file = join(place.path, 'altered');
  writeFileSync(file, alter(writtenLog(place.path)));
  expect(readWal(file).tail).toBe(tail);
});

test('every committed frame is listed, and none of a transaction that was rolled back', () => {
  using place = temporaryPath();
  const client = new Database(join(place.path, 'a.db'), { create: true, strict: true });
  for (const pragma of ['journal_mode = WAL', 'wal_autocheckpoint = 0', 'cache_size = 10'])
    client.run(`PRAGMA ${pragma}`);
  client.run('CREATE TABLE notes (body TEXT)');
  for (let n = 0; n < 200; n += 1) client.run('INSERT INTO notes VALUES (?)', ['x'.repeat(2000)]);
  const undone = client.transaction(() => {
    // More than the cache holds: frames are written before anything is committed.
    client.run("UPDATE notes SET body = body || 'y'");
    throw new Error('undone');
  });
  expect(undone).toThrow('undone');
  client.run("INSERT INTO notes VALUES ('after')");
  const frames = client.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()?.log;
  const wal = readWal(join(place.path, 'a.db-wal'));
  expect(wal).toMatchObject({ tail: 'none', pageBytes: 4096 });
  expect(wal.frames).toHaveLength(frames ?? 0);
  expect(wal.sizeBytes).toBeGreaterThan(wal.validBytes);
  client.close();
});
