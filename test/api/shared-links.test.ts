/** Shared links: what they show, and to whom. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { VIEW_SECTIONS } from '../../src/core/view.ts';
import { memoize } from '../../src/lib/memoize.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();
const AGENT = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };

async function aSite(fields: Record<string, unknown> = {}) {
  const site = await server().given.site(fields);
  const send = (kind: string, body: object) => server().post(`/sites/${site.id}/${kind}`, body);
  await send('hits/batch', [
    { path: '/a', country: 'DE', visitor_id: 'ann', source: 'mail' },
    { path: '/b', country: 'DE', visitor_id: 'ann', source: 'mail' },
    { path: '/b', country: 'FR', visitor_id: 'bob', source: 'mail' },
  ]);
  await send('events', { event: 'form.sent', country: 'FR', path: '/b', visitor_id: 'bob' });
  await send('kudos', { path: '/a' });
  return site as { id: number; uid: string };
}

const make = (site: number, body: object) =>
  server().post(`/sites/${site}/shared_links`, { name: 'For a client', ...body });
/** Adds a link; the answer has its address on the server. */
async function aLink(site: number, body: object = {}) {
  const { status, body: answer } = await make(site, body);
  expect([status, answer.error]).toEqual([201, undefined]);
  return { id: answer.shared_link.id as number, path: new URL(answer.url).pathname };
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server().url + path, { headers: { ...AGENT, ...headers }, redirect: 'manual' });
const stats = async (path: string, query = '') => {
  const response = await get(`${path}/stats${query}`);
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any endpoint
  return { status: response.status, body: (await response.json()) as any };
};
const enter = (path: string, password: string, headers: Record<string, string> = {}) =>
  fetch(server().url + path, {
    method: 'POST',
    headers: { ...AGENT, ...headers },
    body: new URLSearchParams({ password }),
    redirect: 'manual',
  });
const show = async (site: number, id: number) =>
  (await server().get(`/sites/${site}/shared_links/${id}`)).shared_link;
const segmentOf = async (site: number, filters: object) =>
  (await server().post(`/sites/${site}/segments`, { name: 'One', filters })).body.segment.id;

