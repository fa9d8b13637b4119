import { expect, test } from 'bun:test';
import {
  type Answer,
  AUTHORITY,
  type LoopbackServer,
  startLoopbackServer,
  startTcpServer,
  startTlsServer,
} from '../support/loopback-servers.ts';
import { shareServer } from '../support/shared-server.ts';

/** The one address that may be called though it is private; every name leads there but `intranet.test`. */
const server = shareServer({
  settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.1/32' },
  resolve: async host => [host === 'intranet.test' ? '10.0.0.1' : '127.0.0.1'],
  trust: [AUTHORITY],
});

const TARGET = 'https://shop.example/post';
const liking = (target = TARGET): string =>
  `<article class="h-entry"><a class="u-like-of" href="${target}">liked</a></article>`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A page of another site whose text a test may change. */
async function startPage(html = liking(), headers: Record<string, string> = HTML) {
  const page = { html, headers, status: 200 };
  const outside = await startLoopbackServer((_, response) =>
    response.writeHead(page.status, page.headers).end(page.html),
  );
  return { page, outside, [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose]() };
}
/** A host of its own for each, since every host may send only so many in a minute. */
const addressOf = ({ port }: LoopbackServer, path = '/like'): string =>
  `http://blog${port}.test:${port}${path}`;

async function send(
  uid: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server().url}/webmention/${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
}

/** Sends a claim, waits for its verification and returns the paths of the site's kudos. */
async function mention(
  site: { uid: string; id: number },
  source: string,
  target = TARGET,
): Promise<string[]> {
  expect(await send(site.uid, { source, target })).toMatchObject({
    status: 202,
    body: { status: 'accepted' },
  });
  return kudosOf(site);
}

async function kudosOf(site: { id: number }): Promise<string[]> {
  await server().services.webmentions.settled();
  const { body } = await server().api('GET', `/sites/${site.id}/kudos`);
  return body.kudos.map((kudo: { path: string }) => kudo.path);
}

test('a page that likes a page of the site adds a kudo, once', async () => {
  const site = await server().given.site();
  await using sender = await startPage();
  expect(await mention(site, addressOf(sender.outside))).toEqual(['/post']);
  expect(await mention(site, addressOf(sender.outside))).toEqual(['/post']);
  expect(await mention(site, addressOf(sender.outside, '/like#again'))).toEqual(['/post']);
  expect(sender.outside.requests[0]).toMatchObject({
    method: 'GET',
    url: '/like',
    headers: {
      'user-agent': expect.stringContaining('Webmention'),
      accept: expect.stringContaining('text/html'),
    },
  });
});

test('another page adds another kudo, and one page may like two', async () => {
  const site = await server().given.site();
  const second = 'https://shop.example/second?from=feed';
  await using sender = await startPage(liking() + liking(second));
  await mention(site, addressOf(sender.outside, '/1'));
  await mention(site, addressOf(sender.outside, '/2'));
  expect(await mention(site, addressOf(sender.outside, '/2'), second)).toEqual(['/second', '/post', '/post']);
});

test('a page that links without a like adds none', async () => {
  const site = await server().given.site();
  await using sender = await startPage(
    `<article class="h-entry"><a href="${TARGET}">read this</a></article>`,
  );
  expect(await mention(site, addressOf(sender.outside))).toEqual([]);
});

test('a page that likes another URL, or that is no HTML, adds none', async () => {
  const site = await server().given.site();
  await using other = await startPage(liking('https://shop.example/other'));
  expect(await mention(site, addressOf(other.outside))).toEqual([]);
  await using text = await startPage(liking(), { 'content-type': 'text/plain' });
  expect(await mention(site, addressOf(text.outside))).toEqual([]);
  await using undeclared = await startPage(liking(), {});
  expect(await mention(site, addressOf(undeclared.outside))).toEqual([]);
});

test.each([
  ['the like is gone', { html: '<p>changed my mind' }],
  ['the page is gone', { status: 410 }],
  ['the page is not found', { status: 404 }],
])('a kudo is removed when %s and a new claim is sent', async (_, change) => {
  const site = await server().given.site();
  await using sender = await startPage();
  expect(await mention(site, addressOf(sender.outside))).toEqual(['/post']);
  Object.assign(sender.page, change);
  expect(await kudosOf(site)).toEqual(['/post']);
  expect(await mention(site, addressOf(sender.outside))).toEqual([]);
});

test('a kudo stays while its page cannot be read', async () => {
  const site = await server().given.site();
  const sender = await startPage();
  const source = addressOf(sender.outside);
  await mention(site, source);
  sender.page.status = 503;
  expect(await mention(site, source)).toEqual(['/post']);
  await sender[Symbol.asyncDispose]();
  expect(await mention(site, source)).toEqual(['/post']);
});

