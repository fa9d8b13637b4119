/** Members who may read some sections of a site alone: no page of theirs shows what answers 404. */
import { expect, test } from 'bun:test';
import {
  expectAccessible,
  expectNoSideScroll,
  expectSettled,
  shareDashboard,
  shoot,
} from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();
let members = 0;

/** A visited site, and a viewer of some of its sections. */
async function givenMember(sections: readonly string[]) {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  for (const path of ['/a', '/b'])
    await server().post(`/sites/${id}/hits`, { path, country: 'DE', visitor_id: path });
  const email = `restricted-${++members}@example.org`;
  await server().given.user(email, 'none');
  const body = { email, role: 'viewer', site_ids: [id], sections };
  const { invitation_url: url } = (await server().post('/team/invitations', body)).body;
  const { team, access } = server().services;
  const token = new URL(url).searchParams.get('token') ?? '';
  team.service.accept(team.service.openInvitation(token), access.accounts.getUserByEmail(email));
  return { id, email };
}

test('a member with the section pages has the pages’ list and nothing that fails, on every page that is offered', async () => {
  const { id, email } = await givenMember(['pages']);
  const { page } = await signedIn(`/team/${server().owner.id}/sites/${id}`, { email });
  const tabs = page.getByRole('navigation', { name: 'Site pages' }).getByRole('link');
  await page
    .getByRole('row', { name: /\/a/ })
    .or(page.getByText('/a', { exact: true }))
    .first()
    .waitFor();
  expect(await tabs.allTextContents()).toEqual(['Overview']);
  await expectSettled(page);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('button', { name: /try again|retry/i }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  const filters = page.getByRole('list', { name: 'Filter by' }).getByRole('listitem');
  await filters.first().waitFor();
  expect(await filters.allTextContents()).toEqual(['Page', 'Entry page', 'Exit page', 'Hostname']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('top pages');
  const found = page.getByRole('group', { name: 'This site' }).getByRole('option');
  await found.getByText('Overview').waitFor();
  for (const closed of ['Funnels', 'Live', 'Goals']) {
    await page.getByRole('combobox').fill(closed);
    expect(await found.getByText(closed).count()).toBe(0);
  }
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await shoot(page, 'restricted-member');
});

test('each further section adds what it is about, and every page that is offered opens without a fault', async () => {
  const sections = [
    'visitors',
    'pages',
    'events',
    'goals',
    'uptime',
    'journeys',
    'funnels',
    'kudos',
    'agents',
  ];
  const { id, email } = await givenMember(sections);
  await server().patch(`/sites/${id}/features`, { uptime: true });
  const { page } = await signedIn(`/team/${server().owner.id}/sites/${id}`, { email });
  const tabs = page.getByRole('navigation', { name: 'Site pages' }).getByRole('link');
  await page.getByText('/a', { exact: true }).first().waitFor();
  const names = ['Overview', 'Journeys', 'Events', 'Goals', 'Hours', 'Monitoring'];
  await page.getByRole('link', { name: 'Monitoring' }).waitFor();
  expect(await tabs.allTextContents()).toEqual(names);
  for (const name of names) {
    await tabs.filter({ hasText: name }).first().click();
    await expectSettled(page);
    expect([name, await page.getByRole('button', { name: /try again|retry/i }).count()]).toEqual([name, 0]);
  }
});
