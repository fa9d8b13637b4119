/** A backup of the hits is what was there at its moment, whatever comes while it is copied. */
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyBackup } from '../../src/cli/backup-copy.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestFolder, temporaryPath } from './durability-folder.ts';

const ids = async (engine: HitEngine): Promise<number[]> =>
  (await engine.read<{ id: number }>('select id from hits order by id')).map(({ id }) => id);

test('a backup beside writes and a compaction opens like any data folder, with what was there when it was prepared', async () => {
  using folder = openTestFolder();
  using place = temporaryPath();
  const copy = join(place.path, 'copy');
  const engine = await openHitEngine({ folder });
  await engine.append([hit(), hit()]);
  const scratch = folder.temporary('backup');
  mkdirSync(scratch);
  const { files, lastIds } = await engine.linkBackup(scratch);
  expect(lastIds.hit).toBe(2);
  await engine.append([hit()]);
  await engine.maintain({ force: true });
  await copyBackup(files, copy);
  await engine.close();
  expect(readdirSync(copy).sort()).toEqual(['hits.000001.duckdb', 'hits.000001.journal']);
  const { clock, log } = folder;
  const restored = openDataFolder(copy, { clock, log });
  const again = await openHitEngine({ folder: restored });
  expect(await ids(again)).toEqual([1, 2]);
  await again.close();
  restored.close();
});

test('of two backups into one folder at once, one is whole and the other is refused', async () => {
  using folder = openTestFolder();
  using place = temporaryPath();
  const engine = await openHitEngine({ folder });
  await engine.append([hit()]);
  const scratch = folder.temporary('backup');
  mkdirSync(scratch);
  const { files } = await engine.linkBackup(scratch);
  const copy = join(place.path, 'copy');
  const outcomes = await Promise.allSettled([copyBackup(files, copy), copyBackup(files, copy)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(copy).sort()).toEqual(['hits.000001.duckdb', 'hits.000001.journal']);
  await engine.close();
});