test('a link is created, listed, shown, changed and deleted; its token is shown once', async () => {
  const { id: site } = await aSite();
  const { status, body } = await make(site, {});
  expect(status).toBe(201);
  expect(body.url).toMatch(/^http:\/\/[^/]+\/shared\/[\w-]{43}$/);
  expect(body.shared_link).toEqual({
    id: expect.any(Number),
    name: 'For a client',
    sections: 'visitors pages referrers sources countries browsers devices kudos uptime'.split(' '),
    ...{ segment_id: null, has_password: false, expires_at: null, opened_count: 0, last_opened_at: null },
    ...{ created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' },
  });
  const at = `/sites/${site}/shared_links`;
  const { token } = body;
  expect(body.url).toEndWith(`/shared/${token}`);
  const { body: list } = await server().api('GET', at, { key: server().owner.readOnly });
  expect(list).toEqual({ shared_links: [body.shared_link] });
  expect(JSON.stringify(list)).not.toContain(token);
  const one = `${at}/${body.shared_link.id}`;
  const change = { name: 'Other', sections: ['pages', 'visitors'], expires_at: '2026-04-01T00:00:00' };
  const changed = (await server().patch(one, { ...change, password: 'long enough' })).body;
  const kept = { ...change, sections: ['visitors', 'pages'], expires_at: '2026-04-01T00:00:00.000Z' };
  expect(changed.shared_link).toEqual({ ...body.shared_link, ...kept, has_password: true });
  const cleared = await server().patch(one, { password: null, expires_at: null });
  expect(cleared.body.shared_link).toMatchObject({ has_password: false, expires_at: null });
  expect((await server().api('DELETE', one)).status).toBe(204);
  expect((await get(`/shared/${token}`)).status).toBe(404);
});

test('it shows its sections and no other', async () => {
  const { id } = await aSite();
  const { path } = await aLink(id, { sections: ['pages', 'events'] });
  const { status, body } = await stats(path);
  expect([status, body.name, body.sections]).toEqual([200, 'For a client', ['pages', 'events']]);
  expect(body.pages).toEqual(table('path views', ['/b', 2], ['/a', 1]));
  expect(body.events).toEqual([{ event: 'form.sent', event_count: 1 }]);
  expect(body.figures).toEqual({});
  expect(Object.keys(body).sort()).toEqual(
    ['events', 'figures', 'name', 'pages', 'period', 'sections', 'site', 'updated_at'].sort(),
  );
});

test('its segment holds for every figure', async () => {
  const { id } = await aSite();
  const segment_id = await segmentOf(id, { country: 'DE' });
  const sections = ['visitors', 'pages', 'countries', 'events', 'agents'];
  const { path } = await aLink(id, { segment_id, sections });
  const { body } = await stats(path);
  expect(body.figures).toEqual({ hits: 2, visitors: 1, visits: 1 });
  expect(body.pages.map((row: { path: string }) => row.path).sort()).toEqual(['/a', '/b']);
  expect(body.countries).toEqual([{ country: 'DE', hit_count: 2, unique_visitors: 1 }]);
  expect(body.events).toEqual([]);
  const series = body.series.reduce((sum: number, day: { hits: number }) => sum + day.hits, 0);
  expect(series).toBe(2);
});

test('sections that cannot show the segment are refused, left out by default, and left out once it changes', async () => {
  const { id } = await aSite();
  const segment_id = await segmentOf(id, { country: 'DE' });
  const fault = `sections must be such that can show segment ${segment_id}: kudos lack one of its filters`;
  expect(await make(id, { segment_id, sections: ['pages', 'kudos'] })).toEqual(refused(422, fault));
  const standard = await aLink(id, { segment_id });
  expect((await show(id, standard.id)).sections).not.toContain('kudos');
  const pages = await segmentOf(id, { path: '/a' });
  const { path } = await aLink(id, { segment_id: pages, sections: ['pages', 'kudos'] });
  expect((await stats(path)).body).toMatchObject({ sections: ['pages', 'kudos'], figures: { kudos: 1 } });
  await server().patch(`/sites/${id}/segments/${pages}`, { filters: { country: 'FR' } });
  expect((await stats(path)).body).toMatchObject({ sections: ['pages'], pages: [{ path: '/b', views: 1 }] });
});

test('a segment that a link shows is neither deleted nor made personal', async () => {
  const { id } = await aSite();
  const segment_id = await segmentOf(id, { country: 'DE' });
  const { id: link } = await aLink(id, { segment_id });
  const at = `/sites/${id}/segments/${segment_id}`;
  const fault = `segment ${segment_id} is what shared links show: delete them or choose another for them first: For a client (${link})`;
  for (const [method, change] of [['DELETE'], ['PATCH', { visibility: 'personal' }]] as const) {
    const { status, body } = await server().api(method, at, change ? { body: change } : {});
    expect([status, body?.error]).toEqual([422, fault]);
  }
  await server().patch(`/sites/${id}/shared_links/${link}`, { segment_id: null });
  expect((await server().api('DELETE', at)).status).toBe(204);
});

/** Reports that a section opens, by a question about it alone. */
const OPENED = {
  visitors: ['hits?group_by=date', 'overview?', 'hours?'],
  pages: ['hits?group_by=path', 'hits?grouped=true', 'leaderboard?'],
  channels: ['hits?group_by=channel'],
  referrers: ['hits?group_by=referrer_host'],
  sources: ['hits?group_by=source', 'hits?group_by=campaign&source=mail'],
  countries: ['hits?group_by=country&not_country=US'],
  regions: ['hits?group_by=region'],
  cities: ['hits?group_by=city'],
  languages: ['hits?group_by=language'],
  browsers: ['hits?group_by=browser_name'],
  devices: ['hits?group_by=device', 'hits?group_by=platform_name'],
  screens: ['hits?group_by=screen'],
  events: ['events?group_by=event', 'events?group_by=date'],
  goals: ['goals?', 'goals/report?', 'goals/report.csv?'],
  funnels: ['funnels?'],
  kudos: ['kudos?group_by=path', 'kudos?group_by=date'],
  agents: ['agent_visits?group_by=agent_name', 'agent_visits?group_by=date'],
  // Figures of other reports.
  engagement: [],
  properties: [],
  revenue: [],
  uptime: ['uptime/days?'],
} as const;
/** Those of no section that a link may have. */
const NEVER = [
  ...['hits?', 'events?', 'kudos?', 'agent_visits?', 'properties?', 'hits.csv?'],
  ...['user_journeys?', 'user_journeys/pages?'],
  ...['hits?group_by=property:plan', 'hits?group_by=date&property:plan=pro', 'kudos?uid=x'],
];

const watched = memoize(async (): Promise<number> => {
  const { id } = await aSite();
  await server().patch(`/sites/${id}/features`, { uptime: true });
  return id;
});

test.each(Object.keys(OPENED) as (keyof typeof OPENED)[])(
  'a link of section %s reads its reports by the API, and gets 404 for all else',
  async section => {
    const id = await watched();
    const { path } = await aLink(id, { sections: [section] });
    const ask = async (report: string) => (await get(`${path}/api/v1/sites/${id}/${report}`)).status;
    for (const [name, reports] of Object.entries(OPENED))
      for (const report of reports)
        expect([report, await ask(report)]).toEqual([report, name === section ? 200 : 404]);
    for (const report of NEVER) expect([report, await ask(report)]).toEqual([report, 404]);
  },
);

test('a link of section pages gets 404 for every other endpoint of the table, by every method', async () => {
  const { id } = await aSite();
  const { path } = await aLink(id, { sections: ['pages'] });
  const token = path.split('/').at(-1) ?? '';
  const document: OpenApiDocument = await server().get('/openapi.json');
  const opened: string[] = [];
  for (const { method, path: template } of operationsOf(document)) {
    const at = template.replace('{id}', String(id)).replace(/\{\w+\}/g, '1');
    const response = await fetch(`${server().url}${path}/api/v1${at}`, { method, headers: AGENT });
    if (response.status === 200) opened.push(template);
    else expect([method, at, response.status]).toEqual([method, at, 404]);
    // The token is no key.
    const asKey = { ...AGENT, authorization: `Bearer ${token}` };
    const { status } = await fetch(`${server().url}/api/v1${at}`, { method, headers: asKey });
    if (![200, 404, 422, 429].includes(status)) expect([method, at, status]).toEqual([method, at, 401]);
  }
  // Alone it is a list of single hits; only grouped by page is it of this section.
  expect(opened).toEqual(['/sites/{id}/leaderboard']);
});

test('filters by another section, other sites, accounts and segments do not widen a link', async () => {
  const [{ id }, other] = [await aSite(), await aSite()];
  const segment_id = await segmentOf(id, { country: 'DE' });
  const wide = await segmentOf(id, { path: '/b' });
  const { path } = await aLink(id, { segment_id, sections: ['visitors', 'pages', 'uptime'] });
  const ask = async (report: string, site = id) => {
    const response = await get(`${path}/api/v1/sites/${site}/${report}`);
    // biome-ignore lint/suspicious/noExplicitAny: bodies of any endpoint
    return { status: response.status, body: (await response.json()) as any };
  };
  const grouped = await ask('hits?group_by=path');
  expect(grouped.body.summary).toMatchObject({ total_hits: 2 });
  expect((await ask(`hits?group_by=path&segment=${wide}`)).body.summary.total_hits).toBe(1);
  const { figures } = (await ask('overview?')).body;
  expect(figures).toMatchObject({ hits: 2, events: null, kudos: null, agent_visits: null });
  for (const report of [
    ...['hits?group_by=path&country=FR', 'hits?group_by=path&not_country=DE', 'hits?group_by=date&event=a.b'],
    ...['overview?compare=previous_period&include_changes=true', 'hours?source=mail', 'leaderboard?'],
    `hits?group_by=path&segment=${segment_id}`,
  ])
    expect([report, (await ask(report)).status]).toEqual([report, 404]);
  expect((await ask('hits?group_by=path', other.id)).status).toBe(404);
  expect((await ask(`hits?group_by=path&account_id=${server().owner.id}`, other.id)).status).toBe(404);
});

test('wrong, deleted, expired and unknown links have the same answer, and their pages no index, cache or referrer', async () => {
  const { id } = await aSite();
  const expired = await aLink(id, { expires_at: '2026-03-10T12:00:01Z' });
  const deleted = await aLink(id);
  await server().api('DELETE', `/sites/${id}/shared_links/${deleted.id}`);
  const secret = ['no-referrer', 'no-store', 'noindex, nofollow'];
  const headersOf = ({ headers }: Response) =>
    ['referrer-policy', 'cache-control', 'x-robots-tag'].map(name => headers.get(name));
  const opened = await get(expired.path);
  expect([opened.status, ...headersOf(opened)]).toEqual([200, ...secret]);
  expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  server().clock.advance({ seconds: 1 });
  const answers = [];
  const unknown = [`/shared/${'x'.repeat(43)}`, '/shared/%00', '/shared/a.b'];
  for (const path of [expired.path, deleted.path, ...unknown]) {
    const page = await get(path);
    expect([path, page.status, ...headersOf(page)]).toEqual([path, 404, ...secret]);
    const form = await enter(path, 'guess');
    const read = await stats(path);
    answers.push([await page.text(), form.status, await form.text(), read.status, read.body]);
  }
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  server().clock.advance({ seconds: -1 });
});

test('a password is asked for in the browser’s language; its pass is for its link alone, until it changes', async () => {
  const { id } = await aSite();
  const { id: link, path } = await aLink(id, { password: 'right and long' });
  const words = { en: 'Enter the password', de: 'Passwort eingeben', fr: 'Saisissez le mot de passe' };
  for (const [language, asked] of Object.entries(words)) {
    const page = await get(path, { 'accept-language': language });
    const text = await page.text();
    const has = [text.includes(asked), text.includes(`lang="${language}"`)];
    expect([page.status, ...has]).toEqual([401, true, true]);
    expect(text).not.toContain('<script');
  }
  expect((await stats(path)).status).toBe(401);
  expect((await get(`${path}/api/v1/sites/${id}/hits?group_by=path`)).status).toBe(401);
  const wrong = await enter(path, 'wrong');
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  const right = await enter(path, 'right and long');
  expect([right.status, right.headers.get('location')]).toEqual([303, path]);
  const cookie = right.headers.get('set-cookie') ?? '';
  expect(cookie).toContain(`; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=2592000`);
  const pass = { cookie: cookie.split(';')[0] ?? '' };
  expect((await get(path, pass)).status).toBe(200);
  expect((await get(`${path}/stats`, pass)).status).toBe(200);
  expect((await get(`${path}/api/v1/sites/${id}/hits?group_by=path`, pass)).status).toBe(200);
  const second = await aLink(id, { password: 'right and long' });
  expect((await get(second.path, pass)).status).toBe(401);
  // The last character has bits that mean nothing.
  const forged = pass.cookie.replace(/(.)(.{5})$/, (_, char, end) => `${char === 'x' ? 'y' : 'x'}${end}`);
  expect((await get(path, { cookie: forged })).status).toBe(401);
  await server().patch(`/sites/${id}/shared_links/${link}`, { password: 'another one' });
  expect((await get(path, pass)).status).toBe(401);
});

test('guesses of a password are limited, also at once, and do not lock out other links or who has a pass', async () => {
  const { id } = await aSite();
  const [one, two] = [
    await aLink(id, { password: 'right and long' }),
    await aLink(id, { password: 'right and long' }),
  ];
  const right = await enter(one.path, 'right and long');
  const pass = { cookie: (right.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => enter(one.path, `guess ${n}`)));
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(10);
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(20);
  expect((await enter(one.path, 'right and long')).status).toBe(429);
  expect((await get(`${one.path}/stats`, pass)).status).toBe(200);
  expect((await get(two.path)).status).toBe(401);
  server().clock.advance({ minutes: 16 });
  expect((await enter(two.path, 'right and long')).status).toBe(303);
});

test('guesses of tokens are limited; a right one is answered whatever else its address tried', async () => {
  const { id } = await aSite();
  const { path } = await aLink(id);
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) statuses.push((await get(`/shared/guess-${n}`)).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await stats(path)).status).toBe(200);
  server().clock.advance({ minutes: 16 });
  expect((await get('/shared/guess')).status).toBe(404);
});

