/** Imports, exports and one person's data, in the settings of a site. */
import { expect, test } from 'bun:test';
import { formatDay } from '../../src/web/format.ts';
import {
  button,
  expectAccessible,
  expectNoSideScroll,
  expectSettled,
  expectUsable,
  shareDashboard,
} from '../support/dashboard.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { until } from '../support/until.ts';

const { server, signedIn } = shareDashboard();

const CSV = `created_at,path,country
2026-01-03T10:00:00Z,/tea,DE
2026-01-04T10:00:00Z,/coffee,FR
never,/water,DE
`;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;

const fileOf = (text: string, name = 'history.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const toDay = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const open = async (part: string, options = {}) => {
  const site = await server().given.site({ label: 'Shop' });
  return { site, ...(await signedIn(`/sites/${site.id}/settings/${part}`, options)) };
};
const hitsOf = async (id: number): Promise<number> => (await server().get(`/sites/${id}`)).lifetime_hits;

test('a file is checked, imported and taken back', async () => {
  const { site, page, complaints } = await open('imports', PHONE);
  await page.getByText('No imports yet').waitFor();
  await page.getByLabel('Choose a file').setInputFiles(fileOf(CSV));
  await page.getByRole('heading', { name: 'File in Footfall’s own format' }).waitFor();
  const preview = await page.locator('.import-preview').textContent();
  for (const text of ['Jan 2026', 'Pageviews to add2', 'Unreadable rows1', 'Line 4'])
    expect(preview).toContain(text);
  expect(await hitsOf(site.id)).toBe(0);
  await expectUsable(page);
  await button(page, 'Import').click();
  await page.getByText('2 rows imported').waitFor();
  expect(await hitsOf(site.id)).toBe(2);
  await expectAccessible(page);
  await button(page, 'Undo the import of history.csv').click();
  await page.getByText('This removes all 2 rows').waitFor();
  await button(page, 'Undo import').click();
  await page.getByText('Undone', { exact: true }).waitFor();
  expect(await hitsOf(site.id)).toBe(0);
  expect(await button(page, 'Undo the import of history.csv').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a file that is imported again says that its rows are already there', async () => {
  const { site, page } = await open('imports');
  const load = async () => {
    await page.locator('input[type=file]').setInputFiles(fileOf(CSV));
    await page.locator('.import-preview').waitFor();
    await button(page, 'Import').click();
  };
  await load();
  await page.getByText('2 rows imported').waitFor();
  await load();
  await page.getByText('2 already there').waitFor();
  await page.getByText('0 rows imported').waitFor();
  expect(await hitsOf(site.id)).toBe(2);
});

test('a file is dropped; of several none is taken', async () => {
  const { page } = await open('imports');
  const drop = async (texts: readonly string[]) => {
    const dataTransfer = await page.evaluateHandle(each => {
      const transfer = new DataTransfer();
      for (const text of each) transfer.items.add(new File([text], 'history.csv'));
      return transfer;
    }, texts);
    await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer });
  };
  await page.getByText('No imports yet').waitFor();
  await drop([CSV, CSV]);
  await page.getByText('Import one file at a time.').waitFor();
  await drop([CSV]);
  await page.getByRole('heading', { name: 'File in Footfall’s own format' }).waitFor();
});

test('a file of no known format is refused; with the format it is checked again', async () => {
  const { page } = await open('imports');
  await page.getByLabel('Choose a file').setInputFiles(fileOf('just a letter', 'letter.txt'));
  const failure = page.getByRole('alert').filter({ hasText: 'This file can’t be imported' });
  await failure.getByText('letter.txt is of no format that can be imported').waitFor();
  await page.getByLabel('Format', { exact: true }).selectOption('GoatCounter');
  await button(page, 'Check again').click();
  await failure.getByText('no file of the format goatcounter').waitFor();
  expect(await button(page, 'Import').count()).toBe(0);
  await page.getByLabel('Choose another file').setInputFiles(fileOf(CSV));
  await page.getByRole('heading', { name: 'File in Footfall’s own format' }).waitFor();
});