test('only the page that added a kudo removes it', async () => {
  const site = await server().given.site();
  await using sender = await startPage();
  await mention(site, addressOf(sender.outside));
  await using liar = await startPage('<p>nothing');
  expect(await mention(site, addressOf(liar.outside))).toEqual(['/post']);
});

test('redirects lead to the page, and its addresses count from where it is', async () => {
  const site = await server().given.site({ url: 'http://blog.test' });
  await using sender = await startLoopbackServer((request, response) => {
    if (request.url === '/short') response.writeHead(302, { location: '/deep/page' }).end();
    else response.writeHead(200, HTML).end(liking('//blog.test/deep/post'));
  });
  expect(await mention(site, addressOf(sender, '/short'), 'http://blog.test/deep/post')).toEqual([
    '/deep/post',
  ]);
});

test('a page over TLS counts when its certificate holds', async () => {
  const site = await server().given.site();
  const answer: Answer = (_, response) => response.writeHead(200, HTML).end(liking());
  await using good = await startTlsServer('valid', answer);
  await using bad = await startTlsServer('expired', answer);
  expect(await mention(site, `https://expired.test:${bad.port}/`)).toEqual([]);
  expect(await mention(site, `https://valid.test:${good.port}/`)).toEqual(['/post']);
});

test.each([
  'http://127.0.0.2:9/',
  'http://169.254.169.254/latest/meta-data/',
  'http://intranet.test/',
  'http://[::1]/',
  'http://0x7f.2/',
])('the page %p is not called, and its sender does not learn it', async source => {
  const site = await server().given.site();
  expect(await mention(site, source)).toEqual([]);
});

test('a page that redirects into a private network is left there', async () => {
  const site = await server().given.site();
  await using sender = await startLoopbackServer((_, response) =>
    response.writeHead(302, { location: 'http://intranet.test/' }).end(),
  );
  expect(await mention(site, addressOf(sender))).toEqual([]);
});

test('a page of more than 1 MiB is not read', async () => {
  const site = await server().given.site();
  await using exact = await startPage(liking().padEnd(1024 * 1024));
  await using large = await startPage(liking().padEnd(1024 * 1024 + 1));
  expect(await mention(site, addressOf(large.outside))).toEqual([]);
  expect(await mention(site, addressOf(exact.outside))).toEqual(['/post']);
});

test('a page that breaks off adds none', async () => {
  const site = await server().given.site();
  await using sender = await startTcpServer(socket =>
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n${liking()}`),
    ),
  );
  expect(await mention(site, addressOf(sender))).toEqual([]);
});

test('a site that is switched off gets no kudo', async () => {
  const site = await server().given.site({ active: false });
  await using sender = await startPage();
  expect(await mention(site, addressOf(sender.outside))).toEqual([]);
});

const SOURCE = 'http://blog.test/like';

const BLANK = "source can't be blank: send source and target";
const ADDRESS = 'source must be an http:// or https:// address, got';
const OTHER = 'target must be a page of shop.example, got';
const from = (source: string) => ({ source, target: TARGET });
const to = (target: string) => ({ source: SOURCE, target });

test.each([
  [BLANK, ''],
  ["target can't be blank: send source and target", { source: SOURCE }],
  [BLANK, { target: TARGET }],
  [BLANK, from('  ')],
  [`${ADDRESS} "blog.test"`, from('blog.test')],
  [`${ADDRESS} "javascript:alert(1)"`, from('javascript:alert(1)')],
  [`${ADDRESS} "http://a.test/\\u0000"`, from('http://a.test/\u0000')],
  ['source must not contain a user name or password', from('http://user:pw@blog.test/')],
  ['source must be at most 2048 characters, got 2065', from(`http://blog.test/${'x'.repeat(2048)}`)],
  [`${OTHER} "https://other.example/post"`, to('https://other.example/post')],
  [`${OTHER} "https://shop.example:8443/post"`, to('https://shop.example:8443/post')],
  [`${OTHER} "https://shop.example.evil.test/"`, to('https://shop.example.evil.test/')],
  ['source and target must be two pages', { source: TARGET, target: `${TARGET}#part` }],
  ['the path of target must be at most 1024 characters', to(`https://shop.example/${'x'.repeat(1024)}`)],
])('an invalid claim is refused: %s', async (error, fields) => {
  const site = await server().given.site();
  expect(await send(site.uid, fields)).toMatchObject({ status: 400, body: { error } });
});

const NO_URLS = ['%00', '%', 'http://[', 'http://%'];

test.each([...NO_URLS, '\ud800', '💩', "' or 1=1; --", '<script>alert(1)</script>', '__proto__'])(
  'a claim made of %p is refused',
  async text => {
    const site = await server().given.site();
    for (const fields of [{ source: text, target: TARGET }, { source: SOURCE, target: text }, text])
      expect((await send(site.uid, fields)).status).toBe(400);
  },
);

/** A page that likes, and answers once it is opened. */
async function startSlowPage() {
  const requested = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const page = await startLoopbackServer(async (_, response) => {
    requested.resolve();
    await gate.promise;
    response.writeHead(200, HTML).end(liking());
  });
  return Object.assign(page, { requested: requested.promise, open: gate.resolve });
}

test('a site that is deleted during the verification gets no kudo', async () => {
  const site = await server().given.site();
  await using slow = await startSlowPage();
  await send(site.uid, { source: addressOf(slow), target: TARGET });
  await slow.requested;
  await server().api('DELETE', `/sites/${site.id}`);
  slow.open();
  await server().services.webmentions.settled();
  expect(server().services.kudos.service.countBySite([site.id]).get(site.id) ?? 0).toBe(0);
});

test('a claim is a form, of a sensible size', async () => {
  const site = await server().given.site();
  const json = { 'content-type': 'application/json' };
  expect(await send(site.uid, JSON.stringify({ source: SOURCE, target: TARGET }), json)).toMatchObject({
    status: 400,
    body: { error: 'source and target must be sent as application/x-www-form-urlencoded' },
  });
  expect((await send(site.uid, 'x'.repeat(40_000))).status).toBe(413);
});

test.each(['nobody', '__proto__', '%00', '%ff'])('the unknown site %p is 404', async uid => {
  expect((await send(uid, { source: SOURCE, target: TARGET })).status).toBe(404);
});

test('the rate limit of a host is twenty a minute, for all sites and ports', async () => {
  const site = await server().given.site();
  const ask = (n: number) => send(site.uid, { source: `http://127.0.0.9:${8000 + n}/`, target: TARGET });
  for (let n = 0; n < 20; n++) expect((await ask(n)).status).toBe(202);
  const refused = await ask(20);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await send(site.uid, { source: 'http://127.0.0.10/', target: TARGET })).status).toBe(202);
  server().clock.advance({ minutes: 1 });
  expect((await ask(21)).status).toBe(202);
});

