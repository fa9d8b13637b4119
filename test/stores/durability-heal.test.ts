import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { checkHitFiles } from '../../src/stores/duckdb/snapshot/check.ts';
import { createJournal } from '../../src/stores/duckdb/snapshot/snapshot.ts';
import type { AppPosition } from '../../src/stores/positions.ts';
import { query } from '../support/duckdb.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import {
  collectLines,
  openTestFolder,
  prepareTestFolder,
  readHits,
  visitor,
  withHits,
} from './durability-folder.ts';
import { canMount, mountSmall } from './small-disk.ts';

const journal = (folder: DataFolder, number: number) => folder.pathOf(`hits.00000${number}.journal`);

/** The schema of a later version. */
const migrations = [...hitMigrations, { name: '9001-note', sql: 'CREATE TABLE note (body VARCHAR)' }];

const flip = (file: string, at: number) => {
  const bytes = readFileSync(file);
  const position = at < 0 ? bytes.length + at : at;
  bytes[position] = (bytes[position] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

const paths = Array.from({ length: 3000 }, (_, n) => `/a-path-that-is-not-compressed-away/${n}-${n * 7919}`);

/** A closed folder with two snapshots: 3,000 hits in the second file, two more in its journal. */
const twoGenerations = prepareTestFolder(folder =>
  withHits(folder, async engine => {
    await engine.append(paths.map((path, n) => hit({ ...visitor(n + 1), path })));
    await engine.maintain({ force: true });
    await engine.append([hit(visitor(9001))]);
    await engine.append([hit(visitor(9002))]);
  }),
);

async function countHits(folder: DataFolder): Promise<unknown> {
  const [row] = await readHits(folder, 'SELECT count(DISTINCT path || id::VARCHAR) AS n FROM hits');
  return row?.['n'];
}

const READ_ALL = 'SELECT bit_xor(hash(h)) FROM hits h';

/** Whether all of a folder's hits can be read. */
const isHealed = (folder: DataFolder, options: { readonly acceptsLoss?: true } = {}): Promise<boolean> =>
  withHits(
    folder,
    async engine => {
      await engine.read(READ_ALL);
      return !engine.health().isDamaged;
    },
    options,
  );

const DAMAGES: readonly [string, (folder: DataFolder) => void][] = [
  ['a bit in the header', folder => flip(folder.databaseFile('hits', 2), 0)],
  ['no byte', folder => writeFileSync(folder.databaseFile('hits', 2), '')],
  ['no file', folder => rmSync(folder.databaseFile('hits', 2))],
];

test.each(DAMAGES)(
  'a newest file with %s is rebuilt from the one before it and the journals',
  async (what, damage) => {
    using folder = await twoGenerations();
    damage(folder);
    expect(await countHits(folder)).toBe(3002);
    expect(folder.snapshots('hits')[0]).toBe(3);
    const isKept = existsSync(folder.pathOf('damaged', 'hits.000002.duckdb'));
    expect(isKept).toBe(what !== 'no file');
    expect(await countHits(folder)).toBe(3002);
  },
);

test('a damaged block is answered with 503, and the next start rebuilds the file', async () => {
  const blocks = [
    (file: string) => flip(file, -1),
    (file: string) => truncateSync(file, readFileSync(file).length - 1),
  ];
  for (const damage of blocks) {
    using folder = await twoGenerations();
    damage(folder.databaseFile('hits', 2));
    const engine = await openHitEngine({ folder });
    const refusal = await engine.read(READ_ALL).catch(error => error);
    expect(refusal).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('damaged') });
    expect(engine.health().isDamaged).toBe(true);
    // Whether a visitor was here today cannot be looked up: the hit counts all the same.
    expect(await engine.append([hit(visitor(9003))])).toEqual([3003]);
    await engine.close();
    expect(await countHits(folder)).toBe(3003);
    expect(await isHealed(folder)).toBe(true);
  }
});

