import { expect, test } from 'bun:test';
import { crawlAll, givenWatched, startPages } from '../support/crawling.ts';
import { expectAccessible, expectUsable, PHONE, shareDashboards } from '../support/dashboard.ts';
import { startReceiver } from '../support/receiver.ts';
import { createMovableClock, type TestServerOptions } from '../support/server.ts';
import { forTest } from '../support/share.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough, startSite, startWatching, watchedSite, watchFor } from '../support/uptime.ts';

/** Near the browser's clock, and early enough that half an hour later it is the same day. */
const start = shareDashboards((options: TestServerOptions = {}) => {
  const now = new Date();
  const late = new Date(now).setUTCHours(23, 0);
  return startWatching({
    clock: createMovableClock(new Date(Math.min(+now, late)).toISOString()),
    ...options,
  });
});

test('disabled monitoring explains itself, and is switched on and off again', async () => {
  const { server, signedIn } = await start();
  const site = await server.given.site({ url: 'http://site.test' });
  const { page, complaints } = await signedIn(`/sites/${site.id}/monitoring`);
  await page.getByText('Know before your visitors do').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on' }).first().click();
  await page.getByText('Pending').waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Email me about new issues').uncheck();
  await page.getByText('Email alerts for new issues are off').waitFor();
  expect(await page.getByLabel('Email me about new issues').isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Turn off content monitoring' }).click();
  await page.getByText('Find broken links before your readers do').waitFor();
  await page.getByRole('button', { name: 'Turn off uptime monitoring' }).click();
  await page.getByText('Know before your visitors do').waitFor();
  expect(complaints).toEqual([]);
});

test('a site that is down is shown with its state, its day and its downtime', async () => {
  const { server, signedIn } = await start();
  const outside = forTest(await startSite());
  const site = await watchedSite(server, `http://site.test:${outside.port}`);
  await watchFor(server, 660, 60);
  outside.answers(503);
  await watchFor(server, 900, 15);
  const { page, complaints } = await signedIn(`/sites/${site.id}/monitoring`, PHONE);
  await page.getByText('Down', { exact: true }).waitFor();
  await page.getByText('ongoing').waitFor();
  const days = page.getByRole('list', { name: 'Days' }).getByRole('button');
  await days.first().waitFor();
  expect(await days.count()).toBe(90);
  await days.last().focus();
  expect(await page.locator('.uptime-days .uptime-details').textContent()).toMatch(
    /down for \d+ min.* \(1 outage\)/,
  );
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('.uptime-days .uptime-details').textContent()).toEndWith('not monitored');
  await page.getByText('None: the site uses plain HTTP').waitFor();
  // Registries that publish no date never will: nothing is under way.
  await page.getByText('Expiry date not known').waitFor();
  // Known for less than 30 days: since when, not a share of them.
  await page.getByText(/^Uptime since \d/).waitFor();
  const checks = page.getByRole('slider', { name: 'Checks of the last 24 hours' });
  await checks.focus();
  expect(await page.locator('.check-bar .uptime-details').textContent()).toMatch(
    /^\d\d:\d\d:\d\d: failed, status 503 in \d+ ms/,
  );
  await page.keyboard.press('Home');
  expect(await checks.getAttribute('aria-valuetext')).toMatch(/: up, status 200 in \d+ ms$/);
  const hours = page.getByRole('slider', { name: 'Response times by hour' });
  await hours.focus();
  expect(await hours.getAttribute('aria-valuetext')).toMatch(
    /^\d\d:\d\d–\d\d:\d\d: average response \d+ ms$/,
  );
  await expectUsable(page);

  // Every page of the site says so, and the list of sites.
  await page.goto(`${server.url}/sites/${site.id}/live`);
  await page.getByText(/^This site has been down since /).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View monitoring' }).click();
  await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor();
  await page.goto(`${server.url}/`);
  await page.getByText(/^Down since \d/).waitFor();
  expect(complaints).toEqual([]);
});

test('a broken link is ignored, restored, and gone after the next check', async () => {
  const { server, signedIn } = await start();
  const pages = forTest(await startPages({ '/': '<a href="/tea">tea</a>', '/tea': 404 }));
  const site = await givenWatched(server, pages.url);
  await crawlAll(server);
  const { page, complaints } = await signedIn(`/sites/${site.id}/monitoring`);
  await page.getByRole('heading', { name: 'Broken links 1' }).waitFor();
  await page.getByRole('link', { name: '/', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Ignore: ${pages.url}/tea` }).click();
  await page.getByText('Ignored (1)').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Broken links 1' }).waitFor();
  pages.pages['/tea'] = 'tea';
  const asked = page.waitForResponse(response => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Checking…' }).waitFor();
  await asked;
  await crawlAll(server);
  await page.getByText('Checked: fixed').waitFor();
  await page.getByText('All links work').waitFor();
  expect(complaints).toEqual([]);
});

test('every channel of alerts has a test, and a page that promises mail says when none is sent', async () => {
  const receiver = forTest(await startReceiver());
  const relay = forTest(await startRelay());
  for (const settings of [{}, mailThrough(relay)]) {
    const { server, signedIn } = await start({ settings });
    const site = await watchedSite(server, 'http://site.test');
    const events = ['monitor_down'];
    await server.post('/webhooks', { url: receiver.url, events, platform: 'slack' });
    const { page, complaints } = await signedIn(`/sites/${site.id}/monitoring`, PHONE);
    const test = (channel: string) => page.getByRole('button', { name: channel });
    await test(`Send a test alert to ${new URL(receiver.url).host}`).click();
    await page.getByText('Delivered, response 200').waitFor();
    const isMailed = 'FOOTFALL_SMTP_URL' in settings;
    const [onMonitoring, onAccount] = ['so you won’t be emailed about problems', 'so none of these are sent'];
    expect(await page.getByText(onMonitoring).count()).toBe(isMailed ? 0 : 1);
    expect(await test('Send a test alert to owner@example.org').count()).toBe(isMailed ? 1 : 0);
    await expectUsable(page);
    await page.goto(`${server.url}/settings/account`);
    await page.getByText('Email me when').waitFor();
    expect(await page.getByText(onAccount).count()).toBe(isMailed ? 0 : 1);
    if (isMailed) {
      await test('Send a test alert to owner@example.org').click();
      await page.getByText('Sent to owner@example.org').waitFor();
      relay.answers = line => (line.startsWith('RCPT') ? '550 no such mailbox' : undefined);
      await test('Send a test alert to owner@example.org').click();
      await page.getByText(/Delivery failed: .*550 no such mailbox/).waitFor();
    }
    expect(complaints).toEqual([]);
  }
});
