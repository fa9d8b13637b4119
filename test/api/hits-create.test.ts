/** Creating one hit. Source: api-v1, Hit; api-v1, Endpoints, Hits; decisions, section 2; decisions, section 5. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';
import { WIRE_HIT } from '../support/wire-hits.ts';

const server = shareServer();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** A site of its own for a test, and the way to send it a hit. */
async function aSite(fields: Record<string, unknown> = {}) {
  const site = await givenSite(server(), fields);
  const send = (body: unknown) => site.post('/hits', body);
  const list = () => site.get('/hits');
  return { ...site, send, list, hitOf: async (body: unknown) => (await send(body)).body.hit };
}

test('a hit with nothing but a path has its defaults, and is anonymous', async () => {
  const { send } = await aSite();
  const { status, body } = await send({ path: '/pricing' });
  expect(status).toBe(201);
  expect(body).toEqual({
    status: 'created',
    hit: {
      ...WIRE_HIT,
      url: 'https://shop.example/pricing',
      path: '/pricing',
      unique_hash: null,
      visitor_hash: null,
    },
  });
});

test('a hit with everything comes back with everything but the address', async () => {
  const { send } = await aSite();
  const { status, body } = await send({
    path: '/pricing',
    country: 'DE',
    ip_address: '8.8.8.8',
    url: 'https://shop.example/pricing?utm_source=mail',
    referrer: 'https://www.google.com/search',
    user_agent: IPHONE,
    visitor_id: 'customer-7',
    source: 'newsletter',
  });
  expect(status).toBe(201);
  expect(body.hit).toEqual({
    ...WIRE_HIT,
    url: 'https://shop.example/pricing?utm_source=mail',
    path: '/pricing',
    referrer: 'https://www.google.com/search',
    country: 'DE',
    browser_name: 'Safari',
    platform_name: 'iOS',
    is_mobile: true,
    source: 'newsletter',
    unique_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    visitor_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test('what is listed is what was created, without the hashes', async () => {
  const { hitOf, list } = await aSite();
  const { unique_hash: _, visitor_hash: __, ...hit } = await hitOf({ path: '/a', visitor_id: 'ann' });
  expect((await list()).hits).toEqual([hit]);
});

test('a leading slash is added where it is missing', async () => {
  const { hitOf } = await aSite({ url: 'https://shop.example/' });
  expect(await hitOf({ path: 'pricing' })).toMatchObject({
    path: '/pricing',
    url: 'https://shop.example/pricing',
  });
});

test('a path may be any text, and is found by each of its spellings', async () => {
  const { get, hitOf } = await aSite();
  for (const [path, given = path] of [
    ['/über/ä', '/%c3%bcber/a%CC%88'],
    ["/';%20drop%20table%20hits;%20--", "/'; drop table hits; --"],
    ['/💩', '/x/../💩'],
    ['/<script>'],
    [`/${'x'.repeat(1023)}`],
    [`/${'中'.repeat(1023)}`, `/${'%E4%B8%AD'.repeat(1023)}`],
  ] as [string, string?][]) {
    expect((await hitOf({ path: given })).path).toBe(path);
    for (const each of [path, given])
      expect((await get(`/hits?${new URLSearchParams({ path: each })}`)).summary.total_hits).toBe(1);
  }
});

test('a query and a fragment are no part of a page, and tags are read of an address that is given as path', async () => {
  const { get, hitOf } = await aSite({ url: 'https://shop.example' });
  const tags = '?utm_source=mail&utm_campaign=spring&token=s3cret';
  for (const path of [`/sale${tags}`, `/sale${tags}#pay`, `https://shop.example/sale${tags}#pay`])
    expect(await hitOf({ path })).toMatchObject({
      ...{ path: '/sale', url: `https://shop.example/sale${tags}`, source: 'mail' },
    });
  expect(await hitOf({ path: '/sale?x=1', url: 'https://shop.example/sale' })).toMatchObject({
    ...{ path: '/sale', url: 'https://shop.example/sale', source: null },
  });
  const { grouped_hits: pages } = await get('/hits?group_by=path');
  expect(pages).toMatchObject([{ path: '/sale', views: 4 }]);
  expect((await get('/hits?group_by=campaign')).grouped_hits).toMatchObject([
    { campaign: 'spring', hit_count: 3 },
    { campaign: null, hit_count: 1 },
  ]);
});

test('the country is the given one, else that of the address, else XX', async () => {
  const { hitOf } = await aSite();
  expect((await hitOf({ path: '/', country: 'FR', ip_address: '8.8.8.8' })).country).toBe('FR');
  expect((await hitOf({ path: '/', ip_address: '8.8.8.8' })).country).toBe('US');
  expect((await hitOf({ path: '/', ip_address: '2001:200::1' })).country).toBe('JP');
  expect((await hitOf({ path: '/', ip_address: '192.168.1.1' })).country).toBe('XX');
});

test('a source is the given one, else from the address, else the referrer’s name', async () => {
  const { hitOf } = await aSite();
  const url = 'https://shop.example/?utm_source=mail&ref=x';
  const referrer = 'https://www.google.com/';
  expect((await hitOf({ path: '/', source: 'ad', url, referrer })).source).toBe('ad');
  expect((await hitOf({ path: '/', url, referrer })).source).toBe('mail');
  expect((await hitOf({ path: '/', referrer })).source).toBe('Google');
  expect((await hitOf({ path: '/', referrer: 'https://unheard-of.example/' })).source).toBeNull();
});

test('parameters of a path are those of the address, which is that of the site with the path', async () => {
  const { get, hitOf } = await aSite();
  const query = 'utm_source=mail&utm_medium=email&utm_campaign=spring';
  const hit = await hitOf({ path: `/sale?${query}` });
  expect([hit.url, hit.source]).toEqual([`https://shop.example/sale?${query}`, 'mail']);
  await hitOf({ path: '/plain?x=1', url: 'https://shop.example/plain?x=1' });
  for (const [dimension, value] of [
    ['campaign', 'spring'],
    ['medium', 'email'],
    ['channel', 'Email'],
  ] as const)
    expect((await get(`/hits?group_by=${dimension}`)).grouped_hits).toContainEqual({
      [dimension]: value,
      hit_count: 1,
    });
  expect((await get('/hits?campaign=spring')).hits).toMatchObject([{ id: hit.id }]);
});

test('the caller’s own user agent and address are not the visitor’s', async () => {
  const { hitOf } = await aSite();
  expect(await hitOf({ path: '/' })).toMatchObject({ browser_name: null, visitor_hash: null });
});

test('a visitor id is the same visitor for ever, on this site alone', async () => {
  const here = await aSite();
  const there = await aSite();
  const first = await here.hitOf({ path: '/', visitor_id: 'ann', ip_address: '192.0.2.1' });
  const again = await here.hitOf({ path: '/b', visitor_id: 'ann', user_agent: IPHONE });
  const elsewhere = await there.hitOf({ path: '/', visitor_id: 'ann' });
  expect(again.visitor_hash).toBe(first.visitor_hash);
  expect(again.unique_hash).not.toBe(first.unique_hash);
  expect(elsewhere.visitor_hash).not.toBe(first.visitor_hash);
});

test('without an id the visitor is address and user agent', async () => {
  const { hitOf } = await aSite();
  const send = async (ip_address: string, user_agent: string) =>
    (await hitOf({ path: '/', ip_address, user_agent })).visitor_hash;
  const ann = await send('192.0.2.1', IPHONE);
  expect(await send('192.0.2.1', IPHONE)).toBe(ann);
  expect(await send('::ffff:192.0.2.1', IPHONE)).toBe(ann);
  expect(await send('192.0.2.2', IPHONE)).not.toBe(ann);
  expect(await send('192.0.2.1', `${IPHONE} x`)).not.toBe(ann);
});

test('null stands for absent', async () => {
  const { send } = await aSite();
  const fields = ['country', 'ip_address', 'url', 'referrer', 'user_agent', 'visitor_id', 'source'];
  const nothing = Object.fromEntries(fields.map(name => [name, null]));
  expect((await send({ path: '/', ...nothing })).status).toBe(201);
});

test('a hit by a known AI crawler is ignored with the place where it belongs', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send({ path: '/', user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2)' });
  expect(status).toBe(202);
  expect(body).toEqual({ status: 'ignored', reason: expect.stringContaining('agent_visits') });
  expect((await list()).hits).toEqual([]);
});

test('referrer spam is ignored with its reason and kept out of every count', async () => {
  const { get, send, list } = await aSite();
  const { status, body } = await send({ path: '/', referrer: 'http://bad..host/' });
  expect(status).toBe(202);
  expect(body).toEqual({ status: 'ignored', reason: expect.stringContaining('impossible host name') });
  expect((await list()).summary.total_hits).toBe(0);
  expect((await get('')).lifetime_hits).toBe(0);
});

test('a bad body is 422 with every fault in the shape of ingestion', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send({ country: 'de', ip_address: 'nowhere', url: 'shop', visitor_id: 7 });
  expect(status).toBe(422);
  expect(body).toEqual({
    status: 'error',
    errors: [
      "path can't be blank",
      'country must be two capital letters, got "de"',
      'ip_address must be an IPv4 or IPv6 address, got "nowhere"',
      'url must be an http:// or https:// address, got "shop"',
      'visitor_id must be a string, got 7',
    ],
  });
  expect((await list()).hits).toEqual([]);
});

test('every kind of blank path has the same error', async () => {
  const { send } = await aSite();
  for (const path of [undefined, null, '', '   '])
    expect(await send({ path })).toMatchObject({
      status: 422,
      body: { status: 'error', errors: ["path can't be blank"] },
    });
});

test('control characters and halves of surrogate pairs are refused in a path', async () => {
  const { send } = await aSite();
  for (const path of ['/a\u0000', '/a\n', '/\u007f', '/\u0085', '/\ud800'])
    expect([path, (await send({ path })).status]).toEqual([path, 422]);
});

test('each text has its longest length, and the message names it', async () => {
  const { send } = await aSite();
  const limits: [string, number, string][] = [
    ['path', 1024, '/'],
    ['url', 2048, 'https://a.example/'],
    ['referrer', 2048, 'https://a.example/'],
    ['user_agent', 1024, ''],
    ['visitor_id', 128, ''],
  ];
  for (const [field, limit, start] of limits) {
    const text = start.padEnd(limit, 'x');
    expect([field, (await send({ path: '/', [field]: text })).status]).toEqual([field, 201]);
    const { status, body } = await send({ path: '/', [field]: `${text}x` });
    expect([field, status]).toEqual([field, 422]);
    expect(body.errors[0]).toBe(`${field} must be at most ${limit} characters, got ${limit + 1}`);
  }
});

test('a body that is no object or no JSON is 422 in the same shape', async () => {
  const { send } = await aSite();
  for (const body of ['[]', '"/x"', 'null', '7', '{', '']) {
    const answer = await send(body);
    expect([body, answer.status]).toEqual([body, 422]);
    expect(answer.body).toEqual({ status: 'error', errors: [expect.stringMatching(/^body must be/)] });
  }
});

test('ids of hits rise', async () => {
  const { hitOf } = await aSite();
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push((await hitOf({ path: '/' })).id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});
