/** A server with its hits on ClickHouse that dies by `kill -9` as it delivers, imports, removes or moves rows: each is there once. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type ChdbServer, startChdbServer } from '../support/chdb.ts';
import { run } from '../support/cli.ts';
import { createDatabase } from '../support/clickhouse-hit-store.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { aFolderWithOwner, type Process, startProcess } from '../support/server-process.ts';

setDefaultTimeout(600_000);

let clickHouse: ChdbServer;
let proxy: FaultProxy;
beforeAll(async () => {
  clickHouse = await startChdbServer();
  proxy = await startFaultProxy(clickHouse.url);
});
afterAll(async () => {
  proxy.stop();
  await clickHouse.stop();
});

/** Before the statement reaches ClickHouse, and once it has happened there. */
const MOMENTS: readonly Fault[] = ['lost connection', 'lost answer'];

/** Kills a process at the first statement that matches. */
const killAt = (statement: RegExp, moment: Fault, server: Process): void => {
  let isDone = false;
  proxy.failWith(text => {
    if (isDone || !statement.test(text)) return undefined;
    isDone = true;
    server.kill();
    return moment;
  });
};

let databases = 0;
const makeUrl = async (): Promise<string> => {
  const database = `kills_${++databases}`;
  await createDatabase(clickHouse.url, database);
  return `clickhouse+http://${new URL(proxy.url).host}/${database}`;
};

const batch = (name: string, rows: number) =>
  Array.from({ length: rows }, (_, row) => ({ path: `/${name}-${row}`, visitor_id: `v${row % 3}` }));

const toPaths = (hits: readonly { readonly path: string }[]): string[] => hits.map(({ path }) => path).sort();

const checkFolder = async (data: string) => expect((await run('check', { data })).err).toBe('');

test('as it delivers or removes', async () => {
  using site = await aFolderWithOwner();
  const url = await makeUrl();
  const start = () => startProcess(site.data, url);
  let server = await start();
  const { id } = (await site.api(server, 'POST', '/sites', { url: 'https://shop.example' })).body.site;
  const listPaths = async () => {
    const { hits } = (await site.api(server, 'GET', `/sites/${id}/hits?per_page=1000`)).body;
    return toPaths(hits);
  };
  const restart = async () => {
    await server.ended;
    proxy.failWith(() => undefined);
    server = await start();
  };
  let expected: ReturnType<typeof batch> = [];
  for (const moment of MOMENTS) {
    killAt(/^insert into rows/i, moment, server);
    const hits = batch(moment.replace(' ', '-'), 20);
    expect((await site.api(server, 'POST', `/sites/${id}/hits/batch`, hits)).status).toBe(200);
    expected.push(...hits);
    await server.ask(() => site.api(server, 'GET', `/sites/${id}/hits`));
    await restart();
    expect(await listPaths()).toEqual(toPaths(expected));

    killAt(/alter table rows delete/i, moment, server);
    const visitor = `/sites/${id}/visitors/${moment === 'lost answer' ? 'v1' : 'v2'}`;
    await server.ask(() => site.api(server, 'DELETE', visitor));
    await restart();
    expect((await site.api(server, 'DELETE', visitor)).status).toBe(200);
    expected = expected.filter(({ visitor_id: of }) => !visitor.endsWith(of));
    expect(await listPaths()).toEqual(toPaths(expected));
  }
  await server.stop();
  await checkFolder(site.data);
});

test('as it delivers an import, and as it moves a history there and back', async () => {
  using site = await aFolderWithOwner();
  const { data, api } = site;
  let server = await startProcess(data);
  const { id } = (await api(server, 'POST', '/sites', { url: 'https://shop.example' })).body.site;
  const countHits = async () =>
    (await api(server, 'GET', `/sites/${id}/hits?per_page=1`)).body.pagination.total_count as number;
  const restart = async (hitsUrl?: string) => {
    await server.ended;
    proxy.failWith(() => undefined);
    server = await startProcess(data, hitsUrl);
  };
  await api(server, 'POST', `/sites/${id}/hits/batch`, batch('first', 50));
  const url = await makeUrl();
  for (const moment of MOMENTS) {
    killAt(/^insert into rows/i, moment, server);
    await server.ask(() => run(`move-hits --to ${url}`, { data }));
    await restart();
    expect(await countHits()).toBe(50);
  }
  expect(await run(`move-hits --to ${url}`, { data })).toMatchObject({ code: 0 });
  await server.stop();
  await restart(url);
  let expected = 50;
  for (const moment of MOMENTS) {
    const file = join(data, '..', `${crypto.randomUUID()}.ndjson`);
    const today = new Date().toISOString();
    await Bun.write(
      file,
      batch(moment.replace(' ', '-'), 30)
        .map(row => `${JSON.stringify({ ...row, created_at: today })}\n`)
        .join(''),
    );
    killAt(/^insert into rows/i, moment, server);
    await server.ask(() => run(`import ${id} ${file} --format footfall`, { data }));
    await restart(url);
    await run(`import ${id} ${file} --format footfall`, { data });
    expected += 30;
    expect(await countHits()).toBe(expected);
    await Bun.file(file).delete();
  }
  killAt(/format Parquet/i, 'lost answer', server);
  await server.ask(() => run('move-hits --to embedded', { data }));
  await restart(url);
  expect(await countHits()).toBe(expected);
  expect(await run('move-hits --to embedded', { data })).toMatchObject({ code: 0 });
  server.kill();
  await restart();
  expect(await countHits()).toBe(expected);
  await server.stop();
  await checkFolder(data);
});
