/** What anybody may see of a public site. */
import { beforeEach, expect, test } from 'bun:test';
import { PUBLIC_SECTIONS } from '../../src/core/public-page.ts';
import { normalizePath } from '../../src/lib/normalize-path.ts';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { checkNow, startSite, startWatching, watchedSite } from '../support/uptime.ts';
import { givenVisits } from '../support/visited-site.ts';

const server = shareServer();
// Each test has an address's requests for itself.
beforeEach(() => server().clock.advance({ minutes: 10 }));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const ALL: readonly string[] = PUBLIC_SECTIONS;

/** What only the owner may publish. */
const HIDDEN = [
  ...['engagement', 'channels', 'regions', 'cities', 'languages', 'screens', 'events', 'properties'],
  ...['revenue', 'goals', 'funnels', 'agents'],
];

type Site = { readonly id: number; readonly uid: string };

/** A public site with something in every section. */
async function aSite(settings: object = { public_page: { sections: ALL } }): Promise<Site> {
  const { hits, post: send, site } = await givenSite(server(), { public: true, label: 'Our shop' });
  const post = async (kind: string, body: unknown) => {
    const { status } = await send(`/${kind}`, body);
    if (status !== 201) throw new Error(`${kind} answered ${status}`);
  };
  await change(site, { location_detail: 'city' });
  const visit = {
    ...{ country: 'NZ', region: 'Otago', city: 'Dunedin', language: 'mi', screen: 'wide' },
    ...{ user_agent: FIREFOX, visitor_id: 'visitor-one' },
  };
  const referred = { referrer: 'https://www.a-referrer.org/x', source: 'A source' };
  const onA = { path: '/a-page', ...visit };
  await hits([{ ...onA, ...referred }, onA, { path: '/b-page' }]);
  const revenue = { amount: 12.5, currency: 'EUR' };
  await post('events', { event: 'an.event', path: '/c-page', revenue });
  await post('kudos', { path: '/d-page', custom_uid: 'kudokudokudokudokudo' });
  await post('goals', { name: 'A goal', path: '/a-page' });
  await post('funnels', { name: 'A funnel', steps: [{ path: '/a-page', name: 'In' }, { path: '/f-page' }] });
  await post('agent_visits', { path: '/e-page', user_agent: 'GPTBot/1.0' });
  const [read] = await server().services.stores.hits.ask({
    ...{ shape: 'rows', siteId: site.id, kind: 'hit', span: null, offset: 0, limit: 1 },
    filters: [{ dimension: 'path', is: '/a-page' }],
  });
  const { visitorHash = null, visitorScope = null } = read ?? {};
  const report = { siteId: site.id, kind: 'engagement', createdAt: server().clock.now() } as const;
  const depth = { visitorHash, visitorScope, view: 1n, engagedSeconds: 5, scrollDepth: 60 };
  await server().services.stores.hits.append([{ ...aHit(report), path: '/a-page', ...depth }]);
  await change(site, settings);
  return site;
}

