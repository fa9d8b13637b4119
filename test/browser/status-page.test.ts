/** A status page: set up, an incident opened, noted and resolved; and as visitors see it. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  expectAccessible,
  expectSettled,
  expectUsableOnPhoneToo,
  shareDashboard,
} from '../support/dashboard.ts';
import { WITH_MAIL } from '../support/uptime.ts';

const { server, signedIn, signedOut } = shareDashboard({ settings: WITH_MAIL });
/** A note that is listed: the form that it was written in is there for a moment longer. */
const noteOf = (page: Page, text: string) => page.locator('.untrusted', { hasText: text });

/** Looks at a page as it is and on a phone in the dark. */
async function look(page: Page, name: string): Promise<void> {
  await expectUsableOnPhoneToo(page, name);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a page is created, made public, and an incident is opened, noted and resolved', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  const beat = { name: 'Nightly backup', kind: 'heartbeat', period_seconds: 3600 };
  const { monitor, heartbeat_url: url } = (await server().post(`/sites/${id}/monitors`, beat)).body;
  await fetch(url);
  const { store } = server().services.uptime;
  const startedAt = new Date(server().clock.now().getTime() - 86_400_000);
  const facts = { error: 'missing', errorCode: null, statusCode: null, isPartial: false };
  const downtime = store.openDowntime({ monitorId: monitor.id, startedAt, ...facts });
  store.changeDowntime(downtime.id, { endedAt: new Date(startedAt.getTime() + 1_800_000) });
  const { page, context, complaints } = await signedIn(`/sites/${id}/monitoring`);
  await page.getByRole('link', { name: 'Status page', exact: true }).click();
  await page.getByText('No status page yet').waitFor();
  await look(page, 'status-page-none');
  await page.getByRole('button', { name: 'Create status page' }).click();
  await page.getByLabel('URL').fill('Shop');
  await page.getByRole('button', { name: 'Create status page' }).click();
  await page.getByRole('alert').getByText('lower-case letters').waitFor();
  await page.getByLabel('URL').fill('shop');
  await page.getByRole('button', { name: 'Create status page' }).click();
  await page.getByText('Not public').waitFor();
  await page.getByLabel('Nightly backup', { exact: true }).check();
  await page.getByLabel('Name of “Nightly backup” on the page').fill('Backups');
  await page.getByLabel('Make the page public').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Public', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Report incident' }).click();
  await page.getByLabel('Title', { exact: true }).first().fill('Orders are slow');
  await page.getByLabel('Message').fill('We’re looking into it.');
  await page.getByRole('checkbox', { name: 'Backups' }).check();
  await look(page, 'status-page-incident');
  await page.getByRole('button', { name: 'Report incident' }).last().click();
  await page.getByText('Affects Backups').waitFor();
  await page.getByRole('region', { name: 'New incident' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add note to Orders are slow' }).click();
  await page.getByLabel('Message').fill('A disk was full.');
  await page.getByLabel('Status', { exact: true }).selectOption('identified');
  await page.getByRole('button', { name: 'Add note', exact: true }).last().click();
  await noteOf(page, 'A disk was full.').waitFor();
  await page.getByLabel('Message').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add note to Backups' }).click();
  await page.getByLabel('Message').fill('The power was out.');
  await page.getByRole('button', { name: 'Add note', exact: true }).last().click();
  await noteOf(page, 'The power was out.').waitFor();
  await page.getByLabel('Message').waitFor({ state: 'detached' });
  await look(page, 'status-page');

  const visitor = await context.newPage();
  await visitor.goto(`${server().url}/status/shop`);
  await visitor.getByText('We’re working on an incident').waitFor();
  await visitor.getByText('The power was out.').waitFor();
  await look(visitor, 'status-page-public');

  await page.getByRole('button', { name: 'Resolve Orders are slow' }).click();
  await page.getByRole('button', { name: 'Resolve Orders are slow' }).waitFor({ state: 'detached' });
  const [incident] = (await server().get('/status_pages/1/incidents')).incidents;
  expect(incident).toMatchObject({ status: 'resolved', monitor_ids: [monitor.id] });
  await page.getByRole('button', { name: 'Delete status page' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByText('No status page yet').waitFor();
  expect(complaints.filter(complaint => !complaint.includes('status of 4'))).toEqual([]);
});

test('a group has a page of its sites', async () => {
  const { id } = await server().given.site({ label: 'Blog', url: 'https://blog.example' });
  const beat = { name: 'Feed', kind: 'heartbeat', period_seconds: 3600 };
  await server().post(`/sites/${id}/monitors`, beat);
  const made = await server().post('/groups', { name: 'All of it', site_ids: [id] });
  const { page } = await signedIn(`/groups/${made.body.group.id}`);
  await page.getByRole('link', { name: 'Status page' }).click();
  await page.getByRole('button', { name: 'Create status page' }).click();
  await page.getByRole('button', { name: 'Create status page' }).click();
  await page.getByLabel('Feed', { exact: true }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No downtime in the last 90 days.').waitFor();
  await expectSettled(page);
  await expectAccessible(page);
});

test('times are in the zone of the visitor where scripts run, and in that of the owner where they do not', async () => {
  const { id } = await server().given.site();
  const body = { site_id: id, title: 'Status', slug: 'zones', enabled: true };
  const { status_page: made } = (await server().post('/status_pages', body)).body;
  const incident = { title: 'Past', started_at: '2026-01-05T12:00:00Z', resolved_at: '2026-01-05T13:00:00Z' };
  server().clock.set('2026-01-06T12:00:00Z');
  await server().post(`/status_pages/${made.id}/incidents`, incident);
  for (const [javaScriptEnabled, text] of [
    [true, '5 Jan 2026, 21:00'],
    [false, '5 Jan 2026, 12:00'],
  ] as const) {
    const zone = { timezoneId: 'Asia/Tokyo', locale: 'en-GB' };
    const { page } = await signedOut(made.url, { javaScriptEnabled, ...zone });
    expect(await page.locator('article time').first().textContent()).toBe(text);
  }
});
