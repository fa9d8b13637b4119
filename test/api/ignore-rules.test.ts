/** Ignore rules of a site: what they do to every kind of write, and trying them out. Source: decisions, section 5. */
import { expect, test } from 'bun:test';
import { answered } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });
const RULES = {
  paths: ['/admin/*', '/health'],
  ip_ranges: ['203.0.113.0/24', '2001:db8::/32'],
  countries: ['KP'],
  referrers: ['bad.example', 'https://ok.example/ads/'],
  user_agents: ['UptimeRobot'],
};
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function aSite(rules: object = RULES) {
  const site = await server().given.site();
  const path = `/sites/${site.id}`;
  await server().patch(`${path}/settings`, { ignore_rules: rules });
  const post = (kind: string, body: unknown) => server().post(`${path}/${kind}`, body);
  const countOf = async (kind: string) => (await server().get(`${path}/${kind}`)).pagination.total_count;
  const tried = async (query: Record<string, string>) =>
    await server().get(`${path}/settings/ignore_test?${new URLSearchParams(query)}`);
  return { site, path, post, countOf, tried };
}

/** A visit, the rule it falls under, and what is said of it. */
const IGNORED = [
  [{ path: '/admin/users' }, ['paths', '/admin/*'], 'path is ignored by /admin/*'],
  [{ path: 'health' }, ['paths', '/health'], 'path /health is ignored'],
  [{ ip_address: '203.0.113.9' }, ['ip_ranges', '203.0.113.0/24'], 'IP address is ignored by 203.0.113.0/24'],
  [
    { ip_address: '::ffff:203.0.113.9' },
    ['ip_ranges', '203.0.113.0/24'],
    'IP address is ignored by 203.0.113.0/24',
  ],
  [{ ip_address: '2001:DB8::7' }, ['ip_ranges', '2001:db8::/32'], 'IP address is ignored by 2001:db8::/32'],
  [{ country: 'KP' }, ['countries', 'KP'], 'country KP is ignored'],
  [
    { referrer: 'https://www.bad.example/x' },
    ['referrers', 'bad.example'],
    'referrer bad.example is ignored',
  ],
  [
    { referrer: 'http://ok.example/ads/1' },
    ['referrers', 'https://ok.example/ads/'],
    'referrer is ignored by https://ok.example/ads/',
  ],
  [
    { user_agent: 'Mozilla/5.0 uptimerobot/2' },
    ['user_agents', 'UptimeRobot'],
    'user agent is ignored by UptimeRobot',
  ],
] as const;

const COUNTED = [
  { path: '/Admin/users' },
  { path: '/admin' },
  { ip_address: '203.0.114.9' },
  { country: 'KR' },
  { referrer: 'https://notbad.example/' },
  { user_agent: BROWSER },
  { path: '/', ip_address: '192.0.2.1', country: 'DE', referrer: 'https://ok.example/', user_agent: BROWSER },
];

test.each(IGNORED)(
  'a visit with %j is ignored, with the rule as the reason',
  async (visit, [list, value], reason) => {
    const { post, countOf, tried } = await aSite();
    const ignored = { status: 'ignored', reason };
    for (const [kind, body] of [
      ['hits', { path: '/', ...visit }],
      ['events', { event: 'a.b', ...visit }],
    ] as const) {
      expect([kind, await post(kind, body)]).toEqual([kind, answered(202, ignored)]);
      const batch = await post(`${kind}/batch`, [body, { path: '/fine', event: 'a.b' }]);
      expect(batch.body).toMatchObject({ created_count: 1, ignored_count: 1, error_count: 0 });
      expect(batch.body.results[0]).toEqual({ index: 0, ...ignored });
      expect(await countOf(kind)).toBe(1);
    }
    expect(await tried(visit)).toEqual({ ignored: true, reason, rule: { list, value } });
  },
);

test('an agent visit is ignored by path, address, country and referrer, too', async () => {
  const { post, countOf } = await aSite();
  for (const [visit, , reason] of IGNORED.filter(([fields]) => !('user_agent' in fields))) {
    const answer = await post('agent_visits', { path: '/', user_agent: 'GPTBot/1.0', ...visit });
    expect([answer.status, answer.body]).toEqual([202, { status: 'ignored', reason }]);
  }
  expect(await countOf('agent_visits')).toBe(0);
});

test('a kudo is ignored by path', async () => {
  const { post, countOf } = await aSite();
  expect(await post('kudos', { path: '/admin/x' })).toEqual(
    answered(202, { status: 'ignored', reason: 'path is ignored by /admin/*' }),
  );
  expect(await countOf('kudos')).toBe(0);
});

test.each(COUNTED)('a visit with %j is counted', async visit => {
  const { post, tried } = await aSite();
  expect((await post('hits', { path: '/', ...visit })).status).toBe(201);
  expect(await tried(Object.fromEntries(Object.entries(visit)))).toEqual({
    ignored: false,
    reason: null,
    rule: null,
  });
});

