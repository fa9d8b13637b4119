/** The dashboard behind a proxy with TLS, as it is reached from the internet. */
import { expect, test } from 'bun:test';
import { pagesOf, shareBrowser, startDashboardServer } from '../support/dashboard.ts';
import { forTest } from '../support/share.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';

const browser = shareBrowser();

/** A server behind a proxy. */
async function startBehindTls() {
  const proxy = forTest(await startTlsProxy());
  const settings = { FOOTFALL_BASE_URL: proxy.url, FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' };
  const server = forTest(await startDashboardServer({ settings }));
  proxy.forwardTo(server.url);
  return { server, url: proxy.url, ...pagesOf(browser, () => proxy) };
}

test('signing in, writing, live updates and signing out work over TLS', async () => {
  const { server, url, signedOut } = await startBehindTls();
  const site = await server.given.site({ url: 'https://shop.example', label: 'Shop' });
  const { page, context, complaints } = await signedOut('/login', { isFresh: true });
  await page.getByLabel('Email').fill(server.owner.email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Shop' }).first().waitFor();

  const cookies = await context.cookies();
  expect(
    cookies.map(({ name, secure, httpOnly, sameSite, domain }) => [name, secure, httpOnly, sameSite, domain]),
  ).toEqual(
    ['__Host-footfall', '__Host-footfall-browser'].map(name => [name, true, true, 'Lax', 'stats.valid.test']),
  );

  await page.goto(`${url}/sites/${site.id}/live`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  server.clock.advance({ seconds: 2 });
  await server.post(`/sites/${site.id}/hits`, { path: '/through-the-proxy', visitor_id: 'a' });
  await page.getByText('/through-the-proxy').first().waitFor();

  await page.goto(`${url}/settings/keys`);
  const answer = await page.evaluate(
    async () =>
      (
        await fetch('/api/v1/sites', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: 'https://new.example' }),
        })
      ).status,
  );
  expect(answer).toBe(201);

  // The browser has learned that there is nothing without TLS here.
  await page.goto(`${url.replace('https:', 'http:')}/settings/account`);
  expect(page.url()).toBe(`${url}/settings/account`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(complaints).toEqual([]);
  const signOut = () => fetch('/session', { method: 'DELETE' }).then(({ status }) => status);
  expect(await page.evaluate(signOut)).toBe(200);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['__Host-footfall-browser']);
});

test('a page of another origin cannot control a window that it opens', async () => {
  const { url, signedOut } = await startBehindTls();
  using outside = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  });
  const { page, context } = await signedOut(`http://127.0.0.1:${outside.port}/`);
  const popup = context.waitForEvent('page');
  await page.evaluate(address => {
    (globalThis as unknown as { opened: Window | null }).opened = window.open(address);
  }, `${url}/login`);
  const login = await popup;
  await login.getByLabel('Email').waitFor();
  expect(await login.evaluate(() => window.opener === null)).toBe(true);
  const isGone = () => (globalThis as unknown as { opened: Window }).opened.closed;
  expect(await page.evaluate(isGone)).toBe(true);
});

test('a session cookie that another host of the domain sets is refused', async () => {
  const { server, url, signedOut } = await startBehindTls();
  const mallory = await server.given.user('mallory@example.org');
  const signedIn = await fetch(`${server.url}/session`, {
    method: 'POST',
    headers: { origin: url },
    body: JSON.stringify({ email: mallory.email, password: 'correct horse' }),
  });
  const token = /__Host-footfall=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const { page, context } = await signedOut('/login', { isFresh: true });
  await context.addCookies([{ name: 'footfall', value: token, domain: '.valid.test', path: '/' }]);
  await page.goto(`${url}/settings/account`);
  await page.getByLabel('Password', { exact: true }).waitFor();
  const me = await page.evaluate(async () => (await fetch('/api/v1/me')).status);
  expect(me).toBe(401);
});
