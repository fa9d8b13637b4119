/** Reports by mail: chosen, requested and stopped, on the page and from the mail. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  button,
  expectAccessible,
  expectUsable,
  PHONE,
  shareDashboard,
  shareDashboards,
} from '../support/dashboard.ts';
import { stopLinkOf } from '../support/reporting.ts';
import { createMovableClock } from '../support/server.ts';
import { forTest } from '../support/share.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough } from '../support/uptime.ts';

const PATH = '/settings/reports';
/** Its server sends no mail. */
const silent = shareDashboard();
const start = shareDashboards();

/** Sites of one name. */
const TWINS = ['Mine, https://shop.example', 'Mine, https://two.example'];
const choices = (page: Page) => page.getByLabel('Site or group').locator('option').allTextContents();

test('a report is added by keyboard, sent on request, and removed; removing can be undone', async () => {
  const relay = forTest(await startRelay());
  const { server, signedIn } = await start({ settings: mailThrough(relay) });
  await server.given.site({ label: 'One' });
  await server.given.site({ label: 'Two' });
  const { page, complaints } = await signedIn(PATH);
  await page.getByText('No reports yet').waitFor();
  await page.getByLabel('Site or group').waitFor();
  expect(await choices(page)).toEqual(['One', 'Two']);
  await page.getByLabel('Site or group').focus();
  await page.keyboard.type('Two');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Report created: Two').waitFor();
  const list = async () =>
    (await server.get('/me/reports')).reports.map(({ name, every }: Record<string, string>) => [name, every]);
  expect(await list()).toEqual([['Two', 'month']]);
  await button(page, 'Create report').click();
  await page.getByText('You already get this report').waitFor();
  await button(page, 'Send now: Two, monthly').click();
  await page.getByText('Sending to owner@example.org').waitFor();
  await server.job('mail.send');
  expect(relay.mails[0]?.headers.get('subject')).toStartWith('Two, ');
  await button(page, 'Remove Two, monthly').click();
  await page.getByText('No reports yet').waitFor();
  await button(page, 'Undo').click();
  await button(page, 'Remove Two, monthly').waitFor();
  expect(await list()).toEqual([['Two', 'month']]);
  expect(complaints).toEqual([]);
});

test('groups and sites of teams can be chosen where there are any; a plan without groups offers none', async () => {
  const { signedIn } = silent;
  const server = silent.server();
  const site = await server.given.site({ label: 'Theirs' });
  await server.post('/groups', { name: 'All of it', site_ids: [site.id] });
  await server.patch('/me/settings', { name: 'Ada' });
  const member = await server.given.user('member@example.org', 'pro');
  await server.given.site({ label: 'Mine' }, member.full);
  await server.given.site({ label: 'Mine', url: 'https://two.example' }, member.full);
  const own = await signedIn(PATH, { email: member.email });
  await own.page.getByLabel('Site or group').waitFor();
  expect(await choices(own.page)).toEqual(TWINS);
  server.services.access.accounts.putMember(server.owner.id, member.id, 'viewer');
  for (const base of ['', `/team/${server.owner.id}`]) {
    const { page, complaints } = await signedIn(base + PATH, { email: member.email });
    await page.getByLabel('Site or group').waitFor();
    expect(await choices(page)).toEqual([...TWINS, 'Theirs (Ada)', 'Group: All of it (Ada)']);
    await page.getByLabel('Site or group').selectOption('Group: All of it (Ada)');
    await button(page, 'Create report').click();
    await page.getByRole('button', { name: 'Remove All of it, weekly' }).waitFor();
    expect(complaints).toEqual([]);
  }
});

test('a server without mail says so, and how to set it up', async () => {
  const { signedIn } = silent;
  const server = silent.server();
  const user = await server.given.user('nobody@example.org');
  const { page } = await signedIn(PATH, { email: user.email });
  await page.getByText('so reports can’t be sent').waitFor();
  await page.getByText('No sites yet').waitFor();
  await server.given.site({ label: 'First' }, user.full);
  await page.reload();
  await button(page, 'Create report').click();
  await page.getByText('Waiting for email to be set up').waitFor();
  expect(await page.getByRole('button', { name: /^Send now/ }).count()).toBe(0);
});

test('errors of the server are shown at their field', async () => {
  const { signedIn } = silent;
  const server = silent.server();
  const user = await server.given.user('late@example.org');
  const site = await server.given.site({ label: 'Gone soon' }, user.full);
  const { page } = await signedIn(PATH, { email: user.email });
  await page.getByLabel('Site or group').waitFor();
  await server.api('DELETE', `/sites/${site.id}`, { key: user.full });
  await button(page, 'Create report').click();
  await page.getByText(`Must be a site that you can read`).waitFor();
  expect(await page.getByLabel('Site or group').getAttribute('aria-invalid')).toBe('true');
});

test('a failure to load the sites is not shown as an empty list', async () => {
  const { signedIn } = silent;
  const server = silent.server();
  const user = await server.given.user('unlucky@example.org');
  await server.given.site({ label: 'There' }, user.full);
  const { page } = await signedIn('/settings/account', { email: user.email });
  let isBroken = true;
  await page.route('**/api/v1/sites?*', route =>
    isBroken ? route.fulfill({ status: 500, json: { error: 'out of order' } }) : route.continue(),
  );
  await page.goto(server.url + PATH);
  await page.getByText('out of order').waitFor();
  expect(await page.getByText('No sites yet').count()).toBe(0);
  isBroken = false;
  await page.getByRole('button', { name: /again/i }).click();
  await page.getByLabel('Site or group').waitFor();
  expect(await choices(page)).toEqual(['There']);
});

const DESK = { viewport: { width: 800, height: 900 }, colorScheme: 'light' } as const;

test('the mail is accessible, loads nothing, and its unsubscribe link works without signing in', async () => {
  const relay = forTest(await startRelay());
  // On a Tuesday: early on a Monday the last week is not reported yet.
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  const { server, signedOut } = await start({ settings: mailThrough(relay), clock });
  const { id } = await server.given.site({ label: '<b>Shop</b>' });
  const path = `/${'W'.repeat(300)}`;
  for (const visitor_id of ['a', 'b'])
    await server.post(`/sites/${id}/hits`, { path, visitor_id, country: 'DE' });
  const body = { scope: 'site', site_id: id, every: 'week' };
  const { report } = (await server.post('/me/reports', body)).body;
  server.clock.advance({ days: 7 });
  await server.api('POST', `/me/reports/${report.id}/test`);
  await server.job('mail.send');
  const html = relay.mails[0]?.html ?? '';
  expect(html).toContain('2 pageviews from 2 visitors');
  for (const look of [DESK, PHONE, { ...DESK, colorScheme: 'dark' } as const]) {
    const { page, complaints } = await signedOut('about:blank', look);
    const requests: string[] = [];
    page.on('request', request => requests.push(request.url()));
    await page.setContent(html);
    await expectUsable(page);
    expect([complaints, requests]).toEqual([[], []]);
  }
  const { page, complaints } = await signedOut(stopLinkOf(relay), PHONE);
  await page.getByText('the weekly report for <b>Shop</b>').waitFor();
  await expectAccessible(page);
  await button(page, 'Unsubscribe').click();
  await page.getByText('You’ve unsubscribed').waitFor();
  await expectAccessible(page);
  expect((await server.get('/me/reports')).reports).toEqual([]);
  expect(complaints).toEqual([]);
});
