/** Segments and shared links in a browser: saved from the filters of a page, shown to somebody without an account. */
import { expect, test } from 'bun:test';
import { button, expectAccessible, expectUsable, shareDashboard } from '../support/dashboard.ts';

const { server, signedIn, signedOut } = shareDashboard();

async function aSite(): Promise<number> {
  const { id } = await server().given.site({ label: 'Oak & Linen' });
  for (const [path, country, visitor] of [
    ['/desk', 'DE', 'ann'],
    ['/desk', 'FR', 'bob'],
    ['/shelf', 'FR', 'cem'],
  ])
    await server().post(`/sites/${id}/hits`, { path, country, visitor_id: visitor });
  return id;
}

test('filters are saved as a segment, chosen again, renamed and deleted', async () => {
  const id = await aSite();
  const { page, complaints } = await signedIn(`/sites/${id}?country=FR&not_path=/desk`);
  await page.locator('[data-shortcut="add-filter"]').click();
  await button(page, 'Save these filters as a segment…').click();
  await page.getByLabel('Name').fill('French shelves');
  await button(page, 'Save segment').click();
  await page.getByText('Segment saved').waitFor();
  const saved = (await server().get(`/sites/${id}/segments`)).segments;
  expect(saved).toEqual([
    expect.objectContaining({
      name: 'French shelves',
      visibility: 'site',
      filters: { country: 'FR', not_path: '/desk' },
    }),
  ]);
  await page.goto(`${server().url}/sites/${id}`);
  await page.locator('[data-shortcut="add-filter"]').click();
  await button(page, 'French shelves').click();
  await page.waitForURL(url => url.search === '?country=FR&not_path=%2Fdesk');
  await page.goto(`${server().url}/sites/${id}/settings/sharing`);
  await button(page, 'Rename the segment French shelves').click();
  const row = page.locator('.row', { has: page.getByRole('button', { name: 'Save', exact: true }) });
  await row.getByLabel('Name').fill('Shelves');
  await row.getByRole('button', { name: 'Save', exact: true }).click();
  await button(page, 'Delete the segment Shelves').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No segments yet').waitFor();
  expect(complaints).toEqual([]);
});

test('a segment of several values reads as one of them being enough', async () => {
  const id = await aSite();
  const body = { name: 'Buyers', filters: { path: ['/cart', '/checkout'], not_country: ['DE', 'FR'] } };
  await server().post(`/sites/${id}/segments`, body);
  const { page } = await signedIn(`/sites/${id}/settings/sharing`);
  const row = page.locator('.row', { hasText: 'Buyers' });
  const words = ((await row.locator('.hint').textContent()) ?? '').replaceAll(/\s+/g, ' ');
  expect(words).toBe('Page is /cart or /checkout · Country is not Germany nor France');
});

test('a link is made with a password, and opened by somebody without an account, on a phone and in the dark', async () => {
  const id = await aSite();
  const body = { name: 'France', filters: { country: 'FR' } };
  await server().post(`/sites/${id}/segments`, body);
  const { page } = await signedIn(`/sites/${id}/settings/sharing`);
  await page.getByRole('textbox', { name: 'Name' }).fill('For the client');
  await page.getByLabel('Segment', { exact: true }).selectOption('France');
  await page.getByLabel('Kudos').uncheck();
  await page.getByLabel('Password').fill('right and long');
  await button(page, 'Create link').click();
  const address = (await page.locator('.secret-reveal code').textContent()) ?? '';
  expect(address).toContain('/shared/');
  await page.getByText('never opened').waitFor();
  await expectAccessible(page);
  const client = await signedOut(address, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  // Focus that comes after typing has begun is blocked, which the browser complains of.
  await client.page.locator('input:focus').waitFor();
  await client.page.getByLabel('Password').fill('right and long');
  await client.page.getByRole('button').click();
  await client.page.getByRole('heading', { name: 'Oak & Linen' }).waitFor();
  await client.page.getByText('For the client').waitFor();
  expect(await client.page.locator('main').textContent()).toContain('/shelf');
  const figures = await client.page.locator('.public-figures').textContent();
  expect(figures).toContain('2');
  await expectUsable(client.page);
  // The browser tells of the answer 401 that had the form.
  expect(client.complaints.filter(text => !text.includes('401'))).toEqual([]);
  const [link] = (await server().get(`/sites/${id}/shared_links`)).shared_links;
  expect(link).toMatchObject({ opened_count: 1, has_password: true });
  await server().patch(`/sites/${id}/shared_links/${link.id}`, { password: 'another one' });
  await client.page.getByRole('link', { name: '7 days' }).click();
  await client.page.getByRole('heading', { name: 'Enter the password' }).waitFor();
  await server().api('DELETE', `/sites/${id}/shared_links/${link.id}`);
  await client.page.reload();
  await client.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
});

test('a member is invited to a single site with sections, and what they may see is changed', async () => {
  const id = await aSite();
  const owner = await signedIn('/settings/team');
  const { page, complaints } = owner;
  await page.getByLabel('Email').fill('client@example.org');
  await page.getByLabel('Some sites').check();
  await page.getByLabel('Oak & Linen').last().check();
  await page.getByLabel('Some sections').check();
  await page.getByLabel('Referrers').uncheck();
  await expectAccessible(page);
  await button(page, 'Invite').click();
  await page.getByText('1 site · 2 sections').waitFor();
  const { invitations } = await server().get('/team');
  expect(invitations).toEqual([
    expect.objectContaining({ site_ids: [id], sections: ['visitors', 'pages'], role: 'viewer' }),
  ]);
  const member = await server().given.user('member@example.org', 'none');
  server().services.access.accounts.putMember(server().owner.id, member.id, 'viewer');
  await page.reload();
  await button(page, 'Change sites of member@example.org').click();
  const form = page.locator('.row form');
  await form.getByLabel('Some sites').check();
  await form.getByLabel('Oak & Linen').last().check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Access of member@example.org changed').waitFor();
  const { members } = await server().get('/team');
  expect(members).toEqual([expect.objectContaining({ site_ids: [id], sections: null })]);
  expect(complaints).toEqual([]);
});
