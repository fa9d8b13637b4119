/** A server whose hits are on ClickHouse: how they get there and back, and what happens while it is away. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHitsUrl } from '../../src/core/hits-url.ts';
import { connect } from '../../src/stores/clickhouse/client.ts';
import { startChdbServer } from '../support/chdb.ts';
import { createDatabase } from '../support/clickhouse-hit-store.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let clickHouse: Awaited<ReturnType<typeof startChdbServer>>;
const folder = mkdtempSync(join(tmpdir(), 'footfall-clickhouse-'));
beforeAll(async () => {
  clickHouse = await startChdbServer();
}, 300_000);
afterAll(async () => {
  await clickHouse.stop();
  rmSync(folder, { recursive: true, force: true });
});

let databases = 0;
const makeUrl = async (): Promise<string> => {
  const database = `api_${++databases}`;
  await createDatabase(clickHouse.url, database);
  return `clickhouse+http://${new URL(clickHouse.url).host}/${database}`;
};
const start = (data: string, url?: string) =>
  startTestServer({ data, settings: url === undefined ? {} : { FOOTFALL_HITS_URL: url } });
const move = (server: TestServer, to: string) =>
  server.services.stores.moveHits(to === 'embedded' ? to : (parseHitsUrl(to) ?? 'embedded'), {});

/** Answers of reports; `key` is one of a server that was stopped. */
const readReports = async (server: TestServer, key: string) =>
  Promise.all(
    ['hits?group_by=path', 'hits?group_by=date', 'hits', 'events', 'agent_visits', 'user_journeys'].map(
      async report => (await server.api('GET', `/sites/1/${report}`, { key })).body,
    ),
  );

const fill = async (server: TestServer): Promise<string> => {
  const { id } = (await server.api('POST', '/sites', { body: { url: 'https://shop.example' } })).body.site;
  const hits = Array.from({ length: 40 }, (_, index) => ({
    path: `/${index % 7}`,
    visitor_id: `v${index % 5}`,
  }));
  const stored = await server.api('POST', `/sites/${id}/hits/batch`, { body: hits });
  expect(stored.status).toBe(200);
  await server.api('POST', `/sites/${id}/events`, { body: { event: 'a.b', path: '/1', visitor_id: 'v1' } });
  return server.owner.full;
};

test('a history moves to ClickHouse and back, and every report stays the same', async () => {
  const data = join(folder, 'moves');
  const url = await makeUrl();
  let server = await start(data);
  const key = await fill(server);
  const before = await readReports(server, key);
  expect(await move(server, url)).toContain('Restart the server with FOOTFALL_HITS_URL');
  // Came since the copy.
  await server.api('POST', '/sites/1/hits', { key, body: { path: '/late', visitor_id: 'v1' } });
  await server.stop();

  server = await start(data, url);
  const listed = await server.api('GET', '/sites/1/hits', { key });
  expect(listed.body.hits[0].path).toBe('/late');
  expect((await server.api('DELETE', '/sites/1/visitors/v4', { key })).body.deleted_count).toBe(8);
  const there = await readReports(server, key);
  expect(await move(server, 'embedded')).toContain('Restart the server without FOOTFALL_HITS_URL');
  expect((await server.api('GET', '/sites/1/events?per_page=3', { key })).status).toBe(503);
  await server.api('POST', '/sites/1/hits', { key, body: { path: '/while', visitor_id: 'v9' } });
  await server.stop();

  server = await start(data);
  const after = await server.api('GET', '/sites/1/hits', { key });
  expect(after.body.hits[0].path).toBe('/while');
  expect(after.body.hits).toHaveLength(there[2].hits.length + 1);
  expect(before[3]).toEqual((await readReports(server, key))[3]);
  await server.stop();
}, 300_000);

test('a folder whose hits are on ClickHouse does not start without it', async () => {
  const data = join(folder, 'elsewhere');
  const url = await makeUrl();
  const server = await start(data, url);
  await fill(server);
  await server.api('GET', '/sites/1/hits');
  await server.stop();
  await expect(start(data)).rejects.toThrow('set FOOTFALL_HITS_URL to its address');
}, 300_000);

test('a database of another installation is refused', async () => {
  const url = await makeUrl();
  const first = await start(join(folder, 'first'), url);
  await fill(first);
  expect((await first.api('GET', '/sites/1/hits')).status).toBe(200);
  await first.stop();
  const other = await start(join(folder, 'other'));
  await fill(other);
  await expect(move(other, url)).rejects.toThrow('belongs to another installation');
  await other.stop();
  await expect(start(join(folder, 'third'), url)).rejects.toThrow('belongs to another installation');
}, 300_000);

test('a database of a newer version is refused at the start, and by reports where ClickHouse was away then', async () => {
  const data = join(folder, 'newer');
  const url = await makeUrl();
  const older = await start(data, url);
  const key = await fill(older);
  await older.stop();
  const proxy = await startFaultProxy(clickHouse.url);
  proxy.failWith(() => 'status 503');
  const server = await start(data, url.replace(new URL(clickHouse.url).host, new URL(proxy.url).host));
  const db = connect(parseHitsUrl(url) ?? expect.unreachable());
  await db.insert('schema_migrations', [{ name: '9999-later', checksum: '' }], { token: 'a' });
  await db.close();
  proxy.failWith(() => undefined);
  const answer = await server.api('GET', '/sites/1/hits', { key });
  expect(answer.status).toBe(503);
  expect(answer.body.error).toContain('cannot be used');
  await server.stop();
  proxy.stop();
  await expect(start(data, url)).rejects.toThrow(
    'was written by a newer version of Footfall (schema 9999-later)',
  );
}, 300_000);

test('while ClickHouse is away hits are accepted and reports are 503; then every hit is there once', async () => {
  const data = join(folder, 'away');
  const server = await start(data, 'clickhouse+http://127.0.0.1:1/hits');
  await fill(server);
  const answer = await server.api('GET', '/sites/1/hits');
  expect(answer.status).toBe(503);
  expect(answer.body.error).toContain('not available');
  expect((await server.api('POST', '/sites/1/hits', { body: { path: '/x' } })).status).toBe(201);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const operator = await server.api('GET', '/operator');
  expect([operator.status, operator.body.data?.rows, operator.body.sites_count]).toEqual([200, null, 1]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('footfall_queue_length{queue="hits"} 42');
  expect(metrics).not.toContain('footfall_rows{');
  const key = server.owner.full;
  await server.stop();
  const back = await start(data, await makeUrl());
  expect((await back.api('GET', '/sites/1/hits', { key })).body.pagination.total_count).toBe(41);
  await back.stop();
}, 300_000);