async function change({ id }: Site, settings: object): Promise<void> {
  const { status, body } = await server().patch(`/sites/${id}/settings`, settings);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const get = (uid: string, query = '') => server().api('GET', `/public/${uid}${query}`, { key: null });
const show = async ({ uid }: Site, query = '') => (await get(uid, query)).body;

const FRAME = ['site', 'period', 'sections', 'figures', 'updated_at'];

/** What each section brings. */
const PARTS: Record<string, object> = {
  visitors: { figures: { hits: 3, visitors: 1, visits: 1 }, series: expect.any(Array) },
  engagement: { figures: { engaged_seconds: 5, scroll_depth: 60 } },
  pages: { pages: table('path views', ['/a-page', 2], ['/b-page', 1]) },
  channels: { channels: table('channel hit_count unique_visitors', ['Referral', 2, 1], ['Direct', 1, 0]) },
  referrers: { referrers: [{ referrer_host: 'a-referrer.org', hit_count: 2, unique_visitors: 1 }] },
  sources: { sources: [{ source: 'A source', hit_count: 2, unique_visitors: 1 }] },
  countries: { countries: [{ country: 'NZ', hit_count: 2, unique_visitors: 1 }] },
  regions: { regions: [{ region: 'other', hit_count: 2, unique_visitors: 1 }] },
  cities: { cities: [{ city: 'other', hit_count: 2, unique_visitors: 1 }] },
  languages: { languages: [{ language: 'mi', hit_count: 2, unique_visitors: 1 }] },
  browsers: { browsers: [{ browser_name: 'Firefox', hit_count: 2, unique_visitors: 1 }] },
  devices: { devices: table('device hit_count unique_visitors', ['desktop', 2, 1], ['unknown', 1, 0]) },
  screens: { screens: [{ screen: 'wide', hit_count: 2, unique_visitors: 1 }] },
  events: { events: [{ event: 'an.event', event_count: 1 }] },
  properties: { properties: [] },
  revenue: { revenue: [{ amount: 12.5, currency: 'EUR' }] },
  goals: { goals: [{ name: 'A goal', conversions: 2, visitors: 1, conversion_rate: 100 }] },
  funnels: {
    funnels: [
      { name: 'A funnel', steps: table('name visitors share_of_first', ['In', 1, 100], [null, 0, 0]) },
    ],
  },
  kudos: { figures: { kudos: 1 }, kudos: [{ path: '/d-page', kudo_count: 1 }] },
  agents: { agents: [{ agent_name: 'GPTBot', visit_count: 1 }] },
  uptime: { uptime: null },
};

test('a section that is shown is there, and nothing of the others', async () => {
  const site = await aSite();
  for (const section of ALL) {
    await change(site, { public_page: { sections: [section] } });
    const body = await show(site);
    expect(body).toMatchObject({ sections: [section], figures: {}, ...PARTS[section] });
    const keys = Object.keys({ figures: {}, ...PARTS[section] });
    expect(Object.keys(body).sort()).toEqual([...new Set([...FRAME, ...keys])].sort());
    const figures = (PARTS[section] as { figures?: object }).figures ?? {};
    expect(body.figures).toEqual(figures);
  }
});

test('a section that is hidden leaves no trace in the answer', async () => {
  const site = await aSite();
  const traces: Record<string, RegExp> = {
    visitors: /"hits"|"visits"|series/,
    engagement: /engaged|scroll/,
    pages: /[ab]-page|views/,
    channels: /Referral/,
    referrers: /a-referrer/,
    sources: /A source/,
    countries: /NZ/,
    regions: /"region"/,
    cities: /"city"/,
    languages: /"language":"mi"/,
    browsers: /Firefox/,
    devices: /desktop/,
    screens: /wide/,
    events: /an\.event/,
    properties: /properties/,
    revenue: /EUR|revenue/,
    goals: /A goal/,
    funnels: /A funnel/,
    kudos: /d-page|"kudos"/,
    agents: /GPTBot/,
    uptime: /uptime/,
  };
  const before = JSON.stringify(await show(site));
  for (const section of ALL) {
    expect([section, before]).toEqual([section, expect.stringMatching(traces[section] ?? /x/)]);
    await change(site, { public_page: { sections: ALL.filter(other => other !== section) } });
    expect(JSON.stringify(await show(site))).not.toMatch(traces[section] ?? /x/);
  }
});

test('at first everything is shown but what only the owner may publish', async () => {
  const site = await aSite({ honour_dnt: false });
  expect((await show(site)).sections).toEqual(ALL.filter(name => !HIDDEN.includes(name)));
});

test('without any section the site is all there is to see', async () => {
  const site = await aSite({ public_page: { sections: [] } });
  expect(await show(site)).toEqual({
    site: { uid: site.uid, label: 'Our shop', url: 'https://shop.example' },
    period: { name: '30d', start_date: expect.any(String), end_date: expect.any(String), zone: 'UTC' },
    sections: [],
    figures: {},
    updated_at: server().clock.now().toISOString(),
  });
});

test('no visitor, no id and no page of an event or an agent is in the answer', async () => {
  const text = JSON.stringify(await show(await aSite()));
  expect(text).not.toMatch(/[0-9a-f]{16}|"id"|_id|visitor-one|hash|kudokudo|c-page|e-page|\/x"/);
});

test('series and figures are those of the period, by days that end today', async () => {
  await using own = await startTestServer({ at: '2025-03-10T23:59:59Z' });
  const site = await own.given.site({ public: true });
  const hits = [
    ['2025-03-10T23:59:59Z', 'e'],
    ['2025-03-11T00:00:00Z', 'd'],
    ['2026-03-03T23:59:59Z', 'c'],
    ['2026-03-04T00:00:00Z', 'a'],
    ['2026-03-09T23:59:59Z', 'b'],
    ['2026-03-10T00:00:00Z', 'a'],
    ['2026-03-10T11:00:00Z', 'a'],
  ] as const;
  for (const [at, visitor_id] of hits) {
    own.clock.set(at);
    await own.post(`/sites/${site.id}/hits`, { path: '/', visitor_id });
  }
  const of = async (period: string) => await own.get(`/public/${site.uid}?period=${period}`, null);
  const today = await of('today');
  const days = { start_date: '2026-03-10', end_date: '2026-03-10' };
  expect(today.period).toEqual({ name: 'today', ...days, zone: 'UTC' });
  expect(today.series).toEqual([{ date: '2026-03-10', hits: 2, visitors: 1, visits: 2 }]);
  const week = await of('7d');
  expect(week.figures).toEqual({ hits: 4, visitors: 2, visits: 4, kudos: 0 });
  expect(week.series.length).toBe(7);
  expect(week.series[0]).toEqual({ date: '2026-03-04', hits: 1, visitors: 1, visits: 1 });
  expect((await of('12m')).figures).toEqual({ hits: 6, visitors: 4, visits: 6, kudos: 0 });
  const lengths = await Promise.all(['30d', '90d', '12m'].map(async name => (await of(name)).series.length));
  expect(lengths).toEqual([30, 90, 365]);
});

test('days are those of the site, at once when its time zone changes', async () => {
  await using own = await startTestServer({ at: '2026-03-10T18:30:00Z' });
  const site = await own.given.site({ public: true });
  const today = async () => await own.get(`/public/${site.uid}?period=today`, null);
  expect((await today()).period).toMatchObject({ start_date: '2026-03-10', zone: 'UTC' });
  await own.patch('/me/settings', { time_zone: 'America/New_York' });
  expect((await today()).period).toMatchObject({ start_date: '2026-03-10', zone: 'America/New_York' });
  await own.patch(`/sites/${site.id}/settings`, { time_zone: 'Asia/Kolkata' });
  expect((await today()).period).toMatchObject({ start_date: '2026-03-11', zone: 'Asia/Kolkata' });
  expect((await today()).series).toMatchObject([{ date: '2026-03-11' }]);
});

test('an answer is cached for five minutes, has an Age header and may be cached as long', async () => {
  const site = await aSite();
  const first = await get(site.uid);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  await server().post(`/sites/${site.id}/hits`, { path: '/new' });
  server().clock.advance({ minutes: 4, seconds: 59 });
  const kept = await get(site.uid);
  expect([kept.body, kept.headers.get('age')]).toEqual([first.body, '299']);
  server().clock.advance({ seconds: 1 });
  const fresh = await get(site.uid);
  expect([fresh.body.figures.hits, fresh.headers.get('age')]).toEqual([4, '0']);
});

test('a change of the site or its settings is seen at once', async () => {
  const site = await aSite();
  expect((await show(site)).site.label).toBe('Our shop');
  await server().patch(`/sites/${site.id}`, { label: 'Renamed' });
  expect((await show(site)).site.label).toBe('Renamed');
  await change(site, { public_page: { sections: ['pages'] } });
  expect((await show(site)).sections).toEqual(['pages']);
});

test('a site that is not public, deleted or never was there is 404 at once', async () => {
  const site = await aSite();
  const status = async () => (await get(site.uid)).status;
  const set = (body: object) => server().patch(`/sites/${site.id}`, body);
  expect(await status()).toBe(200);
  await set({ public: false });
  const hidden = await get(site.uid);
  expect([hidden, hidden.headers.get('cache-control')]).toEqual([
    refused(404, 'public site not found'),
    'no-store',
  ]);
  expect(server().services.publicStats.findPublicPage(site.uid)).toBeNull();
  await set({ public: true });
  expect(await status()).toBe(200);
  await server().api('DELETE', `/sites/${site.id}`);
  expect(await status()).toBe(404);
  expect((await get('abcdefghij0123456789')).status).toBe(404);
});

test('rows removed by retention are absent from the next answer', async () => {
  await using own = await startTestServer();
  const site = await own.given.site({ public: true });
  const visit = (path: string) => own.post(`/sites/${site.id}/hits`, { path });
  await visit('/old');
  own.clock.advance({ days: 9 });
  await visit('/new');
  const pages = async () => (await own.get(`/public/${site.uid}`, null)).pages;
  expect((await pages()).length).toBe(2);
  await own.patch(`/sites/${site.id}/settings`, { retention_days: 3 });
  await own.job('hits.retain');
  own.clock.advance({ minutes: 5 });
  expect(await pages()).toEqual([{ path: '/new', views: 1 }]);
});

test('paths, referrers, sources and countries that a rule hides now stay hidden', async () => {
  const site = await aSite();
  await server().post(`/sites/${site.id}/hits/batch`, [
    { path: '/admin/users', referrer: 'https://intern.a-referrer.org/', country: 'DE' },
    { path: '/a-page', referrer: 'https://ok.org/', source: 'spam.zone', country: 'FR' },
    { path: '/a-page', referrer: 'https://spam.zone/', country: 'FR' },
  ]);
  await server().post(`/sites/${site.id}/kudos`, { path: '/admin/users' });
  await change(site, {
    ignore_rules: { paths: ['/admin/*'], referrers: ['a-referrer.org'], countries: ['DE'] },
    spam_hosts: ['spam.zone'],
  });
  const body = await show(site);
  expect(JSON.stringify(body)).not.toMatch(/admin|a-referrer|spam\.zone|"DE"/);
  expect(body.referrers).toEqual([{ referrer_host: 'ok.org', hit_count: 1, unique_visitors: 0 }]);
  expect(body.countries.map(({ country }: { country: string }) => country)).toEqual(['NZ', 'FR']);
});

test('what visits began with is counted in visitors, and by hits where no hit has one', async () => {
  const visits = await givenVisits(server());
  await server().patch(`/sites/${visits.site.id}`, { public: true });
  expect((await show(visits.site)).sources).toEqual(
    table('source hit_count unique_visitors', ['Google', 2, 1], ['mail', 1, 0]),
  );
  const site = await server().given.site({ public: true });
  const body = ['DE', 'FR', 'FR'].map(country => ({ path: '/', country }));
  await server().post(`/sites/${site.id}/hits/batch`, body);
  expect((await show(site)).countries).toEqual(
    table('country hit_count unique_visitors', ['FR', 2, 0], ['DE', 1, 0]),
  );
});

test('a list has its ten rows also where a rule hides many', async () => {
  const site = await aSite();
  const hidden = Array.from({ length: 120 }, (_, n) => ({ path: `/hidden/${n}` }));
  const shown = Array.from({ length: 12 }, (_, n) => ({ path: `/shown/${n}` }));
  await server().post(`/sites/${site.id}/hits/batch`, [...hidden, ...hidden, ...shown]);
  await change(site, { ignore_rules: { paths: ['/hidden/*'] } });
  const { pages } = await show(site);
  expect(pages.length).toBe(10);
  expect(JSON.stringify(pages)).not.toContain('hidden');
});

test('a watched site shows how it does, and its last 90 days', async () => {
  await using site = await startSite();
  await using watching = await startWatching();
  const { uid } = await watchedSite(watching, `http://shop.test:${site.port}`, { public: true });
  await checkNow(watching);
  const { uptime } = await watching.get(`/public/${uid}`, null);
  expect(uptime).toMatchObject({ uptime: 100, is_down: false });
  expect(uptime.days.length).toBe(90);
  const nothing = { uptime: null, watched_seconds: 0, downtime_seconds: 0, downtimes: 0 };
  expect(uptime.days[89]).toEqual({
    date: '2026-03-10',
    ...nothing,
    average_response_ms: expect.any(Number),
  });
  expect(JSON.stringify(uptime)).not.toContain('127.0.0.1');
});

test('whether it may be embedded is the owner’s choice', async () => {
  const site = await aSite();
  const { publicStats } = server().services;
  expect(publicStats.findPublicPage(site.uid)).toEqual({ isEmbeddable: true });
  await change(site, { public_page: { allow_embedding: false } });
  expect(publicStats.findPublicPage(site.uid)).toEqual({ isEmbeddable: false });
});

test('many who ask at once are answered from one reading', async () => {
  const site = await aSite();
  const bodies = await Promise.all(Array.from({ length: 30 }, () => show(site)));
  expect(new Set(bodies.map(body => JSON.stringify(body))).size).toBe(1);
});

test('an address has 300 requests a minute for all sites together', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 301; n++) statuses.push((await get('abcdefghij0123456789')).status);
  expect(statuses.slice(-2)).toEqual([404, 429]);
  const site = await server().given.site({ public: true });
  const answer = await get(site.uid);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  expect(answer.body.error).toStartWith('too many requests from this address: at most 300 in 60 seconds');
  server().clock.advance({ minutes: 1 });
  expect((await get(site.uid)).status).toBe(200);
});

