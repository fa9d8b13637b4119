import { expect, test } from 'bun:test';
import { formatSnippet } from '../../src/core/snippet.ts';
import { BROWSER } from '../support/collect-host.ts';
import { shareVisitorBrowser } from '../support/pages-in-browser.ts';
import { startTestServer } from '../support/server.ts';

const browser = shareVisitorBrowser();

test('an owner pastes the snippet into a page, opens it, and sees the hit', async () => {
  await using server = await startTestServer();
  const origin = `http://stats.example:${new URL(server.url).port}`;
  let html = '';
  await using shop = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(html, {
        headers: {
          'content-type': 'text/html',
          'content-security-policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src data:`,
        },
      }),
  });
  const shopUrl = `http://shop.example:${shop.port}`;
  const site = await server.given.site({ url: shopUrl });
  html = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${formatSnippet({ origin, uid: site.uid })}`;

  const context = await browser().newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  const answered = page.waitForResponse(response => response.url().includes('/page/'));
  await page.goto(`${shopUrl}/welcome`);
  expect((await answered).status()).toBe(202);

  const day = server.clock.now().toISOString().slice(0, 10);
  const { body } = await server.api('GET', `/sites/${site.id}/hits?start_date=${day}&end_date=${day}`);
  expect(body.hits).toMatchObject([{ path: '/welcome', url: `${shopUrl}/welcome`, browser_name: 'Chrome' }]);
  expect([complaints, await context.cookies()]).toEqual([[], []]);
  await context.close();
});
