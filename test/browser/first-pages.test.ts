import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type InstallFacts, publicOrigin } from '../../src/web/install.ts';
import { BROWSER } from '../support/collect-host.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../support/pages-in-browser.ts';
import { createMovableClock, startTestServer, type TestServer } from '../support/server.ts';

setDefaultTimeout(60_000);

const HOSTILE = `<img src=x onerror="document.title='owned'">`;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
});
afterAll(() => browser.close());

/** A server whose clock agrees with the browser's. */
const startServer = (hasOwner = true): Promise<TestServer> =>
  startTestServer({ hasOwner, clock: createMovableClock(new Date().toISOString()) });

/** A page of the server in a fresh profile, with everything it complained about. */
async function open(address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(address).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

async function signIn(page: Page, { email } = { email: 'owner@example.org' }): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Puts a clock that the test moves into a site's page, once the page is wholly there: a reload cuts off what is under way. */
async function reloadWithClock(page: Page): Promise<void> {
  const waiting = page.getByText('Waiting for the first hit');
  await waiting.waitFor();
  await page.clock.install();
  await page.reload();
  await waiting.waitFor();
}

/** A page of another origin with whatever the owner pasted into it. */
function startShop() {
  const shop = { head: '' };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(`<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${shop.head}`, {
        headers: { 'content-type': 'text/html' },
      }),
  });
  return {
    url: `http://shop.example:${server.port}`,
    paste: (head: string) => {
      shop.head = head;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

async function visit(address: string): Promise<void> {
  const context = await browser.newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  const sent = page.waitForResponse(response => response.url().includes('/collector/'));
  await page.goto(address);
  await sent;
  await context.close();
}

test('from the set-up address to the first hit, without a reload and without a complaint', async () => {
  await using server = await startServer(false);
  await using shop = startShop();
  await using opened = await open(server.setUpUrl ?? '');
  const { page, complaints } = opened;

  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByRole('heading', { name: 'Add your first site' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(server.services.accounts.findUserByEmail('ada@example.org')?.timeZone).toBe('Europe/Berlin');

  await page.getByLabel('Address').fill(shop.url);
  await page.getByLabel('Label').fill('The shop');
  await page.getByRole('button', { name: 'Add the site' }).click();
  await page.getByText('Waiting for the first hit').waitFor();

  await page.getByRole('button', { name: 'Copy the snippet' }).click();
  await page.getByText('Copied').waitFor();
  shop.paste(await page.evaluate(() => navigator.clipboard.readText()));
  await visit(`${shop.url}/tea?colour=green`);

  await page.getByRole('listitem').filter({ hasText: '/tea' }).waitFor();
  expect(await page.locator('.hits li').textContent()).toMatch(/\/tea.*unknown countryChrome on Linux/);
  expect(await page.getByRole('row').filter({ hasText: '/tea' }).textContent()).toBe('/tea11');
  expect(await page.getByText('Live:').isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

test('setting up takes a keyboard and nothing else', async () => {
  await using server = await startServer(false);
  await using opened = await open(server.setUpUrl ?? '');
  const { page } = opened;
  const type = async (...words: string[]) => {
    for (const word of words) {
      if (word === 'Tab' || word === 'Enter') await page.keyboard.press(word);
      else await page.keyboard.type(word);
    }
  };
  await page.getByRole('button', { name: 'Create the owner' }).waitFor();
  await type('ada@example.org', 'Tab', 'correct horse', 'Tab', 'Tab', 'Enter');
  await page.getByRole('heading', { name: 'Add your first site' }).waitFor();
  await type('Tab', 'https://shop.example', 'Tab', 'Tab', 'Enter');
  await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('what the server refuses is said at the field, in its own words', async () => {
  await using server = await startServer(false);
  await using opened = await open(server.setUpUrl ?? '');
  const { page } = opened;
  await page.getByLabel('E-mail').fill('ada');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByText('email must be an e-mail address, got "ada"').waitFor();
  await page.getByText('password must be 10 to').waitFor();
  const email = page.getByLabel('E-mail');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  expect(await email.evaluate(field => field === document.activeElement)).toBe(true);
  expect(await email.evaluate(field => field.ariaDescribedByElements?.[0]?.textContent)).toContain(
    'got "ada"',
  );
});

test('a set-up address that is used up leads to signing in', async () => {
  await using server = await startServer();
  await using opened = await open(`${server.url}/setup?token=old`);
  const { page } = opened;
  await page.getByLabel('E-mail').fill('eve@example.org');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByText('this set-up address is not valid any more').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('signing in leads to the page that asked for it, signing out ends the session', async () => {
  await using server = await startServer();
  const site = await server.given.site({ label: 'The shop' });
  await using opened = await open(`${server.url}/sites/${site.id}`);
  const { page } = opened;
  await page.getByLabel('E-mail').fill('owner@example.org');
  await page.getByLabel('Password').fill('wrong horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('e-mail or password is wrong').waitFor();
  await signIn(page);
  await page.getByRole('heading', { name: 'The shop' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${server.url}/sites/${site.id}`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('markup in a label, a path or a referrer is shown as the text it is', async () => {
  await using server = await startServer();
  const site = await server.given.site({ label: HOSTILE });
  const hit = { path: `/${HOSTILE}`, referrer: `https://x.example/${HOSTILE}`, source: HOSTILE };
  expect((await server.api('POST', `/sites/${site.id}/hits`, { body: hit })).status).toBe(201);
  await using opened = await open(`${server.url}/login`);
  const { page, complaints } = opened;
  await signIn(page);
  await page.getByRole('link', { name: HOSTILE }).click();
  await page.getByRole('heading', { name: HOSTILE }).waitFor();
  expect(await page.locator('.hits .path').textContent()).toBe(`/${HOSTILE}`);
  expect(await page.title()).toBe(`${HOSTILE} – Footfall`);
  expect(await page.locator('main img').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('pages that show countries credit where these come from', async () => {
  await using server = await startServer();
  const site = await server.given.site();
  await using opened = await open(`${server.url}/login?next=/sites/${site.id}`);
  const { page } = opened;
  await signIn(page);
  expect(await page.getByRole('link', { name: 'IP geolocation by DB-IP' }).getAttribute('href')).toBe(
    'https://db-ip.com',
  );
});

test('next after signing in never leads to another server', async () => {
  await using server = await startServer();
  await using opened = await open(`${server.url}/login?next=https://evil.example/sites`);
  await signIn(opened.page);
  expect(opened.page.url()).toBe(`${server.url}/`);
});

test('a page that lost its server says so, and goes on when it is back', async () => {
  await using server = await startServer();
  const site = await server.given.site();
  await using opened = await open(`${server.url}/login?next=/sites/${site.id}`);
  const { page } = opened;
  await signIn(page);
  await reloadWithClock(page);
  await page.context().setOffline(true);
  await page.clock.runFor(1_000);
  await page.getByText('The server does not answer').waitFor();
  await page.context().setOffline(false);
  await page.clock.runFor(10_000);
  await page.getByText('Waiting for the first hit').waitFor();
});

test('a page asks twice a second, every ten seconds after five minutes without news, and never while hidden', async () => {
  await using server = await startServer();
  const site = await server.given.site();
  await using opened = await open(`${server.url}/login?next=/sites/${site.id}`);
  const { page } = opened;
  await signIn(page);
  await reloadWithClock(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  let asked = 0;
  const unanswered = new Set<unknown>();
  page.on('request', request => {
    if (!request.url().includes('per_page=20')) return;
    asked += 1;
    unanswered.add(request);
  });
  page.on('requestfinished', request => unanswered.delete(request));
  const roundTrip = () => page.evaluate(() => fetch('/healthz').then(() => undefined));
  const settle = async () => {
    await roundTrip();
    while (unanswered.size > 0) await page.waitForEvent('requestfinished');
    await roundTrip();
  };
  /** Questions asked in so many seconds. The clock stands still while one is open. */
  const askedIn = async (seconds: number): Promise<number> => {
    asked = 0;
    for (let second = 0; second < seconds; second++) {
      for (let half = 0; half < 2; half++) {
        await page.clock.runFor(500);
        await settle();
      }
    }
    return asked;
  };
  const hide = (isHidden: boolean) =>
    page.evaluate(hidden => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  await askedIn(2);
  expect(await askedIn(5)).toBe(10);
  await page.clock.fastForward(300_000);
  await askedIn(1);
  expect(await askedIn(20)).toBe(2);
  // Every ten seconds now: one question is under way when the page is hidden, and its answer starts no other.
  await page.clock.runFor(10_000);
  await hide(true);
  await settle();
  expect(await askedIn(20)).toBe(0);
  asked = 0;
  await hide(false);
  await settle();
  expect(asked).toBe(1);
  expect(await askedIn(5)).toBe(10);
});

test('documents are asked for anew, what they load is kept for a year; both are compressed and hold to the policy', async () => {
  await using server = await startServer();
  const get = (path: string, headers = {}) =>
    fetch(server.url + path, { headers, decompress: false } as RequestInit);
  const document = await get('/', { 'accept-encoding': 'identity' });
  expect(document.headers.get('cache-control')).toBe('no-cache');
  const html = await document.text();
  const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(match => match[1] ?? '');
  expect(assets).toHaveLength(3);
  for (const path of ['/', '/setup', '/login', '/sites/1', ...assets]) {
    const response = await get(path, { 'accept-encoding': 'gzip' });
    const { headers } = response;
    expect(response.status).toBe(200);
    expect(headers.get('content-security-policy')).toStartWith(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-encoding')).toBe('gzip');
    if (assets.includes(path))
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  }
  expect((await get('/nothing.js')).status).toBe(404);
});

test('the snippet names the public address, or the one the page came from when nobody set any', () => {
  const at = (origin: string): InstallFacts['discovery'] => ({
    authentication: { read_only_prefix: 'ff-ro-' },
    documentation: { openapi_url: `${origin}/api/v1/openapi.json` },
  });
  expect(publicOrigin(at('https://stats.example'), 'http://127.0.0.1:8790')).toBe('https://stats.example');
  expect(publicOrigin(at('http://127.0.0.1:8790'), 'https://stats.example')).toBe('https://stats.example');
  expect(publicOrigin(at('http://127.0.0.1:8790'), 'http://127.0.0.1:8790')).toBe('http://127.0.0.1:8790');
});

const SCREENS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

/** Believable hits of a few paths, countries and sources. */
async function fillSite(server: TestServer, siteId: number): Promise<void> {
  const paths = ['/', '/', '/', '/pricing', '/pricing', '/blog/why-we-count-our-own-visits', '/docs/install'];
  const sources = ['https://duckduckgo.com/', undefined, 'https://news.example/item?id=1', undefined];
  const rows = Array.from({ length: 64 }, (_, n) => ({
    path: paths[n % paths.length],
    country: ['DE', 'FR', 'US', 'BR', 'XX'][n % 5],
    referrer: sources[n % sources.length],
    visitor_id: `visitor ${n % 41}`,
    user_agent: BROWSER,
  }));
  await server.api('POST', `/sites/${siteId}/hits/batch`, { body: rows });
}

// FOOTFALL_SCREENSHOTS=1 bun test test/browser/first-pages.test.ts: to be looked at in test/screenshots.
test.skipIf(!process.env['FOOTFALL_SCREENSHOTS'])(
  'every page can be looked at, and none is wider than its screen',
  async () => {
    for (const { width, colorScheme } of SCREENS) {
      await using empty = await startServer(false);
      await using server = await startServer();
      await using opened = await open(empty.setUpUrl ?? '', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      const { page } = opened;
      const shoot = async (name: string) => {
        await page.screenshot({
          path: `test/screenshots/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      };
      await page.getByRole('button', { name: 'Create the owner' }).click();
      await page.getByText('password must be').waitFor();
      await shoot('set-up');
      await page.goto(`${server.url}/login`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await shoot('sign-in');
      await signIn(page);
      await page.getByRole('heading', { name: 'Add your first site' }).waitFor();
      await shoot('first-site');
      await page.getByLabel('Address').fill('shop.example');
      await page.getByRole('button', { name: 'Add the site' }).click();
      await page.getByText('Waiting for the first hit').waitFor();
      await page.getByText('Read it with curl').click();
      await shoot('waiting');
      await fillSite(server, Number(page.url().split('/').at(-1)));
      await page.getByText('Live:').waitFor();
      await page.reload();
      await page.getByText('Live:').waitFor();
      await shoot('site');
      await server.given.site({
        url: 'https://blog.example',
        label: 'A blog with quite a long name of its own',
      });
      await page.getByRole('link', { name: 'Sites' }).click();
      await page.getByRole('heading', { name: 'Sites' }).waitFor();
      await shoot('sites');
    }
  },
);
