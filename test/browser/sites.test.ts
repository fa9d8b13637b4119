import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, expectUsable, shareDashboards } from '../support/dashboard.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const HOSTILE = `<img src=x onerror="document.title='owned'">\u202eevil`;

const start = shareDashboards();

/** Four sites, the first with hits. */
async function startFilled() {
  const dashboard = await start();
  const { server } = dashboard;
  for (const label of ['Apples', 'Bread', 'Cheese', HOSTILE]) {
    await server.given.site({ url: `https://${label.slice(0, 1).replace('<', 'x')}.example`, label });
  }
  await hit(server, 1, 3);
  return dashboard;
}

const hit = (server: TestServer, siteId: number, count: number) =>
  server.post(
    `/sites/${siteId}/hits/batch`,
    Array.from({ length: count }, (_, n) => ({ path: `/${n}`, visitor_id: 'one' })),
  );

const labels = (page: Page) => page.locator('.site-list .site-link').allTextContents();
const groups = (page: Page) => page.locator('.group-card h3').allTextContents();

const ordered = (server: TestServer) => server.api('GET', '/sites/order').then(({ body }) => body);

test('the list shows the numbers of each site and of all together; labels are text', async () => {
  const { server, signedIn } = await startFilled();
  await hit(server, 2, 2);
  const { page, complaints } = await signedIn('/?period=7d');
  const together = page.getByRole('region', { name: 'Totals' });
  await together.waitFor();
  expect(await together.locator('dd b').allTextContents()).toEqual(['2', '5']);
  expect(await page.locator('.site-row').first().textContent()).toMatch(/1 visitor\D*3 pageviews/);
  expect((await labels(page))[3]).toContain('‹U+202E›');
  expect(await page.title()).toBe('Sites – Footfall');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await page.getByRole('link', { name: 'Apples' }).click();
  await page.getByRole('heading', { level: 1, name: 'Apples' }).waitFor();
  expect(page.url()).toBe(`${server.url}/sites/1?period=7d`);
  expect(complaints).toEqual([]);
});