test('an opening is counted once a page has its figures, and changes nothing else', async () => {
  const { id } = await aSite();
  const { id: link, path } = await aLink(id);
  const before = await show(id, link);
  await get(path);
  await stats(path, '?period=7d');
  expect((await show(id, link)).opened_count).toBe(0);
  await stats(path, '?opened=true');
  await stats(path, '?opened=true&period=90d');
  const now = server().clock.now().toISOString();
  expect(await show(id, link)).toEqual({ ...before, opened_count: 2, last_opened_at: now });
});

test.each([
  [{ name: '' }, 'name must be a line'],
  [{ name: 'x'.repeat(201) }, 'name must be a line of at most 200 characters'],
  [{ sections: [] }, 'sections must be an array of 1 to 21'],
  [{ sections: ['journeys'] }, 'sections.0 must be one of visitors'],
  [{ sections: 'pages' }, 'sections must be an array'],
  [
    { segment_id: 999_999 },
    'segment_id must be the id of a segment of this site that is not personal, got 999999',
  ],
  [{ password: 'short' }, 'password must be 10 to 1000 characters, got 5'],
  [{ expires_at: '2026-03-01T00:00:00' }, 'expires_at must be in the future, got 2026-03-01T00:00:00.000Z'],
  [{ expires_at: 'soon' }, 'expires_at must be'],
])('%j is refused: %s', async (fields, message) => {
  const { id } = await server().given.site();
  expect(await make(id, fields)).toEqual(refusedWith(422, message));
});

