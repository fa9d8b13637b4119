/** Settings › Data: what becomes of a site as a whole. */
import { expect, test } from 'bun:test';
import { button, expectUsable, HOSTILE, shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();

const openData = async (fields: Record<string, unknown> = {}) => {
  const site = await server().given.site({ label: 'Shop', ...fields });
  return { site, ...(await signedIn(`/sites/${site.id}/settings/data`)) };
};

test('a site is transferred once the owner of the other account accepts', async () => {
  const { site, page, complaints } = await openData({});
  const other = await server().given.user('buyer@example.org', 'ultra');
  const offer = async (id: string) => {
    await button(page, 'Transfer this site').click();
    await page.getByLabel('Account ID').fill(id);
    await button(page, 'Transfer').click();
  };
  await offer('999999');
  await page.getByText(/id of another account/).waitFor();
  complaints.length = 0;
  await button(page, 'Cancel').click();
  await offer(String(other.id));
  await page.getByText('buyer@example.org can now accept the transfer').waitFor();
  await page.getByRole('button', { name: 'Cancel transfer of Shop' }).waitFor();
  await expectUsable(page);
  const { page: theirs } = await signedIn('/settings/account', { email: other.email });
  await theirs.getByText(`Account ID: ${other.id}`).waitFor();
  await theirs.getByRole('button', { name: 'Accept the transfer of Shop' }).click();
  await theirs.getByRole('heading', { name: 'Accept this transfer?' }).waitFor();
  await button(theirs, 'Accept').click();
  await theirs.getByRole('heading', { name: 'Site transfers' }).waitFor({ state: 'detached' });
  expect((await server().api('GET', `/sites/${site.id}`, { key: other.full })).status).toBe(200);
  expect(complaints).toEqual([]);
});

test('statistics are reset once the domain is typed, and the site stays', async () => {
  const { site, page, complaints } = await openData({ url: 'https://www.shop.example' });
  await server().post(`/sites/${site.id}/hits`, { path: '/' });
  await button(page, 'Reset statistics').click();
  await page.getByLabel('Domain').fill('shop');
  await button(page, 'Delete permanently').click();
  await page.getByText('The domain doesn’t match').waitFor();
  await page.getByLabel('Domain').fill('www.shop.example');
  await button(page, 'Delete permanently').click();
  await page.getByText('Statistics reset').waitFor();
  expect((await server().get(`/sites/${site.id}/hits`)).hits).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a site is deleted once its name is typed', async () => {
  const { site, page, complaints } = await openData({ label: HOSTILE });
  await button(page, 'Delete this site').click();
  await page.getByLabel('Site name').fill('Shop');
  await button(page, 'Delete permanently').click();
  await page.getByText('The name doesn’t match').waitFor();
  await page.getByLabel('Site name').fill(HOSTILE);
  await button(page, 'Delete permanently').click();
  await page.waitForURL(`${server().url}/`);
  expect((await server().api('GET', `/sites/${site.id}`)).status).toBe(404);
  expect(complaints).toEqual([]);
});