/** Two snapshots, a damaged block in the second, and two more that copied it; a read has found it in the last. */
const prepareDamage = (makeLast: (engine: HitEngine) => Promise<unknown>) =>
  prepareTestFolder(async folder => {
    flip(folder.databaseFile('hits', 2), -1);
    await withHits(folder, async engine => {
      await engine.maintain({ force: true });
      await makeLast(engine);
      await expect(engine.read(READ_ALL)).rejects.toThrow('damaged');
    });
  }, twoGenerations);
const copiedDamage = prepareDamage(engine => engine.maintain({ force: true }));
const copiedDamageWithImport = prepareDamage(engine => engine.rebuild(async () => undefined));

test('a damaged block that later files copied is restored from the one that is whole', async () => {
  using folder = await copiedDamage();
  expect(await countHits(folder)).toBe(3002);
  expect(folder.snapshots('hits')).toEqual([5, 1]);
  expect(await isHealed(folder)).toBe(true);
  expect(folder.snapshots('hits')).toEqual([5, 1]);
});

test('a damaged block that no older file has whole stays where it is: no start copies it again', async () => {
  const withoutFirst = await copiedDamage();
  for (const file of withoutFirst.listFiles('hits', 1)) rmSync(file);
  // The second and third have the block as well, and the first lacks the import.
  for (const made of [withoutFirst, await copiedDamageWithImport()]) {
    using folder = made;
    const before = folder.snapshots('hits');
    for (let start = 0; start < 2; start += 1) {
      const { lines, log } = collectLines();
      const engine = await openHitEngine({ folder: { ...folder, log } });
      await expect(engine.read(READ_ALL)).rejects.toThrow('damaged');
      expect(engine.health().isDamaged).toBe(true);
      await engine.close();
      expect(lines.filter(line => line.includes('no older file can take its place'))).toHaveLength(1);
      expect(lines.join()).not.toContain('restored');
    }
    expect(folder.snapshots('hits')).toEqual(before);
    expect(existsSync(folder.pathOf('damaged'))).toBe(false);
  }
});

test('a schema step on a damaged file keeps its mark', async () => {
  using folder = await copiedDamageWithImport();
  const isDamaged = await withHits(folder, async engine => engine.health().isDamaged, { migrations });
  expect([folder.snapshots('hits')[0], isDamaged]).toEqual([5, true]);
});

test('a damaged file is replaced by an incomplete older one only when loss is accepted', async () => {
  using folder = await copiedDamageWithImport();
  expect(await isHealed(folder, { acceptsLoss: true })).toBe(true);
});

test('a missing journal is reported also where the next file is built', async () => {
  using folder = await twoGenerations();
  rmSync(journal(folder, 2));
  const { lines, log } = collectLines();
  await (await openHitEngine({ folder: { ...folder, log }, migrations })).close();
  expect(lines.join()).toContain('a journal is missing');
});

test('a file that was rebuilt can be damaged again', async () => {
  using folder = await twoGenerations();
  for (const newest of [2, 3, 4]) {
    flip(folder.databaseFile('hits', newest), 0);
    expect(await countHits(folder)).toBe(3002);
    expect(folder.snapshots('hits')[0]).toBe(newest + 1);
  }
});

test('a journal that is needed and missing is reported', async () => {
  using folder = await twoGenerations();
  flip(folder.databaseFile('hits', 2), 0);
  rmSync(journal(folder, 1));
  await expect(openHitEngine({ folder })).rejects.toThrow(/lacks the hits of hits\.000001\.journal/);
});

test('a journal with hits and no file of hits at all is refused, and set aside when loss is accepted', async () => {
  using folder = openTestFolder();
  await withHits(folder, engine => engine.append([hit()]));
  rmSync(folder.databaseFile('hits', 1));
  await expect(openHitEngine({ folder })).rejects.toThrow(
    /no file of hits .* for hits\.000001\.journal\. .* --accept-loss/,
  );
  expect(existsSync(journal(folder, 1))).toBe(true);
  expect(await readHits(folder, 'SELECT count(*) AS n FROM hits', { acceptsLoss: true })).toEqual([{ n: 0 }]);
  expect(existsSync(folder.pathOf('damaged', 'hits.000001.journal'))).toBe(true);
});

