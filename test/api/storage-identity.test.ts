/** Under which number a site's hits are stored, and that a backup has every site of its hits. */
import { expect, spyOn, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { copyBackup } from '../../src/cli/backup-copy.ts';
import { checkFolder } from '../../src/compose/check.ts';
import { isDrawn } from '../../src/stores/storage-ids.ts';
import { temporaryPath } from '../stores/durability-folder.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const storageIds = ({ services }: TestServer) =>
  services.stores.db.all<{ id: number; storage_id: number }>(
    sql`select id, storage_id from sites order by id`,
  );

async function siteWithHit(server: TestServer) {
  const site = await server.given.site();
  const sent = await server.post(`/sites/${site.id}/hits`, { path: '/' });
  expect(sent.status).toBe(201);
  return site;
}

test('a site that is made over the API gets a storage id that is drawn, and its hits are stored under it', async () => {
  await using server = await startTestServer();
  const sites = [await siteWithHit(server), await siteWithHit(server)];
  const stored = storageIds(server);
  expect(stored.map(({ id }) => id)).toEqual(sites.map(({ id }) => id));
  expect(stored.filter(({ storage_id }) => !isDrawn(storage_id))).toEqual([]);
  expect(new Set(stored.map(({ storage_id }) => storage_id)).size).toBe(2);
  const { hits } = await server.services.stores.check();
  expect(hits.storageIds.toSorted()).toEqual(stored.map(({ storage_id }) => storage_id).toSorted());
});

test('a backup that is taken while sites and hits come in has every site of its hits', async () => {
  using place = temporaryPath();
  await using server = await startTestServer({ data: join(place.path, 'data') });
  const backup = join(place.path, 'backup');
  mkdirSync(backup);
  const { db } = server.services.stores;
  const backUp = db.backupTo;
  using spied = spyOn(db, 'backupTo').mockImplementation(async (...given) => {
    await siteWithHit(server);
    await backUp(...given);
    await siteWithHit(server);
  });
  await siteWithHit(server);
  const prepared = await server.services.stores.prepareBackup();
  await copyBackup(prepared.files, backup);
  prepared.remove();
  expect(spied).toHaveBeenCalledTimes(1);
  expect(await checkFolder(backup)).toMatchObject({ faults: [], hits: { rows: { hit: 1 } } });
  await using restored = await startTestServer({ data: backup });
  expect(storageIds(restored)).toEqual(storageIds(server).slice(0, 2));
});
