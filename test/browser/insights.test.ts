import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { addDays, toDay } from '../../src/lib/time.ts';
import { splitSentences } from '../../src/web/pages/insights/insight.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  expectUsable,
  PHONE,
  shareDashboard,
  shoot,
  toPhone,
} from '../support/dashboard.ts';
import { fillDays } from '../support/insight-sites.ts';

const HOSTILE = `<b onclick="alert(1)">Launch</b>\u202e`;

const { server, signedIn } = shareDashboard();

const signalsOf = async (id: number) => (await server().get(`/sites/${id}/signals`)).signals;

/** Generates the insights of a site for a day. */
async function generate(id: number, day: string): Promise<void> {
  const { clock, services } = server();
  const site = services.sites.service.find(id);
  if (!site) throw new Error('the site is gone');
  await services.insights.service.generateFor({ site, zone: 'UTC', day, generatedAt: clock.now() });
}

test('a signal is added, changed, deleted and restored', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  const { page, complaints } = await signedIn(`/sites/${id}/insights`);
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

test('a finding is one line with a chart, over all days on which it was repeated, and links to the chart of its days', async () => {
  const { id } = await server().given.site({ label: 'Read' });
  const today = toDay(server().clock.now(), 'UTC');
  const counts = Array.from({ length: 28 }, (_, day) => (day === 25 ? 200 : 30));
  await fillDays(server(), id, {
    until: addDays(today, -1),
    counts,
    make: (number, ago) => (ago < 4 && number % 2 === 0 ? { path: '/new' } : {}),
  });
  for (const ago of [2, 1]) await generate(id, addDays(today, -ago));
  const { page, complaints } = await signedIn(`/sites/${id}/insights`, PHONE);
  const findings = page.getByRole('list', { name: 'Findings, newest first' }).locator(':scope > li');
  const peak = findings.filter({ hasText: 'Traffic peak on' });
  await peak.locator('svg.sparkline').waitFor();
  const folded = findings.filter({ hasText: '/new' });
  expect(await folded.count()).toBe(1);
  await folded.getByText('still going on').waitFor();
  expect(await page.getByText(/Score|Importance/).count()).toBe(0);
  const digest = (await page.locator('.insight-summary').textContent()) ?? '';
  expect(splitSentences(digest).length).toBeWithin(1, 3);
  await expectUsable(page);
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(3 * 844);
  await peak.locator('summary').click();
  await peak.getByText('about 7 times the usual 30').waitFor();
  await peak.getByRole('link', { name: 'Show in the chart' }).click();
  await page.waitForURL(/metric=hits/);
  const range = new URL(page.url()).searchParams;
  expect([range.get('from'), range.get('to')]).toEqual([addDays(today, -23), addDays(today, -1)]);
  expect(complaints).toEqual([]);
});

test('the sentences about a week are in the language of the page; those without facts are marked as English', async () => {
  const { id } = await server().given.site({ label: 'Laden' });
  const { clock, services } = server();
  const yesterday = addDays(toDay(clock.now(), 'UTC'), -1);
  await fillDays(server(), id, {
    until: yesterday,
    counts: Array.from({ length: 28 }, (_, day) => (day === 27 ? 200 : 30)),
    make: () => ({ path: '/neu', country: 'CH', browser: 'Firefox', isMobile: true }),
  });
  await generate(id, yesterday);
  const { page, complaints } = await signedIn(`/sites/${id}/insights`, {
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
  });
  await page
    .getByText(/ hatte Laden 380 Seitenaufrufe von 380 Besuchern, 81\s% mehr/)
    .first()
    .waitFor();
  for (const fold of await page.locator('.insights details > summary').all()) await fold.click();
  await page.getByText('Meistbesuchte Seite: /neu mit 380 Aufrufen').first().waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(/\b(the|of|from|pageviews?|week)\b/);
  expect(await page.locator('[lang=en]').count()).toBe(0);
  await expectUsable(page);
  services.stores.db.run(sql`update insights set sentences = null where site_id = ${id}`);
  await page.reload();
  await page.getByText('Mehr zu dieser Woche').click();
  await page.locator('[lang=en]').getByText('pageviews').first().waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('the page explains how to switch insights on when they are off', async () => {
  const { id } = await server().given.site({ label: 'Quiet' });
  await server().patch(`/sites/${id}/settings`, { insights_enabled: false });
  const { page, complaints } = await signedIn(`/sites/${id}/insights`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByText('Insights are off for this site').waitFor();
  await page.getByRole('link', { name: 'Turn them on' }).waitFor();
  await expectUsable(page);
  expect(complaints).toEqual([]);
});

test('a deploy hook is made below the annotations, shown once, used and deleted', async () => {
  const { id } = await server().given.site({ label: 'Deployed' });
  const { page, complaints } = await signedIn(`/sites/${id}/insights`);
  await page.getByRole('button', { name: 'Create URL' }).click();
  const address = await page.getByText(/\/deploy\/[\w-]{43}$/).textContent();
  await page.getByText('Not used yet.').waitFor();
  await expectAccessible(page);
  await shoot(page, 'deploy-hook');
  const { pathname } = new URL(address ?? '');
  await fetch(`${server().url}${pathname}?title=${encodeURIComponent(HOSTILE)}`, { method: 'POST' });
  await page.reload();
  await page.getByText('<b onclick="alert(1)">Launch</b>', { exact: false }).first().waitFor();
  expect(await page.getByText(/\/deploy\//).count()).toBe(0);
  await toPhone(page);
  await expectNoSideScroll(page);
  await shoot(page, 'deploy-hook-phone');
  await page.getByRole('button', { name: 'Delete URL' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete URL' }).click();
  await page.getByRole('button', { name: 'Create URL' }).waitFor();
  expect((await fetch(`${server().url}${pathname}`, { method: 'POST' })).status).toBe(404);
  expect(complaints).toEqual([]);
});
