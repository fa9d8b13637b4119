/** Links of campaigns: built from names in use, with a warning of another spelling, a QR code, and kept for later. */
import { expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/time-units.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  expectSettled,
  expectUsable,
  shareDashboard,
  toPhone,
} from '../support/dashboard.ts';
import { aHit } from '../support/hit-rows.ts';

const { server, signedIn } = shareDashboard();

test('a link is built from the fields, copied, drawn as a QR code and saved', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  const url = 'https://shop.example/?utm_source=Newsletter&utm_medium=email&utm_campaign=spring';
  await server().post(`/sites/${id}/hits`, { path: '/', url });
  const { page, context, complaints } = await signedIn(`/sites/${id}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = page.getByRole('region', { name: 'Referrers', exact: true });
  await panel.getByRole('link', { name: 'Campaign links' }).click();
  await page.getByText('Enter a source, and the link appears here.').waitFor();

  await page.getByRole('textbox', { name: 'Page' }).fill('/sale');
  await page.getByLabel('Source', { exact: true }).fill('newsletter');
  const warning = page.getByRole('status').filter({ hasText: 'You already use Newsletter' });
  await warning.getByRole('button', { name: 'Use that one' }).click();
  expect(await page.getByLabel('Source', { exact: true }).inputValue()).toBe('Newsletter');
  await warning.waitFor({ state: 'detached' });
  // Each field's names are read by a request of its own.
  await page.locator('option[value=email]').waitFor({ state: 'attached' });
  const offered = await page
    .getByLabel('Medium')
    .evaluate(input => [...((input as HTMLInputElement).list?.options ?? [])].map(option => option.value));
  expect(offered).toEqual(['email']);
  await page.getByLabel('Medium', { exact: true }).fill('cpc');
  const link = 'https://shop.example/sale?utm_source=Newsletter&utm_medium=cpc';
  await page.getByText(link, { exact: true }).waitFor();
  await page.getByText('Visits through this link count as Display.').waitFor();
  await page.getByRole('button', { name: 'Copy Your link' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download SVG' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('campaign-link.svg');
  expect(await Bun.file(await file.path()).text()).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>\n$/,
  );

  await page.getByRole('textbox', { name: 'Link name' }).fill('March mail');
  await page.getByRole('button', { name: 'Save link' }).click();
  const saved = page.getByRole('region', { name: 'Saved links' });
  await saved.getByText('March mail').waitFor();
  await page.reload();
  await saved.getByText(link).waitFor();
  const [kept] = (await server().get(`/sites/${id}/campaign_links`)).campaign_links;
  expect(kept).toMatchObject({ link, name: 'March mail' });
  await saved.getByRole('button', { name: 'Rename' }).click();
  await saved.getByRole('textbox', { name: 'Link name' }).fill('April mail');
  await saved.getByRole('button', { name: 'Save', exact: true }).click();
  await saved.getByText('April mail').waitFor();
  expect(await saved.getByRole('link', { name: 'Visits' }).getAttribute('href')).toBe(
    `/sites/${id}?source=Newsletter&medium=cpc&campaign=&term=&content=`,
  );
  await saved.getByRole('button', { name: 'Use', exact: true }).click();
  expect(await page.getByLabel('Medium', { exact: true }).inputValue()).toBe('cpc');
  await expectAccessible(page);
  await toPhone(page);
  await expectSettled(page);
  await expectUsable(page);
  await saved.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No saved links yet').waitFor();
  expect(complaints).toEqual([]);
});

test('each saved link shows what it brought in the period, and the list begins with the most', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  const at = `/sites/${id}/campaign_links`;
  const links: string[] = [];
  for (const source of ['mail', 'poster'])
    links.push(
      (await server().post(at, { url: '/', source, name: 'A long name '.repeat(9) })).body.campaign_link.link,
    );
  const today = server().clock.now();
  await server().services.stores.hits.append([
    ...[1n, 2n].map(visitor => aHit({ siteId: id, source: 'mail', createdAt: today, visitor })),
    aHit({ siteId: id, source: 'poster', createdAt: new Date(+today - 60 * DAY_MS), visitor: 3n }),
  ]);
  const { page, complaints } = await signedIn(`/sites/${id}/links`);
  const saved = page.getByRole('region', { name: 'Saved links' });
  const rows = saved.getByRole('listitem');
  const texts = async () =>
    (await rows.allInnerTexts()).map(text =>
      text.match(/source=(\w+).*Visits\s+(\d+)\s+Visitors\s+(\d+)/s)?.slice(1),
    );
  await rows.getByText('2').first().waitFor();
  expect(await texts()).toEqual([
    ['poster', '0', '0'],
    ['mail', '2', '2'],
  ]);
  await saved.getByRole('button', { name: 'Most visits' }).click();
  await rows
    .first()
    .getByText(links[0] ?? '')
    .waitFor();
  await page.goto(`${page.url()}?period=all`);
  await rows.getByText('1').first().waitFor();
  expect(await texts()).toEqual([
    ['poster', '1', '1'],
    ['mail', '2', '2'],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectUsable(page);
  expect(complaints).toEqual([]);
});

test('links that a browser has are offered to the site, once', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  const at = `/sites/${id}/campaign_links`;
  await server().post(at, { url: '/known', source: 'a' });
  const { page, complaints } = await signedIn(`/sites/${id}/links`);
  const key = `footfall-campaign-links-${id}`;
  const none = { medium: '', campaign: '', term: '', content: '' };
  const keep = (addresses: readonly string[]) =>
    page.evaluate(([name, text]) => localStorage.setItem(name, text), [
      key,
      JSON.stringify(addresses.map(address => ({ ...none, address, source: 'a' }))),
    ] as const);
  await keep(['/newer', '/known', '/older']);
  await page.reload();
  await page.getByText('3 links saved in this browser only').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save to the site' }).click();
  await page.getByText('https://shop.example/newer?utm_source=a').waitFor();
  await page.getByText('saved in this browser only').waitFor({ state: 'detached' });
  const urls = (await server().get(at)).campaign_links.map(({ url }: { url: string }) => url);
  expect(urls).toEqual(['newer', 'older', 'known'].map(name => `https://shop.example/${name}`));
  expect(await page.evaluate(name => localStorage.getItem(name), key)).toBeNull();
  await keep(['/gone']);
  await page.reload();
  await page.getByText('1 link saved in this browser only').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('saved in this browser only').waitFor({ state: 'detached' });
  expect(await page.evaluate(name => localStorage.getItem(name), key)).toBeNull();
  expect(complaints).toEqual([]);
});

test('what is typed or stored by others is text, and a bad address is named', async () => {
  const { id } = await server().given.site({ label: 'Odd' });
  const { page, complaints } = await signedIn(`/sites/${id}/links`);
  await page.evaluate(
    key => localStorage.setItem(key, '[{"address":"javascript:alert(1)"},7,null]'),
    `footfall-campaign-links-${id}`,
  );
  await page.reload();
  await page.getByText('No saved links yet').waitFor();
  await page.getByRole('textbox', { name: 'Page' }).fill('javascript:alert(1)');
  await page.getByLabel('Source', { exact: true }).fill('<img src=x onerror="document.title=1">');
  await page.getByRole('alert').filter({ hasText: 'Enter a path that begins with /' }).waitFor();
  await page.getByRole('textbox', { name: 'Page' }).fill(`/${'a'.repeat(2040)}`);
  await page.getByLabel('Campaign', { exact: true }).fill('x'.repeat(200));
  await page.getByLabel('Content (optional)').fill('ü'.repeat(200));
  await page.getByText('This link is too long for a QR code.').waitFor();
  await expectNoSideScroll(page);
  expect(complaints).toEqual([]);
});
