/** Notifications of downtimes. Source: decisions, section 4; decisions, section 7. */
import { expect, test } from 'bun:test';
import { aWebhook, deliver, startReceiver } from '../support/receiver.ts';
import type { TestServer } from '../support/server.ts';
import { mailsOf, startShop, startWatching, WITH_MAIL, watchFor } from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_INTERVAL: '10', FOOTFALL_UPTIME_CONFIRM: '1', ...WITH_MAIL };
const kindsOf = (server: TestServer): string[] => mailsOf(server).map(({ kind }) => kind);

test('a downtime is notified once when it starts and once when it ends, by webhook and mail', async () => {
  await using server = await startWatching({ settings: QUICK });
  await using receiver = await startReceiver();
  await aWebhook(server, { url: receiver.url, events: ['monitor_down', 'monitor_up'] });
  await using site = await startShop(server, { label: 'Shop' });
  const url = `http://shop.test:${site.port}`;
  await watchFor(server, 20);
  expect(kindsOf(server)).toEqual([]);
  site.answers(500);
  await watchFor(server, 40);
  expect(kindsOf(server)).toEqual(['monitor_down']);
  await deliver(server);
  site.answers(200);
  await watchFor(server, 40);
  expect(kindsOf(server)).toEqual(['monitor_down', 'monitor_up']);
  await deliver(server);
  const { downtimes, monitor } = await site.uptime();
  const { id, started_at, ended_at, duration, duration_in_words } = downtimes[0];
  const error = 'shop.test answered with status 500';
  expect(receiver.received.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      event: 'monitor_down',
      site: expect.objectContaining({ id: site.id, label: 'Shop' }),
      downtime: {
        id,
        error,
        started_at,
        ended_at: null,
        duration: 0,
        duration_in_words: 'less than a minute',
      },
      monitor: { id: monitor.id, url, is_down: true, last_status_code: 500, last_error_message: error },
    }),
    expect.objectContaining({
      event: 'monitor_up',
      downtime: { id, error, started_at, ended_at, duration, duration_in_words },
      monitor: { id: monitor.id, url, is_down: false, last_status_code: 200, last_error_message: null },
    }),
  ]);
});

test('a flapping site is notified of five times, then once more when it is stable', async () => {
  await using server = await startWatching({ settings: QUICK });
  await using receiver = await startReceiver();
  await aWebhook(server, { url: receiver.url, events: ['monitor_down', 'monitor_up'] });
  await using site = await startShop(server);
  await watchFor(server, 5);
  for (let round = 0; round < 6; round++) {
    site.answers(500);
    await watchFor(server, 30);
    site.answers(200);
    await watchFor(server, 30);
  }
  const five = ['monitor_down', 'monitor_up', 'monitor_down', 'monitor_up', 'monitor_down'];
  expect(kindsOf(server)).toEqual(five);
  const { summary } = await site.uptime();
  expect(summary).toEqual({ total_downtimes: 6, ongoing_downtimes: 0, recent_downtimes_30_days: 6 });
  await watchFor(server, 31 * 60, 5);
  expect(kindsOf(server)).toEqual([...five, 'monitor_up']);
  for (let turn = 0; turn < 3; turn++) await deliver(server);
  expect(receiver.received.map(({ body }) => body.event)).toEqual([...five, 'monitor_up']);
});

test('a change that cannot be published is not recorded either: the next check does both', async () => {
  await using server = await startWatching({ settings: QUICK });
  await using site = await startShop(server);
  await watchFor(server, 5);
  const { db } = server.services.stores;
  db.run("create trigger no_mail before insert on mail_outbox begin select raise(abort, 'full'); end");
  site.answers(500);
  await watchFor(server, 30);
  const isDown = async () => (await site.uptime()).monitor.is_down;
  expect([await isDown(), kindsOf(server)]).toEqual([false, []]);
  db.run('drop trigger no_mail');
  await watchFor(server, 15);
  expect([await isDown(), kindsOf(server)]).toEqual([true, ['monitor_down']]);
});
