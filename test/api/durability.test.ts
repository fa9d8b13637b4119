/** What was acknowledged is there after a stop and a start. Source: decisions, section 1, Signals. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMovableClock, startTestServer } from '../support/server.ts';

setDefaultTimeout(300_000);

/** A folder that outlives servers, and a way to start one on it. */
function aFolder() {
  const data = mkdtempSync(join(tmpdir(), 'footfall-durable-'));
  const clock = createMovableClock();
  return {
    start: () => startTestServer({ data, clock }),
    [Symbol.dispose]: () => rmSync(data, { recursive: true, force: true }),
  };
}

test('hits, sites, keys and counts are as they were', async () => {
  using folder = aFolder();
  const first = await folder.start();
  const key = first.owner.full;
  const site = await first.given.site({ label: 'Kept', public: true });
  const body = [
    { path: '/a', visitor_id: 'ann' },
    { path: '/b', visitor_id: 'bob' },
    { path: '/a', visitor_id: 'ann' },
  ];
  await first.api('POST', `/sites/${site.id}/hits/batch`, { body });
  const views = [
    `/sites/${site.id}`,
    `/sites/${site.id}/hits`,
    `/sites/${site.id}/hits?group_by=path`,
    '/sites',
  ];
  const before = [];
  for (const path of views) before.push((await first.api('GET', path)).body);
  await first.stop();
  await using second = await folder.start();
  const after = [];
  for (const path of views) after.push((await second.api('GET', path, { key })).body);
  expect(after).toEqual(before);
});

test('a visitor seen before a start is no new one after it, on the same day', async () => {
  using folder = aFolder();
  const body = { path: '/', ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0' };
  const first = await folder.start();
  const key = first.owner.full;
  const { id } = await first.given.site();
  const hit = (await first.api('POST', `/sites/${id}/hits`, { body })).body.hit;
  await first.stop();
  await using second = await folder.start();
  const again = (await second.api('POST', `/sites/${id}/hits`, { key, body })).body.hit;
  expect(again.visitor_hash).toBe(hit.visitor_hash);
  expect((await second.api('GET', `/sites/${id}`, { key })).body).toMatchObject({
    lifetime_hits: 2,
    lifetime_unique_hits: 1,
  });
});

test('a stopping server answers the writes in flight, and each that was answered is kept', async () => {
  using folder = aFolder();
  const first = await folder.start();
  const key = first.owner.full;
  const { id } = await first.given.site();
  const writes = Array.from({ length: 50 }, (_, n) =>
    first.api('POST', `/sites/${id}/hits`, { body: { path: `/${n}` } }).then(
      ({ status }) => status === 201,
      () => false,
    ),
  );
  await Promise.race(writes);
  await first.stop();
  const acknowledged = (await Promise.all(writes)).filter(isStored => isStored).length;
  await using second = await folder.start();
  const { lifetime_hits: stored } = (await second.api('GET', `/sites/${id}`, { key })).body;
  expect(acknowledged).toBeGreaterThan(0);
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
});

test('a second server on the same folder is refused with one line, and the first goes on', async () => {
  using folder = aFolder();
  await using first = await folder.start();
  const refused = await folder.start().then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(refused).toStartWith('Another process is using the data folder');
  expect(refused).not.toContain('\n');
  expect((await first.api('GET', '/me')).status).toBe(200);
});