/** A closed folder with one file, of two hits, that claims to have five more. */
const onlyTooFewRows = prepareTestFolder(async folder => {
  await withHits(folder, async engine => {
    await engine.append([hit(), hit()]);
    await engine.maintain({ force: true });
  });
  for (const file of folder.listFiles('hits', 1)) rmSync(file);
  const claim = "UPDATE ledger SET last_id = last_id + 5 WHERE kind = 'hit'; CHECKPOINT";
  await query(claim, folder.databaseFile('hits', 2));
});

test('a file with too few rows and none before it is brought to a newer schema once', async () => {
  using folder = await onlyTooFewRows();
  const newer = await openHitEngine({ folder, migrations });
  expect(folder.snapshots('hits')).toEqual([3, 2]);
  expect(await newer.append([hit()])).toEqual([8]);
  await newer.maintain({ force: true });
  expect(await newer.read('SELECT count(*) AS n FROM hits')).toEqual([{ n: 3 }]);
  await newer.close();
});

test('a file with too few rows and none before it is folded after a change as well', async () => {
  using folder = await onlyTooFewRows();
  const newer = await openHitEngine({ folder });
  await newer.append([hit()]);
  await newer.change(change => change.remove('hit', 'id = 1'));
  await newer.maintain({ force: true });
  expect(await newer.read('SELECT count(*) AS n FROM hits')).toEqual([{ n: 2 }]);
  await newer.close();
});

test('a journal whose first line is damaged keeps every row', async () => {
  using folder = await twoGenerations();
  flip(journal(folder, 2), 300);
  expect(await countHits(folder)).toBe(3002);
});

test('a last line that is whole but for its newline is kept', async () => {
  for (const newline of ['', '\u000b']) {
    using folder = openTestFolder();
    await withHits(folder, engine => engine.append([hit(), hit()]));
    const file = journal(folder, 1);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -1) + newline);
    expect(await countHits(folder)).toBe(2);
    expect(await withHits(folder, engine => engine.append([hit()]))).toEqual([3]);
    expect(await countHits(folder)).toBe(3);
  }
});

test('of a journal that is damaged and lacks its last newline the original is kept', async () => {
  using folder = openTestFolder();
  await withHits(folder, async engine => {
    for (let n = 1; n <= 3; n += 1) await engine.append([hit(visitor(n))]);
  });
  const file = journal(folder, 1);
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const isHit = (line: string) => line.includes('"rows"');
  const second = lines.filter(isHit)[1] ?? '';
  const harmed = lines
    .map(line => (line === second ? `x${line}` : line))
    .filter((_, at) => at <= lines.findLastIndex(isHit));
  writeFileSync(file, harmed.join('\n'));
  expect(await countHits(folder)).toBe(2);
  expect(readdirSync(folder.pathOf('damaged'))).toHaveLength(1);
});

test('what an older file cannot have is not dropped without --accept-loss', async () => {
  using folder = await twoGenerations();
  await withHits(folder, engine =>
    engine.rebuild(async copy => copy.run("DELETE FROM hits WHERE path LIKE '%-0'")),
  );
  expect(await countHits(folder)).toBeLessThan(3002);
  flip(folder.databaseFile('hits', 3), 0);
  await expect(openHitEngine({ folder })).rejects.toThrow(/lacks an import or a removal.*--accept-loss/);
  expect(await readHits(folder, 'SELECT count(*) AS n FROM hits', { acceptsLoss: true })).toEqual([
    { n: 3002 },
  ]);
});

const position: AppPosition = { lineage: 'a', changes: 1, generation: 1, frames: 1, lastIds: {}, at: 0 };

/** A closed folder whose second snapshot has a hit of an import, and whose journals note nothing since but the configuration. */
const anImport = prepareTestFolder(folder =>
  withHits(folder, async engine => {
    await engine.append([hit()]);
    await engine.rebuild(async copy => {
      const id = await copy.reserveIds('hit', 1);
      await copy.run("INSERT INTO hits SELECT * REPLACE (? AS id, '/imported' AS path) FROM hits", [id]);
    });
    await engine.recordAppPosition(position);
  }),
);

