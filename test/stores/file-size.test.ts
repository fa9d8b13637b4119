/** How much room the file of hits takes, and when it is written anew. */
import { expect, test } from 'bun:test';
import { renameSync, statSync } from 'node:fs';
import type { DataFolder } from '../../src/stores/data-folder-types.ts';
import type { HitEngine, Rebuild } from '../../src/stores/duckdb/engine-types.ts';
import { query } from '../support/duckdb.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit } from '../support/hit-rows.ts';
import { openTestEngine, openTestFolder } from './durability-folder.ts';

const BLOCK_BYTES = 128 * 1024;

const readBlocks = async (engine: HitEngine) => {
  const [size] = await engine.read<{ block_size: number; free_blocks: number }>(
    'select block_size, free_blocks from pragma_database_size() where database_name = current_database()',
  );
  return size;
};

/** Writes a file of hits anew as earlier versions did, in blocks of 256 KiB. */
const giveOldBlocks = async (file: string): Promise<void> => {
  await query(
    `attach '${file}' as f (read_only); attach '${file}.old' as old (storage_version 'v1.5.0');
     copy from database f to old; checkpoint old`,
  );
  renameSync(`${file}.old`, file);
};

const sizeOf = (folder: DataFolder, engine: Awaited<ReturnType<HitEngine['facts']>>): number =>
  statSync(folder.databaseFile('hits', engine.snapshot)).size;

/** Leaves some megabytes free in the middle of a copy. */
const leaveFreeBlocks = async (copy: Rebuild): Promise<void> => {
  await copy.run('create table many as select hash(range) as n from range(1_000_000)');
  await copy.run(`checkpoint ${copy.catalog}`);
  await copy.run('drop table many');
  await copy.run('create table last as select hash(range) as n from range(100_000)');
};

test('a file of an earlier version gets smaller blocks at night, and keeps its rows', async () => {
  using folder = openTestFolder();
  const first = await openHitEngine({ folder });
  expect(await readBlocks(first)).toMatchObject({ block_size: BLOCK_BYTES });
  await first.append([aHit({ path: '/stored' })]);
  await first.maintain({ force: true });
  const { snapshot } = await first.facts();
  await first.close();
  await giveOldBlocks(folder.databaseFile('hits', snapshot));

  const engine = await openHitEngine({ folder });
  await engine.append([aHit({ path: '/journal' })]);
  await engine.rebuild(async () => undefined);
  expect(await readBlocks(engine)).toMatchObject({ block_size: 2 * BLOCK_BYTES });
  const before = sizeOf(folder, await engine.facts());
  await engine.maintain({ force: true });
  expect(await readBlocks(engine)).toMatchObject({ block_size: BLOCK_BYTES });
  expect(sizeOf(folder, await engine.facts())).toBeLessThan(before);
  expect(await engine.append([aHit({ path: '/later' })])).toEqual([3]);
  expect(await engine.read('select id, path from hits order by id')).toEqual([
    { id: 1, path: '/stored' },
    { id: 2, path: '/journal' },
    { id: 3, path: '/later' },
  ]);
  expect(await engine.check()).toMatchObject({ faults: [] });
  await engine.close();
});

test('a file is written anew in the night after an import, or with many free blocks, unless the disk has no room for two copies', async () => {
  using folder = openTestFolder();
  const freeBytes: number[] = [];
  const engine = await openHitEngine({
    folder: { ...folder, freeBytes: () => freeBytes.shift() ?? Number.POSITIVE_INFINITY },
  });
  await engine.rebuild(leaveFreeBlocks);
  const free = (await readBlocks(engine))?.free_blocks ?? 0;
  expect(free * BLOCK_BYTES).toBeGreaterThan(4 * 1024 ** 2);
  const { sizeBytes } = await engine.facts();
  // The rebuild asks first, then what writes its copy anew.
  freeBytes.push(sizeBytes * 10 + 64 * 1024 ** 2, sizeBytes);
  await engine.maintain({ force: true });
  expect((await engine.facts()).sizeBytes).toBeGreaterThan(sizeBytes / 2);
  await engine.maintain({ force: true });
  expect((await engine.facts()).sizeBytes).toBeLessThan(sizeBytes / 4);
  await engine.close();
});

test('a night that waits for an import writes its file anew at once', async () => {
  await using engine = await openTestEngine();
  const importing = engine.rebuild(async copy => {
    await copy.run('create table many as select hash(range) as n from range(300_000)');
    await copy.run(`checkpoint ${copy.catalog}`);
    await copy.run('create table last as select hash(range) as n from range(4_000_000)');
    await copy.run(`checkpoint ${copy.catalog}`);
    await copy.run('drop table many');
  });
  const night = engine.maintain({ force: true });
  await importing;
  const { sizeBytes } = await engine.facts();
  await night;
  expect((await engine.facts()).sizeBytes).toBeLessThan(sizeBytes - 1024 ** 2);
});

test('a file that is written anew has sums with numbers of the same size together, by day', async () => {
  await using engine = await openTestEngine();
  const rows = [1, 2].flatMap(day =>
    [9, 1, 3, 1].map(
      (hits, key) => `(1, 3, 2, date '2026-11-0${day}', null, 'key ${key}', ${hits}, ${hits}, ${hits})`,
    ),
  );
  await engine.rebuild(async copy => {
    await copy.run(`insert into sums values ${rows.join(', ')}`);
    await leaveFreeBlocks(copy);
  });
  await engine.maintain({ force: true });
  const stored = await engine.read<{ day: number; hits: number }>('select day(day) as day, hits from sums');
  expect(stored.map(({ day, hits }) => `${hits} on ${day}`).join(', ')).toBe(
    '1 on 1, 1 on 1, 1 on 2, 1 on 2, 3 on 1, 3 on 2, 9 on 1, 9 on 2',
  );
});
