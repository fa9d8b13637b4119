import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { formatLine } from '../../src/stores/duckdb/journal/journal.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit } from '../support/hit-rows.ts';
import { openTestEngine, openTestFolder, readHits } from './durability-folder.ts';

const TEXTS = [
  '',
  ' ',
  '0',
  '\t',
  '\n',
  '\r\n',
  '/a\tb\nc',
  '\\t\\N',
  '\u001b',
  '\u001bt',
  '\u001b\t',
  '\u001bet\t\u001b0\u001bn',
  'a\u0000b',
  '\u001e\u001f\u0085\u2028',
  "'; DROP TABLE hits; --",
  'Ünïcödé 日本 😀',
  '\ufffd',
];

const texts = (engine: HitEngine) =>
  engine.read<{ path: string; referrer: string | null; source: string | null }>(
    'SELECT path, referrer, source FROM hits ORDER BY id',
  );

test('any text comes back as it was given, at once and after a start', async () => {
  using folder = openTestFolder();
  const expected = TEXTS.map((path, index) => ({ path, referrer: index % 2 ? path : null, source: path }));
  let engine = await openHitEngine({ folder });
  await engine.append(expected.map(row => aHit(row)));
  expect(await texts(engine)).toEqual(expected);
  await engine.close();
  engine = await openHitEngine({ folder });
  expect(await texts(engine)).toEqual(expected);
  await engine.close();
});

test('a text comes back as it was given whether or not those stored with it have escapes', async () => {
  await using engine = await openTestEngine();
  const expected = TEXTS.map(text => ({ path: text, referrer: null, source: text }));
  for (const row of expected) {
    await engine.append([aHit(row)]);
    // Brings it into memory by itself.
    await texts(engine);
  }
  expect(await texts(engine)).toEqual(expected);
});

test('half a surrogate pair does not keep its neighbours from being stored', async () => {
  await using engine = await openTestEngine();
  await engine.append([aHit({ path: '/a' }), aHit({ path: '/\ud800' }), aHit({ path: '/b' })]);
  expect((await texts(engine)).map(row => row.path)).toEqual(['/a', '/\ufffd', '/b']);
});

test('rows that come in while others are being brought into memory are seen by the next read', async () => {
  await using engine = await openTestEngine();
  const batch = (size: number) => Array.from({ length: size }, () => aHit());
  for (let round = 1; round <= 10; round += 1) {
    await engine.append(batch(2500));
    const [before, , after] = await Promise.all([engine.facts(), engine.append(batch(1)), engine.facts()]);
    expect(before.rows.hit).toBeGreaterThanOrEqual(round * 2501 - 1);
    expect(after.rows.hit).toBeGreaterThanOrEqual(round * 2501 - 1);
    expect((await engine.facts()).rows.hit).toBe(round * 2501);
  }
});

test('a journal of the first format, whose rows are lists, is read', async () => {
  using folder = openTestFolder();
  await (await openHitEngine({ folder })).close();
  const hit = ['path', 'created_at', 'site_id', 'visitor_hash', 'is_unique', 'is_first_of_day', 'referrer'];
  const rows = [
    ['/a\tb', 1_790_000_000_000, 3, 'ff', true, true, null],
    ['/c', 1_790_000_000_001, 3, null, false, false, ''],
  ];
  const header = { format: 1, generation: 1, columns: { hit } };
  writeFileSync(
    folder.pathOf('hits.000001.journal'),
    // What a former version wrote has no type of today's.
    formatLine({ header }) + formatLine({ rows: [{ kind: 'hit', firstId: 1, rows: rows as never }] }),
  );
  expect(
    await readHits(folder, 'SELECT id, site_id, path, visitor_hash, is_unique, referrer FROM hits'),
  ).toEqual([
    { id: 1, site_id: 3, path: '/a\tb', visitor_hash: 255n, is_unique: true, referrer: null },
    { id: 2, site_id: 3, path: '/c', visitor_hash: null, is_unique: false, referrer: '' },
  ]);
});
