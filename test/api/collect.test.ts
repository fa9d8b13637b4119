/** What pages send, with properties and revenue: what is wrong is repaired or left out, and the hit is kept. Source: decisions, section 9. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { BROWSER, type CollectHost, siteAt, startCollectHost, UID } from '../support/collect-host.ts';

const SITE = 'https://shop.example';
const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';

let host: CollectHost;
beforeEach(() => {
  host = startCollectHost(SITE);
});
afterEach(() => host[Symbol.asyncDispose]());

const fromBrowser = { 'user-agent': BROWSER };
const post = (path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(host.url + path, { method: 'POST', body: body ?? null, headers: { ...fromBrowser, ...headers } });
const collect = (fields: unknown, headers?: Record<string, string>) =>
  post(`/collector/${UID}`, JSON.stringify(fields), headers);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(host.url + path, { headers: { ...fromBrowser, ...headers } });

/** Paths of the stored hits. */
const paths = async () => (await host.list()).map(hit => hit.path);

/** Whatever is sent, the answer is the same: 202, empty, for any origin. */
async function expectTaken(response: Response): Promise<void> {
  expect(response.status).toBe(202);
  expect(await response.text()).toBe('');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('set-cookie')).toBeNull();
}

describe('POST /collector/:uid', () => {
  test('accepts a view from a JSON body of any content type', async () => {
    for (const type of ['text/plain;charset=UTF-8', 'application/json'])
      await expectTaken(
        await collect(
          { url: `${SITE}/a?utm_source=mail`, referrer: 'https://news.example/x' },
          { 'content-type': type },
        ),
      );
    const [hit] = await host.list();
    expect(hit).toMatchObject({
      path: '/a',
      url: `${SITE}/a?utm_source=mail`,
      referrer: 'https://news.example/x',
      source: 'mail',
      browserName: 'Chrome',
      visitorScope: 'day',
      country: 'XX',
    });
    expect(await paths()).toEqual(['/a', '/a']);
  });

  test('is POST /page/:uid as well, which the script uses', async () => {
    await expectTaken(await post(`/page/${UID}`, JSON.stringify({ url: `${SITE}/b` })));
    await expectTaken(await post(`/page/${UID}?url=${encodeURIComponent(`${SITE}/c`)}`));
    await expectTaken(await post('/page/no-such-site', JSON.stringify({ url: `${SITE}/d` })));
    expect((await paths()).toSorted()).toEqual(['/b', '/c']);
    expect((await get(`/page/${UID}`)).status).toBe((await get(`/collector/${UID}`)).status);
  });

  test('takes a view from the query, with an empty body', async () => {
    await expectTaken(await post(`/collector/${UID}?url=${encodeURIComponent(`${SITE}/q`)}&path=/named`));
    expect(await paths()).toEqual(['/named']);
  });

  test('prefers the body to the query', async () => {
    await post(`/collector/${UID}?path=/query`, JSON.stringify({ path: '/body' }));
    expect(await paths()).toEqual(['/body']);
  });

  test('takes an event, and no event with a bad name for a view', async () => {
    await collect({ url: `${SITE}/a`, event: 'cart.add', value: 3 });
    for (const event of ['click', 5, ['cart.add'], {}])
      await expectTaken(await collect({ url: `${SITE}/a`, event }));
    expect(await host.list('event')).toMatchObject([{ event: 'cart.add', value: '3', path: '/a' }]);
    expect(await paths()).toEqual([]);
  });

  test('answers an invalid body like a view', async () => {
    const nonsense = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"url":5}',
      '{"path":{"a":1}}',
      '\0\0',
      '{"__proto__":{"path":"/p"}}',
    ];
    for (const body of nonsense) await expectTaken(await post(`/collector/${UID}`, body));
    await expectTaken(await post(`/collector/${UID}?path=%00%ff&url=%E0%A4%A`));
    await expectTaken(await collect({ path: `/${'x'.repeat(5_000)}` }));
    expect(await paths()).toEqual([]);
  });

  test('answers for an unknown, a strange and an inactive site alike', async () => {
    host.site = { ...host.site, active: false };
    for (const uid of [UID, 'zzzzzzzzzzzzzzzzzzzz', 'a%2fb', "'--", '1'])
      await expectTaken(await post(`/collector/${uid}`, JSON.stringify({ url: `${SITE}/a` })));
    expect(await paths()).toEqual([]);
  });

  test('drops a body over 64 KiB unread, with and without a declared length', async () => {
    const large = JSON.stringify({ url: `${SITE}/a`, value: 'x'.repeat(70_000) });
    await expectTaken(await post(`/collector/${UID}`, large));
    const stream = new Blob([large]).stream();
    await expectTaken(
      await fetch(`${host.url}/collector/${UID}`, { method: 'POST', body: stream, headers: fromBrowser }),
    );
    expect(await paths()).toEqual([]);
  });

  test('answers a preflight for any origin', async () => {
    const response = await fetch(`${host.url}/collector/${UID}`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toMatch(/content-type/i);
  });

  test('answers 503 while nothing can be stored, and takes hits again as soon as it can', async () => {
    host.isFull = true;
    const response = await collect({ url: `${SITE}/lost` });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: expect.stringContaining('try again later') });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get(`/pixel/${UID}.gif?path=/lost`)).status).toBe(503);
    host.isFull = false;
    await expectTaken(await collect({ url: `${SITE}/kept` }));
    expect(await paths()).toEqual(['/kept']);
    expect(host.failures).toEqual([]);
  });

  test('an unexpected error is 500 and logged, and the answer does not disclose it', async () => {
    host.isBroken = true;
    const response = await collect({ url: `${SITE}/lost` });
    expect([response.status, await response.json()]).toEqual([500, { error: 'unexpected server error' }]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get(`/pixel/${UID}.gif?path=/lost`)).status).toBe(500);
    expect(host.failures).toEqual([expect.any(Error), expect.any(Error)]);
  });
});