const HOSTILE = ['__proto__', '%00', "'%20or%201=1--"];
const PERIODS = [...HOSTILE, '7D', '31d', 'all', 'toString', '%ED%A0%80', '<script>', 'x'.repeat(200)];

test.each(PERIODS)('the period %s is 400 and named', async period => {
  const { uid } = await server().given.site({ public: true });
  expect(await get(uid, `?period=${period}`)).toEqual(
    refused(400, expect.stringMatching(/^period must be one of today, 7d, 30d, 90d, 12m, got "/)),
  );
});

const CHANGED = ['UID%00', 'UID%20', '%20UID', 'UIDx'];
const UIDS = [...HOSTILE, ...CHANGED, 'constructor', '%E0%A4%A', '%F0%9F%91%8F', '..%2F..%2Fetc'];

test.each([...UIDS, 'x'.repeat(300)])('the uid %s is 404', async uid => {
  const site = await server().given.site({ public: true });
  expect((await get(uid.replace('UID', site.uid))).status).toBe(404);
});

test('hostile texts in what visitors send come as texts', async () => {
  const site = await aSite();
  const paths = ['/<script>alert(1)</script>', '/\u202egpj', '/__proto__', `/${'x'.repeat(1023)}`];
  const rows = paths.map(path => ({ path }));
  await server().post(`/sites/${site.id}/hits/batch`, rows);
  const shown = (await show(site)).pages.map(({ path }: { path: string }) => path);
  expect(shown).toEqual(expect.arrayContaining(paths.map(normalizePath)));
});
