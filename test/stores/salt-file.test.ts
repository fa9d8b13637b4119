/** The file of salts: what it holds after days, restarts and upgrades, byte by byte. */

import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVisitors, type Salt } from '../../src/ingest/visitor.ts';
import { findSaltFault, openSaltFile } from '../../src/stores/sqlite/salt-file.ts';
import { collectLines } from './durability-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-salts-'));
const path = join(folder, 'salt.db');
afterEach(() => rmSync(path, { force: true }));

const { lines, log } = collectLines();
const openFile = () => openSaltFile(path, { log, isExpected: false });
const secret = new Uint8Array(32);
const ZONES = Intl.supportedValuesOf('timeZone');
const facts = { siteId: 1, visitorId: null, address: '8.8.8.8', userAgent: null };

test('with 400 zones in use, an erased salt is nowhere in the file, which does not grow', () => {
  const file = openFile();
  const drawn = new Map<string, Salt>();
  const replace = (salts: readonly Salt[]) => {
    for (const salt of salts) drawn.set(salt.bytes.toHex(), salt);
    file.replace(salts);
  };
  const visitors = createVisitors({ secret, salts: { ...file, replace } });
  const start = Date.UTC(2026, 9, 24, 12);
  // In an order of their own, so that pages are split in many places.
  for (const zone of ZONES.toSorted((a, b) => Number(Bun.hash(a) - Bun.hash(b))))
    visitors.identify(facts, { at: new Date(start), zone });
  const { size } = statSync(path);
  for (let quarter = 0; quarter < 3 * 96; quarter += 1) visitors.rotate(new Date(start + quarter * 900_000));
  const kept = file.load();
  expect(kept).toHaveLength(ZONES.length);
  const current = new Set(kept.map(({ bytes }) => bytes.toHex()));
  const bytes = readFileSync(path);
  const found = [...drawn].filter(([hex, salt]) => bytes.includes(salt.bytes) !== current.has(hex));
  expect(found.map(([, { zone, day }]) => `${zone} ${day}`)).toEqual([]);
  expect(drawn.size).toBeGreaterThan(3 * ZONES.length);
  expect([statSync(path).size, size < 100_000]).toEqual([size, true]);
  expect(findSaltFault(path)).toBeUndefined();
  file.close();
});

test('the salt of a version whose days were those of UTC stays that of UTC until midnight', () => {
  for (const checksum of [false, true]) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const old = new Database(path, { create: true });
    old.run('create table salts (day text not null, salt blob not null) strict');
    const crc = Buffer.alloc(checksum ? 4 : 0);
    if (checksum) crc.writeUInt32LE(Bun.hash.crc32(Buffer.concat([Buffer.from('2026-03-10'), bytes])));
    old.query('insert into salts values (?, ?)').run('2026-03-10', Buffer.concat([bytes, crc]));
    old.close();
    expect(findSaltFault(path)).toBeUndefined();
    const file = openFile();
    expect(file.load()).toEqual([{ zone: 'UTC', day: '2026-03-10', bytes }]);
    createVisitors({ secret, salts: file }).rotate(new Date('2026-03-11T00:00:00Z'));
    file.close();
    expect(readFileSync(path).includes(bytes)).toBe(false);
    rmSync(path);
  }
});

test('the salt of a zone that this machine does not know is erased at the start', () => {
  const first = openFile();
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  first.replace(['Europe/Berlin', 'Mars/Olympus_Mons'].map(zone => ({ zone, day: '2026-03-10', bytes })));
  first.close();
  const file = openFile();
  expect(file.load()).toEqual([{ zone: 'Europe/Berlin', day: '2026-03-10', bytes }]);
  file.close();
});

test('a file of something else is damaged, and recreated', () => {
  const other = new Database(path, { create: true });
  other.run('create table letters (letter text)');
  other.close();
  const message = 'salt.db is damaged: visitors of today who have no id of their own count once more';
  expect(findSaltFault(path)).toBe(message);
  lines.length = 0;
  const file = openFile();
  expect([file.load(), lines.filter(line => line.includes(message)).length]).toEqual([[], 1]);
  file.close();
});
