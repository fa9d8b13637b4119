import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  expectAccessible,
  expectNoSideScroll,
  openSignedIn,
  shareBrowser,
  shareDashboardServer,
} from '../support/dashboard.ts';

setDefaultTimeout(120_000);

const HOSTILE = `<b onclick="alert(1)">Launch</b>\u202e`;

const browser = shareBrowser();
const server = shareDashboardServer();

const signalsOf = async (id: number) => (await server().api('GET', `/sites/${id}/signals`)).body.signals;

test('a signal is added, changed, deleted and restored', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  await using opened = await openSignedIn(browser(), server(), `/sites/${id}/insights`);
  const { page, complaints } = opened;
  await page.getByText('No annotations yet').waitFor();
  await page.getByRole('button', { name: 'Add annotation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add annotation' });
  await dialog.getByRole('button', { name: 'Add annotation' }).click();
  await dialog.getByText('This field is required').waitFor();
  await dialog.getByLabel('Title').fill(HOSTILE);
  await dialog.getByLabel('Type').selectOption('Launch');
  await dialog.getByLabel('Notes').fill('With cake.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add annotation' }).click();
  await page.getByText('<b onclick="alert(1)">Launch</b>', { exact: false }).first().waitFor();
  expect(await signalsOf(id)).toMatchObject([
    { title: HOSTILE, category: 'launch', description: 'With cake.' },
  ]);

  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel('Title').fill('Second launch');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Second launch').waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByText('No annotations yet').waitFor();
  expect(await signalsOf(id)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Second launch').waitFor();
  expect(await signalsOf(id)).toMatchObject([{ title: 'Second launch', description: 'With cake.' }]);
  await expectAccessible(page);
  // The browser's own word on what the server refused at first.
  expect(complaints.filter(text => !text.includes('422'))).toEqual([]);
});

test('the page explains how to switch insights on when they are off', async () => {
  const { id } = await server().given.site({ label: 'Quiet' });
  await server().api('PATCH', `/sites/${id}/settings`, { body: { insights_enabled: false } });
  await using opened = await openSignedIn(browser(), server(), `/sites/${id}/insights`, {
    viewport: { width: 390, height: 844 },
  });
  const { page, complaints } = opened;
  await page.getByText('Insights are off for this site').waitFor();
  await page.getByRole('link', { name: 'Turn them on' }).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  expect(complaints).toEqual([]);
});
