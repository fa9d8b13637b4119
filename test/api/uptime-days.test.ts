/** Uptime of a site day by day. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { checkNow, startShop, startWatching, watchedSite, watchFor } from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_CONFIRM: '1', FOOTFALL_UPTIME_INTERVAL: '60' };
const quick = share(() => startWatching({ settings: QUICK }));

interface Day {
  readonly date: string;
  readonly uptime: number | null;
  readonly watched_seconds: number;
  readonly downtime_seconds: number;
  readonly downtimes: number;
  readonly average_response_ms: number | null;
}

const daysOf = async (server: TestServer, { id }: { id: number }, query = '', key?: string) => {
  const answer = await server.api('GET', `/sites/${id}/uptime/days${query}`, key ? { key } : {});
  return answer.body as { days: Day[]; filters: object };
};
const EMPTY = {
  uptime: null,
  watched_seconds: 0,
  downtime_seconds: 0,
  downtimes: 0,
  average_response_ms: null,
};

test('every day is listed, oldest first, also those before the first check', async () => {
  await using site = await startShop(quick());
  const { days, filters } = await daysOf(quick(), site);
  expect(filters).toEqual({ days: 90, time_zone: 'utc', zone: 'UTC' });
  expect(days.length).toBe(90);
  expect([days[0]?.date, days[89]?.date]).toEqual(['2025-12-11', '2026-03-10']);
  expect(days[0]).toEqual({ date: '2025-12-11', ...EMPTY });
  expect((await daysOf(quick(), site, '?days=1')).days).toEqual([{ date: '2026-03-10', ...EMPTY }]);
});

test('a day has its monitored time, its downtimes and the average response time', async () => {
  await using site = await startShop(quick());
  await checkNow(quick());
  await watchFor(quick(), 600, 5);
  const [first] = (await daysOf(quick(), site, '?days=1')).days;
  expect(first).toMatchObject({ uptime: 100, downtime_seconds: 0, downtimes: 0 });
  expect(first?.watched_seconds).toBeWithin(530, 601);
  expect(first?.average_response_ms).toBeNumber();
  site.answers(500);
  await watchFor(quick(), 300, 5);
  site.answers(200);
  await watchFor(quick(), 300, 5);
  const [day] = (await daysOf(quick(), site, '?days=1')).days;
  expect(day).toMatchObject({ date: '2026-03-10', downtimes: 1 });
  expect(day?.watched_seconds).toBeWithin(1130, 1201);
  expect(day?.downtime_seconds).toBeWithin(230, 370);
  expect(day?.uptime).toBeWithin(66, 82);
});

test('a downtime over midnight counts on both days of the requested zone', async () => {
  await using server = await startWatching({ settings: QUICK, at: '2026-03-10T17:45:00Z' });
  // Midnight is at 18:15 UTC.
  await server.setUser('owner@example.org', { timeZone: 'Asia/Kathmandu' });
  await using site = await startShop(server);
  await checkNow(server);
  await watchFor(server, 1200, 10);
  site.answers(500);
  await watchFor(server, 1200, 10);
  const { days, filters } = await daysOf(server, site, '?days=2&time_zone=user');
  expect(filters).toEqual({ days: 2, time_zone: 'user', zone: 'Asia/Kathmandu' });
  expect(days.map(({ date, downtimes }) => [date, downtimes])).toEqual([
    ['2026-03-10', 1],
    ['2026-03-11', 1],
  ]);
  expect(days[0]?.watched_seconds).toBe(1800);
  expect(days[0]?.downtime_seconds).toBeWithin(530, 670);
  expect(days[1]?.uptime).toBe(0);
  expect((await daysOf(server, site, '?days=2')).days.map(({ downtimes }) => downtimes)).toEqual([0, 1]);
});

test('time without checks is not counted, after a restart and after a pause', async () => {
  await using first = await startWatching({ settings: QUICK });
  const { clock, data, stop } = first;
  const key = first.owner.full;
  await using site = await startShop(first);
  const { id } = site;
  await checkNow(first);
  await watchFor(first, 600, 10);
  await stop();
  clock.advance({ days: 2 });
  await using server = await startWatching({ data, clock, settings: QUICK });
  await checkNow(server);
  await watchFor(server, 120, 10);
  const { days } = await daysOf(server, { id }, '?days=3', key);
  expect(days.map(({ uptime }) => uptime)).toEqual([100, null, 100]);
  expect(days[1]).toEqual({ date: '2026-03-11', ...EMPTY });
  expect(days[0]?.watched_seconds).toBeWithin(530, 700);
  expect(days[2]?.watched_seconds).toBeWithin(50, 121);
  const flip = (uptime: boolean) => server.patch(`/sites/${id}/features`, { uptime }, key);
  await flip(false);
  expect((await server.api('GET', `/sites/${id}/uptime/days`, { key })).status).toBe(404);
  clock.advance({ days: 1 });
  await flip(true);
  await checkNow(server);
  const after = (await daysOf(server, { id }, '?days=4', key)).days;
  expect(after.map(({ uptime }) => uptime)).toEqual([100, null, 100, null]);
});

test('the endpoint requires uptime monitoring and a subscription', async () => {
  await using server = await startWatching();
  const site = await server.given.site();
  const path = `/sites/${site.id}/uptime/days`;
  expect(await server.api('GET', path)).toEqual(
    refused(404, 'uptime monitoring is off for this site: switch it on with PATCH /sites/:id/features'),
  );
  await server.setUser('owner@example.org', { plan: 'none' });
  expect((await server.api('GET', path)).status).toBe(403);
});

test.each([
  ['days=0', 'days must be an integer from 1 to 366, got 0'],
  ['days=367', 'days must be an integer from 1 to 366, got 367'],
  ['days=-1', 'days must be an integer from 1 to 366, got -1'],
  ['days=1.5', 'days must be an integer from 1 to 366, got "1.5"'],
  ['days=9e9', 'days must be an integer from 1 to 366, got "9e9"'],
  ['days=%00', 'days must be an integer from 1 to 366, got "\\u0000"'],
  ['days=__proto__', 'days must be an integer from 1 to 366, got "__proto__"'],
  ['time_zone=Europe/Berlin', 'time_zone must be one of utc, user, site, got "Europe/Berlin"'],
  ['time_zone=%3Cscript%3E', 'time_zone must be one of utc, user, site, got "<script>"'],
])('?%s is 400 and named', async (query, error) => {
  const site = await watchedSite(quick(), 'https://shop.example');
  expect(await quick().api('GET', `/sites/${site.id}/uptime/days?${query}`)).toEqual(refused(400, error));
});