describe('a page counts only for its own site', () => {
  const isCounted = async (fields: Record<string, string>, headers?: Record<string, string>) => {
    const before = (await host.list()).length;
    await expectTaken(await collect(fields, headers));
    return (await host.list()).length > before;
  };

  test.each([
    [`${SITE}/a`, null, true],
    ['https://www.shop.example/a', null, true],
    ['http://SHOP.example./a', null, true],
    [`${SITE}/a`, SITE, true],
    [`${SITE}/a`, 'null', true],
    ['https://other.example/a', null, false],
    ['https://shop.example.other.example/a', null, false],
    ['https://shop.example:8443/a', null, false],
    ['http://localhost/a', null, false],
    ['http://127.0.0.1:3000/a', null, false],
    ['https://other.example/a', SITE, false],
    [`${SITE}/a`, 'https://other.example', false],
    [`${SITE}/a`, 'garbage', false],
  ])('a page at %s, sent from %s: %s', async (url, origin, expected) => {
    expect(await isCounted({ url }, origin === null ? {} : { origin })).toBe(expected);
  });

  test('a page that names only its path is known by its origin', async () => {
    expect(await isCounted({ path: '/a' }, { origin: SITE })).toBe(true);
    expect(await isCounted({ path: '/a' }, { origin: 'https://other.example' })).toBe(false);
    expect(await isCounted({ path: '/a' }, { referer: 'https://other.example/b' })).toBe(false);
  });

  test('a report from outside a browser, without page and origin, is accepted', async () => {
    expect(await isCounted({ path: '/a' })).toBe(true);
  });

  test('unless the site allows any domain; localhost stays out', async () => {
    host.site = siteAt(SITE, { allowFromAnyDomain: true });
    expect(await isCounted({ url: 'https://other.example/a' }, { origin: 'https://other.example' })).toBe(
      true,
    );
    expect(await isCounted({ url: 'http://localhost:3000/a' })).toBe(false);
  });
});

