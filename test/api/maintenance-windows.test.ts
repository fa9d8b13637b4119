/** Maintenance windows of a site's monitors. Source: decisions, section 10, Monitors. */
import { expect, test } from 'bun:test';
import { refusedWith } from '../support/refused.ts';
import type { TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import {
  checkNow,
  mailsOf,
  QUICK,
  startSite,
  startWatching,
  uptimeOf,
  WITH_MAIL,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

const ONCE = {
  name: 'Move',
  kind: 'once',
  starts_at: '2026-03-10T12:05:00Z',
  ends_at: '2026-03-10T12:15:00Z',
};
const WEEKLY = {
  name: 'Updates',
  kind: 'weekly',
  weekdays: ['sunday'],
  start_time: '02:30',
  duration_minutes: 60,
};
const IN_BERLIN = { ...WEEKLY, start_time: '03:30', time_zone: 'Europe/Berlin' };

const plan = async (server: TestServer, { id }: { id: number }, body: Record<string, unknown>) =>
  server.post(`/sites/${id}/maintenance_windows`, body);

test('a site that fails in a window is not down, and one that still does after it is down from then on', async () => {
  await using site = await startSite();
  await using server = await startWatching({ settings: { ...QUICK, ...WITH_MAIL } });
  const watched = await watchedSite(server, `http://shop.test:${site.port}`);
  await plan(server, watched, ONCE);
  await checkNow(server);
  await watchFor(server, 360, 30);
  site.answers(503);
  await watchFor(server, 500, 10);
  expect(await uptimeOf(server, watched)).toMatchObject({
    monitor: { is_down: false, uptime: 100, last_status_code: 503 },
    downtimes: [],
  });
  expect(mailsOf(server)).toEqual([]);
  await watchFor(server, 120, 10);
  const { monitor, downtimes } = await uptimeOf(server, watched);
  expect(monitor.is_down).toBe(true);
  expect(Date.parse(downtimes[0].started_at)).toBeGreaterThanOrEqual(Date.parse(ONCE.ends_at));
  const { days } = await server.get(`/sites/${watched.id}/uptime/days?days=1`);
  expect(days[0].downtime_seconds).toBeLessThan(120);
  expect(mailsOf(server).map(({ kind }) => kind)).toEqual(['monitor_down']);
});

test('a downtime that is open ends in a window without a mail; a window of one monitor is not of the others', async () => {
  await using site = await startSite();
  await using server = await startWatching({ settings: { ...QUICK, ...WITH_MAIL } });
  const watched = await watchedSite(server, `http://shop.test:${site.port}`);
  const body = { name: 'Cart', kind: 'http', url: `http://shop.test:${site.port}/cart` };
  const cart = (await server.post(`/sites/${watched.id}/monitors`, body)).body.monitor;
  await plan(server, watched, { ...ONCE, monitor_ids: [cart.id] });
  site.answers(503);
  await checkNow(server);
  expect(mailsOf(server)).toHaveLength(2);
  await watchFor(server, 360, 30);
  site.answers(200);
  await watchFor(server, 120, 10);
  const shown = await server.get(`/sites/${watched.id}/monitors/${cart.id}`);
  expect(shown).toMatchObject({ monitor: { is_down: false }, downtimes: [{ ongoing: false }] });
  expect(mailsOf(server).map(({ kind }) => kind)).toEqual(['monitor_down', 'monitor_down', 'monitor_up']);
});

test('windows hold after a restart', async () => {
  await using site = await startSite();
  await using first = await startWatching({ settings: QUICK });
  const watched = await watchedSite(first, `http://shop.test:${site.port}`);
  await plan(first, watched, ONCE);
  await checkNow(first);
  const { data, clock, owner } = first;
  await first.stop();
  clock.advance({ minutes: 6 });
  site.answers(500);
  await using server = await startWatching({ settings: QUICK, data, clock, hasOwner: false });
  await checkNow(server);
  const { body } = await server.api('GET', `/sites/${watched.id}/uptime`, { key: owner.full });
  expect(body.monitor).toMatchObject({ is_down: false, last_status_code: 500 });
});

const shared = shareServer();
const create = async (body: unknown) => {
  const { id } = await shared().given.site();
  return shared().post(`/sites/${id}/maintenance_windows`, body);
};

test('a weekly window keeps its local time when the clocks change', async () => {
  const { body } = await create(IN_BERLIN);
  const window = body.maintenance_window;
  expect(window).toMatchObject({
    is_active: false,
    next: { starts_at: '2026-03-15T02:30:00.000Z', ends_at: '2026-03-15T03:30:00.000Z' },
  });
  shared().clock.set('2026-03-28T12:00:00Z');
  const path = `/sites/${(await shared().given.site()).id}/maintenance_windows`;
  const later = (await shared().post(path, IN_BERLIN)).body.maintenance_window;
  expect(later.next.starts_at).toBe('2026-03-29T01:30:00.000Z');
  shared().clock.set('2026-03-29T02:00:00Z');
  const [now] = (await shared().get(path)).maintenance_windows;
  expect(now).toMatchObject({ is_active: true, past: [{ starts_at: '2026-03-29T01:30:00.000Z' }] });
  shared().clock.set('2026-03-10T12:00:00Z');
});

test('a window is changed and deleted; the kind stays', async () => {
  const { id } = await shared().given.site();
  const path = `/sites/${id}/maintenance_windows`;
  const { body } = await shared().post(path, { ...WEEKLY, time_zone: 'UTC' });
  const item = `${path}/${body.maintenance_window.id}`;
  const changed = await shared().patch(item, { weekdays: ['monday', 'monday'], name: 'x' });
  expect(changed.body.maintenance_window).toMatchObject({
    ...{ kind: 'weekly', weekdays: ['monday'], name: 'x', start_time: '02:30', time_zone: 'UTC' },
  });
  expect((await shared().api('DELETE', item)).status).toBe(204);
  expect((await shared().api('GET', item)).status).toBe(404);
  expect((await shared().get(path)).maintenance_windows).toEqual([]);
});

test.each([
  [{ ...ONCE, ends_at: '2026-03-10T12:00:00Z' }, 'ends_at must be after starts_at'],
  [{ ...ONCE, ends_at: ONCE.starts_at }, 'ends_at must be after starts_at'],
  [{ ...ONCE, ends_at: '2027-03-10T12:00:00Z' }, 'at most 31 days after starts_at'],
  [{ ...ONCE, ends_at: 'tomorrow' }, 'ends_at must be an ISO 8601 instant'],
  [{ name: 'a', kind: 'once', starts_at: ONCE.starts_at }, 'ends_at is required for the kind once'],
  [{ ...ONCE, start_time: '02:30' }, 'start_time is no field of the kind once'],
  [{ ...WEEKLY, weekdays: [] }, 'weekdays must be'],
  [{ ...WEEKLY, weekdays: ['Sunday'] }, 'weekdays'],
  [{ ...WEEKLY, start_time: '24:00' }, 'start_time must be a time of the day such as 03:30'],
  [{ ...WEEKLY, duration_minutes: 0 }, 'duration_minutes must be an integer from 1 to 1440'],
  [{ ...WEEKLY, time_zone: 'Mars' }, 'time_zone must be the name of a time zone'],
  [{ ...WEEKLY, monitor_ids: [999_999] }, 'monitor_ids must be monitors of the site, got 999999'],
  [{ ...WEEKLY, kind: 'daily' }, 'kind must be one of once, weekly'],
  [{ ...WEEKLY, name: '' }, 'name must be'],
])('%p is 422 and named', async (body, message) => {
  expect(await create(body)).toEqual(refusedWith(422, message));
});

test('a site has at most 50 windows, and another site’s is not found', async () => {
  const { id } = await shared().given.site();
  const path = `/sites/${id}/maintenance_windows`;
  for (let count = 0; count < 50; count++) expect((await shared().post(path, WEEKLY)).status).toBe(201);
  const more = await shared().post(path, WEEKLY);
  expect(more).toEqual(refusedWith(422, 'at most 50 maintenance windows'));
  const [first] = (await shared().get(path)).maintenance_windows;
  const other = await shared().given.site();
  expect((await shared().api('GET', `/sites/${other.id}/maintenance_windows/${first.id}`)).status).toBe(404);
});
