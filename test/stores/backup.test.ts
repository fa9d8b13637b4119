/** A backup of the hits is what was there at its moment, whatever comes while it is copied. */
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { copyBackup } from '../../src/server/backup.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestFolder } from './durability-folder.ts';

const ids = async (engine: HitEngine): Promise<number[]> =>
  (await engine.read<{ id: number }>('select id from hits order by id')).map(({ id }) => id);

test('a backup beside writes and a rotation opens like any data folder, with what was there when it was prepared', async () => {
  using folder = openTestFolder();
  using copy = openTestFolder();
  const engine = await openHitEngine({ folder });
  await engine.append([hit(), hit()]);
  const scratch = folder.temporary('backup');
  mkdirSync(scratch);
  const { files, lastIds } = await engine.linkBackup(scratch);
  expect(lastIds.hit).toBe(2);
  await engine.append([hit()]);
  await engine.maintain({ force: true });
  await copyBackup(files, copy.path);
  await engine.close();
  const restored = await openHitEngine({ folder: copy });
  expect(await ids(restored)).toEqual([1, 2]);
  await restored.close();
  expect(readdirSync(copy.path)).toContain('hits.000001.journal');
});