describe('who is not counted', () => {
  test('a browser with Global Privacy Control, unless the site does without', async () => {
    await collect({ url: `${SITE}/a` }, { 'sec-gpc': '1' });
    await get(`/pixel/${UID}.gif?path=/b`, { 'sec-gpc': '1' });
    host.site = { ...host.site, honourGpc: false };
    await collect({ url: `${SITE}/c` }, { 'sec-gpc': '1' });
    expect(await paths()).toEqual(['/c']);
  });

  test('a browser that asks not to be tracked, where the site honours that', async () => {
    await collect({ url: `${SITE}/a` }, { dnt: '1' });
    host.site = { ...host.site, honourDnt: true };
    await collect({ url: `${SITE}/b` }, { dnt: '1' });
    expect(await paths()).toEqual(['/a']);
  });

  test('bots; an AI crawler becomes an agent visit', async () => {
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', GPTBOT, ''])
      await expectTaken(await collect({ url: `${SITE}/a` }, { 'user-agent': agent }));
    expect(await paths()).toEqual([]);
    expect(await host.list('agent_visit')).toMatchObject([{ agentName: 'GPTBot', path: '/a' }]);
  });
});

describe('GET /pixel/:uid.gif', () => {
  test('is an image that must not be cached', async () => {
    const response = await get(`/pixel/${UID}.gif?path=/feed`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 6)).toBe('GIF89a');
  });

  test('counts the path it names, else the page that shows it', async () => {
    await get(`/pixel/${UID}.gif?path=/feed`);
    await get(`/pixel/${UID}.gif`, { referer: `${SITE}/about?x=1` });
    await get(`/pixel/${UID}.gif?path=/named`, { referer: `${SITE}/` });
    expect(await paths()).toEqual(['/named', '/about', '/feed']);
  });

  test('counts neither on a page of another site, nor without any path, nor when fetched in advance', async () => {
    await get(`/pixel/${UID}.gif`, { referer: 'https://other.example/' });
    await get(`/pixel/${UID}.gif?path=/feed`, { referer: 'https://other.example/' });
    await get(`/pixel/${UID}.gif`);
    await get(`/pixel/${UID}.gif?path=/soon`, { 'sec-purpose': 'prefetch;prerender' });
    await fetch(`${host.url}/pixel/${UID}.gif?path=/head`, { method: 'HEAD', headers: fromBrowser });
    await get('/pixel/zzzzzzzzzzzzzzzzzzzz.gif?path=/unknown');
    expect(await paths()).toEqual([]);
  });
});