test('a queued claim is not accepted twice', async () => {
  const site = await server().given.site();
  await using slow = await startSlowPage();
  for (const n of [1, 2, 3, 4]) await send(site.uid, { source: addressOf(slow, `/${n}`), target: TARGET });
  for (const _ of [1, 2, 3]) await send(site.uid, { source: addressOf(slow, '/5'), target: TARGET });
  slow.open();
  expect(await kudosOf(site)).toHaveLength(5);
  expect(slow.requests).toHaveLength(5);
});

test('claims are verified in turns of the accounts', async () => {
  const site = await server().given.site();
  const other = await server().given.user('webmentions@example.org');
  const { uid } = await server().given.site({}, other.full);
  await using slow = await startSlowPage();
  for (const n of [1, 2, 3]) await send(site.uid, { source: addressOf(slow, `/${n}`), target: TARGET });
  await send(uid, { source: addressOf(slow, '/other'), target: TARGET });
  slow.open();
  await server().services.webmentions.settled();
  expect(slow.requests.map(({ url }) => url)).toEqual(['/1', '/other', '/2', '/3']);
});

test('pages of any origin may read the answer', async () => {
  const site = await server().given.site();
  const { headers } = await send(site.uid, { source: 'http://127.0.0.11/', target: TARGET });
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

test('a site that has switched webmentions off accepts none, and drops queued ones', async () => {
  const site = await server().given.site();
  await using slow = await startSlowPage();
  const claim = { source: addressOf(slow), target: TARGET };
  expect((await send(site.uid, claim)).status).toBe(202);
  const set = (webmentions_enabled: boolean) =>
    server().patch(`/sites/${site.id}/settings`, { webmentions_enabled });
  expect((await set(false)).body.settings.webmentions_enabled).toBe(false);
  expect(await send(site.uid, claim)).toMatchObject({
    status: 404,
    body: { error: 'webmention endpoint not found' },
  });
  slow.open();
  expect(await kudosOf(site)).toEqual([]);
  await set(true);
  expect(await mention(site, addressOf(slow))).toEqual(['/post']);
});

test('pages are fetched one at a time', async () => {
  const site = await server().given.site();
  const open = { now: 0, most: 0 };
  await using slow = await startLoopbackServer(async (_, response) => {
    open.most = Math.max(open.most, ++open.now);
    await new Promise(resolve => setImmediate(resolve));
    open.now--;
    response.writeHead(200, HTML).end(liking());
  });
  for (const n of [1, 2, 3, 4, 5]) await send(site.uid, { source: addressOf(slow, `/${n}`), target: TARGET });
  expect(await kudosOf(site)).toHaveLength(5);
  expect(open.most).toBe(1);
});