test('a file without a readable row says so and cannot be imported', async () => {
  const { page } = await open('imports');
  await page.getByLabel('Choose a file').setInputFiles(fileOf('created_at,path\nnever,/tea\n'));
  await page.getByText('No row of this file can be read').waitFor();
  await button(page, 'Check again').waitFor();
  expect(await button(page, 'Import').count()).toBe(0);
  expect(await page.locator('.import-preview').textContent()).not.toContain('everything else is imported');
});

const UMAMI = `website_id,session_id,event_id,event_type,created_at,hostname,url_path
1,s,e,1,2026-01-03 00:30:00,shop.example,/tea
`;

test.each([
  ['Umami export', 'of itself', UMAMI],
  ['File in Footfall’s own format', 'among the options', 'created_at,path\n2026-01-03 00:30:00,/tea\n'],
])('%s: a zone for times without one is asked for %s', async (heading, where, content) => {
  const { site, page } = await open('imports');
  await page.getByLabel('Choose a file').setInputFiles(fileOf(content));
  await page.getByRole('heading', { name: heading }).waitFor();
  if (where === 'among the options') await page.locator('.import-options summary').click();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Tokyo');
  await page.getByRole('option', { name: /Tokyo/ }).click();
  await button(page, 'Import').click();
  await page.getByText('1 row imported').waitFor();
  const { hits } = await server().get(`/sites/${site.id}/hits?period=all`);
  expect(hits[0].created_at).toBe('2026-01-02T15:30:00.000Z');
});

test('a large file is only sent when it is said how', async () => {
  const { page } = await open('imports');
  await page.getByText('No imports yet').waitFor();
  // Too large for a test to pass on, so that the page makes it.
  await page.evaluate(csv => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const transfer = new DataTransfer();
    const padding = new Blob(['\n'.repeat(10 ** 6)]);
    transfer.items.add(new File([csv, ...Array(51).fill(padding)], 'years.csv'));
    if (input) input.files = transfer.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  }, CSV);
  await page.getByText('Checking it first uploads it twice').waitFor();
  expect(await button(page, 'Import').count()).toBe(1);
  await button(page, 'Check first').click();
  await page.getByRole('heading', { name: 'File in Footfall’s own format' }).waitFor();
});

test('rows of a period are exported as a file', async () => {
  const { site, page, complaints } = await open('data');
  const hit = (path: string) => server().post(`/sites/${site.id}/hits`, { path });
  server().clock.advance({ days: -9 });
  await hit('/early');
  server().clock.advance({ days: 9 });
  await hit('/late');
  const [yesterday = '', tomorrow = ''] = [-1, 1].map(toDay);
  await page.getByLabel('Period').selectOption('Custom');
  await page.getByLabel('First day').fill(yesterday);
  await page.getByLabel('Last day').fill('2026-01-01');
  await page.getByText('The last day is before the first').waitFor();
  await page.getByLabel('Last day').fill(tomorrow);
  await page.getByLabel('File format').selectOption('NDJSON');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Pageviews as NDJSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('shop.example-hits.ndjson');
  const text = await Bun.file(await download.path()).text();
  expect(text).toContain('/late');
  expect(text).not.toContain('/early');
  expect(complaints).toEqual([]);
});

