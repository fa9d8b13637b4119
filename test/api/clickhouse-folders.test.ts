/** What operators do with a data folder whose hits are on ClickHouse: backup, another machine, age limits, disks that fill. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canMount, mountSmall } from '../stores/small-disk.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { BROWSER } from '../support/collect-host.ts';
import { refused } from '../support/refused.ts';
import {
  createMovableClock,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../support/server.ts';
import { aFolderWithOwner, startProcess } from '../support/server-process.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

const clickHouse = shareClickHouse();
setDefaultTimeout(TIME_LIMIT_MS);

async function aDatabase() {
  const { server, createDatabase } = clickHouse();
  const { database, url } = await createDatabase();
  return {
    url,
    /** Asks ClickHouse itself. */
    ask: async (columns: string) => {
      const query = `select ${columns} from ${database}.rows format TabSeparated`;
      return (await (await fetch(server.url, { method: 'POST', body: query })).text()).trim();
    },
  };
}

const batch = (name: string, rows = 10) =>
  Array.from({ length: rows }, (_, row) => ({ path: `/${name}-${row}`, visitor_id: `v${row % 3}` }));
const toPaths = (hits: readonly { readonly path: string }[]): string[] => hits.map(({ path }) => path).sort();
const IS_INSERT = /^insert into rows/i;

test('a second machine takes over with a copy of the folder: no hit is missing, twice or under the id of another', async () => {
  const { url, ask } = await aDatabase();
  using site = await aFolderWithOwner();
  using place = temporaryFolder();
  const copy = join(place.path, 'copy');
  const first = await startProcess(site.data, url);
  const { id } = (await site.api(first, 'POST', '/sites', { url: 'https://shop.example' })).body.site;
  const hits = `/sites/${id}/hits`;
  await site.api(first, 'POST', `${hits}/batch`, batch('before'));
  expect((await site.api(first, 'GET', hits)).status).toBe(200);
  // Waits in the copy, and is delivered by the first machine afterwards.
  clickHouse().proxy.failWith(text => (IS_INSERT.test(text) ? 'status 503' : undefined));
  await site.api(first, 'POST', `${hits}/batch`, batch('waiting'));
  expect((await site.api(first, 'GET', hits)).status).toBe(503);
  expect(await run(`backup ${copy}`, { data: site.data })).toMatchObject({ code: 0, err: '' });
  expect(await run('check', { data: copy })).toMatchObject({ code: 0, err: '' });
  clickHouse().proxy.failWith(() => undefined);
  await site.api(first, 'POST', `${hits}/batch`, batch('after'));
  expect((await site.api(first, 'GET', hits)).body.pagination.total_count).toBe(30);
  first.kill();
  await first.ended;

  const second = await startProcess(copy, url);
  await site.api(second, 'POST', `${hits}/batch`, batch('second'));
  const { body } = await site.api(second, 'GET', `${hits}?per_page=100`);
  const expected = ['before', 'waiting', 'after', 'second'].flatMap(name => batch(name));
  expect(toPaths(body.hits)).toEqual(toPaths(expected));
  expect(await ask('count(), uniqExact(id), countIf(is_unique)')).toBe('40\t40\t40');
  await second.stop();
  expect(await run('check', { data: copy })).toMatchObject({ code: 0, err: '' });
});

/** Starts a server, on a folder of its own unless one is named. */
const start = (url: string, options: TestServerOptions = {}) =>
  startTestServer({ settings: { FOOTFALL_HITS_URL: url }, ...options });

const countHits = async (server: TestServer, id: number, key = server.owner.full) =>
  (await server.get(`/sites/${id}/hits?per_page=1`, key)).pagination.total_count as number;

test('an older copy that is restored in place has the hits of today, and what was removed since stays removed', async () => {
  const { url } = await aDatabase();
  using place = temporaryFolder();
  const copy = join(place.path, 'copy');
  await using server = await start(url);
  const key = server.owner.full;
  const { id } = await server.given.site();
  await server.post(`/sites/${id}/hits/batch`, batch('a'));
  expect(await countHits(server, id)).toBe(10);
  expect(await run(`backup ${copy}`, { data: server.data })).toMatchObject({ code: 0, err: '' });
  expect((await server.api('DELETE', `/sites/${id}/visitors/v0`)).body.deleted_count).toBe(4);
  await server.post(`/sites/${id}/hits`, { path: '/later' });
  expect(await countHits(server, id)).toBe(7);
  await server.stop();
  await using restored = await start(url, { data: copy });
  expect(await countHits(restored, id, key)).toBe(7);
  expect((await restored.post(`/sites/${id}/hits`, { path: '/new' }, key)).status).toBe(201);
  expect(await countHits(restored, id, key)).toBe(8);
});

