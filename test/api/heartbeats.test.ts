/** Heartbeats, which monitored programs send. Source: decisions, section 10, Monitors. */
import { expect, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { makeFolder } from '../support/prepared-folder.ts';
import { createMovableClock, type TestServer } from '../support/server.ts';
import {
  addMonitor,
  checkNow,
  mailsOf,
  QUICK,
  startWatching,
  WITH_MAIL,
  watchFor,
} from '../support/uptime.ts';

const BEAT = { kind: 'heartbeat', name: 'Backup', period_seconds: 3600, grace_seconds: 300 };

/** Sends a heartbeat. */
const beat = (server: TestServer, url: string, method = 'GET') =>
  fetch(url.replace(/^https?:\/\/[^/]+/, server.url), { method });

test('a heartbeat is down once it is overdue, and up with the next one', async () => {
  await using server = await startWatching({ settings: { ...QUICK, ...WITH_MAIL } });
  const added = await addMonitor(server, await server.given.site(), BEAT);
  expect(added.heartbeat_url).toContain('/heartbeat/');
  expect(JSON.stringify(await added.show())).not.toContain(added.heartbeat_url.split('/').at(-1));
  await watchFor(server, 7200, 60);
  expect((await added.show()).monitor).toMatchObject({
    status: 'first_check_due',
    status_description: 'Waiting for the first heartbeat',
  });
  expect(await (await beat(server, added.heartbeat_url, 'POST')).text()).toBe('ok\n');
  await watchFor(server, 3840, 60);
  expect((await added.show()).monitor).toMatchObject({
    status: 'up',
    is_down: false,
    failures_until_down: 1,
  });
  await watchFor(server, 120, 60);
  expect(await added.show()).toMatchObject({
    monitor: { is_down: true, last_error_message: 'no heartbeat came for 1 hour 5 minutes' },
    downtimes: [{ ongoing: true, error_code: 'heartbeat' }],
  });
  server.clock.advance({ minutes: 10 });
  await beat(server, added.heartbeat_url);
  expect(await added.show()).toMatchObject({ monitor: { status: 'up' }, downtimes: [{ ongoing: false }] });
  expect(mailsOf(server).map(({ kind }) => kind)).toEqual(['monitor_down', 'monitor_up']);
});

/** A heartbeat that came, and a server that was killed at once and started again so many minutes later. */
async function beatThenRestartAfter(minutes: number) {
  const clock = createMovableClock();
  await using first = await startWatching({ settings: { ...QUICK, ...WITH_MAIL }, clock });
  const added = await addMonitor(first, await first.given.site(), BEAT);
  await beat(first, added.heartbeat_url);
  const deadline = new Date(clock.now().getTime() + (BEAT.period_seconds + BEAT.grace_seconds) * 1000);
  const { owner } = first;
  const data = makeFolder();
  cpSync(first.data, data, { recursive: true, filter: path => !path.endsWith('/tmp') });
  clock.advance({ minutes });
  const server = await startWatching({ settings: { ...QUICK, ...WITH_MAIL }, clock, data, hasOwner: false });
  const show = async () => await server.get(added.path, owner.full);
  return { server, show, deadline: deadline.toISOString(), url: added.heartbeat_url };
}

test('a restart does not move the deadline of a heartbeat', async () => {
  const { server, show, deadline } = await beatThenRestartAfter(40);
  await using _ = server;
  expect((await show()).monitor).toMatchObject({ is_down: false, next_check_at: deadline });
  await watchFor(server, 24 * 60, 60);
  expect((await show()).monitor.is_down).toBe(false);
  await watchFor(server, 120, 60);
  const { monitor, downtimes } = await show();
  expect(monitor.is_down).toBe(true);
  expect(downtimes).toMatchObject([{ ongoing: true, started_at: deadline, partial: false }]);
});

test('a heartbeat whose deadline passed while the server was off is down from then on', async () => {
  const { server, show, deadline, url } = await beatThenRestartAfter(300);
  await using _ = server;
  await checkNow(server);
  expect(await show()).toMatchObject({
    monitor: { is_down: true },
    downtimes: [{ ongoing: true, started_at: deadline, partial: false }],
  });
  expect(mailsOf(server).map(({ kind }) => kind)).toEqual(['monitor_down']);
  await beat(server, url);
  expect((await show()).monitor).toMatchObject({ status: 'up' });
});

test('a heartbeat that comes after its deadline, before that is noticed, ends a downtime', async () => {
  const { server, show, deadline, url } = await beatThenRestartAfter(70);
  await using _ = server;
  await beat(server, url);
  const [downtime] = (await show()).downtimes;
  expect(downtime).toMatchObject({ ongoing: false, started_at: deadline });
});

test('a thousand heartbeats in a second are answered, and recorded once', async () => {
  await using server = await startWatching({ settings: QUICK });
  const added = await addMonitor(server, await server.given.site(), BEAT);
  for (let sent = 0; sent < 1000; sent++) await beat(server, added.heartbeat_url);
  expect((await server.get(`${added.path}/checks`)).checks).toHaveLength(1);
});

test('guesses at the secret of a heartbeat are limited, and a new address ends the earlier one', async () => {
  await using server = await startWatching({ settings: QUICK });
  const added = await addMonitor(server, await server.given.site(), BEAT);
  const statuses: number[] = [];
  for (let guess = 0; guess < 21; guess++)
    statuses.push((await beat(server, `${server.url}/heartbeat/${guess}`)).status);
  expect(statuses.filter(status => status === 404)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  expect((await beat(server, added.heartbeat_url)).status).toBe(200);
  server.clock.advance({ minutes: 2 });
  const { body } = await added.patch({ renew_address: true });
  expect((await beat(server, added.heartbeat_url)).status).toBe(404);
  expect((await beat(server, body.heartbeat_url)).status).toBe(200);
});
