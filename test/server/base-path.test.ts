/** A server below a path: FOOTFALL_BASE_URL=https://example.org/stats. */
import { expect, test } from 'bun:test';
import { openBrowser } from '../support/cookie-jar.ts';
import { requestHead, sendRaw } from '../support/raw-http.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const BASE = 'https://example.org/stats';
const server = shareServer({ settings: { FOOTFALL_BASE_URL: BASE } });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server().url), { headers: { 'user-agent': 'test', ...headers }, redirect: 'manual' });
const html = { accept: 'text/html' };

test('pages, API, documentation, health, metrics, script, pixel, badge and public page are below the path, and nowhere else', async () => {
  const { uid } = await server().given.site({ public: true });
  const pages = ['', '/', '?period=7d', '/sites/1?x=/stats', `/public/${uid}`];
  const documents = ['/api/v1', '/api/v1/openapi.json', '/docs/api', '/docs/snippet.md', '/llms.txt'];
  const files = ['/healthz', '/metrics', '/favicon.ico', '/robots.txt', `/embed/${uid}.js`];
  const widgets = [`/pixel/${uid}.gif?path=/x`, `/kudos/${uid}.json?path=/x`, `/badge/${uid}.svg`];
  const paths = [...pages, ...documents, ...files, ...widgets, `/widgets/${uid}.json?show=hits`];
  for (const path of paths) {
    expect([path, (await get(`/stats${path}`)).status]).toEqual([path, 200]);
    for (const outside of [path.replace(/^\??[^/]*$/, '/'), `/statsx${path}`, `/other${path}`])
      expect([outside, (await get(outside)).status]).toEqual([outside, 404]);
  }
});

test('what is outside of the path names the address: as JSON to programs, as a page to browsers', async () => {
  for (const path of ['/', '/api/v1/sites', '/healthz', '/stats-old', '/STATS/healthz'])
    expect(await (await get(path)).json()).toEqual({
      error: `nothing is here: this server is at ${BASE}; a proxy in front of it must pass the path on unchanged`,
    });
  const page = await get('/', html);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining(`<a href="${BASE}/">`)]);
});

test('pages name their files and the documentation its links below the path', async () => {
  const pages = ['', '/sites/1', '/nothing', '/public/nothing'];
  for (const path of [...pages, '/docs', '/docs/search?q=hits', '/docs/nothing']) {
    const text = await (await get(`/stats${path}`, html)).text();
    const links = [...text.matchAll(/\s(?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link ?? '');
    const outside = links.filter(link => !/^\/stats(\/|$)/.test(link));
    expect([path, links.length > 1, outside]).toEqual([path, true, []]);
    for (const link of links.filter(each => /\.(js|css)$/.test(each)))
      expect([link, (await get(link)).status]).toEqual([link, 200]);
  }
});

test('addresses that answers name are below the path: discovery, OpenAPI, llms.txt, documents as Markdown', async () => {
  const { body } = await server().api('GET', '/');
  const documentation = { openapi_url: `${BASE}/api/v1/openapi.json`, guide_url: `${BASE}/docs` };
  expect(body.documentation).toEqual(documentation);
  expect([body.mcp_url, body.authentication.keys_url]).toEqual([`${BASE}/mcp`, `${BASE}/settings/keys`]);
  const { body: document } = await server().api('GET', '/openapi.json');
  expect([document.servers, document.info.contact.url]).toEqual([
    [{ url: `${BASE}/api/v1` }],
    `${BASE}/docs`,
  ]);
  for (const path of ['/stats/llms.txt', '/stats/docs/snippet.md']) {
    const text = await (await get(path)).text();
    expect(text).toContain(`${BASE}/`);
    expect(text.replaceAll(`${BASE}/`, '').replaceAll(/-src https:\/\/example.org/g, '')).not.toContain(
      'https://example.org',
    );
  }
});

test('the script sends to a collector beside it, below the path', async () => {
  const { uid } = await server().given.site();
  const text = await (await get(`/stats/embed/${uid}.js?publicstats`)).text();
  expect(text).toContain('new URL("../page/"');
  expect(text).toContain(`new URL("${BASE}/public/"`);
});

test('cookies go to the path alone, and only those of the path count', async () => {
  const signIn = await fetch(`${server().url}/session`, {
    method: 'POST',
    headers: { origin: 'https://example.org' },
    body: JSON.stringify({ email: server().owner.email, password: 'correct horse' }),
  });
  const cookies = signIn.headers.getSetCookie();
  expect(cookies.map(each => each.replace(/=[^;]*/, ''))).toEqual(
    ['__Secure-footfall', '__Secure-footfall-browser'].map(name =>
      expect.stringMatching(
        new RegExp(`^${name}; Path=/stats; HttpOnly; SameSite=Lax; Max-Age=\\d+; Secure$`),
      ),
    ),
  );
  const token = /=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? '';
  const status = async (cookie: string) => (await get('/stats/api/v1/me', { cookie })).status;
  expect([await status(`__Secure-footfall=${token}`), await status(`__Host-footfall=${token}`)]).toEqual([
    200, 401,
  ]);
});

test('a write with a cookie needs the origin of this host, and several questions at once are answered', async () => {
  const browser = openBrowser(server());
  await browser.signIn();
  const write = { url: 'https://new.example' };
  const ask = (origin: string) => browser.ask('POST', '/api/v1/sites', write, { origin });
  expect((await ask('https://example.org')).status).toBe(201);
  expect((await ask('https://other.example')).status).toBe(403);
  const { body } = await browser.ask('GET', '/batch?path=/me&path=/sites');
  expect(body.answers.map(({ status }: { status: number }) => status)).toEqual([200, 200]);
});

test('the rest of the host belongs to others: HSTS is left to the proxy', async () => {
  expect((await get('/stats/')).headers.get('strict-transport-security')).toBeNull();
});

test('a request without a Host is for the base address', async () => {
  const { status } = await sendRaw(server().url, 'GET /stats/healthz HTTP/1.0\r\nuser-agent: test\r\n\r\n');
  expect(status).toBe(200);
  const head = requestHead('GET', '//stats/healthz', { host: 'example.org', 'user-agent': 'test' });
  expect((await sendRaw(server().url, head)).status).toBe(404);
});

test('the address of a first start is below the path', async () => {
  await using own = await startTestServer({ hasOwner: false, settings: { FOOTFALL_BASE_URL: `${BASE}/` } });
  expect(own.setUpUrl).toStartWith(`${BASE}/setup?token=`);
  expect(own.url).toEndWith('/stats');
});