test('a personal segment is nothing for a link', async () => {
  const { id } = await server().given.site();
  const body = { name: 'Mine', filters: { path: '/' }, visibility: 'personal' };
  const { segment } = (await server().post(`/sites/${id}/segments`, body)).body;
  expect((await make(id, { segment_id: segment.id })).status).toBe(422);
});

test('links close with their site, and when its account has no plan', async () => {
  const { id } = await aSite();
  const { path } = await aLink(id);
  await server().api('DELETE', `/sites/${id}`);
  expect((await stats(path)).status).toBe(404);
  await server().job('sites.purge');
  expect(server().services.sites.linksStore.list(id)).toEqual([]);
  const user = await server().given.user('links-owner@example.org', 'zen');
  const site = await server().given.site({}, user.full);
  const made = await server().post(`/sites/${site.id}/shared_links`, { name: 'Plan' }, user.full);
  const at = new URL(made.body.url).pathname;
  expect((await stats(at)).status).toBe(200);
  await server().setUser('links-owner@example.org', { plan: 'none' });
  expect((await stats(at)).status).toBe(404);
});

test('every section of a view is one of the table above, but for single visitors', () => {
  expect([...Object.keys(OPENED), 'journeys'].sort()).toEqual([...VIEW_SECTIONS].sort());
});
