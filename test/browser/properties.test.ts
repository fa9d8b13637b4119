/** Properties and revenue in the dashboard. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible, shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cellsOf = async (page: Page, name: string, key: string) => {
  const row = panel(page, name)
    .getByRole('row')
    .filter({ has: page.getByText(key, { exact: true }) });
  await row.waitFor();
  return row.getByRole('cell').allTextContents();
};

/** The panel is loaded once it is near. */
async function scrollToProperties(page: Page): Promise<void> {
  await page.locator('.breakdown-properties').first().scrollIntoViewIfNeeded();
  await panel(page, 'Properties').waitFor();
}

async function aShop() {
  const { id } = await server().given.site({ label: 'Shop' });
  const send = (kind: string, body: object[]) => server().post(`/sites/${id}/${kind}/batch`, body);
  await send('hits', [
    { path: '/a', visitor_id: 'ann', properties: { plan: 'pro' } },
    { path: '/b', visitor_id: 'ann', properties: { plan: 'pro' } },
    { path: '/a', visitor_id: 'bob', properties: { plan: '<b>free</b>' } },
    { path: '/c', visitor_id: 'cem' },
  ]);
  await send('events', [
    { event: 'order.paid', properties: { price: 2.5 }, revenue: { amount: 2.5, currency: 'EUR' } },
    { event: 'order.paid', properties: { price: 4 }, revenue: { amount: 1000, currency: 'USD' } },
  ]);
  return id as number;
}

test('the values of a property are listed, and a click on one filters the whole page', async () => {
  const id = await aShop();
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await scrollToProperties(page);
  await panel(page, 'Properties').getByRole('tab', { name: 'plan' }).waitFor();
  expect((await cellsOf(page, 'Properties', 'pro')).slice(0, 2)).toEqual(['1', '2']);
  expect((await cellsOf(page, 'Properties', '<b>free</b>')).slice(0, 2)).toEqual(['1', '1']);
  await expectAccessible(page);
  await panel(page, 'Properties').getByText('pro', { exact: true }).click();
  await page.getByRole('list', { name: 'Filters' }).getByText('pro').waitFor();
  expect(new URL(page.url()).searchParams.getAll('property:plan')).toEqual(['pro']);
  await page.waitForFunction(() => !document.body.textContent?.includes('/c'));
  // Kudos and AI crawlers have no properties.
  await panel(page, 'Kudos').scrollIntoViewIfNeeded();
  await panel(page, 'Kudos').getByText('plan').waitFor();
  expect(complaints).toEqual([]);
});

test('numbers are summed, and events show what they brought in', async () => {
  const id = await aShop();
  const { page } = await signedIn(`/sites/${id}`);
  await scrollToProperties(page);
  await panel(page, 'Properties').getByRole('tab', { name: 'price' }).click();
  await panel(page, 'Properties').getByText('Sum 6.5, average 3.25').waitFor();
  await panel(page, 'Events').getByText('€2.5 · $1K').waitFor();
  await page.goto(`${new URL(page.url()).origin}/sites/${id}/events`);
  await page.getByText('€2.50 · $1,000.00').waitFor();
});

test('a property is added as a filter from the menu', async () => {
  const id = await aShop();
  const { page } = await signedIn(`/sites/${id}`);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: 'plan' }).click();
  await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: /pro/ }).click();
  await page.getByRole('list', { name: 'Filters' }).getByText('pro').waitFor();
});

test('without any, the panel teaches how to send one', async () => {
  const { id } = await server().given.site();
  await server().post(`/sites/${id}/hits`, { path: '/' });
  const { page } = await signedIn(`/sites/${id}`);
  await scrollToProperties(page);
  await panel(page, 'Properties').getByText('data-properties=').waitFor();
  const link = panel(page, 'Properties').getByRole('link');
  expect(await link.getAttribute('href')).toContain('/docs/events-and-kudos#properties');
});
