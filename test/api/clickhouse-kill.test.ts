/** A server with its hits on ClickHouse that dies by `kill -9` as it delivers, imports, removes or moves rows: each is there once. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { run } from '../support/cli.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { aFolderWithOwner, type Process, startProcess } from '../support/server-process.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

const clickHouse = shareClickHouse();
setDefaultTimeout(TIME_LIMIT_MS);

/** Before the statement reaches ClickHouse, and once it has happened there. */
const MOMENTS: readonly Fault[] = ['lost connection', 'lost answer'];

/** Kills a process at the first statement that matches. */
const killAt = (statement: RegExp, moment: Fault, server: Process): void => {
  let isDone = false;
  clickHouse().proxy.failWith(text => {
    if (isDone || !statement.test(text)) return undefined;
    isDone = true;
    server.kill();
    return moment;
  });
};

const batch = (name: string, rows: number) =>
  Array.from({ length: rows }, (_, row) => ({ path: `/${name}-${row}`, visitor_id: `v${row % 3}` }));

const toPaths = (hits: readonly { readonly path: string }[]): string[] => hits.map(({ path }) => path).sort();

/** Writes the rows of a batch, of today, to a file, which is imported. Returns what the command answers. */
async function importBatch(data: string, id: number, rows: ReturnType<typeof batch>) {
  const file = join(data, '..', `${crypto.randomUUID()}.ndjson`);
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  await Bun.write(file, rows.map(row => `${JSON.stringify({ ...row, created_at: today })}\n`).join(''));
  return run(`import ${id} ${file} --format footfall`, { data });
}

const checkFolder = async (data: string) => expect((await run('check', { data })).err).toBe('');

test('as it delivers or removes', async () => {
  using site = await aFolderWithOwner();
  const { url } = await clickHouse().createDatabase();
  const start = () => startProcess(site.data, url);
  let server = await start();
  const { id } = (await site.api(server, 'POST', '/sites', { url: 'https://shop.example' })).body.site;
  const listPaths = async () => {
    const { hits } = (await site.api(server, 'GET', `/sites/${id}/hits?per_page=1000`)).body;
    return toPaths(hits);
  };
  const restart = async () => {
    await server.ended;
    clickHouse().proxy.failWith(() => undefined);
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
    clickHouse().proxy.failWith(() => undefined);
    server = await startProcess(data, hitsUrl);
  };
  await api(server, 'POST', `/sites/${id}/hits/batch`, batch('first', 50));
  const { url } = await clickHouse().createDatabase();
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
    const rows = batch(moment.replace(' ', '-'), 30);
    killAt(/^insert into rows/i, moment, server);
    await server.ask(() => importBatch(data, id, rows));
    await restart(url);
    await importBatch(data, id, rows);
    expected += 30;
    expect(await countHits()).toBe(expected);
  }
  killAt(/^select .* format Parquet/is, 'lost answer', server);
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

test('as it takes back an import', async () => {
  using site = await aFolderWithOwner();
  const { data, api } = site;
  const { url } = await clickHouse().createDatabase();
  let server = await startProcess(data, url);
  for (const statement of [/^alter table rows update/i, /^alter table rows delete/i])
    for (const moment of MOMENTS) {
      // Between the two, it is the same as the second before it reaches ClickHouse.
      if (!IS_LONG && /update/.test(statement.source) && moment === 'lost answer') continue;
      const { id } = (await api(server, 'POST', '/sites', { url: 'https://shop.example' })).body.site;
      const countHits = async () => {
        const report = await api(server, 'GET', `/sites/${id}/hits?group_by=path&per_page=100`);
        const groups: readonly { views: number; unique_views: number }[] = report.body.grouped_hits;
        const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
        return [sum(groups.map(group => group.views)), sum(groups.map(group => group.unique_views))];
      };
      expect(await importBatch(data, id, batch('page', 30))).toMatchObject({ code: 0 });
      // Their marks are those of the import, until it is gone.
      await api(server, 'POST', `/sites/${id}/hits/batch`, batch('page', 20));
      expect(await countHits()).toEqual([50, 30]);
      const path = `/sites/${id}/imports`;
      const [imported] = (await api(server, 'GET', path)).body.imports;
      killAt(statement, moment, server);
      await server.ask(() => api(server, 'DELETE', `${path}/${imported.id}`));
      await server.ended;
      clickHouse().proxy.failWith(() => undefined);
      server = await startProcess(data, url);
      await until(
        async () => (await api(server, 'GET', `${path}/${imported.id}`)).body.import.status === 'undone',
      );
      expect(await countHits()).toEqual([20, 20]);
    }
  await server.stop();
  await checkFolder(data);
});
