/** What a site counts and keeps: reading and changing it, and what happens to what is kept no longer. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { refused, refusedStarting } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const NO_RULES = { paths: [], ip_ranges: [], countries: [], referrers: [], user_agents: [] };
const SHOWN = 'visitors pages referrers sources countries browsers devices kudos uptime'.split(' ');
const DEFAULTS = {
  ...{ track_unique_hits: true, honour_gpc: true, honour_dnt: false, location_detail: 'country' },
  exclude_networks: [],
  ...{ insights_enabled: true, webmentions_enabled: true, retention_days: null, time_zone: null },
  ...{
    ignore_rules: NO_RULES,
    spam_filter: 'basic',
    spam_hosts: [],
    hosts: [],
    restrict_to_site: false,
    sums: 'ready',
  },
  capture: {
    ...{ outbound_links: false, downloads: false, forms: false },
    ...{ not_found: false, engagement: false, identify: false },
  },
  public_page: { sections: SHOWN, allow_embedding: true, properties: [] },
};

async function aSite() {
  const { call, get, path, site } = await givenSite(server());
  return {
    ...{ site, path: `${path}/settings` },
    set: (body: unknown, method = 'PATCH') => call(method, '/settings', body),
    get: async () => (await get('/settings')).settings,
  };
}

test('a new site has the standard settings', async () => {
  const { get } = await aSite();
  expect(await get()).toEqual(DEFAULTS);
});

test('every field changes alone, by PATCH and by PUT, and the others stay', async () => {
  const changes = {
    ignore_rules: {
      paths: ['/admin/*'],
      ip_ranges: ['203.0.113.0/24', '2001:db8::1'],
      countries: ['KP'],
      referrers: ['bad.example', 'https://ok.example/ads/'],
      user_agents: ['UptimeRobot'],
    },
    ...{ track_unique_hits: false, honour_gpc: false, honour_dnt: true, location_detail: 'city' },
    exclude_networks: ['vpn'],
    ...{ insights_enabled: false, webmentions_enabled: false, retention_days: 730 },
    time_zone: 'America/St_Johns',
    ...{ spam_filter: 'strict', spam_hosts: ['spam.example'], hosts: ['a.example'], restrict_to_site: true },
    capture: {
      ...{ outbound_links: true, downloads: true, forms: true },
      ...{ not_found: true, engagement: true, identify: true },
    },
    public_page: { sections: ['pages'], allow_embedding: false, properties: ['plan'] },
  };
  for (const method of ['PATCH', 'PUT'])
    for (const [field, value] of Object.entries(changes)) {
      const { set, get } = await aSite();
      const { status, body } = await set({ [field]: value }, method);
      // Another zone is another midnight: past days are worked out after the answer.
      const sums = field === 'time_zone' ? expect.stringMatching(/^(ready|rebuilding)$/) : DEFAULTS.sums;
      const settings = { ...DEFAULTS, [field]: value, sums };
      expect([status, body]).toEqual([200, { settings }]);
      expect(await get()).toEqual(settings);
    }
});

test('a list of rules that is sent replaces the one there was, and the other lists stay', async () => {
  const { set, get } = await aSite();
  await set({ ignore_rules: { paths: ['/a', '/b'], countries: ['DE'] } });
  await set({ ignore_rules: { paths: ['c', '/c', ' ', '*/d'] } });
  expect((await get()).ignore_rules).toEqual({ ...NO_RULES, paths: ['/c', '*/d'], countries: ['DE'] });
  await set({ ignore_rules: { paths: [], countries: [] } });
  expect((await get()).ignore_rules).toEqual(NO_RULES);
});

test('a switch of what is captured changes alone', async () => {
  const { set, get } = await aSite();
  await set({ capture: { downloads: true, forms: true } });
  await set({ capture: { forms: false, not_found: true } });
  await set({ capture: {} });
  expect((await get()).capture).toEqual({ ...DEFAULTS.capture, downloads: true, not_found: true });
});

