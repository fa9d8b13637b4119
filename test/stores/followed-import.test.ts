/** A folder of before rows named the import of a followed log. */
import { expect, test } from 'bun:test';
import pino from 'pino';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { createDuckHitStore } from '../../src/stores/duckdb/hit-store.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { checkHitFiles } from '../../src/stores/duckdb/snapshot/check.ts';
import { temporaryFolder } from '../support/cli.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';

test('its rows are of no followed log, and go with none', async () => {
  using temporary = temporaryFolder();
  const clock = { now: () => new Date('2026-03-20T12:00:00Z') };
  const folder = openDataFolder(temporary.path, { clock, log: pino({ level: 'silent' }) });
  const before = hitMigrations.filter(({ name }) => name < '0013');
  const old = await openHitEngine({ folder, migrations: before });
  await old.rebuild(async copy => {
    const id = await copy.reserveIds('hit', 1);
    await copy.run(`insert into hits (id, site_id, created_at, path, country, is_unique, is_first_of_day)
      values (${id}, 1, '2026-03-10 12:00:00', '/old', 'XX', false, false)`);
  });
  await old.close();
  const store = createDuckHitStore(await openHitEngine({ folder, migrations: hitMigrations }));
  await store.append([aHit({ path: '/log', followedImport: 7 })]);
  await store.maintain({ force: true });
  expect((await store.list(aQuery(), { offset: 0, limit: 9 })).map(row => row.followedImport)).toEqual([
    7,
    null,
  ]);
  const which = { importKey: 'none', followedImport: 7 };
  expect(await store.remove({ siteId: 1, kinds: ['hit', 'event', 'agent_visit'], which })).toBe(1);
  expect(await store.list(aQuery(), { offset: 0, limit: 9 })).toMatchObject([{ path: '/old' }]);
  await store.close();
  expect((await checkHitFiles(folder)).faults).toEqual([]);
  folder.close();
});
