/** What a browser tells of itself: language, screen, versions. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const PERIOD = 'start_date=2026-03-01&end_date=2026-03-31';

const view = (uid: string, fields: object, headers: Record<string, string> = {}) =>
  fetch(`${server().url}/collector/${uid}`, {
    method: 'POST',
    body: JSON.stringify({ url: 'https://shop.example/', ...fields }),
    headers: { 'user-agent': BROWSER, ...headers },
  });

/** The groups of a dimension, as `value: count`. */
async function groupsOf(siteId: number, by: string, more = ''): Promise<Record<string, number>> {
  const { status, body } = await server().api('GET', `/sites/${siteId}/hits?${PERIOD}&group_by=${by}${more}`);
  expect(status).toBe(200);
  return Object.fromEntries(
    body.grouped_hits.map((row: Record<string, string | number>) => [String(row[by]), row['hit_count']]),
  );
}

test('a view has the language, screen and versions of its browser', async () => {
  const site = await server().given.site();
  await view(site.uid, { width: 390 }, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' });
  for (const [by, value] of [
    ['language', 'de-AT'],
    ['screen', 'phone'],
    ['browser_version', '140'],
    ['platform_version', 'null'],
  ] as const)
    for (const more of ['', '&attribution=visit&include_visitors=true'])
      expect([by, await groupsOf(site.id, by, more)]).toEqual([by, { [value]: 1 }]);
});

test.each([
  ['de', 'de'],
  ['EN-us', 'en-US'],
  ['zh-Hant-TW,zh;q=0.9', 'zh-TW'],
  ['es-419', 'es-419'],
  [' fr ; q=0.5', 'fr'],
  ...['*', '', 'x', 'de_DE', '../../etc', 'e'.repeat(8000)].map(text => [text, 'null'] as const),
  [Array.from({ length: 20 }, (_, index) => `de;q=0.${index}`).join(','), 'de'],
])('the first language of %p is %p', async (header, language) => {
  const site = await server().given.site();
  await view(site.uid, {}, { 'accept-language': header });
  expect(await groupsOf(site.id, 'language')).toEqual({ [language]: 1 });
});

test.each([
  [320, 'phone'],
  [599, 'phone'],
  [600, 'tablet'],
  [1024, 'tablet'],
  [1025, 'laptop'],
  [1599, 'laptop'],
  [1600, 'desktop'],
  [2399, 'desktop'],
  [2400, 'wide'],
  ['1440', 'laptop'],
  ...[0, -1, 1e9, 'wide', null, {}].map(width => [width, 'null'] as const),
])('a screen %p pixels wide is %p', async (width, screen) => {
  const site = await server().given.site();
  await view(site.uid, { width });
  expect(await groupsOf(site.id, 'screen')).toEqual({ [screen]: 1 });
});

test('the API takes the language and the screen of a visitor, and says what it does not take', async () => {
  const site = await server().given.site();
  const send = (body: object) =>
    server().post(`/sites/${site.id}/hits`, { path: '/', visitor_id: 'a', ...body });
  expect((await send({ language: 'pt-br,en;q=0.1', screen: 'wide' })).status).toBe(201);
  expect(await groupsOf(site.id, 'language')).toEqual({ 'pt-BR': 1 });
  expect(await groupsOf(site.id, 'screen')).toEqual({ wide: 1 });
  const tag = 'a language tag, such as de or pt-BR, or an Accept-Language header';
  const screens = 'one of phone, tablet, laptop, desktop, wide';
  for (const [field, value, allowed] of [
    ['language', 'german!', tag],
    ['language', 7, tag],
    ['screen', 'huge', screens],
    ['screen', 1440, screens],
  ] as const) {
    const { status, body } = await send({ [field]: value });
    const message = `${field} must be ${allowed}, got ${JSON.stringify(value)}`;
    expect([status, body.errors ?? body.error]).toEqual([422, [message]]);
  }
});

test('reports filter by them, leave them out, and refuse a screen that is none', async () => {
  const site = await server().given.site();
  await view(site.uid, { width: 390 }, { 'accept-language': 'de' });
  await view(site.uid, { width: 1440 }, { 'accept-language': 'en-GB' });
  const count = async (query: string) =>
    (await server().get(`/sites/${site.id}/hits?${PERIOD}&${query}`)).summary.total_hits;
  expect(await count('screen=phone')).toBe(1);
  expect(await count('not_screen=phone')).toBe(1);
  expect(await count('language=de&language=en-GB')).toBe(2);
  expect(await count('language=')).toBe(0);
  expect(await count('browser_version=140&not_platform_version=10')).toBe(2);
  const refused = await server().api('GET', `/sites/${site.id}/hits?${PERIOD}&screen=huge`);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('screen')]);
});

test('events have them, too', async () => {
  const site = await server().given.site();
  await view(site.uid, { event: 'cart.add', width: 2560 }, { 'accept-language': 'it' });
  const { body } = await server().api(
    'GET',
    `/sites/${site.id}/events?${PERIOD}&group_by=screen&language=it`,
  );
  expect(body.grouped_events).toMatchObject([{ screen: 'wide', event_count: 1 }]);
});