test('the answer to a browser does not differ, and nothing is counted', async () => {
  const { site, countOf } = await aSite();
  const send = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server().url}/collector/${site.uid}`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER, 'content-type': 'text/plain', ...headers },
      body: JSON.stringify({ url: `https://shop.example${path}` }),
    });
  const answers = [
    await send('/admin/x'),
    await send('/ok'),
    await send('/', { 'user-agent': `${BROWSER} UptimeRobot` }),
  ];
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([202, '']);
  const pixel = await fetch(`${server().url}/pixel/${site.uid}.gif?path=/admin/x`, {
    headers: { 'user-agent': BROWSER },
  });
  expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect(await countOf('hits')).toBe(1);
});

test('a changed rule holds for the very next write', async () => {
  const { path, post } = await aSite();
  expect((await post('hits', { path: '/blog' })).status).toBe(201);
  await server().patch(`${path}/settings`, { ignore_rules: { paths: ['/blog'] } });
  expect((await post('hits', { path: '/blog' })).status).toBe(202);
  expect((await post('hits', { path: '/admin/x' })).status).toBe(201);
  await server().patch(`${path}/settings`, { ignore_rules: { paths: [] } });
  expect((await post('hits', { path: '/blog' })).status).toBe(201);
});

test('without rules nothing is ignored, and without facts nothing matches', async () => {
  expect((await (await aSite({})).tried({ path: '/admin/x', country: 'KP' })).ignored).toBe(false);
  expect((await (await aSite()).tried({})).ignored).toBe(false);
});

test('the country is found from the address alone', async () => {
  const { tried } = await aSite({ countries: ['US'] });
  expect((await tried({ ip_address: '8.8.8.8' })).reason).toBe('country US is ignored');
  expect((await tried({ ip_address: '8.8.8.8', country: 'de' })).ignored).toBe(false);
});

test.each([
  ['ip_address=1.2.3', 'ip_address must be an IPv4 or IPv6 address, got "1.2.3"'],
  ['ip_address=10.0.0.0/8', 'ip_address must be an IPv4 or IPv6 address, got "10.0.0.0/8"'],
  ['country=Germany', 'country must be a two-letter country code, got "Germany"'],
  [`path=${'x'.repeat(1025)}`, /^path must be a string of at most 1024 characters, got "x+…/],
  [`user_agent=${'x'.repeat(1025)}`, /^user_agent must be a string of at most 1024 characters/],
  [`referrer=${'x'.repeat(2049)}`, /^referrer must be a string of at most 2048 characters/],
])('a test with %s is refused', async (query, error) => {
  const { path } = await aSite();
  const { status, body } = await server().api('GET', `${path}/settings/ignore_test?${query}`);
  expect(status).toBe(400);
  if (typeof error === 'string') expect(body).toEqual({ error });
  else expect(body.error).toMatch(error);
});

test.each(['%00', '💩', '__proto__', "' or 1=1; --", '<script>', '%F0%9F', '\u202e'])(
  'a test with %s in every field is answered',
  async text => {
    const { path } = await aSite();
    const query = `path=${text}&referrer=${text}&user_agent=${text}`;
    const { status, body } = await server().api('GET', `${path}/settings/ignore_test?${query}`);
    const reason = body.ignored ? expect.stringMatching(/^a bot: /) : null;
    expect([status, body]).toEqual([200, { ignored: expect.any(Boolean), reason, rule: null }]);
  },
);

test('a test says what gives a bot away, and nothing of a phone whose model is named like one', async () => {
  const { path } = await aSite();
  const answer = async (userAgent: string) =>
    await server().get(`${path}/settings/ignore_test?user_agent=${encodeURIComponent(userAgent)}`);
  const reason = 'a bot: "python-requests" in the user agent';
  expect(await answer('python-requests/2.32')).toEqual({ ignored: true, reason, rule: null });
  const phone = 'Mozilla/5.0 (Linux; Android 13; Spider 8) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36';
  expect(await answer(phone)).toEqual({ ignored: false, reason: null, rule: null });
});

test.each([
  ['203.0.113.9', { ip_range: '203.0.113.9', ignored: true }],
  ['198.51.100.7', { ip_range: '198.51.100.7', ignored: false }],
  ['2001:db9:1:2:3::4', { ip_range: '2001:db9:1:2::/64', ignored: false }],
  ['2001:db8::4', { ip_range: '2001:db8:0:0::/64', ignored: true }],
  ['192.168.1.5', { ip_range: null, ignored: false }],
  ['', { ip_range: null, ignored: false }],
])('the address of a caller from "%s" as a rule, which is one', async (address, answer) => {
  const { path } = await aSite();
  const headers = address ? { 'x-forwarded-for': address } : {};
  const { body } = await server().api('GET', `${path}/settings/own_address`, { headers });
  expect(body).toEqual(answer);
  if (body.ip_range === null) return;
  await server().patch(`${path}/settings`, { ignore_rules: { ip_ranges: [body.ip_range] } });
  const again = await server().api('GET', `${path}/settings/own_address`, { headers });
  expect(again.body).toEqual({ ...answer, ignored: true });
});
