/** What pages do while the server cannot be reached, and when it is back. */
import { expect, test } from 'bun:test';
import { shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();
const LOST = 'Connection lost. Trying again…';

async function givenSite(): Promise<number> {
  const { id } = await server().given.site();
  await server().post(`/sites/${id}/hits`, { path: '/tea', visitor_id: 'a' });
  return id;
}

test('one line says that the server is away, figures stay, and everything is read again when it is back', async () => {
  const id = await givenSite();
  const { page } = await signedIn(`/sites/${id}?period=7d`);
  const pageviews = (count: number) =>
    page.getByRole('button', { name: new RegExp(`^Pageviews\\s*${count}`) });
  await pageviews(1).waitFor();
  await page.route('**/{api,healthz}**', route => route.abort());
  await page.route('**/api/**', route => route.abort());
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('menuitem', { name: 'Last 30 days' }).click();
  await page.getByText(LOST).waitFor();
  expect(await pageviews(1).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);

  await server().post(`/sites/${id}/hits`, { path: '/tea', visitor_id: 'b' });
  await page.unrouteAll();
  await page.getByText(LOST).waitFor({ state: 'detached' });
  await pageviews(2).waitFor();
});

/** Opens a site whose other pages do not load. */
async function openCutOff() {
  const { page } = await signedIn(`/sites/${await givenSite()}`, { isFresh: true });
  await page.getByRole('slider').waitFor();
  await page.route('**/*', route => route.abort());
  await page.getByRole('link', { name: 'Journeys' }).click();
  await page.getByText(LOST).waitFor();
  return page;
}

test('a page whose program did not load is there once the server is back', async () => {
  const page = await openCutOff();
  await page.unrouteAll();
  await page.getByRole('heading', { name: 'Journeys', exact: true }).waitFor();
});

test('while the program of a page does not load, the name of the site and its tabs stay', async () => {
  const page = await openCutOff();
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('slider').waitFor();
});

test('going back from a page whose program did not load shows the page before', async () => {
  const page = await openCutOff();
  await page.goBack();
  await page.getByRole('slider').waitFor();
});

test('a server that is not healthy and one report without an answer are no lost connection', async () => {
  const id = await givenSite();
  const { page } = await signedIn('/');
  await page.route('**/healthz', route => route.fulfill({ status: 503, json: { status: 'error' } }));
  await page.route('**/hits?*group_by=*', route => route.abort());
  const probed = page.waitForResponse('**/healthz');
  await page.goto(`${server().url}/sites/${id}`);
  await probed;
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(await page.getByText(LOST).count()).toBe(0);
});