describe('GET /embed/:uid.js, /embed/:uid/min.js and /embed/:uid/readable.js', () => {
  test('are scripts that any page may load and cache for an hour', async () => {
    for (const path of [`/embed/${UID}.js`, `/embed/${UID}/min.js?events`, `/embed/${UID}/readable.js`]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(await response.text()).toContain(UID);
    }
  });

  test('are compressed for clients that accept it', async () => {
    const plain = await get(`/embed/${UID}/min.js`, { 'accept-encoding': 'identity' });
    const zipped = await fetch(`${host.url}/embed/${UID}/min.js`, {
      headers: { 'accept-encoding': 'br, gzip' },
      decompress: false,
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(new TextDecoder().decode(Bun.gunzipSync(await zipped.arrayBuffer()))).toBe(await plain.text());
  });

  test('are not sent again while they are the same, and are once a setting has changed', async () => {
    const etag = (await get(`/embed/${UID}.js`)).headers.get('etag') ?? '';
    const again = await get(`/embed/${UID}.js`, { 'if-none-match': `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    host.site = { ...host.site, honourGpc: false };
    expect((await get(`/embed/${UID}.js`, { 'if-none-match': etag })).status).toBe(200);
  });

  test('of an unknown site contain a message', async () => {
    const response = await get('/embed/zzzzzzzzzzzzzzzzzzzz.js');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('no site with this id');
  });
});

test('other methods and paths are not handled', async () => {
  const statuses = await Promise.all([
    get(`/collector/${UID}`),
    post(`/pixel/${UID}.gif`),
    post(`/embed/${UID}.js`),
    get(`/embed/${UID}`),
    get('/embed/a/b/min.js'),
    get(`/embed/${UID}/other.js`),
    post(`/collector/${UID}/more`),
  ]);
  expect(statuses.map(response => response.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
});

const sendProperties = (body: string, query = '') =>
  fetch(`${host.url}/collector/${UID}${query}`, { method: 'POST', body, headers: { 'user-agent': BROWSER } });

test.each([
  ['{"plan":"pro","seats":5,"beta":true}', '{"beta":true,"plan":"pro","seats":5}'],
  // As an attribute of the script's element has it.
  [JSON.stringify('{"plan":"pro"}'), '{"plan":"pro"}'],
  ['{"a":{"b":1},"c":["d"],"e":null,"f":1e400,"g":"kept"}', '{"g":"kept"}'],
  ['{"a b":1,"größe":2,"":3,"ok":4}', '{"ok":4}'],
  [`{"${'x'.repeat(65)}":1}`, null],
  [`{"a":"${'💩'.repeat(600)}"}`, `{"a":"${'💩'.repeat(512)}"}`],
  ['{"a":"b\\u0000\\nc","d":"\\ud800"}', '{"a":"b c","d":"�"}'],
  ['{"__proto__":{"admin":true},"constructor":"F1"}', '{"constructor":"F1"}'],
  ['{"a":1,"a":2}', '{"a":2}'],
  ['[1,2]', null],
  ['"plan"', null],
  ['"{"', null],
  ['7', null],
  ['null', null],
])('of the properties %s the good ones are kept', async (properties, stored) => {
  expect((await sendProperties(`{"path":"/","properties":${properties}}`)).status).toBe(202);
  expect(await host.list()).toMatchObject([{ path: '/', properties: stored }]);
});

test('the first twenty are kept', async () => {
  const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]));
  await sendProperties(JSON.stringify({ event: 'a.b', path: '/', properties }));
  const [event] = await host.list('event');
  expect(Object.keys(JSON.parse(event?.properties ?? ''))).toHaveLength(20);
});

test('the query has them as JSON', async () => {
  const query = new URLSearchParams({ path: '/', properties: '{"plan":"pro"}' });
  await sendProperties('', `?${query}`);
  expect(await host.list()).toMatchObject([{ properties: '{"plan":"pro"}' }]);
});

test.each([
  ['{"amount":49.5,"currency":"EUR"}', 495_000, 'EUR'],
  ['{"amount":"49.50","currency":" eur "}', 495_000, 'EUR'],
  ['{"amount":0.33333333,"currency":"USD"}', 3333, 'USD'],
  ['{"amount":0,"currency":"JPY"}', 0, 'JPY'],
  ['{"amount":-1,"currency":"EUR"}', null, null],
  ['{"amount":1e308,"currency":"EUR"}', null, null],
  ['{"amount":1e400,"currency":"EUR"}', null, null],
  ['{"amount":"12,50","currency":"EUR"}', null, null],
  ['{"amount":"0x10","currency":"EUR"}', null, null],
  ['{"amount":"free","currency":"EUR"}', null, null],
  ['{"amount":1,"currency":"XYZ"}', null, null],
  ['{"amount":1}', null, null],
  ['{"currency":"EUR"}', null, null],
  ['{}', null, null],
  ['"49.50 EUR"', null, null],
])('of the revenue %s what is certain is kept', async (revenue, revenueAmount, revenueCurrency) => {
  await sendProperties(`{"path":"/","event":"order.paid","revenue":${revenue}}`);
  expect(await host.list('event')).toMatchObject([{ event: 'order.paid', revenueAmount, revenueCurrency }]);
});

test('a view brings in nothing', async () => {
  await sendProperties('{"path":"/","revenue":{"amount":1,"currency":"EUR"}}');
  expect(await host.list()).toMatchObject([{ revenueAmount: null, revenueCurrency: null }]);
});
