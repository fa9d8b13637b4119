/** What pages of other origins show of a public site. Source: decisions, section 5. */
import { expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { WidgetAnswer } from '../../src/features/widgets/schema.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

/** A site with hits from these countries, two for the first visitor. */
async function aSite(fields: Record<string, unknown> = {}, countries: readonly string[] = ['DE', 'FR']) {
  const site = await server().given.site({ public: true, ...fields });
  const hits = countries.map((country, index) => ({ path: '/', country, visitor_id: `v${index}` }));
  await server().post(`/sites/${site.id}/hits/batch`, [...hits, ...hits.slice(0, 1)]);
  return site;
}

const get = (path: string, init: RequestInit = {}) => fetch(server().url + path, init);
const widgetOf = async (uid: string, query = '') => {
  const body = await (await get(`/widgets/${uid}.json${query}`)).json();
  if (!Value.Check(WidgetAnswer, body)) throw new Error(`not as documented: ${JSON.stringify(body)}`);
  return body;
};

test('the counts of a public site are there for any page, and may be kept for a minute', async () => {
  const { uid } = await aSite();
  const answer = await get(`/widgets/${uid}.json`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { hits: 3, unique_hits: 2, countries: table('country hits', ['DE', 2], ['FR', 1]) },
  ]);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
});

test('show limits the answer to the requested fields', async () => {
  const { uid } = await aSite();
  expect(Object.keys(await widgetOf(uid, '?show=hits'))).toEqual(['hits', 'unique_hits']);
  expect(Object.keys(await widgetOf(uid, '?show=countries'))).toEqual(['countries']);
  expect(Object.keys(await widgetOf(uid, '?show=countries,hits'))).toEqual([
    'hits',
    'unique_hits',
    'countries',
  ]);
  expect(Object.keys(await widgetOf(uid))).toEqual(['hits', 'unique_hits', 'countries']);
});

test('a site without hits shows zero and no countries', async () => {
  const { uid } = await server().given.site({ public: true });
  expect(await widgetOf(uid)).toEqual({ hits: 0, unique_hits: 0, countries: [] });
});

test('countries are the ten with most hits, without unknown ones', async () => {
  const codes = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'IT', 'NL', 'PL', 'SE', 'US'];
  const { uid } = await aSite({}, ['XX', 'XX', ...codes]);
  const { countries } = await widgetOf(uid, '?show=countries');
  expect(countries?.map(row => row.country)).toEqual(codes.slice(0, 10));
});

test('counts are queried once a minute, however many requests are concurrent', async () => {
  const { uid, id } = await aSite();
  const hitsNow = async () => (await widgetOf(uid, '?show=hits')).hits;
  expect(await Promise.all(Array.from({ length: 20 }, hitsNow))).toEqual(Array(20).fill(3));
  await server().post(`/sites/${id}/hits`, { path: '/' });
  server().clock.advance({ seconds: 59 });
  expect(await hitsNow()).toBe(3);
  server().clock.advance({ seconds: 1 });
  expect(await hitsNow()).toBe(4);
});

test('a site that is not public any more, deleted or never was there is 404 at once', async () => {
  const { uid, id } = await aSite();
  const addresses = (code: string) => [`/widgets/${code}.json`, `/badge/${code}.svg`];
  const statuses = (code: string) => Promise.all(addresses(code).map(async path => (await get(path)).status));
  expect(await statuses(uid)).toEqual([200, 200]);
  await server().patch(`/sites/${id}`, { public: false });
  const hidden = await get(`/widgets/${uid}.json`);
  expect(hidden.headers.get('access-control-allow-origin')).toBe('*');
  expect([hidden.status, await hidden.json()]).toEqual([404, { error: 'public site not found' }]);
  expect(await statuses(uid)).toEqual([404, 404]);
  await server().patch(`/sites/${id}`, { public: true });
  expect(await statuses(uid)).toEqual([200, 200]);
  await server().api('DELETE', `/sites/${id}`);
  expect(await statuses(uid)).toEqual([404, 404]);
  expect(await statuses('abcdefghij0123456789')).toEqual([404, 404]);
});

test('the badge is an accessible picture of the lifetime hits, kept for five minutes', async () => {
  const { uid } = await aSite();
  const answer = await get(`/badge/${uid}.svg`);
  const svg = await answer.text();
  expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(svg).toContain('role="img" aria-label="hits: 3"');
  expect(svg).toContain('<title>hits: 3</title>');
  const etag = answer.headers.get('etag') ?? '';
  expect((await get(`/badge/${uid}.svg`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await get(`/badge/${uid}.svg?label=x`, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('a label and a colour of the badge are the page’s choice, escaped and legible', async () => {
  const { uid } = await aSite();
  const badge = async (query: string) => (await get(`/badge/${uid}.svg?${query}`)).text();
  expect(await badge('label=%3Cb%20a%3D%22%27%22%3E%26')).toContain(
    "&lt;b a=&quot;'&quot;&gt;&amp;: 3</title>",
  );
  expect(await badge('label=访问')).toContain('<title>访问: 3</title>');
  expect(await badge('color=fff')).toMatch(/fill="#fff"\/>.*fill="#000">3</s);
  expect(await badge('color=%23000080')).toMatch(/fill="#000080"\/>.*fill="#fff">3</s);
});

test.each([
  ['widgets', 'json', 'show=visitors', 'show must be some of hits, countries, uptime'],
  ['widgets', 'json', 'show=hits,__proto__', 'show must be'],
  ['widgets', 'json', 'show=%00', 'show must be'],
  ['badge', 'svg', `label=${'x'.repeat(41)}`, 'label must be'],
  ['badge', 'svg', 'label=a%00b', 'label must be'],
  ['badge', 'svg', 'label=%EF%BF%BF', 'label must be'],
  ['badge', 'svg', 'color=red', 'color must be a colour of 3 or 6 hexadecimal digits'],
  ['badge', 'svg', 'color=12345', 'color must be'],
  ['badge', 'svg', 'color=fff%0A', 'color must be'],
  ['badge', 'svg', 'color=%22%3E%3Cscript%3E', 'color must be'],
])('/%s/UID.%s?%s is 400 and named', async (kind, ending, query, message) => {
  const { uid } = await server().given.site({ public: true });
  const answer = await get(`/${kind}/${uid}.${ending}?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: expect.stringContaining(message) });
});

const NO_BADGES = ['x.svg', '.svg', 'UID', 'UID.json', 'UID.SVG', '%00.svg', '%E0%A4%A.svg', 'UID/x.svg'];
const NO_WIDGETS = ['UID', '__proto__.json', '%F0%9F%91%8F.json'];

test.each([
  ...[...NO_BADGES, "'%20or%201=1--.svg"].map(name => `/badge/${name}`),
  ...NO_WIDGETS.map(name => `/widgets/${name}`),
])('%s is 404', async path => {
  const { uid } = await server().given.site({ public: true });
  expect((await get(path.replace('UID', uid))).status).toBe(404);
});

test('HEAD has the same headers and no body', async () => {
  const { uid } = await aSite();
  for (const path of [`/badge/${uid}.svg`, `/widgets/${uid}.json`]) {
    const [head, full] = [await get(path, { method: 'HEAD' }), await get(path)];
    expect([head.status, head.headers.get('content-type')]).toEqual([200, full.headers.get('content-type')]);
    expect(await head.text()).toBe('');
  }
});
