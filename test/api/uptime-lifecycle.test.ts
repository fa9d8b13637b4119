/** Lifecycle of monitors: switched on and off, restarts, gaps, long downtimes. Source: decisions, section 7. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { checkNow, startShop, startSite, startWatching, watchedSite, watchFor } from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_CONFIRM: '1' };
const quick = share(() => startWatching({ settings: QUICK }));
const DAY = 86_400;
const switchUptime = (server: TestServer, id: number, uptime: boolean) =>
  server.patch(`/sites/${id}/features`, { uptime });
const setPlan = ({ owner, setUser }: TestServer, plan: 'none' | 'zen') => setUser(owner.email, { plan });

test('a site that is switched off answers 404 and is not checked; switched on again it has its history', async () => {
  await using site = await startShop(quick());
  site.answers(500);
  await checkNow(quick());
  site.answers(200);
  await watchFor(quick(), 120);
  const before = await site.uptime();
  expect(before.summary.total_downtimes).toBe(1);
  await switchUptime(quick(), site.id, false);
  const seen = site.requests.length;
  await watchFor(quick(), 600, 30);
  expect(site.requests.length).toBe(seen);
  expect(await quick().api('GET', `/sites/${site.id}/uptime`)).toEqual(
    refused(404, 'uptime monitoring is off for this site: switch it on with PATCH /sites/:id/features'),
  );
  await switchUptime(quick(), site.id, true);
  await checkNow(quick());
  const after = await site.uptime();
  expect(site.requests.length).toBe(seen + 1);
  expect(after.monitor).toMatchObject({ id: before.monitor.id, created_at: before.monitor.created_at });
  expect(after.downtimes).toEqual(before.downtimes);
  // About one minute of two; with the ten minutes off it would be more than 90.
  expect(after.monitor.uptime).toBeGreaterThan(35);
  expect(after.monitor.uptime).toBeLessThan(65);
});

test('a site without uptime monitoring has no monitor, and a deleted one is not checked any more', async () => {
  await using server = await startWatching();
  const plain = await server.given.site();
  expect((await server.api('GET', `/sites/${plain.id}/uptime`)).status).toBe(404);
  await using site = await startShop(server);
  await checkNow(server);
  await server.api('DELETE', `/sites/${site.id}`);
  await server.job('sites.purge');
  await watchFor(server, 180, 10);
  expect(site.requests.length).toBe(1);
  const left = (table: string) => server.services.stores.db.all(`select * from ${table}`);
  expect([left('monitors'), left('check_hours')]).toEqual([[], []]);
});

test('a downtime continues after a restart, and is partial after a time without checks', async () => {
  await using first = await startWatching({ settings: QUICK });
  const { clock, data, owner, stop } = first;
  await using site = await startShop(first);
  await watchFor(first, 120, 5);
  site.answers(500);
  await watchFor(first, 70, 5);
  expect((await site.uptime()).summary.ongoing_downtimes).toBe(1);
  await stop();
  const start = () => startWatching({ data, clock, settings: QUICK });
  const read = async ({ api }: TestServer) =>
    (await api('GET', `/sites/${site.id}/uptime`, { key: owner.full })).body;
  clock.advance({ minutes: 2 });
  {
    await using server = await start();
    await checkNow(server);
    const { downtimes, monitor } = await read(server);
    expect(downtimes.length).toBe(1);
    expect(downtimes[0]).toMatchObject({ ongoing: true, partial: false });
    expect(monitor).toMatchObject({ is_down: true, last_check_at: clock.now().toISOString() });
  }
  clock.advance({ hours: 5 });
  site.answers(200);
  await using server = await start();
  await checkNow(server);
  const endedAt = clock.now().toISOString();
  await watchFor(server, 10);
  const { downtimes, monitor } = await read(server);
  expect(downtimes).toEqual([expect.objectContaining({ partial: true, ongoing: false, ended_at: endedAt })]);
  expect(monitor.is_down).toBe(false);
  // Some four minutes of eight were down; the five hours count as nothing.
  expect(monitor.uptime).toBeGreaterThan(20);
  expect(monitor.uptime).toBeLessThan(70);
});

test('a site that is down for a week is checked once a day, until it answers or its owner resumes checks', async () => {
  await using site = await startShop(quick());
  site.answers(500);
  await checkNow(quick());
  const requestsIn = async (seconds: number, stepSeconds: number) => {
    const seen = site.requests.length;
    await watchFor(quick(), seconds, stepSeconds);
    return site.requests.length - seen;
  };
  const between = (count: number, least: number, most: number) => {
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  };
  between(await requestsIn(3600, 10), 50, 67);
  between(await requestsIn(23 * 3600, 60), 220, 320);
  between(await requestsIn(5.9 * DAY, 600), 190, 330);
  expect((await site.uptime()).monitor.auto_paused).toBe(false);
  // The last hours of the week, then one a day.
  between(await requestsIn(10 * DAY, 1800), 9, 18);
  const { monitor, summary } = await site.uptime();
  expect(monitor).toMatchObject({ auto_paused: true, is_down: true, current_check_interval: DAY, uptime: 0 });
  expect(monitor.status_description).toMatch(/^Down for 16 days 2[01] hours.*Now checked only once a day/);
  expect(summary.total_downtimes).toBe(1);
  await switchUptime(quick(), site.id, true);
  await checkNow(quick());
  const awake = (await site.uptime()).monitor;
  expect(awake).toMatchObject({ auto_paused: false, is_down: true, current_check_interval: 60 });
  await watchFor(quick(), 9 * DAY, 1800);
  expect((await site.uptime()).monitor.auto_paused).toBe(true);
  site.answers(200);
  await watchFor(quick(), DAY * 1.2, 1800);
  await watchFor(quick(), 20);
  expect((await site.uptime()).monitor).toMatchObject({ auto_paused: false, is_down: false });
});

test('sites of an account without a plan are not checked', async () => {
  await using server = await startWatching();
  await using site = await startShop(server);
  await checkNow(server);
  await setPlan(server, 'none');
  await watchFor(server, 600, 10);
  expect(site.requests.length).toBe(1);
  expect((await server.api('GET', `/sites/${site.id}/uptime`)).status).toBe(403);
  await setPlan(server, 'zen');
  await watchFor(server, 70, 5);
  expect(site.requests.length).toBeGreaterThan(1);
});

test('sites of an account whose plan is back are checked again after one interval', async () => {
  await using server = await startWatching({ settings: { FOOTFALL_UPTIME_INTERVAL: '5' } });
  await using site = await startShop(server);
  await setPlan(server, 'none');
  await watchFor(server, 10);
  await setPlan(server, 'zen');
  await watchFor(server, 6);
  expect(site.requests.length).toBeGreaterThan(0);
});

test('a clock that is set back does not stop the checks', async () => {
  await using server = await startWatching();
  await using site = await startShop(server);
  await checkNow(server);
  server.clock.advance({ days: -3 });
  await watchFor(server, 61 * 2);
  expect(site.requests.length).toBeGreaterThanOrEqual(3);
  expect((await site.uptime()).monitor).toMatchObject({ is_down: false, uptime: 100 });
});

test('after a change of its address a site is checked at the new one', async () => {
  await using server = await startWatching();
  await using first = await startShop(server);
  await using second = await startSite();
  await checkNow(server);
  const url = `http://shop.test:${second.port}/health`;
  await server.patch(`/sites/${first.id}`, { url });
  await watchFor(server, 70, 5);
  expect([first.requests.length, second.requests.map(request => request.url)]).toEqual([1, ['/health']]);
  expect((await first.uptime()).monitor.url).toBe(url);
});

test('a site that is down and rarely checked is checked at once at its new address', async () => {
  await using first = await startShop(quick());
  await using second = await startSite();
  first.answers(500);
  await checkNow(quick());
  await watchFor(quick(), 2 * 3600, 60);
  const body = { url: `http://shop.test:${second.port}` };
  await quick().patch(`/sites/${first.id}`, body);
  await watchFor(quick(), 12);
  expect((await first.uptime()).monitor.is_down).toBe(false);
});

test('single checks are kept for a week, hours for 400 days', async () => {
  await using server = await startWatching();
  await watchedSite(server, 'http://shop.test:1');
  await checkNow(server);
  await watchFor(server, 3600, 60);
  const hours = () =>
    server.services.stores.db.all<{ checks: number; samples: Uint8Array | null }>(
      'select checks, samples from check_hours order by hour_at',
    );
  const [first] = hours();
  expect(first?.checks).toBeGreaterThan(30);
  expect(first?.samples?.byteLength).toBe(6 * (first?.checks ?? 0));
  server.clock.advance({ days: 8 });
  await server.job('uptime.tidy');
  expect(hours()[0]).toEqual({ checks: first?.checks ?? 0, samples: null });
  server.clock.advance({ days: 393 });
  await server.job('uptime.tidy');
  expect(hours()).toEqual([]);
});