test('rows that are older than a site keeps them are removed from ClickHouse', async () => {
  const { url, ask } = await aDatabase();
  const clock = createMovableClock();
  await using server = await start(url, { clock });
  const { id } = await server.given.site();
  const write = (name: string) => server.post(`/sites/${id}/hits/batch`, batch(name));
  await write('old');
  clock.advance({ days: 40 });
  await write('young');
  await server.post(`/sites/${id}/events`, { event: 'a.b' });
  const settings = { settings: { retention_days: 30 } };
  expect((await server.patch(`/sites/${id}/settings`, settings.settings)).status).toBe(200);
  await server.job('hits.retain');
  expect(await countHits(server, id)).toBe(10);
  expect(await ask("count(), countIf(path like '/old%'), countIf(kind = 'event')")).toBe('11\t0\t1');
});

test('where as many hits wait for ClickHouse as may, writes of every kind answer 503, and what was accepted arrives', async () => {
  const { url, ask } = await aDatabase();
  await using server = await start(url, { maxWaitingHits: 12 });
  const { id, uid } = await server.given.site();
  clickHouse().proxy.failWith(() => 'status 503');
  const single = () => server.post(`/sites/${id}/hits`, { path: '/single' });
  expect((await server.post(`/sites/${id}/hits/batch`, batch('a'))).status).toBe(200);
  expect(await server.post(`/sites/${id}/hits/batch`, batch('b'))).toEqual(
    refused(503, expect.stringContaining('Too many hits are waiting')),
  );
  expect((await single()).status).toBe(201);
  expect((await server.post(`/sites/${id}/events`, { event: 'a.b' })).status).toBe(201);
  expect((await single()).status).toBe(503);
  const page = await fetch(`${server.url}/collector/${uid}`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: JSON.stringify({ url: 'https://shop.example/page' }),
  });
  expect(page.status).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  clickHouse().proxy.failWith(() => undefined);
  expect(await countHits(server, id)).toBe(11);
  expect((await single()).status).toBe(201);
  expect(await countHits(server, id)).toBe(12);
  expect(await ask('count(), uniqExact(kind, id)')).toBe('13\t13');
});

const reason = canMount ? '' : ' (skipped: this user may not mount a small file system)';

test.skipIf(!canMount)(
  `a disk that fills while ClickHouse is away: writes answer 503, and each that was accepted arrives${reason}`,
  async () => {
    const { url } = await aDatabase();
    using small = mountSmall(96 * 1024 ** 2);
    if (small === undefined) return;
    const ballast = join(small.path, 'ballast');
    await using server = await start(url, { data: join(small.path, 'data') });
    const { id } = await server.given.site();
    const write = async (name: string) =>
      (await server.post(`/sites/${id}/hits/batch`, batch(name, 500))).status;
    expect(await write('first')).toBe(200);
    clickHouse().proxy.failWith(() => 'status 503');
    for (let isFull = false; !isFull; )
      try {
        appendFileSync(ballast, Buffer.alloc(4096));
      } catch {
        isFull = true;
      }
    const statuses: number[] = [];
    for (let round = 0; round < 300 && statuses.at(-1) !== 503; round += 1)
      statuses.push(await write(`full-${round}`));
    expect(new Set(statuses)).toEqual(new Set(statuses.length > 1 ? [200, 503] : [503]));
    const accepted = 500 * (1 + statuses.filter(status => status === 200).length);
    rmSync(ballast);
    await until(async () => (await write('room')) === 200);
    clickHouse().proxy.failWith(() => undefined);
    await until(async () => (await server.api('GET', `/sites/${id}/hits`)).status === 200);
    expect(await countHits(server, id)).toBe(accepted + 500);
  },
);

test('a wrong database is refused, and the folder keeps where its hits are', async () => {
  const right = await aDatabase();
  const wrong = await clickHouse().createDatabase({ isEmpty: true });
  await using server = await start(right.url);
  await server.stop();
  const { data } = server;
  const location = right.url.slice('clickhouse+http://'.length);
  const refusal = `which were at ${location}: name that address, or restore a backup of the database`;
  await expect(start(wrong.url, { data })).rejects.toThrow(refusal);
  await expect(start(wrong.url, { data })).rejects.toThrow(refusal);
  await expect(startTestServer({ data, isEmbedded: true })).rejects.toThrow(
    `are on ClickHouse (${location})`,
  );
  await (await start(right.url, { data })).stop();
});