test('what is stored of a person is shown, and deleted', async () => {
  const { site, page, complaints } = await open('privacy', PHONE);
  const rows = [
    ['hits', { path: '/a', visitor_id: 'customer/7' }],
    ['events', { event: 'cart.add', visitor_id: 'customer/7' }],
    ['hits', { path: '/b', visitor_id: 'other' }],
  ] as const;
  for (const [kind, body] of rows) await server().post(`/sites/${site.id}/${kind}`, body);
  await page.getByLabel('Visitor ID', { exact: true }).fill('customer/8');
  await button(page, 'Look up').click();
  await page.getByText('Nothing is stored for this ID').waitFor();
  await page.getByLabel('Visitor ID', { exact: true }).fill('customer/7');
  await button(page, 'Look up').click();
  await page.getByText('1 pageview and 1 event.').waitFor();
  await page.getByText('cart.add').waitFor();
  await expectUsable(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Everything as JSON' }).click(),
  ]);
  expect((await Bun.file(await download.path()).json()).hits).toHaveLength(1);
  await button(page, 'Delete this person’s data').click();
  await button(page, 'Delete permanently').click();
  await page.getByText('Nothing is stored for this ID').waitFor();
  expect(await hitsOf(site.id)).toBe(1);
  expect(complaints).toEqual([]);
});

test('imported days are a band on the chart, and panels that cannot have them say so', async () => {
  const site = await server().given.site();
  const body = { path: '/', country: 'DE', visitor_id: 'a' };
  await server().post(`/sites/${site.id}/hits`, body);
  const [before, until] = [-6, -4].map(toDay);
  const days = [before, until].map(day => aTotal(day ?? '', { views: 12 }));
  await importDays(server().services.stores.hits, days, { siteId: site.id });
  const { page, complaints } = await signedIn(`/sites/${site.id}`, PHONE);
  const label = `Imported until ${formatDay(until ?? '')}`;
  const band = page.locator('.imported-band', { hasText: label });
  const [{ width = 0 } = {}, chart] = [
    (await band.boundingBox()) ?? {},
    await page.locator('.chart-size').boundingBox(),
  ];
  expect(width).toBeGreaterThan(0);
  expect(width).toBeLessThan(chart?.width ?? 0);
  const note = `Without imported data (until ${formatDay(until ?? '')}): the imported days have no countries`;
  await expectSettled(page);
  await page.getByText(note).first().waitFor();
  await expectUsable(page);
  await page.goto(`${server().url}/sites/${site.id}/hours`);
  await page.getByText(/^Without imported data .* have no hours$/).waitFor();
  expect(complaints).toEqual([]);
});

test('page views of an access log are left out on request', async () => {
  const { site, page, complaints } = await open('imports');
  const log =
    '203.0.113.7 - - [10/Mar/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"\n';
  await page.getByLabel('Choose a file').setInputFiles(fileOf(log.repeat(3), 'access.log'));
  await page.getByText('Pageviews to add3').waitFor();
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Leave out pageviews').check();
  await button(page, 'Check again').click();
  await page.getByText('Pageviews to add0').waitFor();
  expect(await page.getByText('There are no new pageviews').count()).toBe(0);
  await button(page, 'Import').click();
  await page.getByText('access.log', { exact: true }).waitFor();
  await expectAccessible(page);
  const path = `/sites/${site.id}/access_log?start_date=2026-03-10&end_date=2026-03-10`;
  await until(async () => (await server().get(path)).access_log.requests.total >= 3);
  expect(await hitsOf(site.id)).toBe(0);
  expect(complaints).toEqual([]);
});

test('a followed log is named as such, and what it added is taken back', async () => {
  const site = await server().given.site();
  const line =
    '203.0.113.7 - - [10/Mar/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"\n';
  const lines = Buffer.from(line);
  await server().services.follow.append(
    { siteId: site.id, path: '/var/log/access.log', logFormat: null, timeZone: null },
    { from: null, to: { fingerprint: 'a', bytes: 9, offset: line.length }, lines, head: lines },
  );
  const { page, complaints } = await signedIn(`/sites/${site.id}/settings/imports`, PHONE);
  await page.getByText('Followed', { exact: true }).waitFor();
  await button(page, 'Undo the import of access.log').click();
  await page.getByText('Lines written from now on are imported as before').waitFor();
  await expectAccessible(page);
  await button(page, 'Undo import').click();
  await page.getByText('Undone', { exact: true }).waitFor();
  expect(await hitsOf(site.id)).toBe(0);
  await expectNoSideScroll(page);
  expect(complaints).toEqual([]);
});
