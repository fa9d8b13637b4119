/** Alerts: when they fire and end, what is sent, and what they would have done. Source: decisions, section 10. */
import { afterEach, expect, test } from 'bun:test';
import { HITS_AN_HOUR, pass, passUptime, startAlerting } from '../support/alerting.ts';
import { crawlAll, startPages } from '../support/crawling.ts';
import { createMovableClock, startTestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { startSite } from '../support/uptime.ts';

const shared = share(startAlerting);
afterEach(() => shared().reset());

test('a spike is sent once while it lasts, once when it is over, and noted in the history', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await fixture.aSite();
  await fixture.channel();
  const alert = await fixture.alert(site.id, { kind: 'spike' });
  await pass(server, site.id, 60, HITS_AN_HOUR);
  expect(await fixture.received()).toEqual([]);
  await pass(server, site.id, 60, 120);
  const [firing, ...more] = await fixture.received();
  expect(firing?.slice(0, 2)).toEqual(['alert_firing', 'Traffic spike on Shop']);
  expect(firing?.[2]).toMatch(/^\d+ pageviews in the last hour, usually about 2\d\.$/);
  expect(more).toEqual([]);
  const shown = (await server.get(`/sites/${site.id}/alerts/${alert.id}`)).alert;
  expect(shown).toMatchObject({ kind: 'spike', percent: 100, window_hours: 1, state: 'firing' });
  await pass(server, site.id, 120, HITS_AN_HOUR);
  expect((await fixture.received()).map(([event, title]) => [event, title])).toEqual([
    ['alert_resolved', 'Traffic on Shop is back to normal'],
  ]);
  const { firings, pagination } = await server.get(`/sites/${site.id}/alerts/${alert.id}/firings`);
  expect(pagination.total_count).toBe(1);
  expect(firings).toMatchObject([{ notified: true, hours: 1, ended_at: expect.any(String) }]);
  expect(firings[0].hits).toBeGreaterThan(40);
});

test('a drop is told of when an hour has ended with much less than usual', async () => {
  const fixture = shared();
  const site = await fixture.aSite();
  await fixture.channel();
  await fixture.alert(site.id, { kind: 'drop', percent: 50, window_hours: 3 });
  await pass(fixture.server, site.id, 240, HITS_AN_HOUR);
  expect(await fixture.received()).toEqual([]);
  await pass(fixture.server, site.id, 240, 6);
  expect(await fixture.received()).toEqual([
    ['alert_firing', 'Traffic drop on Shop', expect.stringContaining('usually about')],
  ]);
});

test.each([
  [200, 'Tracking code missing on Shop', 'script_missing'],
  [500, 'No pageviews on Shop', 'site_down'],
])('silence of a site that answers %d means: %s', async (status, title, cause) => {
  await using page = await startSite();
  const fixture = shared();
  const { server } = fixture;
  const site = await fixture.aSite({ url: `http://shop.test:${page.port}` });
  await server.patch(`/sites/${site.id}/features`, { uptime: true });
  await fixture.channel();
  const alert = await fixture.alert(site.id, { kind: 'silence', hours: 2 });
  page.answers(status);
  await server.job('alerts.check');
  await passUptime(server, 60);
  await pass(server, site.id, 120, 0);
  await passUptime(server, 60);
  await pass(server, site.id, 60, 0);
  expect(await fixture.received()).toEqual([
    ['alert_firing', title, expect.stringMatching(/^No pageviews in the last \d hours/)],
  ]);
  const path = `/sites/${site.id}/alerts/${alert.id}/firings`;
  expect((await server.get(path)).firings).toMatchObject([{ cause, hits: 0, ended_at: null }]);
  await pass(server, site.id, 10, HITS_AN_HOUR);
  expect(await fixture.received()).toEqual([
    ['alert_resolved', 'Pageviews on Shop are back', expect.any(String)],
  ]);
});

test('hours in which the server was off are no silence', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await fixture.aSite();
  await fixture.channel();
  await fixture.alert(site.id, { kind: 'silence', hours: 1 });
  await fixture.alert(site.id, { kind: 'drop' });
  await pass(server, site.id, 60, HITS_AN_HOUR);
  server.clock.advance({ hours: 12 });
  await pass(server, site.id, 60, HITS_AN_HOUR);
  expect(await fixture.received()).toEqual([]);
});

test('a downtime is told of at once, with its error, and its end', async () => {
  await using page = await startSite();
  const fixture = shared();
  const { server } = fixture;
  const site = await server.given.site({ url: `http://shop.test:${page.port}`, label: 'Shop' });
  await server.patch(`/sites/${site.id}/features`, { uptime: true });
  await fixture.channel();
  await fixture.alert(site.id, { kind: 'monitor' });
  page.answers(503);
  await passUptime(server, 60);
  expect(await fixture.received()).toEqual([
    ['alert_firing', 'Shop is down', 'Error: shop.test answered with status 503'],
  ]);
  page.answers(200);
  await passUptime(server, 60);
  expect(await fixture.received()).toEqual([['alert_resolved', 'Shop is back up', expect.any(String)]]);
  const preview = { total_count: 1, firings: [{ error: 'shop.test answered with status 503' }] };
  expect(await server.api('GET', `/sites/${site.id}/alerts/preview?kind=monitor`)).toMatchObject({
    ...{ status: 200, body: { preview } },
  });
});

