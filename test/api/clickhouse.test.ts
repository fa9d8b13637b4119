/** A server whose hits are on ClickHouse: how they get there and back, and what happens while it is away or takes no rows. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { parseHitsUrl } from '../../src/core/hits-url.ts';
import { connect } from '../../src/stores/clickhouse/client.ts';
import { toChdbAddress } from '../support/chdb.ts';
import { temporaryFolder } from '../support/cli.ts';
import { aHit } from '../support/hit-rows.ts';
import { aSite, ended } from '../support/imports.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { until } from '../support/until.ts';

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
      async report => await server.get(`/sites/1/${report}`, key),
    ),
  );

const fill = async (server: TestServer): Promise<string> => {
  const { id } = (await server.post('/sites', { url: 'https://shop.example' })).body.site;
  const hits = Array.from({ length: 40 }, (_, index) => ({
    path: `/${index % 7}`,
    visitor_id: `v${index % 5}`,
  }));
  expect((await server.post(`/sites/${id}/hits/batch`, hits)).status).toBe(200);
  await server.post(`/sites/${id}/events`, { event: 'a.b', path: '/1', visitor_id: 'v1' });
  return server.owner.full;
};

test('paths of before get their spelling once, also where the data folder has no hits', async () => {
  const { url } = await clickHouse().createDatabase({ isEmpty: true });
  await using first = await start(url);
  const { data, owner } = first;
  const { id } = await first.given.site();
  const storeOld = (server: TestServer) =>
    server.services.stores.hits.append([
      aHit({ siteId: id, path: '/%C3%BC', createdAt: new Date('2026-03-10T11:00:00Z') }),
    ]);
  const pagesOf = async (server: TestServer): Promise<string[]> =>
    (await server.get(`/sites/${id}/hits?group_by=path`, owner.full)).grouped_hits.map(
      (page: { path: string; views: number }) => `${page.path} ${page.views}`,
    );
  await storeOld(first);
  expect(await pagesOf(first)).toEqual(['/%C3%BC 1']);
  await first.job('hits.normalize');
  expect(await pagesOf(first)).toEqual(['/ü 1']);
  await first.stop();

  await using second = await start(url, data);
  await storeOld(second);
  await second.job('hits.normalize');
  expect((await pagesOf(second)).sort()).toEqual(['/%C3%BC 1', '/ü 1']);
});

test('a history moves to ClickHouse and back, and every report stays the same', async () => {
  const { url } = await clickHouse().createDatabase({ isEmpty: true });
  await using first = await start();
  const { data } = first;
  let server = first;
  const key = await fill(server);
  const before = await readReports(server, key);
  expect(await move(server, url)).toContain('Restart the server with FOOTFALL_HITS_URL');
  // Came since the copy.
  await server.post('/sites/1/hits', { path: '/late', visitor_id: 'v1' }, key);
  await server.stop();

  server = await start(url, data);
  expect((await server.get('/sites/1/hits', key)).hits[0].path).toBe('/late');
  expect((await server.api('DELETE', '/sites/1/visitors/v4', { key })).body.deleted_count).toBe(8);
  const there = await readReports(server, key);
  expect(await move(server, 'embedded')).toContain('Restart the server without FOOTFALL_HITS_URL');
  expect((await server.api('GET', '/sites/1/events?per_page=3', { key })).status).toBe(503);
  await server.post('/sites/1/hits', { path: '/while', visitor_id: 'v9' }, key);
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
  expect((await server.post('/sites/1/hits', { path: '/x' })).status).toBe(201);
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
  expect((await back.get('/sites/1/hits', key)).pagination.total_count).toBe(41);
  await back.stop();
});

/** A site on a server whose hits have a database of their own, at `url`. */
async function aSiteOnClickHouse() {
  const { url } = await clickHouse().createDatabase();
  return { ...(await aSite({}, await startTestServer({ settings: { FOOTFALL_HITS_URL: url } }))), url };
}

const CSV = 'created_at,path\n2026-03-01T00:00:00Z,/a\n2026-03-01T00:01:00Z,/b\n';

test('an import whose rows are refused says what it waits for, and ends once they are taken', async () => {
  await using site = await aSiteOnClickHouse();
  clickHouse().proxy.failWith(statement =>
    statement.startsWith('insert into rows ') ? 'syntax error' : undefined,
  );
  const started = await site.send('', CSV);
  const path = `${site.path}/imports/${started.body.import.id}`;
  const find = async () => (await site.server.get(path)).import;
  await until(async () => (await find()).error !== null);
  expect(await find()).toMatchObject({
    status: 'running',
    error:
      'everything is read, and waits until the database of hits takes it: the log of the server says why',
  });
  clickHouse().proxy.failWith(() => undefined);
  expect(await ended(site.server, path)).toMatchObject({ status: 'completed', hits: 2, error: null });
  expect((await site.server.get(`${site.path}/hits`)).pagination.total_count).toBe(2);
});

