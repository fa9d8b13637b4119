/** What was acknowledged is there after a stop and a start. Source: decisions, section 1, Signals. */
import { expect, test } from 'bun:test';
import { startTestServer, type TestServer } from '../support/server.ts';
import { table } from '../support/table.ts';

/** Starts another server on the folder of one. */
const startOn = ({ data, clock }: TestServer) => startTestServer({ data, clock });

test('hits, sites, keys and counts are as they were', async () => {
  await using first = await startTestServer();
  const key = first.owner.full;
  const site = await first.given.site({ label: 'Kept', public: true });
  await first.given.hits(site.id, table('path visitor_id', ['/a', 'ann'], ['/b', 'bob'], ['/a', 'ann']));
  const at = `/sites/${site.id}`;
  const views = [at, `${at}/hits`, `${at}/hits?group_by=path`, '/sites'];
  const before = [];
  for (const path of views) before.push(await first.get(path));
  await first.stop();
  await using second = await startOn(first);
  const after = [];
  for (const path of views) after.push(await second.get(path, key));
  expect(after).toEqual(before);
});

test('a visitor seen before a start is no new one after it, on the same day', async () => {
  const body = { path: '/', ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0' };
  await using first = await startTestServer();
  const key = first.owner.full;
  const { id } = await first.given.site();
  const hit = (await first.post(`/sites/${id}/hits`, body)).body.hit;
  await first.stop();
  await using second = await startOn(first);
  const again = (await second.post(`/sites/${id}/hits`, body, key)).body.hit;
  expect(again.visitor_hash).toBe(hit.visitor_hash);
  expect(await second.get(`/sites/${id}`, key)).toMatchObject({ lifetime_hits: 2, lifetime_unique_hits: 1 });
});

test('a stopping server answers the writes in flight, and each that was answered is kept', async () => {
  await using first = await startTestServer();
  const key = first.owner.full;
  const { id } = await first.given.site();
  const writes = Array.from({ length: 50 }, (_, n) =>
    first.post(`/sites/${id}/hits`, { path: `/${n}` }).then(
      ({ status }) => status === 201,
      () => false,
    ),
  );
  await Promise.race(writes);
  await first.stop();
  const acknowledged = (await Promise.all(writes)).filter(isStored => isStored).length;
  await using second = await startOn(first);
  const { lifetime_hits: stored } = await second.get(`/sites/${id}`, key);
  expect(acknowledged).toBeGreaterThan(0);
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
});

test('a second server on the same folder is refused with one line, and the first goes on', async () => {
  await using first = await startTestServer();
  const refused = await startOn(first).then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(refused).toStartWith('Another process is using the data folder');
  expect(refused).not.toContain('\n');
  expect((await first.api('GET', '/me')).status).toBe(200);
});
