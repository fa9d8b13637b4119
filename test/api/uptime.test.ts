/** Uptime monitoring: states, downtimes and their description. Source: decisions, section 7; api-v1, Uptime monitor. */
import { expect, test } from 'bun:test';
import { share } from '../support/share.ts';
import { until } from '../support/until.ts';
import { checkNow, startShop, startWatching, uptimeOf, watchedSite, watchFor } from '../support/uptime.ts';

const server = share(() => startWatching());
const quick = share(() => startWatching({ settings: { FOOTFALL_UPTIME_CONFIRM: '1' } }));

test('a site that answers is up, in figures and in its description', async () => {
  await using server = await startWatching();
  await using site = await startShop(server);
  const before = await site.uptime();
  expect(before.monitor).toMatchObject({
    ...{ is_down: false, last_check_at: null, last_status_code: null, uptime: 100 },
    next_check_at: '2026-03-10T12:00:00.000Z',
    status_description: 'The first check is about to start',
  });
  await checkNow(server);
  server.clock.advance({ seconds: 30 });
  const { monitor, ...rest } = await site.uptime();
  const now = '2026-03-10T12:00:00.000Z';
  const said = /^Up: responded with status 200 in \d+ ms, less than a minute ago$/;
  const next_check_at = expect.stringMatching(/^2026-03-10T12:0(0:5[4-9]|1:0[0-6])/);
  expect(monitor).toEqual({
    ...{ id: expect.any(Number), url: `http://shop.test:${site.port}`, created_at: now, updated_at: now },
    ...{ enabled: true, auto_paused: false, current_check_interval: 60, last_check_at: now, next_check_at },
    ...{ last_status_code: 200, last_error_message: null, last_error_code: null },
    ...{ is_down: false, uptime: 100, period: 'last_30_days', last_response_ms: expect.any(Number) },
    ...{ failures: 0, failures_until_down: 3, ssl: null, domain: null },
    ...{ status: 'up', status_since: null, status_description: expect.stringMatching(said) },
  });
  expect(rest).toEqual({
    downtimes: [],
    pagination: { current_page: 1, per_page: 100, total_count: 0, total_pages: 0 },
    summary: { total_downtimes: 0, ongoing_downtimes: 0, recent_downtimes_30_days: 0 },
  });
  const headers = { 'user-agent': expect.stringMatching(/^Footfall\//) };
  expect(site.requests).toMatchObject([{ method: 'GET', url: '/', headers }]);
});

test('three failures make it down since the first of them, two successes up since the first of those', async () => {
  await using site = await startShop(server());
  await watchFor(server(), 120);
  site.answers(503);
  const requests = () => site.requests.length;
  const until = async (holds: () => Promise<boolean>) => {
    for (let second = 0; second < 200; second++) {
      if (await holds()) return server().clock.now();
      await watchFor(server(), 1);
    }
    throw new Error('it never came to that');
  };
  const seen = requests();
  const firstAt = await until(async () => requests() > seen);
  expect((await site.uptime()).monitor).toMatchObject({
    ...{ is_down: false, last_status_code: 503, last_error_code: 'status', current_check_interval: 20 },
    ...{ status: 'failing', failures: 1, failures_until_down: 3, status_since: null },
    status_description:
      'Last check failed less than a minute ago: shop.test answered with status 503. Counts as down after 3 failed checks in a row (1 so far)',
  });
  await watchFor(server(), 40);
  expect(requests()).toBe(seen + 3);
  const down = await site.uptime();
  expect(down.monitor).toMatchObject({
    is_down: true,
    last_error_message: 'shop.test answered with status 503',
    status: 'down',
    status_since: firstAt.toISOString(),
    status_description:
      'Down for less than a minute: shop.test answered with status 503, less than a minute ago',
  });
  const why = { error: 'shop.test answered with status 503', error_code: 'status', status_code: 503 };
  const lasts = { started_at: firstAt.toISOString(), ended_at: null, ongoing: true, partial: false };
  const length = { duration: 40, duration_in_words: 'less than a minute' };
  expect(down.downtimes).toEqual([{ id: expect.any(Number), ...why, ...lasts, ...length, impact: null }]);
  expect(down.summary).toEqual({ total_downtimes: 1, ongoing_downtimes: 1, recent_downtimes_30_days: 1 });

  site.answers(204);
  const bad = requests();
  const goodAt = await until(async () => requests() > bad);
  expect((await site.uptime()).monitor).toMatchObject({
    is_down: true,
    current_check_interval: 10,
    status_description: expect.stringMatching(
      /^Down for .*, but the last check succeeded .* ago\. One more success/,
    ),
  });
  await watchFor(server(), 10);
  const up = await site.uptime();
  expect(up.monitor).toMatchObject({ is_down: false, last_status_code: 204, last_error_message: null });
  const seconds = (goodAt.getTime() - firstAt.getTime()) / 1000;
  const ended = { ended_at: goodAt.toISOString(), duration: seconds, duration_in_words: '1 minute' };
  expect(up.downtimes).toMatchObject([{ ...ended, ongoing: false, partial: false }]);
  const watchedSeconds = (server().clock.now().getTime() - Date.parse(up.monitor.created_at)) / 1000;
  expect(up.monitor.uptime).toBe(Math.floor((1 - seconds / watchedSeconds) * 100_000) / 1000);
});

test.each([
  ['a status', 404, 'shop.test answered with status 404'],
  ['a redirect to nowhere', 302, 'shop.test answered with status 302'],
] as const)('%s that is no success is a failure', async (_, status, error) => {
  await using site = await startShop(quick());
  site.answers(status);
  await checkNow(quick());
  expect((await site.uptime()).monitor).toMatchObject({ is_down: true, last_error_message: error });
});

test('the result of a check is described in a sentence', async () => {
  await using site = await startShop(quick());
  const unknown = await watchedSite(quick(), 'http://nowhere.test');
  const closed = await watchedSite(quick(), 'http://shop.test:1');
  site.answers((_, response) => response.writeHead(302, { location: '/again' }).end());
  await checkNow(quick());
  const said = async (of: { id: number }) => (await uptimeOf(quick(), of)).monitor.last_error_message;
  expect(await said(site)).toBe('shop.test redirects more than 5 times');
  const codeOf = async (of: { id: number }) => (await uptimeOf(quick(), of)).monitor.last_error_code;
  const codes = [await codeOf(site), await codeOf(unknown), await codeOf(closed)];
  expect(codes).toEqual(['protocol', 'dns', 'connect']);
  expect(await said(unknown)).toBe('no address is known for nowhere.test');
  expect(await said(closed)).toBe('shop.test takes no connection on port 1');
  expect(site.requests.length).toBe(6);
  site.answers((_, response) => response.socket?.destroy());
  await watchFor(quick(), 70, 5);
  expect(await said(site)).toBe('shop.test broke off or did not answer in proper HTTP');
  site.answers((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  await watchFor(quick(), 70, 5);
  expect(await said(site)).toStartWith('169.254.169.254 is not on the open internet');
});

test('a page of many megabytes is up, and is not downloaded completely', async () => {
  await using site = await startShop(server());
  let sent = 0;
  site.answers((_, response) => {
    const chunk = Buffer.alloc(64 * 1024);
    const write = () => {
      while (sent < 50_000_000 && !response.destroyed) {
        sent += chunk.byteLength;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  });
  await checkNow(server());
  expect((await site.uptime()).monitor).toMatchObject({ is_down: false, last_status_code: 200 });
  expect(sent).toBeLessThan(20_000_000);
});

test('a site that is down has its uptime ratio at once, and a lower one until the next check', async () => {
  await using site = await startShop(quick());
  const share = async () => (await site.uptime()).monitor.uptime;
  await watchFor(quick(), 100);
  site.answers(500);
  while (!(await site.uptime()).monitor.is_down) await watchFor(quick(), 1);
  quick().clock.advance({ ms: 20 });
  const first = await share();
  expect(first).toBeLessThan(100);
  quick().clock.advance({ seconds: 30 });
  const second = await share();
  expect(second).toBeLessThan(first);
  quick().clock.advance({ minutes: 5 });
  const third = await share();
  quick().clock.advance({ minutes: 5 });
  // There has been no check since.
  expect(await share()).toBe(third);
});

test('a check is not delayed by a second when the loop runs a few milliseconds early', async () => {
  await using site = await startShop(server());
  site.answers(500);
  await checkNow(server());
  for (const seconds of [19, 19]) {
    await watchFor(server(), seconds);
    server().clock.advance({ ms: 990 });
    await checkNow(server());
  }
  expect((await site.uptime()).monitor.is_down).toBe(true);
});

test('a site that never answers delays no other', async () => {
  await using server = await startWatching();
  await using stuck = await startShop(server);
  await using site = await startShop(server);
  stuck.answers(() => {});
  for (let round = 1; round <= 3; round++) {
    await server.job('uptime.check');
    await until(() => site.requests.length >= round);
    const now = server.clock.now().toISOString();
    await until(async () => (await site.uptime()).monitor.last_check_at === now);
    server.clock.advance({ seconds: 70 });
  }
  expect(stuck.requests.length).toBe(1);
});