const AS_IT_IS = { timeZone: null, logFormat: null, overlap: false } as const;
const isDelivery = (statement: string) => /^insert into rows .*format Parquet/i.test(statement);
/** Of a log: a page view, a request that is left out, and a line that is none. */
const LOG = [
  '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 10 "-" "Mozilla/5.0 (X11; Linux) Firefox/140.0"',
  '192.0.2.1 - - [01/Mar/2026:10:00:01 +0000] "GET /a.css HTTP/1.1" 200 10 "-" "Mozilla/5.0 (X11; Linux) Firefox/140.0"',
  '192.0.2.1 broken',
  '',
].join('\n');

/** Starts an import whose rows are refused. */
async function refused(file: string) {
  const site = await aSiteOnClickHouse();
  clickHouse().proxy.failWith(statement => (isDelivery(statement) ? 'syntax error' : undefined));
  const started = await site.send('', file);
  const path = `${site.path}/imports/${started.body.import.id}`;
  const find = async () => (await site.server.get(path)).import;
  await until(async () => (await find()).error !== null);
  return { site, path, find };
}

test('after a restart an import is running until its rows are taken, and has the counts of all that it read', async () => {
  const { site, path } = await refused(LOG);
  await using server = site.server;
  const { full } = server.owner;
  await server.stop();
  const settings = { FOOTFALL_HITS_URL: site.url };
  await using next = await startTestServer({ data: server.data, settings });
  const find = async () => (await next.get(path, full)).import;
  await next.services.imports.resumeAll();
  expect(await find()).toMatchObject({
    ...{ status: 'running', error: expect.stringContaining('waits until') },
    ...{ progress: 1, rows_read: 3, rows_imported: 1 },
  });
  clickHouse().proxy.failWith(() => undefined);
  const { rows_read, rows_imported, rows_skipped, rows_bad, bad_rows, hits } = await ended(next, path, full);
  expect({ rows_read, rows_imported, rows_skipped, rows_bad, hits }).toEqual({
    ...{ rows_read: 3, rows_imported: 1, rows_skipped: 1, rows_bad: 1, hits: 1 },
  });
  expect(bad_rows).toHaveLength(1);
  expect((await next.get(`${site.path}/hits`, full)).pagination.total_count).toBe(1);
});

test('while the rows of an import are refused, others are read, and it can be taken back', async () => {
  const { site, path } = await refused(CSV);
  await using server = site.server;
  expect((await site.send('?dry_run=true', LOG)).body.preview).toMatchObject({ rows: 3 });
  expect((await server.api('DELETE', path)).body.import.status).toBe('undoing');
  expect(await ended(server, path)).toMatchObject({ status: 'undone', error: null });
  clickHouse().proxy.failWith(() => undefined);
  expect(await site.upload('', LOG)).toMatchObject({ status: 'completed', hits: 1 });
  expect((await server.get(`${site.path}/hits`)).pagination.total_count).toBe(1);
});

test('an import that cannot be taken back while the database of hits is away goes on', async () => {
  const { site, path, find } = await refused(CSV);
  await using server = site.server;
  clickHouse().proxy.failWith(() => 'lost connection');
  await server.api('DELETE', path);
  await until(async () => (await find()).status !== 'undoing');
  expect(await find()).toMatchObject({ status: 'running', error: expect.any(String) });
  clickHouse().proxy.failWith(() => undefined);
  expect(await ended(server, path)).toMatchObject({ status: 'completed', hits: 2 });
  await server.api('DELETE', path);
  expect(await ended(server, path)).toMatchObject({ status: 'undone', error: null });
  expect((await server.get(`${site.path}/hits`)).pagination.total_count).toBe(0);
});

test.each(['syntax error', 'status 503'] as const)(
  'stored hits that cannot be read (%s) are not a fault of the file',
  async fault => {
    await using site = await aSiteOnClickHouse();
    await site.upload('', CSV);
    clickHouse().proxy.failWith(statement =>
      /^select .*format Parquet/is.test(statement) ? fault : undefined,
    );
    const { status, error } = await site.upload('', CSV);
    expect(status).toBe('failed');
    expect(error).toContain('database of hits');
    expect(error).not.toContain('cannot be read as');
  },
);

test('an import whose rows are refused goes on when the command that waits for it ends', async () => {
  using folder = temporaryFolder();
  await using site = await aSiteOnClickHouse();
  const path = join(folder.path, 'rows.csv');
  await Bun.write(path, CSV);
  clickHouse().proxy.failWith(statement => (isDelivery(statement) ? 'syntax error' : undefined));
  const command = new AbortController();
  const { row, done } = await site.server.services.imports.start(
    { siteId: site.id, source: { path, name: path }, format: 'auto', ...AS_IT_IS },
    'a-key',
    { signal: command.signal },
  );
  const find = () => site.server.services.imports.find(site.id, row.id);
  await until(async () => find()?.error !== null);
  command.abort(new Error('the command ended'));
  await expect(done).rejects.toThrow('the command ended');
  expect(find()?.status).toBe('running');
  clickHouse().proxy.failWith(() => undefined);
  expect(await ended(site.server, `${site.path}/imports/${row.id}`)).toMatchObject({
    ...{ status: 'completed', hits: 2, error: null },
  });
});
