/** Kudos that visitors add on pages. Source: decisions, section 5. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const ORIGIN = 'https://shop.example';
const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1/32' } });

/** A visitor's browser; each version is another visitor. */
const browser = (version = 140) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

/** A site with what its pages do. */
async function aSite(fields: Record<string, unknown> = {}, own = server()) {
  const site = await own.given.site(fields);
  const ask = async (method: string, address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${own.url}/kudos/${address}`, {
      method,
      headers: { 'user-agent': browser(), origin: ORIGIN, ...headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    ...site,
    ask,
    give: (path: string, headers?: Record<string, string>) =>
      ask('POST', `${site.uid}?path=${encodeURIComponent(path)}`, headers),
    count: async (path: string) =>
      (await ask('GET', `${site.uid}.json?path=${encodeURIComponent(path)}`)).body.count,
    list: async () => (await own.get(`/sites/${site.id}/kudos`)).kudos,
    ignore: (rules: Record<string, string[]>) =>
      own.patch(`/sites/${site.id}/settings`, { ignore_rules: rules }),
  };
}

test('a click adds a kudo to its page', async () => {
  const site = await aSite();
  expect(await site.count('/bread')).toBe(0);
  const { status, body } = await site.give('/bread');
  expect([status, body]).toEqual([200, { id: expect.any(Number), count: 1 }]);
  expect(await site.count('/bread')).toBe(1);
  expect(await site.count('/cake')).toBe(0);
  expect(await site.list()).toEqual([
    {
      id: body.id,
      uid: expect.stringMatching(/^[a-z0-9]{20}$/),
      path: '/bread',
      created_at: '2026-03-10T12:00:00.000Z',
    },
  ]);
});

test('a visitor’s second kudo for a page on a day is the first one', async () => {
  const site = await aSite();
  const first = (await site.give('/')).body;
  expect((await site.give('/')).body).toEqual(first);
  expect((await site.give('/?utm_source=mail#top')).body).toEqual(first);
});

test('of concurrent clicks of a visitor, one counts', async () => {
  const site = await aSite();
  const answers = await Promise.all(Array.from({ length: 30 }, () => site.give('/')));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await site.count('/')).toBe(1);
});

test('another visitor, another address, another page and another day count', async () => {
  await using own = await startTestServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1/32' } });
  const site = await aSite({}, own);
  await site.give('/');
  expect((await site.give('/', { 'user-agent': browser(141) })).body.count).toBe(2);
  expect((await site.give('/', { 'x-forwarded-for': '203.0.113.7' })).body.count).toBe(3);
  expect((await site.give('/other')).body.count).toBe(1);
  own.clock.set('2026-03-10T23:59:59Z');
  expect((await site.give('/')).body.count).toBe(3);
  own.clock.set('2026-03-11T00:00:00Z');
  expect((await site.give('/')).body.count).toBe(4);
});

test('pages of two sites count apart', async () => {
  const [site, other] = [await aSite(), await aSite()];
  await site.give('/');
  expect(await other.count('/')).toBe(0);
  expect((await other.give('/')).body.count).toBe(1);
});

test('kudos of the API count too, and a deleted one may be added again', async () => {
  const site = await aSite();
  await server().post(`/sites/${site.id}/kudos`, { path: '/' });
  const { id, count } = (await site.give('/')).body;
  expect(count).toBe(2);
  const given = (await site.list()).find((kudo: { id: number }) => kudo.id === id);
  await server().api('DELETE', `/sites/${site.id}/kudos/${given.uid}`);
  const again = (await site.give('/')).body;
  expect(again).toEqual({ id: expect.any(Number), count: 2 });
  expect(again.id).toBeGreaterThan(id);
});

test('Global Privacy Control and Do Not Track do not apply to a click', async () => {
  const site = await aSite();
  expect((await site.give('/', { 'sec-gpc': '1', dnt: '1' })).body.count).toBe(1);
});

test('only a hash of the visitor is stored, in the uid, a different one for each page', async () => {
  const site = await aSite();
  await site.give('/a', { 'x-forwarded-for': '203.0.113.99' });
  await site.give('/b', { 'x-forwarded-for': '203.0.113.99' });
  const { db } = server().services.stores;
  const rows = db.all<Record<string, unknown>>(sql`select * from kudos where site_id = ${site.id}`);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'id',
    'site_id',
    'uid',
    'path',
    'created_at',
    'import_key',
    'former_paths',
  ]);
  expect(rows.map(row => row['import_key'])).toEqual([null, null]);
  expect(rows[0]?.['uid']).not.toBe(rows[1]?.['uid']);
});

test.each<[string | null, string | null, boolean]>([
  [ORIGIN, null, true],
  ['https://www.shop.example', null, true],
  [null, `${ORIGIN}/bread`, true],
  [null, null, true],
  ['https://other.example', null, false],
  ['https://other.example', `${ORIGIN}/`, false],
  [null, 'https://shop.example.other.example/', false],
  ['https://shop.example:8443', null, false],
  ['http://localhost:3000', null, false],
  ['null', null, false],
  ['garbage', null, false],
])('a click on a page of %p, coming from %p, counts: %p', async (origin, referer, expected) => {
  const site = await aSite();
  const response = await fetch(`${server().url}/kudos/${site.uid}?path=/`, {
    method: 'POST',
    headers: { 'user-agent': browser(), ...(origin && { origin }), ...(referer && { referer }) },
  });
  expect([response.status, await response.json()]).toEqual([
    200,
    expected ? { id: expect.any(Number), count: 1 } : { id: null, count: 0 },
  ]);
});

test('pages of any host count where the site allows them; localhost stays out', async () => {
  const site = await aSite({ allow_from_any_domain: true });
  expect((await site.give('/', { origin: 'https://other.example' })).body.count).toBe(1);
  expect((await site.give('/x', { origin: 'http://localhost:3000' })).body).toEqual({ id: null, count: 0 });
});

test('kudos of bots are ignored, and the count is returned', async () => {
  const site = await aSite();
  await site.give('/');
  for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'GPTBot/1.2', ''])
    expect((await site.give('/', { 'user-agent': agent })).body).toEqual({ id: null, count: 1 });
});

test('kudos that the site ignores are not stored, and the count is returned', async () => {
  const site = await aSite();
  await site.give('/seen');
  await site.ignore({ paths: ['/drafts/*'], ip_ranges: ['203.0.113.0/24'], user_agents: ['Chrome/99.'] });
  expect((await site.give('/drafts/1')).body).toEqual({ id: null, count: 0 });
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { 'user-agent': browser(99) }])
    expect((await site.give('/seen', headers)).body).toEqual({ id: null, count: 1 });
  expect((await site.give('/seen', { 'x-forwarded-for': '198.51.100.1' })).body.count).toBe(2);
});

test('kudos of an ignored country are ignored', async () => {
  const site = await aSite();
  await site.ignore({ countries: ['US'] });
  expect((await site.give('/', { 'x-forwarded-for': '8.8.8.8' })).body).toEqual({ id: null, count: 0 });
});

test('a site that is switched off returns counts and stores no kudos', async () => {
  const site = await aSite();
  await site.give('/');
  await server().patch(`/sites/${site.id}`, { active: false });
  expect(await site.count('/')).toBe(1);
  expect((await site.give('/', { 'user-agent': browser(141) })).body).toEqual({ id: null, count: 1 });
});

test('an unknown and a deleted site are 404, readable by pages of any origin', async () => {
  const site = await aSite();
  await server().api('DELETE', `/sites/${site.id}`);
  for (const uid of [
    site.uid,
    'zzzzzzzzzzzzzzzzzzzz',
    "'--",
    '%00',
    '%E0%A4%A',
    '__proto__',
    'x'.repeat(4000),
  ]) {
    for (const [method, address] of [
      ['GET', `${uid}.json?path=/`],
      ['POST', `${uid}?path=/`],
    ] as const) {
      const { status, body, headers } = await site.ask(method, address);
      expect([method, uid, status, body]).toEqual([method, uid, 404, { error: 'site not found' }]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  }
});

const BLANK = "path can't be blank: ?path=/the/page";
const BAD = 'path must be at most 1024 characters without control characters, got ';
test.each([
  ['', BLANK],
  ['?', BLANK],
  ['?path=', BLANK],
  ['?path=%20%20', BLANK],
  ['?Path=/a', BLANK],
  ['?path[]=/a', BLANK],
  ['?path=/a%00b', `${BAD}"/a\\u0000b"`],
  ['?path=/a%0d%0ab', `${BAD}"/a\\r\\nb"`],
  [`?path=/${'x'.repeat(1024)}`, `${BAD}"/${'x'.repeat(39)}…"`],
])('a bad path is 400 and named: %#', async (query, error) => {
  const site = await aSite();
  for (const [method, address] of [
    ['GET', `${site.uid}.json${query}`],
    ['POST', `${site.uid}${query}`],
  ] as const) {
    const { status, body, headers } = await site.ask(method, address);
    expect([method, status, body]).toEqual([method, 400, { error }]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
  expect(await site.list()).toEqual([]);
});

test.each([
  ['/💩', '/💩'],
  ["/' or 1=1 --", "/'%20or%201=1%20--"],
  ['/<script>', '/<script>'],
  ['/__proto__', '/__proto__'],
  ['/%', '/%'],
  ['/caf%C3%A9', '/café'],
  ['/a b', '/a%20b'],
  ['bare', '/bare'],
  [`/${'x'.repeat(1023)}`, `/${'x'.repeat(1023)}`],
])('any other path is counted: %#', async (given, path) => {
  const site = await aSite();
  expect((await site.give(given)).body.count).toBe(1);
  for (const each of [given, path]) expect(await site.count(each)).toBe(1);
  expect((await site.list())[0].path).toBe(path);
});

test('a body is ignored', async () => {
  const site = await aSite();
  for (const body of ['{', '{"path":"/b"}', '\0', 'x'.repeat(300_000)]) {
    const response = await fetch(`${server().url}/kudos/${site.uid}?path=/a`, {
      method: 'POST',
      headers: { 'user-agent': browser(), origin: ORIGIN },
      body,
    });
    expect([response.status, (await response.json()).count]).toEqual([200, 1]);
  }
});

test('a kudo that cannot be written is 503, and acknowledged ones are not lost', async () => {
  await using own = await startTestServer();
  const site = await aSite({}, own);
  const { db } = own.services.stores;
  db.run(sql.raw('pragma max_page_count = 1')); // no more than there are: as full as a disk can be
  const path = (index: number) => `/${index}${'x'.repeat(1000)}`;
  let taken = 0;
  let refusal = await site.give(path(taken));
  while (refusal.status === 200 && taken < 1000) refusal = await site.give(path(++taken));
  expect([refusal.status, refusal.body.error]).toEqual([503, expect.stringContaining('try again later')]);
  expect(refusal.headers.get('access-control-allow-origin')).toBe('*');
  expect(refusal.headers.get('retry-after')).toBe('10');
  const lifetime = async () => (await own.get(`/sites/${site.id}`)).lifetime_kudos;
  expect([await lifetime(), (await site.list()).length]).toEqual([taken, taken]);
  db.run(sql.raw('pragma max_page_count = 1000000'));
  expect((await site.give(path(taken))).body.count).toBe(1);
});

test('pages of any origin may read and add kudos, and responses are not cached', async () => {
  const site = await aSite();
  for (const address of [`${site.uid}.json?path=/`, `${site.uid}?path=/`]) {
    const { status, headers } = await site.ask('OPTIONS', address);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toMatch(/content-type/i);
  }
  for (const { headers } of [await site.give('/'), await site.ask('GET', `${site.uid}.json?path=/`)]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('set-cookie')).toBeNull();
  }
});

test('other methods and paths are not handled', async () => {
  const { uid } = await aSite();
  const { url } = server();
  for (const [method, address] of [
    ['GET', `/kudos/${uid}`],
    ['PUT', `/kudos/${uid}?path=/`],
    ['DELETE', `/kudos/${uid}.json?path=/`],
    ['POST', `/kudos/${uid}/more?path=/`],
    ['POST', `/x/kudos/${uid}?path=/`],
    ['GET', '/kudos/'],
    ['GET', `/pages?from=/kudos/${uid}.json`],
  ] as const)
    expect([method, address, (await fetch(url + address, { method })).status]).toEqual([
      method,
      address,
      404,
    ]);
});

test('a webmention adds one kudo for each pair of pages, until it is removed', async () => {
  await using own = await startTestServer();
  const { id, uid } = await own.given.site();
  const { service: kudos } = own.services.kudos;
  const { service: sites, getFacts: getSiteFacts } = own.services.sites;
  const row = sites.find(id);
  if (!row) throw new Error('the site is there');
  const webmention = { site: getSiteFacts(row), path: '/bread', source: 'https://blog.example/likes' };
  const created = await kudos.addFromWebmention(webmention);
  own.clock.advance({ days: 40 });
  expect(await kudos.addFromWebmention(webmention)).toEqual({
    ...created,
    status: 'existing',
  } as typeof created);
  expect((await kudos.addFromWebmention({ ...webmention, path: '/cake' })).status).toBe('created');
  // Earlier versions made the uid of the path as it came.
  await kudos.addFromWebmention({ ...webmention, path: '/caf%C3%A9' });
  const again = { ...webmention, path: '/café', formerPaths: ['/caf%C3%A9'] };
  expect((await kudos.addFromWebmention(again)).status).toBe('existing');
  expect(kudos.removeByWebmention(again)).toBe(true);
  expect((await kudos.addFromWebmention({ ...webmention, source: 'https://blog.example/more' })).status).toBe(
    'created',
  );
  const count = async () => (await (await fetch(`${own.url}/kudos/${uid}.json?path=/bread`)).json()).count;
  expect(await count()).toBe(2);
  expect([kudos.removeByWebmention(webmention), kudos.removeByWebmention(webmention)]).toEqual([true, false]);
  expect(await count()).toBe(1);
});
