/** The metrics that Prometheus scrapes. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { copyBackup } from '../../src/cli/backup-copy.ts';
import { sendToServer } from '../../src/cli/remote/control-client.ts';
import metricsPage from '../../src/features/docs/pages/metrics.md' with { type: 'text' };
import type { Offer } from '../../src/server/commands/command-run.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const shared = shareServer();
const read = async ({ url }: TestServer) => (await fetch(`${url}/metrics`)).text();
const figure = async (of: TestServer, name: string): Promise<number | undefined> => {
  const line = (await read(of)).split('\n').find(each => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
};

test('rows, users, sites and the parts of the data folder', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  await server.post(`/sites/${id}/hits`, { path: '/' });
  await server.post(`/sites/${id}/events`, { event: 'signup.completed' });
  expect(await figure(server, 'footfall_rows{kind="hit"}')).toBe(1);
  expect(await figure(server, 'footfall_rows{kind="event"}')).toBe(1);
  expect(await figure(server, 'footfall_rows{kind="agent_visit"}')).toBe(0);
  expect(await figure(server, 'footfall_users')).toBe(1);
  expect(await figure(server, 'footfall_sites')).toBe(1);
  expect(await figure(server, 'footfall_data_folder_bytes{part="configuration"}')).toBeGreaterThan(0);
});

test('figures that need a store that does not answer are left out, the others stay', async () => {
  await using server = await startTestServer();
  await server.services.stores.hits.close();
  expect(await figure(server, 'footfall_rows{kind="hit"}')).toBeUndefined();
  expect(await figure(server, 'footfall_users')).toBe(1);
});

test('the standard metrics of a process have their standard names', async () => {
  const server = shared();
  expect(await figure(server, 'process_resident_memory_bytes')).toBeGreaterThan(1024 ** 2);
  expect(await figure(server, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  for (const name of ['process_start_time_seconds', 'process_open_fds', 'nodejs_eventloop_lag_p99_seconds'])
    expect(await figure(server, name)).toBeDefined();
  expect(await read(server)).not.toMatch(/footfall_process|footfall_nodejs|nodejs_version_info/);
});

test('what waits is counted by queue', async () => {
  await using server = await startTestServer({ settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' } });
  const { id } = await server.given.site();
  const waiting = () => figure(server, 'footfall_queue_length{queue="webhook_deliveries"}');
  expect(await waiting()).toBe(0);
  // Nothing listens there: the delivery is tried again later.
  await server.post('/webhooks', { url: 'https://127.0.0.1:1/', events: ['new_hit'] });
  await server.post(`/sites/${id}/hits`, { path: '/' });
  await server.services.webhooks.deliveries.idle();
  expect(await waiting()).toBe(1);
  for (const queue of ['mails', 'webmentions', 'reads'])
    expect(await figure(server, `footfall_queue_length{queue="${queue}"}`)).toBe(0);
});

test('runs of a job are counted by outcome, with the last one', async () => {
  await using server = await startTestServer({
    settings: { FOOTFALL_SPAM_LIST_URL: 'http://127.0.0.1:1/list' },
  });
  const name = 'spam.refresh';
  const runs = (outcome: string) =>
    figure(server, `footfall_job_runs_total{name="${name}",outcome="${outcome}"}`);
  expect(await figure(server, `footfall_job_last_run_timestamp_seconds{name="${name}"}`)).toBeUndefined();
  await server.job(name).catch(() => {});
  expect([await runs('succeeded'), await runs('failed')]).toEqual([0, 1]);
  expect(await figure(server, `footfall_job_last_run_timestamp_seconds{name="${name}"}`)).toBe(
    server.clock.now().getTime() / 1000,
  );
  expect(
    await figure(server, `footfall_job_last_run_duration_seconds{name="${name}"}`),
  ).toBeGreaterThanOrEqual(0);
});

test('a backup that was finished is noted, one that failed is not, and a restart keeps it', async () => {
  const metric = 'footfall_last_backup_timestamp_seconds';
  using folder = temporaryFolder();
  await using server = await startTestServer();
  const { data, clock } = server;
  const backUp = (directory: string) =>
    sendToServer(
      data,
      { command: 'backup' },
      { handOver: async (offer: Offer) => copyBackup('files' in offer ? offer.files : [], directory) },
    );
  expect(await figure(server, metric)).toBeUndefined();
  expect((await server.get('/operator')).data.last_backup_at).toBeNull();
  await expect(backUp(data)).rejects.toThrow('is not empty');
  expect(await figure(server, metric)).toBeUndefined();
  await backUp(join(folder.path, 'copy'));
  const at = clock.now();
  expect(await figure(server, metric)).toBe(at.getTime() / 1000);
  const { data: shown } = await server.get('/operator');
  expect(shown.last_backup_at).toBe(at.toISOString());
  await server.stop();
  await using again = await startTestServer({ data });
  expect(await figure(again, metric)).toBe(at.getTime() / 1000);
});

test('the guide lists every metric, and no other', async () => {
  const server = shared();
  const documented = new Set([...metricsPage.matchAll(/^\|.*?`(footfall_\w+)/gm)].map(([, name]) => name));
  for (const [, name] of metricsPage.matchAll(/, `(footfall_\w+)`(?:,| \|)/g)) documented.add(name);
  const exposed = [...(await read(server)).matchAll(/^# TYPE (footfall_\w+)/gm)].map(([, name]) => name);
  expect([...documented].toSorted()).toEqual(exposed.toSorted());
});
