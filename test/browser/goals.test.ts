/** Goals: added with a look at the past, listed with their figures, and shown on the overview. */
import { expect, test } from 'bun:test';
import {
  expectAccessible,
  expectNoSideScroll,
  expectSettled,
  shareDashboard,
  toPhone,
} from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();

async function aSite(): Promise<number> {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  for (const [visitor_id, source, path] of [
    ['ann', 'Newsletter', '/'],
    ['ann', 'Newsletter', '/de/thanks'],
    ['bob', 'Google', '/'],
    ['cem', 'Google', '/docs'],
  ])
    await server().post(`/sites/${id}/hits`, { path, visitor_id, source });
  return id;
}

test('a goal is added with a look at the past, changed and removed', async () => {
  const id = await aSite();
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await page.getByRole('navigation').getByRole('link', { name: 'Goals' }).click();
  await page.getByText('No goals yet').waitFor();
  await page.getByRole('button', { name: 'Reach a page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add goal' });
  await dialog.getByLabel('Page', { exact: true }).fill('/*/thanks');
  await dialog
    .getByText('Would have been reached 1 time in the last 90 days, by 1 visitor (33.3%).')
    .waitFor();
  await dialog.getByLabel('Page', { exact: true }).fill('thanks');
  await dialog.getByText(/must begin with \/ or \*/).waitFor();
  await dialog.getByRole('button', { name: 'Add goal' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'begin with' }).waitFor();
  await dialog.getByLabel('Page', { exact: true }).fill('/*/thanks');
  await dialog.getByLabel('Name').fill('Order placed');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add goal' }).click();
  await dialog.waitFor({ state: 'detached' });

  const row = page.getByRole('listitem').filter({ hasText: 'Order placed' });
  await row.getByText('33.3%').waitFor();
  await row.getByText('Page /*/thanks').waitFor();
  // Nobody was there in the period before: nothing is new against it.
  expect(await row.locator('.change').count()).toBe(0);
  await row.getByRole('button', { name: 'Edit the goal Order placed' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit goal' });
  await edit.getByLabel('an event').check();
  await edit.getByLabel('Event', { exact: true }).fill('order.paid');
  await edit.getByLabel('Properties (optional)').fill('plan=pro');
  await edit.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Event order.paid: plan=pro').waitFor();
  await row.getByRole('button', { name: 'Remove the goal Order placed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No goals yet').waitFor();
  // The path without its slash was refused, as a preview and as a goal.
  expect(complaints.filter(each => !/status of 4(00|22)/.test(each))).toEqual([]);
});

test('a goal on the overview is a line, and a column of every list', async () => {
  const id = await aSite();
  for (const [name, path] of [
    ['Order placed', '/*/thanks'],
    ['Docs read', '/docs'],
  ])
    await server().post(`/sites/${id}/goals`, { name, path });
  const { page, complaints } = await signedIn(`/sites/${id}/goals`);
  await page.getByRole('link', { name: 'Order placed' }).click();
  await page.getByText('1 conversion', { exact: true }).waitFor();
  await page.getByText('33.3% of visitors').waitFor();
  const sources = page.getByRole('table', { name: 'Sources' });
  await page.getByRole('tab', { name: 'Sources' }).click();
  await sources.getByRole('columnheader', { name: 'Conversions' }).waitFor();
  await sources.getByRole('row').filter({ hasText: 'Newsletter' }).getByText('1 (100.0%)').waitFor();
  await sources.getByRole('row').filter({ hasText: 'Google' }).getByText('0 (0.0%)').waitFor();
  await expectSettled(page);
  await expectAccessible(page);
  await toPhone(page);
  await expectNoSideScroll(page);
  await page.getByLabel('Goal', { exact: true }).selectOption('Docs read');
  await sources.getByRole('row').filter({ hasText: 'Google' }).getByText('1 (50.0%)').waitFor();
  await page.getByRole('button', { name: 'Hide goal' }).click();
  await page.getByText('of visitors').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).not.toContain('goal');
  expect(complaints).toEqual([]);
});
