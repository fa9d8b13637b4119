/** Imports over HTTP while ClickHouse does not take their rows. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from '../support/cli.ts';
import { aSite, ended } from '../support/imports.ts';
import { startTestServer } from '../support/server.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { until } from '../support/until.ts';

const clickHouse = shareClickHouse();

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
  const find = async () => (await site.server.api('GET', path)).body.import;
  await until(async () => (await find()).error !== null);
  expect(await find()).toMatchObject({
    status: 'running',
    error:
      'everything is read, and waits until the database of hits takes it: the log of the server says why',
  });
  clickHouse().proxy.failWith(() => undefined);
  expect(await ended(site.server, path)).toMatchObject({ status: 'completed', hits: 2, error: null });
  expect((await site.server.api('GET', `${site.path}/hits`)).body.pagination.total_count).toBe(2);
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
  const find = async () => (await site.server.api('GET', path)).body.import;
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
  const find = async () => (await next.api('GET', path, { key: full })).body.import;
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
  expect((await next.api('GET', `${site.path}/hits`, { key: full })).body.pagination.total_count).toBe(1);
});

test('while the rows of an import are refused, others are read, and it can be taken back', async () => {
  const { site, path } = await refused(CSV);
  await using server = site.server;
  expect((await site.send('?dry_run=true', LOG)).body.preview).toMatchObject({ rows: 3 });
  expect((await server.api('DELETE', path)).body.import.status).toBe('undoing');
  expect(await ended(server, path)).toMatchObject({ status: 'undone', error: null });
  clickHouse().proxy.failWith(() => undefined);
  expect(await site.upload('', LOG)).toMatchObject({ status: 'completed', hits: 1 });
  expect((await server.api('GET', `${site.path}/hits`)).body.pagination.total_count).toBe(1);
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
  expect((await server.api('GET', `${site.path}/hits`)).body.pagination.total_count).toBe(0);
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
