/** A server whose hits are on ClickHouse: how they get there and back, and what happens while it is away. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { parseHitsUrl } from '../../src/core/hits-url.ts';
import { connect } from '../../src/stores/clickhouse/client.ts';
import { toChdbAddress } from '../support/chdb.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';

const clickHouse = shareClickHouse();

/** Starts a server with its hits on ClickHouse, or in its folder; one of its own unless one is named. */
const start = (url?: string, data?: string) =>
  startTestServer({
    ...(data !== undefined && { data }),
    settings: url === undefined ? {} : { FOOTFALL_HITS_URL: url },
  });
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
  expect((await server.api('POST', `/sites/${id}/hits/batch`, { body: hits })).status).toBe(200);
  await server.api('POST', `/sites/${id}/events`, { body: { event: 'a.b', path: '/1', visitor_id: 'v1' } });
  return server.owner.full;
};

test('a history moves to ClickHouse and back, and every report stays the same', async () => {
  const { url } = await clickHouse().createDatabase({ isEmpty: true });
  await using first = await start();
  const { data } = first;
  let server = first;
  const key = await fill(server);
  const before = await readReports(server, key);
  expect(await move(server, url)).toContain('Restart the server with FOOTFALL_HITS_URL');
  // Came since the copy.
  await server.api('POST', '/sites/1/hits', { key, body: { path: '/late', visitor_id: 'v1' } });
  await server.stop();

  server = await start(url, data);
  expect((await server.api('GET', '/sites/1/hits', { key })).body.hits[0].path).toBe('/late');
  expect((await server.api('DELETE', '/sites/1/visitors/v4', { key })).body.deleted_count).toBe(8);
  const there = await readReports(server, key);
  expect(await move(server, 'embedded')).toContain('Restart the server without FOOTFALL_HITS_URL');
  expect((await server.api('GET', '/sites/1/events?per_page=3', { key })).status).toBe(503);
  await server.api('POST', '/sites/1/hits', { key, body: { path: '/while', visitor_id: 'v9' } });
  await server.stop();

  server = await start(undefined, data);
  const after = await server.api('GET', '/sites/1/hits', { key });
  expect(after.body.hits[0].path).toBe('/while');
  expect(after.body.hits).toHaveLength(there[2].hits.length + 1);
  expect(before[3]).toEqual((await readReports(server, key))[3]);
  await server.stop();
});

test('a folder whose hits are on ClickHouse does not start without it', async () => {
  // A first start of both.
  using folder = temporaryFolder();
  const { url } = await clickHouse().createDatabase({ isEmpty: true });
  const server = await start(url, folder.path);
  await fill(server);
  await server.api('GET', '/sites/1/hits');
  await server.stop();
  await expect(start(undefined, folder.path)).rejects.toThrow('set FOOTFALL_HITS_URL to its address');
});

test('a database of another installation is refused', async () => {
  const { url } = await clickHouse().createDatabase();
  // Their first starts make these others.
  using place = temporaryFolder();
  await using first = await start(url);
  await fill(first);
  expect((await first.api('GET', '/sites/1/hits')).status).toBe(200);
  await first.stop();
  const other = await start(undefined, join(place.path, 'other'));
  await fill(other);
  await expect(move(other, url)).rejects.toThrow('belongs to another installation');
  await other.stop();
  await expect(start(url, join(place.path, 'third'))).rejects.toThrow('belongs to another installation');
});

test('a database of a newer version is refused at the start, and by reports where ClickHouse was away then', async () => {
  const { url, database } = await clickHouse().createDatabase();
  await using older = await start(url);
  const { data } = older;
  const key = await fill(older);
  await older.stop();
  const { proxy } = clickHouse();
  proxy.failWith(() => 'status 503');
  const server = await start(url, data);
  const db = connect(toChdbAddress(clickHouse().server.url, database));
  await db.insert('schema_migrations', [{ name: '9999-later', checksum: '' }], { token: 'a' });
  await db.close();
  proxy.failWith(() => undefined);
  const answer = await server.api('GET', '/sites/1/hits', { key });
  expect(answer.status).toBe(503);
  expect(answer.body.error).toContain('cannot be used');
  await server.stop();
  await expect(start(url, data)).rejects.toThrow(
    'was written by a newer version of Footfall (schema 9999-later)',
  );
});

test('while ClickHouse is away hits are accepted and reports are 503; then every hit is there once', async () => {
  await using server = await start('clickhouse+http://127.0.0.1:1/hits');
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
  const { url } = await clickHouse().createDatabase({ isEmpty: true });
  const back = await start(url, server.data);
  expect((await back.api('GET', '/sites/1/hits', { key })).body.pagination.total_count).toBe(41);
  await back.stop();
});
