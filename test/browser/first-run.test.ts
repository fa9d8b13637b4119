/** From an empty server to the first hit, as somebody goes the way: once with a pointer, once with keys alone. */
import { expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { BROWSER } from '../support/collect-host.ts';
import { expectAccessible, shareDashboards } from '../support/dashboard.ts';
import { forTest } from '../support/share.ts';

const start = shareDashboards();

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

async function visit(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  const sent = page.waitForResponse(response => response.url().includes('/page/'));
  await page.goto(address);
  await sent;
  await context.close();
}

test('from the set-up address to the first hit, without a reload or an error', async () => {
  const { browser, server, signedOut } = await start({ hasOwner: false });
  const shop = forTest(startShop());
  const { page, complaints } = await signedOut(server.setUpUrl ?? '');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Add your first site' }).waitFor();

  // The form is what comes next: its first field has the focus.
  expect(await page.getByLabel('Address').evaluate(field => field === document.activeElement)).toBe(true);
  for (const [address, fault] of [
    ['localhost:3000', 'Pages on localhost are never tracked'],
    ['http://intranet/', 'This address has no domain ending'],
    ['not a url', 'This isn’t a web address'],
  ] as const) {
    await page.getByLabel('Address').fill(address);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(fault).waitFor();
  }
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByLabel('Address').fill(shop.url);
  await page.getByLabel('Name (optional)').fill('The shop');
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByText('Waiting for your first visit').waitFor();
  await page.getByText('FOOTFALL_BASE_URL=https://stats.shop.example footfall serve').waitFor();
  await page.getByRole('button', { name: 'Copy tracking code' }).click();
  await page.getByText('Copied').waitFor();
  shop.paste(await page.evaluate(() => navigator.clipboard.readText()));
  await visit(browser, shop.url.replace('shop.example', 'staging.example'));
  await page.getByText('1 pageview not counted: different domain').waitFor();
  await page.getByText(/a page of staging\.example:\d+, not of shop\.example/).waitFor();
  // News come once a second at most.
  server.clock.advance({ seconds: 2 });
  await visit(browser, `${shop.url}/tea?colour=green`);

  await page.getByRole('button', { name: /^Pageviews\s*1/ }).waitFor();
  await page.getByRole('link', { name: '/tea', exact: true }).waitFor();
  await page.getByText('1 visitor now').waitFor();
  // A new site opens on its first day, with what comes next.
  expect(new URL(page.url()).search).toBe('?period=today&first=1');
  const next = page.getByRole('region', { name: 'Your first visit is in. What’s next?' });
  const links = await next.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href')));
  expect(links.map(link => link?.replace(/\d+/, 'N'))).toEqual([
    '/sites/N/settings/ignoring',
    '/sites/N/monitoring',
    '/settings/reports',
  ]);
  await expectAccessible(page);
  await next.getByRole('button', { name: 'Hide' }).click();
  await next.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?period=today');
  expect(complaints).toEqual([]);
});

test('without the set-up address the sign-in page says where it is, in line with the form', async () => {
  const { signedOut } = await start({ hasOwner: false });
  const { page } = await signedOut('/');
  const hint = page.getByText('No account yet');
  await hint.waitFor();
  const widths = await Promise.all(
    [hint, page.getByLabel('Email'), page.getByRole('button', { name: 'Sign in' })].map(each =>
      each.evaluate(element => {
        const { left, right } = element.getBoundingClientRect();
        return [left, right];
      }),
    ),
  );
  expect(widths[1]).toEqual(widths[0]);
  expect(widths[2]).toEqual(widths[0]);
});

test('set-up works by keyboard alone', async () => {
  const { server, signedOut } = await start({ hasOwner: false });
  const { page } = await signedOut(server.setUpUrl ?? '', { isFresh: true });
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
    });
  const tabTo = async (name: string) => {
    for (let step = 0; step < 20 && (await focused()) !== name; step++) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  await tabTo('Email');
  await page.keyboard.type('ada@example.org');
  await tabTo('Password');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add your first site' }).waitFor();
  // The form comes after its heading.
  await page.getByLabel('Address').waitFor();
  await tabTo('Address');
  await page.keyboard.type('shop.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();
  await page.getByText('Waiting for your first visit').waitFor();
});

test('a site that is an IP address is not said to have an address with www', async () => {
  const { server, signedIn } = await start();
  const site = await server.given.site({ url: 'http://192.168.1.5' });
  const { page } = await signedIn(`/sites/${site.id}`);
  await page.getByText('The page must be on 192.168.1.5. Other addresses aren’t tracked.').waitFor();
});
