/** What the operator sees of the server, and the jobs they start. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../src/core/version.ts';
import { readFolderSizes } from '../../src/stores/folder-sizes.ts';
import { refused } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';
import { startRelay } from '../support/smtp-server.ts';

const server = shareServer();
const operator = async (of: TestServer = server()) => await of.get('/operator');
const run = (name: string, key?: string) =>
  server().api('POST', `/operator/jobs/${name}/run`, key === undefined ? {} : { key });

test('the first user sees how the server does', async () => {
  const { status, body } = await server().api('GET', '/operator', { key: server().owner.readOnly });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: VERSION,
    started_at: '2026-03-10T12:00:00.000Z',
    data: { folder: server().data, rows: { hits: 0, events: 0, agent_visits: 0, spam_hits: 0 } },
    users_count: 1,
    sites_count: 0,
    mail: { is_set_up: false, from: null, waiting: 0, last_error: null },
    model: { is_set_up: false, model: null },
    country_database: { source: 'embedded', built_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/) },
    pending_signups: [],
  });
  expect(body.memory_bytes).toBeGreaterThan(1024 ** 2);
});

test('the parts of the data folder are listed with their sizes, which add up', async () => {
  await using own = await startTestServer();
  for (const [folder, bytes] of [
    ['damaged', 1000],
    ['backups', 500_000],
  ] as const) {
    mkdirSync(join(own.data, folder, 'inner'), { recursive: true });
    writeFileSync(join(own.data, folder, 'inner', 'file'), 'x'.repeat(bytes));
  }
  writeFileSync(join(own.data, 'app.000000.db'), 'x'.repeat(300_000));
  const { size_bytes: size, parts } = (await operator(own)).data;
  const sizes = new Map<string, number>(
    parts.map((part: { name: string; size_bytes: number }) => [part.name, part.size_bytes]),
  );
  expect([sizes.get('damaged'), sizes.get('backups')]).toEqual([1000, 500_000]);
  expect(sizes.get('older_generations')).toBe(300_000);
  for (const name of ['hits', 'configuration']) expect(sizes.get(name)).toBeGreaterThan(0);
  const all = [...sizes.values()];
  expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBe(size);
  expect(all).toEqual(all.toSorted((a, b) => b - a));
});

test('a missing folder has the size 0', async () => {
  expect(await readFolderSizes(join(server().data, 'none'))).toEqual([]);
});

test('sizes and row counts are cached for 5 seconds, everything else is current', async () => {
  await using own = await startTestServer();
  expect((await operator(own)).data.rows.hits).toBe(0);
  const site = await own.given.site();
  await own.post(`/sites/${site.id}/hits`, { path: '/' });
  const soon = await operator(own);
  expect([soon.data.rows.hits, soon.sites_count]).toEqual([0, 1]);
  own.clock.advance({ seconds: 5 });
  expect((await operator(own)).data.rows.hits).toBe(1);
  own.clock.advance({ days: -1 });
  await own.post(`/sites/${site.id}/hits`, { path: '/' });
  expect((await operator(own)).data.rows.hits).toBe(2);
});

test('users and sites are counted, deleted sites not', async () => {
  await using own = await startTestServer();
  await own.given.user('second@example.org');
  const { id } = await own.given.site();
  await own.given.site();
  await own.api('DELETE', `/sites/${id}`);
  expect(await operator(own)).toMatchObject({ users_count: 2, sites_count: 1 });
});

test('only the first user may read the status and start jobs, whatever the plan or role', async () => {
  const other = await server().given.user('operator-not@example.org', 'ultra');
  const { full } = await aMember(server(), 'admin');
  for (const key of [other.full, full]) {
    for (const on of ['', `?account_id=${server().owner.id}`]) {
      expect(await server().api('GET', `/operator${on}`, { key })).toEqual(
        refused(403, 'only the operator of this server, its first user, may do this'),
      );
    }
    expect((await run('mail.prune', key)).status).toBe(403);
    expect((await run('none', key)).status).toBe(403);
  }
  expect((await run('mail.prune', server().owner.readOnly)).status).toBe(403);
});

test('each job is listed with its pattern and next run', async () => {
  const { jobs } = await operator();
  expect(jobs.length).toBeGreaterThan(8);
  const named = (name: string) => jobs.find((job: { name: string }) => job.name === name);
  expect(named('hits.rotate')).toEqual({
    name: 'hits.rotate',
    description: expect.any(String),
    schedule: '20 3 * * *',
    next_run_at: '2026-03-11T03:20:00.000Z',
    is_running: false,
    last_run: null,
  });
  expect(named('mail.send').next_run_at).toBe('2026-03-10T12:01:00.000Z');
});

test('a started job runs, and its result is shown', async () => {
  await using own = await startTestServer({ at: '2026-03-10T12:30:00Z' });
  const start = await own.api('POST', '/operator/jobs/mail.prune/run');
  expect([start.status, start.body]).toEqual([202, { status: 'started' }]);
  // A run that is under way is waited for.
  await own.job('mail.prune');
  const lastRun = async (name: string) =>
    (await operator(own)).jobs.find((job: { name: string }) => job.name === name).last_run;
  expect(await lastRun('mail.prune')).toEqual({
    started_at: '2026-03-10T12:30:00.000Z',
    duration_ms: expect.any(Number),
    error: null,
  });
});

test('a failed job shows its error', async () => {
  await using own = await startTestServer({
    settings: { FOOTFALL_SPAM_LIST_URL: 'http://127.0.0.1:1/list' },
  });
  const name = (await operator(own)).jobs.find((job: { name: string }) => job.name.startsWith('spam')).name;
  expect((await own.api('POST', `/operator/jobs/${name}/run`)).status).toBe(202);
  await own.job(name).catch(() => {});
  const { last_run } = (await operator(own)).jobs.find((job: { name: string }) => job.name === name);
  expect(last_run.error).toBeString();
});

test('a job that there is not is 404', async () => {
  const like = ['none', 'mail.prune ', 'MAIL.PRUNE'];
  for (const name of [...like, '__proto__', 'constructor', '%00', '..%2f', 'x'.repeat(1000)])
    expect([name, (await run(encodeURIComponent(name))).status]).toEqual([name, 404]);
});

test('waiting mail is shown with its error, without the password of the relay', async () => {
  await using relay = await startRelay();
  await using own = await startTestServer({
    settings: {
      FOOTFALL_SMTP_URL: `smtp://footfall:secret@127.0.0.1:${relay.port}`,
      FOOTFALL_MAIL_FROM: 'Footfall <stats@example.org>',
      FOOTFALL_LLM_URL: 'http://127.0.0.1:1/v1',
      FOOTFALL_LLM_MODEL: 'small',
      FOOTFALL_LLM_KEY: 'secret',
    },
  });
  relay.answers = line => (line.startsWith('RCPT') ? '451 later' : undefined);
  const { id: userId } = own.owner;
  const tell = async () => {
    own.services.mail.notifications.send('webhook_disabled', {
      userId,
      url: 'https://hooks.example/',
      reason: 'x',
    });
    await own.job('mail.send');
  };
  await tell();
  const report = await operator(own);
  expect(report.mail).toEqual({
    is_set_up: true,
    from: 'Footfall <stats@example.org>',
    waiting: 1,
    last_error: 'the relay answered 451 later to RCPT TO',
  });
  expect(report.model).toEqual({ is_set_up: true, model: 'small' });
  expect(JSON.stringify(report)).not.toContain('secret');
  relay.answers = () => undefined;
  await tell();
  expect((await operator(own)).mail).toMatchObject({ waiting: 1, last_error: null });
});
