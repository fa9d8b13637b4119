/** What anybody sees of a status page. Source: decisions, section 10, Status pages. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';
import { makePage, startStatusPage } from '../support/status-pages.ts';
import { table } from '../support/table.ts';
import { watchFor } from '../support/uptime.ts';

const shared = shareServer();

/** Texts of the elements that a selector finds. */
function textsOf(html: string, selector: string): string[] {
  const found: string[] = [];
  new HTMLRewriter()
    .on(selector, {
      element: () => void found.push(''),
      text: ({ text }) => void found.push((found.pop() ?? '') + text),
    })
    .transform(html);
  return found;
}

test('the page names monitors as its owner does, and neither address nor error', async () => {
  await using shop = await startStatusPage();
  shop.site.answers(503);
  await watchFor(shop.server, 120, 10);
  const texts = [await shop.text(), await shop.text('/status.json'), await shop.text('/feed.xml')];
  for (const text of texts) {
    expect(text).toContain('Shop');
    for (const secret of ['hidden.test', '503', 'secret', String(shop.site.port)])
      expect(text).not.toContain(secret);
  }
  expect(texts[0]).toContain('All systems are down');
  expect(texts[0]).toMatch(/aria-label="Shop: [\d.]+% uptime; 10 Mar 2026: down for 1 minute"/);
  const monitors = [{ monitor_id: shop.monitor.id, name: 'Shop', shows_host: true }];
  await shop.server.patch(shop.path, { monitors });
  expect(await shop.text()).toContain('<span class="soft">hidden.test</span>');
});

test('it speaks the language of the browser, and times are in the zone of the owner', async () => {
  await using shop = await startStatusPage();
  const body = { time_zone: 'Asia/Tokyo' };
  expect((await shop.server.patch('/me/settings', body)).status).toBe(200);
  await shop.post('/incidents', { title: 'Slow' });
  const german = await shop.open('', { 'accept-language': 'de' });
  expect([german.headers.get('content-language'), german.headers.get('vary')]).toEqual([
    'de',
    expect.stringContaining('Accept-Language'),
  ]);
  const html = await german.text();
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('Wir arbeiten an einer Störung');
  expect(textsOf(html, 'article time')).toEqual(['10.03.2026, 21:00']);
  expect(await shop.text('', { 'accept-language': 'fr' })).toContain('Nous traitons un incident');
});