test('new broken links of a crawl are one message, and it ends when all are mended', async () => {
  await using pages = await startPages({ '/': '<a href="/a"><a href="/b">' });
  const fixture = shared();
  const { server } = fixture;
  const site = await server.given.site({ url: pages.url, label: 'Shop' });
  await fixture.channel();
  await fixture.alert(site.id, { kind: 'broken_link' });
  await server.patch(`/sites/${site.id}/features`, { content_monitoring: true });
  await crawlAll(server);
  expect(await fixture.received()).toEqual([
    ['alert_firing', '2 new broken links on Shop', `${pages.url}/a`],
  ]);
  const { preview } = await server.get(`/sites/${site.id}/alerts/preview?kind=broken_link`);
  expect(preview).toMatchObject({ total_count: 1, firings: [{ count: 2 }] });
  pages.pages['/'] = 'mended';
  server.clock.advance({ days: 1 });
  await crawlAll(server);
  await server.job('alerts.check');
  expect(await fixture.received()).toEqual([
    ['alert_resolved', 'No more broken links on Shop', expect.any(String)],
  ]);
});

test('a preview tells when it would have fired, and for what', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await fixture.aSite();
  await pass(server, site.id, 60, 120);
  await pass(server, site.id, 120, HITS_AN_HOUR);
  const preview = async (query: string) =>
    (await server.get(`/sites/${site.id}/alerts/preview?${query}`)).preview;
  expect(await preview('kind=spike')).toMatchObject({
    days: 90,
    total_count: 1,
    firings: [{ hits: 100, hours: 1, expected: expect.any(Number), started_at: expect.any(String) }],
  });
  expect(await preview('kind=spike&percent=900')).toMatchObject({ total_count: 0, firings: [] });
  expect(await preview('kind=silence&hours=1')).toMatchObject({ total_count: 0 });
});

test('a muted alert is noted and not sent, and only chosen channels get one', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await fixture.aSite();
  const chosen = await fixture.channel({ name: 'Chosen' });
  await fixture.channel({ name: 'Other' });
  const muted_until = new Date(+server.clock.now() + 8 * 3_600_000).toISOString();
  const one = { kind: 'spike', notification_channel_ids: [chosen.id] };
  const alert = await fixture.alert(site.id, { ...one, muted_until });
  await pass(server, site.id, 30, 200);
  expect(await fixture.received()).toEqual([]);
  const path = `/sites/${site.id}/alerts/${alert.id}`;
  expect((await server.get(`${path}/firings`)).firings).toMatchObject([{ notified: false }]);
  await server.api('DELETE', path);
  await fixture.alert(site.id, one);
  await server.job('alerts.check');
  expect(await fixture.received()).toHaveLength(1);
});

test('quiet hours hold messages back to their end, but downtimes where that is chosen', async () => {
  await using page = await startSite();
  const fixture = shared();
  const { server } = fixture;
  await server.patch('/me/settings', { time_zone: 'Europe/Berlin' });
  const site = await server.given.site({ url: `http://shop.test:${page.port}`, label: 'Shop' });
  await server.patch(`/sites/${site.id}/features`, { uptime: true });
  await fixture.alert(site.id, { kind: 'monitor' });
  const quiet = { from: '13:00', until: '14:00' };
  await fixture.channel({ quiet_hours: quiet });
  const loud = await fixture.channel({ quiet_hours: { ...quiet, except_downs: true } });
  page.answers(503);
  await passUptime(server, 60);
  expect(await fixture.received()).toHaveLength(1);
  const { deliveries } = await server.get(`/notification_channels/${loud.id}/deliveries`);
  expect(deliveries).toMatchObject([{ event: 'alert_firing', status: 'delivered' }]);
  const today = server.clock.now().toISOString().slice(0, 10);
  server.clock.set(`${today}T12:59:58Z`);
  expect(await fixture.received()).toEqual([]);
  server.clock.set(`${today}T13:00:00Z`);
  expect(await fixture.received()).toHaveLength(1);
});

test('a channel that asks for an hour gets it, and the alert is sent then', async () => {
  await using page = await startSite();
  const fixture = shared();
  const { server, receiver } = fixture;
  const site = await server.given.site({ url: `http://shop.test:${page.port}`, label: 'Shop' });
  await server.patch(`/sites/${site.id}/features`, { uptime: true });
  await fixture.alert(site.id, { kind: 'monitor' });
  const settings = { url: receiver.url, bot_token: `1:${'A'.repeat(35)}`, chat_id: '1' };
  await fixture.channel({ kind: 'discord', settings: { url: receiver.url } });
  await fixture.channel({ kind: 'telegram', settings });
  receiver.answersWith((request, response) => {
    const isTelegram = request.url?.includes('/bot');
    response.writeHead(429, isTelegram ? {} : { 'retry-after': '3600' });
    response.end(isTelegram ? '{"ok":false,"parameters":{"retry_after":3600}}' : '');
  });
  page.answers(503);
  await passUptime(server, 60);
  await server.services.webhooks.deliveries.idle();
  await server.job('webhooks.deliver');
  await server.services.webhooks.deliveries.idle();
  expect(receiver.received.splice(0)).toHaveLength(2);
  receiver.answers(200);
  server.clock.advance({ minutes: 59 });
  await server.job('webhooks.deliver');
  await server.services.webhooks.deliveries.idle();
  expect(receiver.received).toHaveLength(0);
  server.clock.advance({ minutes: 2 });
  await server.job('webhooks.deliver');
  await server.services.webhooks.deliveries.idle();
  expect(receiver.received).toHaveLength(2);
});