test('an import is not dropped without --accept-loss, though no hit has come since', async () => {
  using folder = await anImport();
  rmSync(folder.databaseFile('hits', 2));
  await expect(openHitEngine({ folder })).rejects.toThrow(/lacks an import or a removal.*--accept-loss/);
  const accepted = await openHitEngine({ folder, acceptsLoss: true });
  expect(await accepted.read('SELECT path FROM hits')).toEqual([{ path: '/' }]);
  expect(await accepted.append([hit()])).toEqual([3]);
  await accepted.close();
});

test('an import of whose file and journal nothing is left is reported by a check and by a start', async () => {
  using folder = await anImport();
  for (const file of folder.listFiles('hits', 2)) rmSync(file);
  expect((await checkHitFiles(folder)).faults.join()).toContain('hits.000002.duckdb is missing');
  const { lines, log } = collectLines();
  await (await openHitEngine({ folder: { ...folder, log } })).close();
  expect(lines.join()).toContain('a file of hits with an import or a removal is missing');
});

test('an import that was cut short before its file had a name is no loss', async () => {
  using folder = await anImport();
  rmSync(folder.databaseFile('hits', 2));
  rmSync(journal(folder, 2));
  createJournal(folder, 2, { configuration: position });
  const { lines, log } = collectLines();
  const engine = await openHitEngine({ folder: { ...folder, log } });
  expect(await engine.append([hit()])).toEqual([3]);
  await engine.close();
  expect(lines.join()).not.toContain('an import');
  expect(readdirSync(folder.pathOf('damaged'))).toEqual(['hits.000002.journal']);
});

test('a step of the schema meets rows of the journal too, and changes in it are run before', async () => {
  using folder = openTestFolder();
  await withHits(folder, async engine => {
    await engine.append([hit({ path: '/a' }), hit({ path: '/bb' }), hit({ path: '/ccc' })]);
    await engine.change(change => change.remove('hit', 'path = ?', ['/bb']));
  });
  const migrations = [
    ...hitMigrations,
    { name: '9001-length', sql: 'ALTER TABLE hits ADD COLUMN path_length INTEGER' },
    { name: '9002-fill', sql: 'UPDATE hits SET path_length = length(path)' },
    // What the recorded change names is gone afterwards.
    { name: '9003-name', sql: 'ALTER TABLE events RENAME COLUMN value TO amount' },
  ];
  expect(await readHits(folder, 'SELECT path, path_length FROM hits ORDER BY id', { migrations })).toEqual([
    { path: '/a', path_length: 2 },
    { path: '/ccc', path_length: 4 },
  ]);
});

test.skipIf(!canMount)(
  'without room to fold, hits are taken and reports wait; with room again everything comes back by itself',
  async () => {
    using folder = openTestFolder();
    using full = mountSmall(64 * 1024);
    const room = { bytes: 0 };
    const tight: DataFolder = {
      ...folder,
      freeBytes: () => room.bytes,
      temporary: name => (name === 'spill-live' ? (full?.path ?? '') : folder.temporary(name)),
    };
    const limits = { folder: tight, memoryLimitBytes: 32 * 1024 ** 2 };
    const engine = await openHitEngine(limits);
    const text = () => crypto.getRandomValues(new Uint8Array(700)).toBase64();
    let stored = 0;
    while (!engine.health().isBehind && stored < 100_000) {
      const rows = Array.from({ length: 10_000 }, (_, n) =>
        hit({ ...visitor(1), path: `/${stored + n}${text()}` }),
      );
      await engine.append(rows);
      stored += rows.length;
      await engine.read('SELECT 1').catch(() => undefined);
    }
    expect(engine.health().isBehind).toBe(true);
    const refusal = await engine.read('SELECT count(*) FROM hits').catch(error => error);
    expect(refusal).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('Hits are counted'),
    });
    expect(await engine.append([hit(visitor(1))])).toEqual([stored + 1]);
    await engine.close();
    // A start within the same memory, first without room and then with it.
    const again = await openHitEngine(limits);
    expect(await again.append([hit(visitor(1))])).toEqual([stored + 2]);
    room.bytes = 1024 ** 4;
    await again.maintain({ force: true });
    expect(await again.read('SELECT count(*) AS n FROM hits')).toEqual([{ n: stored + 2 }]);
    await again.close();
  },
);