test('retention can be taken back', async () => {
  const { set, get } = await aSite();
  await set({ retention_days: 30 });
  await set({ retention_days: null });
  expect((await get()).retention_days).toBeNull();
});

test('a time zone keeps its name in the usual spelling, an old name too, and can be taken back', async () => {
  const { set } = await aSite();
  for (const [given, kept] of [
    ['US/Eastern', 'US/Eastern'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['eUROPE/bERLIN', 'Europe/Berlin'],
    [null, null],
  ])
    expect((await set({ time_zone: given })).body.settings.time_zone).toBe(kept);
});

test('spam hosts are kept in the form that referrers have', async () => {
  const { set } = await aSite();
  const { body } = await set({ spam_hosts: ['WWW.Spam.Example.', 'spam.example', '', 'bücher.example'] });
  expect(body.settings.spam_hosts).toEqual(['spam.example', 'xn--bcher-kva.example']);
});

test('settings that stay the same leave updated_at as it is', async () => {
  const { site, set } = await aSite();
  server().clock.advance({ seconds: 5 });
  await set({ honour_gpc: true, ignore_rules: {}, retention_days: null, time_zone: null });
  expect((await server().get(`/sites/${site.id}`)).updated_at).toBe(site.updated_at);
  await set({ honour_gpc: false });
  expect((await server().get(`/sites/${site.id}`)).updated_at).not.toBe(site.updated_at);
});

const SECTIONS =
  'visitors, engagement, pages, channels, referrers, sources, countries, regions, cities, languages, browsers, devices, screens, events, properties, revenue, goals, funnels, kudos, agents, uptime';
const CAPTURES = 'outbound_links, downloads, forms, not_found, engagement, identify';
const NONE =
  'at least one of ignore_rules, track_unique_hits, honour_gpc, honour_dnt, location_detail, exclude_networks, insights_enabled, webmentions_enabled, retention_days, time_zone, spam_filter, spam_hosts, hosts, restrict_to_site, capture, public_page must be present';

test.each([
  [{}, NONE],
  [{ settings: { honour_gpc: false } }, NONE],
  ['{"__proto__":{"honour_gpc":false}}', NONE],
  [[], 'body must be a JSON object, got []'],
  [{ capture: { clicks: true } }, `"capture.clicks" is unknown, allowed are ${CAPTURES}`],
  ['{"capture":{"__proto__":true}}', `"capture.__proto__" is unknown, allowed are ${CAPTURES}`],
  [
    { public_page: { sections: Array(22).fill('pages') } },
    expect.stringMatching(/^public_page.sections must be an array of at most 21, got \["pages"/),
  ],
  [{ public_page: { sections: ['\ud800'] } }, expect.stringMatching(/^public_page.sections.0 must be one/)],
  [
    { ignore_rules: { ip_ranges: ['10.0.0.0/40'], countries: ['de'] } },
    'ignore_rules.ip_ranges[0] must be an IP address or a range such as 203.0.113.0/24, got "10.0.0.0/40"; ignore_rules.countries[0] must be two capital letters, got "de"',
  ],
])('the settings %j are refused', async (body, error) => {
  const { set, get } = await aSite();
  expect(await set(body)).toEqual(refused(422, error));
  expect(await get()).toEqual(DEFAULTS);
});

const NO_ZONE = ' must be the name of a time zone such as Europe/Berlin or null, got ';
const NO_HOST = ' must be a host name such as spam.example';
const BROKEN = 'must not contain control characters or broken Unicode';

test.each<[setting: string, value: unknown, error: string]>([
  ['honour_gpc', 'true', ' must be true or false, got "true"'],
  ['honour_dnt', null, ' must be true or false, got null'],
  ['track_unique_hits', 1, ' must be true or false, got 1'],
  ['insights_enabled', {}, ' must be true or false, got {}'],
  ['webmentions_enabled', 1, ' must be true or false, got 1'],
  ['retention_days', 0, ' must be an integer from 1 to 36500 or null, got 0'],
  ['retention_days', 36_501, ' must be an integer from 1 to 36500 or null, got 36501'],
  ['retention_days', 1.5, ' must be an integer from 1 to 36500 or null, got 1.5'],
  ['retention_days', '30', ' must be an integer from 1 to 36500 or null, got "30"'],
  ...['', 'Europe/Nowhere', 'Europe/Berlin ', '+05:30', 7, ['UTC']].map(
    zone => ['time_zone', zone, `${NO_ZONE}${JSON.stringify(zone)}`] as [string, unknown, string],
  ),
  ['time_zone', 'x'.repeat(200), `${NO_ZONE}"${'x'.repeat(59)}…`],
  ['spam_filter', 'Strict', ' must be one of off, basic, strict, got "Strict"'],
  ['capture', { downloads: 'yes' }, '.downloads must be true or false, got "yes"'],
  ['capture', { forms: null }, '.forms must be true or false, got null'],
  ['capture', [], ' must be a JSON object, got []'],
  ['public_page', null, ' must be a JSON object, got null'],
  ['public_page', [], ' must be a JSON object, got []'],
  ['public_page', 'all', ' must be a JSON object, got "all"'],
  ['public_page', { sections: 'pages' }, '.sections must be an array of at most 21, got "pages"'],
  ['public_page', { sections: ['pages', '<b>'] }, `.sections.1 must be one of ${SECTIONS}, got "<b>"`],
  ['public_page', { sections: ['__proto__'] }, `.sections.0 must be one of ${SECTIONS}, got "__proto__"`],
  ['public_page', { sections: [null] }, `.sections.0 must be one of ${SECTIONS}, got null`],
  ['public_page', { allow_embedding: 'yes' }, '.allow_embedding must be true or false, got "yes"'],
  ['spam_hosts', 'spam.example', ' must be an array of at most 500, got "spam.example"'],
  ['spam_hosts', [null], '.0 must be a string of at most 253 characters, got null'],
  ['spam_hosts', ['ok.example', 'http://spam.example/'], `[1]${NO_HOST}, got "http://spam.example/"`],
  ['spam_hosts', ['com'], `[0]${NO_HOST}, got "com"`],
  ['ignore_rules', [], ' must be a JSON object, got []'],
  ['ignore_rules', { paths: '/a' }, '.paths must be an array of at most 500, got "/a"'],
  ['ignore_rules', { paths: null }, '.paths must be an array of at most 500, got null'],
  ['ignore_rules', { paths: ['/a', 7] }, '.paths.1 must be a string of at most 1024 characters, got 7'],
  ['ignore_rules', { paths: ['/a', '*'] }, '.paths[1] would ignore every page, got "*"'],
  ['ignore_rules', { paths: ['/a\u0000'] }, `.paths[0] ${BROKEN}, got "/a\\u0000"`],
  ['ignore_rules', { user_agents: ['bot\ud800'] }, `.user_agents[0] ${BROKEN}, got "bot\ufffd"`],
  [
    'ignore_rules',
    { user_agents: ['ab'] },
    '.user_agents[0] must have at least 3 characters, or it would ignore nearly everyone, got "ab"',
  ],
  ['ignore_rules', { ip_ranges: ['0.0.0.0/0'] }, '.ip_ranges[0] would ignore every visitor, got "0.0.0.0/0"'],
  [
    'ignore_rules',
    { referrers: ["' or 1=1; --"] },
    '.referrers[0] must be a host such as example.com or the beginning of an address, got "\' or 1=1; --"',
  ],
])('%s %j is refused', async (setting, value, error) => {
  const { set, get } = await aSite();
  expect(await set({ [setting]: value })).toEqual(refused(422, setting + error));
  expect(await get()).toEqual(DEFAULTS);
});

test('a list takes 500 rules and no more, a rule 1,024 characters and no more', async () => {
  const { set, get } = await aSite();
  const paths = Array.from({ length: 500 }, (_, n) => `/${n}`);
  expect((await set({ ignore_rules: { paths } })).status).toBe(200);
  expect((await get()).ignore_rules.paths).toEqual(paths);
  expect(await set({ ignore_rules: { paths: [...paths, '/500'] } })).toEqual(
    refusedStarting(422, 'ignore_rules.paths must be an array of at most 500, got ["/0",'),
  );
  const long = `/${'💩'.repeat(1023)}`;
  expect((await set({ ignore_rules: { paths: [long] } })).status).toBe(200);
  expect((await set({ ignore_rules: { paths: [`${long}x`] } })).status).toBe(422);
});

test('a part of the public page is changed alone, and sections are kept once each in their order', async () => {
  const { set, get } = await aSite();
  await set({ public_page: { allow_embedding: false } });
  expect((await get()).public_page).toEqual({ ...DEFAULTS.public_page, allow_embedding: false });
  await set({ public_page: { sections: ['uptime', 'events', 'pages', 'events'] } });
  const sections = ['pages', 'events', 'uptime'];
  expect((await get()).public_page).toEqual({ sections, allow_embedding: false, properties: [] });
  await set({ public_page: { sections: [] } });
  await set({ public_page: {} });
  expect((await get()).public_page.sections).toEqual([]);
});

test('a public page that stays the same leaves updated_at as it is', async () => {
  const { site, set } = await aSite();
  server().clock.advance({ seconds: 5 });
  const sections = [...DEFAULTS.public_page.sections].reverse();
  await set({ public_page: { sections, allow_embedding: true } });
  expect((await server().get(`/sites/${site.id}`)).updated_at).toBe(site.updated_at);
});

test('texts that have hurt servers before are kept as they are', async () => {
  const { set, get } = await aSite();
  const code = ['/<script>alert(1)</script>', '/; drop table hits; --'];
  const paths = [...code, '/💩', '/__proto__', '/%00', '/\u202egpj'];
  const user_agents = ['__proto__', 'constructor', "' or 1=1; --", '<b>'];
  expect((await set({ ignore_rules: { paths, user_agents } })).status).toBe(200);
  expect((await get()).ignore_rules).toMatchObject({ paths, user_agents });
});

test('what a site keeps no longer goes in whole days every night, and nothing else does', async () => {
  await using own = await startTestServer();
  const [site, other] = [await own.given.site(), await own.given.site()];
  const write = async (id: number) => {
    await own.post(`/sites/${id}/hits`, { path: '/', visitor_id: 'v' });
    await own.post(`/sites/${id}/hits`, { path: '/', referrer: 'https://semalt.com/' });
    await own.post(`/sites/${id}/events`, { event: 'a.b' });
    await own.post(`/sites/${id}/agent_visits`, { path: '/', user_agent: 'GPTBot/1.0' });
  };
  const kept = async (id: number) => {
    const count = async (kind: string) => (await own.get(`/sites/${id}/${kind}`)).pagination.total_count;
    return Promise.all(['hits', 'spam_hits', 'events', 'agent_visits'].map(count));
  };
  for (const day of [1, 2, 3]) {
    await Promise.all([write(site.id), write(other.id)]);
    if (day < 3) own.clock.advance({ days: 1 });
  }
  const settings = { retention_days: 2, time_zone: 'Asia/Kolkata' };
  await own.patch(`/sites/${site.id}/settings`, settings);
  await own.job('hits.retain');
  expect(await kept(site.id)).toEqual([3, 3, 3, 3]);
  own.clock.set('2026-03-12T18:29:59Z');
  await own.job('hits.retain');
  expect(await kept(site.id)).toEqual([3, 3, 3, 3]);
  own.clock.set('2026-03-12T18:30:00Z');
  for (const _ of [1, 2]) {
    await own.job('hits.retain');
    expect(await kept(site.id)).toEqual([2, 2, 2, 2]);
    expect(await kept(other.id)).toEqual([3, 3, 3, 3]);
  }
  expect(await own.get(`/sites/${site.id}`)).toMatchObject({ lifetime_hits: 2, lifetime_unique_hits: 2 });
});