test('state, history and messages are kept over a restart, and nothing is sent twice', async () => {
  const clock = createMovableClock();
  await using fixture = await startAlerting({ clock });
  const { server, receiver } = fixture;
  const site = await fixture.aSite();
  await fixture.channel();
  const alert = await fixture.alert(site.id, { kind: 'spike' });
  receiver.answers(503);
  await pass(server, site.id, 20, 300);
  await server.services.webhooks.deliveries.idle();
  await server.stop();
  receiver.answers(200);
  await using again = await startTestServer({
    data: server.data,
    clock,
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
    resolve: async () => ['127.0.0.1'],
  });
  receiver.received.splice(0);
  const key = server.owner.full;
  const path = `/sites/${site.id}/alerts/${alert.id}`;
  expect((await again.get(path, key)).alert.state).toBe('firing');
  clock.advance({ minutes: 2 });
  await again.job('alerts.check');
  await again.job('webhooks.deliver');
  await again.services.webhooks.deliveries.idle();
  expect(receiver.received.map(({ body }) => body.event)).toEqual(['alert_firing']);
  expect((await again.get(`${path}/firings`, key)).pagination.total_count).toBe(1);
});

test('thresholds that are none are refused by name', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await server.given.site();
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ kind: 'spike', percent: 0 }, 'percent'],
    [{ kind: 'spike', percent: -5 }, 'percent'],
    [{ kind: 'spike', percent: 'much' }, 'percent'],
    [{ kind: 'spike', percent: null }, 'percent'],
    [{ kind: 'drop', percent: 101 }, 'percent of drop must be from 10 to 100, got 101'],
    [{ kind: 'spike', window_hours: 5 }, 'window_hours must be one of 1, 3, 6, 12, 24, got 5'],
    [{ kind: 'silence', hours: 0 }, 'hours'],
    [{ kind: 'silence', percent: 50 }, 'percent is no threshold of silence'],
    [{ kind: 'monitor', hours: 5 }, 'hours is no threshold of monitor'],
    [{ kind: 'storm' }, 'kind must be one of spike, drop, silence, goal, monitor, broken_link'],
    [{ kind: 'spike', notification_channel_ids: [99] }, 'notification_channel_ids must be ids'],
    [{ kind: 'spike', muted_until: 'tomorrow' }, 'muted_until'],
    [{}, 'kind'],
  ];
  for (const [body, message] of cases) {
    const answer = await server.post(`/sites/${site.id}/alerts`, body);
    expect([body, answer.status, answer.body.error]).toEqual([body, 422, expect.stringContaining(message)]);
  }
  const wrong = await server.api('GET', `/sites/${site.id}/alerts/preview?kind=silence&percent=50`);
  expect([wrong.status, wrong.body.error]).toEqual([400, 'percent is no threshold of silence']);
  const alert = await fixture.alert(site.id, { kind: 'drop' });
  const path = `/sites/${site.id}/alerts/${alert.id}`;
  const patched = await server.patch(path, { percent: 30 });
  expect(patched.body.alert).toMatchObject({ percent: 30, window_hours: 3, state: 'learning' });
  expect((await server.patch(path, { hours: 3 })).status).toBe(422);
  for (let count = 1; count < 20; count++) await fixture.alert(site.id, { kind: 'monitor' });
  expect((await server.post(`/sites/${site.id}/alerts`, { kind: 'spike' })).status).toBe(422);
});

test('a channel that hangs delays no other, and keeps its delivery', async () => {
  await using page = await startSite();
  await using fixture = await startAlerting();
  const { server, receiver } = fixture;
  const site = await server.given.site({ url: `http://shop.test:${page.port}`, label: 'Shop' });
  await server.patch(`/sites/${site.id}/features`, { uptime: true });
  const hanging = await fixture.channel({ kind: 'slack', settings: { url: `${receiver.url}/hangs` } });
  await fixture.channel();
  await fixture.alert(site.id, { kind: 'monitor' });
  receiver.answersWith((request, response) => {
    if (!request.url?.endsWith('/hangs')) response.end();
  });
  page.answers(503);
  await passUptime(server, 60);
  await server.job('webhooks.deliver');
  await receiver.got(2);
  const path = `/notification_channels/${hanging.id}/deliveries`;
  expect((await server.get(path)).deliveries).toMatchObject([{ status: 'pending' }]);
  await server.stop();
});