test('a site is moved by dragging, by arrow keys and by its menu; each can be undone', async () => {
  const { server, signedIn } = await startFilled();
  const { page, complaints } = await signedIn('/');
  const grip = page.getByRole('button', { name: 'Move Apples' });
  await grip.waitFor();
  const from = await grip.boundingBox();
  const to = await page.getByRole('button', { name: 'Move Cheese' }).boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 15, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + 15, to.y + 15, { steps: 6 });
  await page.mouse.up();
  await page.getByText('Apples moved to position 3 of 4').waitFor();
  expect((await labels(page)).slice(0, 3)).toEqual(['Bread', 'Cheese', 'Apples']);

  await page.getByRole('button', { name: 'Undo' }).click();
  expect((await labels(page)).slice(0, 3)).toEqual(['Apples', 'Bread', 'Cheese']);

  await page.getByRole('button', { name: 'Move Cheese' }).press('ArrowUp');
  await page.getByText('Cheese moved to position 2 of 4').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByText('Cheese moved to position 1 of 4').waitFor();

  await page.getByRole('button', { name: 'More about Bread' }).click();
  await page.getByRole('menuitem', { name: 'Pin to top' }).click();
  await page.getByText('Bread pinned').waitFor();
  expect((await labels(page)).slice(0, 3)).toEqual(['Bread', 'Cheese', 'Apples']);
  await page.getByRole('button', { name: 'More about Apples' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await until(async () => {
    const { site_ids: ids, pinned_site_ids: pinned } = await ordered(server);
    return pinned.length === 1 && ids.indexOf(1) < ids.indexOf(3);
  });
  await page.reload();
  await page.getByRole('list', { name: 'Pinned sites' }).waitFor();
  expect((await labels(page)).slice(0, 3)).toEqual(['Bread', 'Apples', 'Cheese']);
  expect((await ordered(server)).pinned_site_ids).toEqual([2]);
  expect(complaints).toEqual([]);
});

test('every arrow key counts, also when they come faster than the page renders', async () => {
  const { signedIn } = await startFilled();
  const { page } = await signedIn('/');
  await page.getByRole('button', { name: 'Move Cheese' }).evaluate(async grip => {
    for (const _ of [1, 2]) {
      grip.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
      // Gives way to what waits for the end of the key press, and to nothing that waits for a timer.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
  });
  await page.getByText('Cheese moved to position 1 of 4').waitFor();
  expect((await labels(page)).slice(0, 3)).toEqual(['Cheese', 'Apples', 'Bread']);
});

test('sites are filtered while typing', async () => {
  const { signedIn } = await startFilled();
  const { page } = await signedIn('/');
  const find = page.getByRole('searchbox', { name: 'Find a site' });
  await find.fill('CHE');
  await page.getByText('1 of 4 sites').waitFor();
  expect(await labels(page)).toEqual(['Cheese']);
  await find.fill('nothing of the kind');
  await page.getByText('No results').waitFor();
  await page.getByRole('button', { name: 'Show all sites' }).click();
  expect(await labels(page)).toHaveLength(4);
});

test('the list is sorted and filtered in the address: a reload, a new period and going back keep it', async () => {
  const { server, signedIn } = await startFilled();
  await server.given.site({ url: 'https://xn--mgba3a4f16a.example' });
  await hit(server, 3, 5);
  const { page, complaints } = await signedIn('/');
  await page.getByRole('button', { name: 'Sort: My order' }).click();
  await page.getByRole('menuitem', { name: 'Name' }).click();
  await page.waitForURL('**/?sort=name');
  expect((await labels(page)).slice(1)).toEqual(['Apples', 'Bread', 'Cheese', 'ایران.example']);
  expect(await page.getByText('ایران.example').getAttribute('title')).toBe('xn--mgba3a4f16a.example');
  await page.getByRole('button', { name: 'No pageviews 3' }).click();
  await page.waitForURL('**/?sort=name&state=no_hits');
  expect((await labels(page)).slice(1)).toEqual(['Bread', 'ایران.example']);
  await page.keyboard.press('3');
  await page.waitForURL('**/?period=7d&sort=name&state=no_hits');
  await page.reload();
  await page.getByRole('searchbox', { name: 'Find a site' }).fill('bre');
  await page.getByText('1 of 5 sites').waitFor();
  await page.getByRole('link', { name: 'Bread' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bread' }).waitFor();
  await page.goBack();
  await page.getByText('1 of 5 sites').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Find a site' }).inputValue()).toBe('bre');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('sixty sites are looked through on a phone: a row is a line or two, and nothing is cut', async () => {
  const { server, signedIn } = await start();
  for (let n = 1; n <= 60; n++) await server.given.site({ url: `https://s${n}.example`, label: `Site ${n}` });
  await hit(server, 1, 3);
  const viewport = { width: 390, height: 844 };
  const { page } = await signedIn('/', { viewport, hasTouch: true });
  await page.locator('.site-list').waitFor();
  expect(await page.locator('.site-list').evaluate(list => list.clientHeight / 60)).toBeLessThan(76);
  await expectUsable(page);
});

test('numbers update without a reload', async () => {
  const { server, signedIn } = await startFilled();
  const { page } = await signedIn('/', { isFresh: true });
  await page.getByText('3 pageviews').first().waitFor();
  await page.clock.install();
  await page.reload();
  await page.locator('.site-list').waitFor();
  await hit(server, 1, 4);
  await page.clock.runFor(31_000);
  await page.getByText('7 pageviews').first().waitFor();
});

test('a site is added by its host alone, and its page shows the way to the first hit', async () => {
  const { server, signedIn } = await start();
  const { page, complaints } = await signedIn('/');
  await page.getByRole('heading', { level: 1, name: 'Add your first site' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByText('Enter your site’s address').waitFor();
  await page.getByLabel('Address').fill('shop.example');
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByText('Waiting for your first visit').waitFor();
  const listed = Promise.withResolvers<void>();
  await page.route(/api\/v1\/sites(\?|$)/, async route => {
    await listed.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Footfall' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  expect(await page.locator('.first-site').count()).toBe(0);
  listed.resolve();
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByLabel('Address').fill('https://blog.example');
  await page.getByLabel('Name (optional)').fill('Blog');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
  const { body } = await server.api('GET', '/sites');
  expect(body.sites.map(({ url }: { url: string }) => url)).toEqual([
    'https://shop.example',
    'https://blog.example',
  ]);
  expect(complaints).toEqual([]);
});

test('a group is created, viewed, changed, moved, deleted and restored', async () => {
  const { server, signedIn } = await startFilled();
  await server.post('/groups', { name: 'Old', site_ids: [1], default_chart_view: 'combined' });
  const { page, complaints } = await signedIn('/');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
  await page.getByRole('checkbox', { name: 'Apples' }).check();
  await page.getByRole('checkbox', { name: 'Bread' }).check();
  await page.getByRole('radio', { name: 'rocket' }).check({ force: true });
  await page.getByRole('radio', { name: 'Violet' }).check({ force: true });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('table').first().waitFor();
  expect(await page.locator('.multiple').count()).toBe(2);
  await page.getByRole('button', { name: 'Combined' }).click();
  await page.getByRole('slider', { name: 'Pageviews over time' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Food');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Food' }).waitFor();
  const { groups: made } = await server.get('/groups');
  expect(made[1]).toMatchObject({ name: 'Food', icon: 'rocket', accent_color: '#6a4fb3', site_ids: [1, 2] });

  await page.getByRole('link', { name: 'Footfall' }).click();
  await page.getByRole('button', { name: 'Move Food' }).press('ArrowLeft');
  await page.getByText('Food moved to position 1 of 2').waitFor();
  expect(await groups(page)).toEqual(['Food', 'Old']);
  await page.getByRole('button', { name: 'More about Food' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Food deleted').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('link', { name: 'Food' }).waitFor();
  expect(await groups(page)).toEqual(['Food', 'Old']);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await page.getByRole('link', { name: 'Food' }).click();
  await page.getByRole('button', { name: 'Delete group' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the group “Food”?' });
  await question.getByText('Its sites and their data are kept.').waitFor();
  // The list is without it before it is read again.
  const held = Promise.withResolvers<void>();
  await page.route('**/groups', async route => {
    if (route.request().method() === 'GET') await held.promise;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Delete group' }).click();
  await page.getByText('Food deleted').waitFor();
  await page.getByRole('link', { name: 'Old' }).waitFor();
  expect(await groups(page)).toEqual(['Old']);
  held.resolve();
  expect(complaints).toEqual([]);
});

test('a plan without groups shows none; a viewer sees no actions', async () => {
  const { server, signedIn } = await startFilled();
  const pro = await server.given.user('pro@example.org', 'pro');
  await server.given.site({ url: 'https://a.example' }, pro.full);
  await server.given.site({ url: 'https://b.example' }, pro.full);
  const own = await signedIn('/', { email: pro.email });
  await own.page.locator('.site-list').waitFor();
  expect(await own.page.getByText(/group/i).count()).toBe(0);
  expect(own.complaints).toEqual([]);

  await server.post('/groups', { name: 'Food', site_ids: [1, 2] });
  const { body } = await server.post('/team/invitations', { email: pro.email, role: 'viewer' });
  const token = new URL(body.invitation_url).searchParams.get('token');
  const joined = await own.context.request.post(`${server.url}/session/join`, {
    headers: { origin: server.url },
    data: { token },
  });
  expect(joined.status()).toBe(200);
  await own.page.goto(`${server.url}/team/${server.owner.id}/`);
  await own.page.getByRole('link', { name: 'Food' }).waitFor();
  for (const name of ['Add site', 'New group', 'More about Food', 'Move Food']) {
    expect(await own.page.getByRole('button', { name }).count()).toBe(0);
  }
  await own.page.getByRole('button', { name: 'Move Bread' }).press('ArrowUp');
  await own.page.getByText('Bread moved to position 1 of 4').waitFor();
  expect((await ordered(server)).site_ids).toEqual([1, 2, 3, 4]);
  expect(own.complaints).toEqual([]);
});
