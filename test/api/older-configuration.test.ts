/** What a folder does whose configuration is older than its hits, and whose hits are older than its configuration. */
import { expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder } from '../../src/compose/check.ts';
import { readWal } from '../../src/stores/sqlite/wal.ts';
import { temporaryPath } from '../stores/durability-folder.ts';
import { aHit } from '../support/hit-rows.ts';
import { prepareFolder } from '../support/prepared-folder.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const log = (data: string): string =>
  join(data, readdirSync(data).find(name => name.endsWith('.db-wal')) ?? '');

/** Makes a site with a hit in a folder; `bytes` is the size of the configuration's log as it was before. */
async function lostSite(data: string) {
  const before = await startTestServer({ data });
  const bob = await before.given.user('bob@example.org');
  await before.stop();
  const bytes = readWal(log(data)).validBytes;
  const server = await startTestServer({ data });
  const alice = await server.given.user('alice@example.org');
  const secret = await server.given.site({ url: 'https://alice.example' }, alice.full);
  await server.post(`/sites/${secret.id}/hits`, { path: '/confidential' }, alice.full);
  return { server, alice, bob, secret, bytes };
}

/** Such a folder, whose server has stopped, with its log as it was before. */
const copyCut = prepareFolder(async data => {
  const { server, bob, secret, bytes } = await lostSite(data);
  await server.stop();
  truncateSync(log(data), bytes);
  return { bob, secret };
});

const hitsOf = async (server: TestServer, key: string, siteId: number) =>
  (await server.get(`/sites/${siteId}/hits`, key)).hits;

test('a log that was cut is refused with one line; without what was lost, no site inherits hits and no id is given twice', async () => {
  using place = temporaryPath();
  const { bob, secret } = (await copyCut(place.path)).filled;
  const refused = await startTestServer({ data: place.path }).catch(error => error);
  expect(refused.message).toMatch(/lacks \d+ changes to .* --accept-loss/);
  expect(refused.message).not.toContain('\n');
  await using accepted = await startTestServer({ data: place.path, acceptsLoss: true });
  const made = (await accepted.post('/sites', { url: 'https://bob.example' }, bob.full)).body.site;
  expect(made.id).toBeGreaterThan(secret.id);
  expect(made.lifetime_hits).toBe(0);
  expect(await hitsOf(accepted, bob.full, made.id)).toEqual([]);
});

test('a check misses changes too where the journal that noted them is gone as well', async () => {
  using place = temporaryPath();
  await copyCut(place.path);
  rmSync(join(place.path, 'hits.000001.journal'));
  expect((await checkFolder(place.path)).faults.join()).toMatch(/the configuration lacks \d+ changes/);
});

test('an accepted loss is not reported again', async () => {
  using place = temporaryPath();
  await copyCut(place.path);
  await (await startTestServer({ data: place.path, acceptsLoss: true })).stop();
  await (await startTestServer({ data: place.path })).stop();
});

test('a killed server whose log lost its last byte is refused too: what was answered is known to both', async () => {
  using place = temporaryPath();
  const { server, alice } = await lostSite(place.path);
  // What notes the ids of hits in the configuration comes a moment after them: nothing is written after the site.
  await until(() => server.services.stores.db.hitIds().hit === 1);
  await server.given.site({ url: 'https://last.example' }, alice.full);
  using copy = temporaryPath();
  cpSync(place.path, copy.path, {
    recursive: true,
    filter: name => !/lock|tmp/.test(name.slice(place.path.length)),
  });
  await server.stop();
  // Behind its last commit a log has what is left of an older one.
  truncateSync(log(copy.path), readWal(log(copy.path)).validBytes - 1);
  await expect(startTestServer({ data: copy.path })).rejects.toThrow('lacks 1 change to accounts');
});

test('an older copy laid over a newer folder is refused: a key that was revoked since does not come back', async () => {
  using place = temporaryPath();
  using older = temporaryPath();
  const server = await startTestServer({ data: place.path });
  const { keys } = server.services.access;
  const { key } = keys.create({ userId: server.owner.id, name: 'old', access: 'full_access' });
  await server.stop();
  cpSync(place.path, older.path, { recursive: true });
  const later = await startTestServer({ data: place.path });
  await later.api('DELETE', `/keys/${key.id}`, { key: server.owner.full });
  await later.services.stores.hits.maintain({ force: true });
  await later.stop();
  cpSync(older.path, place.path, { recursive: true });
  expect((await checkFolder(place.path)).faults.join()).toContain('the configuration lacks 1 change to');
  await expect(startTestServer({ data: place.path })).rejects.toThrow('lacks 1 change to');
});

test('a copy that took the configuration first opens, and a site made since in it has no hits of a site made in between', async () => {
  using place = temporaryPath();
  using copy = temporaryPath();
  await using server = await startTestServer({ data: place.path });
  const bob = await server.given.user('bob@example.org');
  const take = (pattern: RegExp) => {
    for (const name of readdirSync(place.path).filter(each => pattern.test(each)))
      cpSync(join(place.path, name), join(copy.path, name));
  };
  const { db, hits } = server.services.stores;
  take(/^app/);
  // As if the copy went on before the change was noted.
  await hits.append([aHit({ path: '/unknown', siteId: (await server.given.site()).id })]);
  expect(db.changes).toBeGreaterThan(0);
  take(/^hits/);
  const opened = await startTestServer({ data: copy.path, acceptsLoss: true });
  const made = await opened.given.site({ url: 'https://bob.example' }, bob.full);
  expect(made.lifetime_hits).toBe(0);
  await opened.stop();
});

test('hits that were lost are not given the same ids again', async () => {
  using place = temporaryPath();
  const server = await startTestServer({ data: place.path });
  const site = await server.given.site();
  const send = (to: TestServer) => to.post(`/sites/${site.id}/hits`, { path: '/' }, server.owner.full);
  for (let n = 0; n < 10; n += 1) await send(server);
  await server.stop();
  const journal = join(place.path, 'hits.000001.journal');
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, `${lines.slice(0, 5).join('\n')}\n`);
  await using again = await startTestServer({ data: place.path });
  expect((await send(again)).body.hit.id).toBe(11);
});

test('the configuration and the hits of two folders are refused', async () => {
  using one = temporaryPath();
  using other = temporaryPath();
  for (const { path } of [one, other]) {
    const server = await startTestServer({ data: path });
    await server.given.site();
    await server.stop();
  }
  for (const name of readdirSync(other.path).filter(each => each.startsWith('hits'))) {
    rmSync(join(one.path, name), { force: true });
    cpSync(join(other.path, name), join(one.path, name));
  }
  for (const acceptsLoss of [false, true])
    await expect(startTestServer({ data: one.path, acceptsLoss })).rejects.toThrow(
      /two different data folders/,
    );
});