test('its policy allows its own style and script alone, and it is left out by search engines', async () => {
  await using shop = await startStatusPage();
  const response = await shop.open();
  const html = await response.text();
  const hashOf = (text = '') => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src ${hashOf(textsOf(html, 'style')[0])}`);
  expect(policy).toContain(`script-src ${hashOf(textsOf(html, 'script')[0])}`);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/ (?:style|on\w+)=/);
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  await shop.server.patch(shop.path, { noindex: false });
  const indexed = await shop.open();
  expect([indexed.headers.get('x-robots-tag'), await indexed.text()]).toEqual([
    null,
    expect.not.stringContaining('noindex'),
  ]);
});

test('texts of the owner are shown as they are, never as markup', async () => {
  const title = '<script>alert(1)</script>&"\'';
  const site = await shared().given.site();
  const page = await makePage(shared(), { site_id: site.id, title, description: title, enabled: true });
  const text = 'one\n</style><img src=x onerror=alert(1)>\r\n]]>\ttwo';
  await shared().post(`/status_pages/${page.id}/incidents`, { title, text });
  const html = await (await fetch(page.url)).text();
  expect(html).toContain('one\n&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;');
  expect([textsOf(html, 'img').length, textsOf(html, 'script').length]).toEqual([0, 1]);
  const feed = await (await fetch(`${page.url}/feed.xml`)).text();
  expect(feed).toContain('&lt;script&gt;');
  expect(feed).not.toMatch(/<(?:script|img)/);
  expect((await (await fetch(`${page.url}/status.json`)).json()).incidents[0].notes[0].text).toBe(text);
});

test('it is kept for a moment, and not sent again to who has it', async () => {
  await using shop = await startStatusPage();
  const first = await shop.open();
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('public, max-age=30');
  const again = await shop.open('', { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await shop.post('/incidents', { title: 'Slow' });
  expect((await shop.open('', { 'if-none-match': etag })).status).toBe(200);
  expect((await shop.open('/status.json')).headers.get('access-control-allow-origin')).toBe('*');
});

test('an unknown address and a page that is switched off look the same', async () => {
  const page = await makePage(shared(), { site_id: (await shared().given.site()).id });
  const read = async (url: string) => {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    return [response.status, await response.text()];
  };
  const unknown = await read(`${shared().url}/status/nobody-knows`);
  expect(unknown[0]).toBe(404);
  expect(await read(page.url)).toEqual(unknown);
  for (const below of ['/status.json', '/feed.xml', '/other'])
    expect([(await fetch(page.url + below)).status, below]).toEqual([404, below]);
  for (const slug of ['%00', '..%2f..', "'%20or%201=1", 'x'.repeat(3000)])
    expect((await fetch(`${shared().url}/status/${slug}`)).status).toBe(404);
});

test('a window is shown before, in and after it, and a failure in it is maintenance', async () => {
  await using shop = await startStatusPage();
  const body = {
    name: 'Move',
    kind: 'once',
    starts_at: '2026-03-10T12:10:00Z',
    ends_at: '2026-03-10T12:20:00Z',
  };
  await shop.server.post(`/sites/${shop.watched.id}/maintenance_windows`, body);
  const window = { name: 'Move', monitors: ['Shop'], starts_at: '2026-03-10T12:10:00.000Z' };
  expect(await shop.show()).toMatchObject({ state: 'up', maintenance: [{ ...window, state: 'coming' }] });
  shop.site.answers(503);
  shop.server.clock.set('2026-03-10T12:11:00Z');
  await watchFor(shop.server, 60, 10);
  expect(await shop.show()).toMatchObject({
    state: 'maintenance',
    monitors: [{ state: 'maintenance' }],
    downtimes: [],
    maintenance: [{ ...window, state: 'active' }],
  });
  expect(await shop.text()).toContain('Maintenance in progress');
  shop.site.answers(200);
  shop.server.clock.set('2026-03-10T12:21:00Z');
  await watchFor(shop.server, 60, 10);
  expect(await shop.show()).toMatchObject({ state: 'up', maintenance: [{ ...window, state: 'past' }] });
});

test('a weekly window that is to come is listed once', async () => {
  await using shop = await startStatusPage();
  const body = {
    name: 'Updates',
    kind: 'weekly',
    weekdays: ['sunday'],
    start_time: '03:30',
    duration_minutes: 30,
  };
  await shop.server.post(`/sites/${shop.watched.id}/maintenance_windows`, body);
  expect((await shop.show()).maintenance).toEqual([
    expect.objectContaining({ state: 'coming', starts_at: '2026-03-15T03:30:00.000Z' }),
  ]);
});

test('the state of all follows from monitors and incidents', async () => {
  await using shop = await startStatusPage();
  const add = { name: 'Cart', kind: 'heartbeat', period_seconds: 60, grace_seconds: 3600 };
  const { monitor, heartbeat_url: url } = (await shop.server.post(`/sites/${shop.watched.id}/monitors`, add))
    .body;
  const monitors = table('monitor_id name', [shop.monitor.id, 'Shop'], [monitor.id, 'Cart']);
  await shop.server.patch(shop.path, { monitors });
  const states = async () => {
    await watchFor(shop.server, 120, 20);
    const { state, monitors: shown } = await shop.show();
    return [state, ...shown.map((row: { state: string }) => row.state)];
  };
  expect(await states()).toEqual(['unknown', 'up', 'unknown']);
  await fetch(url);
  expect(await states()).toEqual(['up', 'up', 'up']);
  await shop.post('/incidents', { title: 'Slow' });
  expect(await states()).toEqual(['incident', 'up', 'up']);
  shop.site.answers(500);
  expect(await states()).toEqual(['partly_down', 'down', 'up']);
  await shop.server.patch(`/sites/${shop.watched.id}/monitors/${monitor.id}`, { enabled: false });
  expect(await states()).toEqual(['down', 'down', 'paused']);
});

test('history ends after 90 days', async () => {
  await using shop = await startStatusPage();
  const past = { started_at: '2026-03-01T10:00:00Z', resolved_at: '2026-03-01T11:00:00Z' };
  await shop.post('/incidents', { title: 'Long ago', ...past });
  expect(await shop.text()).toContain('Long ago');
  shop.server.clock.set('2026-05-31T12:00:00Z');
  expect(await shop.text()).not.toContain('Long ago');
  expect((await shop.show()).monitors[0].days).toHaveLength(90);
});

test('what a downtime cost is shown where the owner wants it: hits and events, no goals', async () => {
  await using shop = await startStatusPage();
  const { store } = shop.server.services.uptime;
  const startedAt = new Date('2026-03-09T08:00:00Z');
  const facts = { error: 'x', errorCode: null, statusCode: null, isPartial: false };
  const downtime = store.openDowntime({ monitorId: shop.monitor.id, startedAt, ...facts });
  const hits = { expected: 1300, counted: 60, missing: 1240, missing_low: 1100, missing_high: 1400 };
  const impact = { hits, events: null, goals: [{ id: 1, name: 'Secret goal', ...hits }] };
  store.changeDowntime(downtime.id, { endedAt: new Date('2026-03-09T09:00:00Z'), impact });
  expect((await shop.show()).downtimes).toMatchObject([{ impact: null }]);
  expect(await shop.text()).not.toContain('1,240');
  await shop.server.patch(shop.path, { shows_impact: true });
  expect((await shop.show()).downtimes[0].impact).toEqual({
    hits: { missing: 1240, missing_low: 1100, missing_high: 1400 },
    events: null,
  });
  const html = await shop.text();
  expect(html).toContain('About 1,240 pageviews were missed (1,100 to 1,400).');
  expect(html + (await shop.text('/status.json'))).not.toContain('Secret goal');
});

test('below a base path its addresses begin with it', async () => {
  await using shop = await startStatusPage({}, { FOOTFALL_BASE_URL: 'https://example.org/stats' });
  const page = await fetch(`${shop.server.url}/status/shop/`);
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('href="/stats/status/shop/feed.xml"'),
  ]);
  const feed = await (await fetch(`${shop.server.url}/status/shop/feed.xml`)).text();
  expect(feed).toContain('<id>tag:example.org,2026:status-pages/');
  expect(feed).toContain('href="https://example.org/stats/status/shop"');
});
