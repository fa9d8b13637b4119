/** Coverage on the page of a site's monitoring: what is not counted, and redirect rules to copy. */
import { expect, test } from 'bun:test';
import { crawlAll, givenWatched, LOOPBACK_ONLY, startPages } from '../support/crawling.ts';
import { expectAccessible, expectUsable, PHONE, shareDashboard } from '../support/dashboard.ts';
import { forTest } from '../support/share.ts';

const { server, signedIn } = shareDashboard(LOOPBACK_ONLY);

const MARKUP = '/<img src=x onerror=alert(1)>';

/** A site with a page of each fault, crawled and visited. */
async function aFaultySite() {
  const site = forTest(await startPages({}));
  const watched = await givenWatched(server(), site.url);
  await server().patch(`/sites/${watched.id}/settings`, { capture: { not_found: true } });
  const { uid } = (await watched.content()).site;
  const snippet = `<script src="https://stats.example/embed/${uid}.js"></script>`;
  Object.assign(site.pages, {
    '/': `${snippet}<a href="/about">a</a><a href="/bare">b</a><a href="/strict">c</a><a href="/lost">d</a>`,
    '/about': snippet,
    '/bare': 'none',
    '/strict': { headers: { 'content-security-policy': "script-src 'self'" }, body: snippet },
  });
  const tell = (fields: Record<string, string>) =>
    fetch(`${server().url}/page/${uid}`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
      body: JSON.stringify({ url: site.url, ...fields }),
    });
  for (const path of ['/', '/thank-you', MARKUP]) await tell({ path });
  for (const path of ['/abuot', `${MARKUP}/abuot`, '/Kontakt-$1;']) await tell({ path, event: 'not_found' });
  await crawlAll(server());
  return watched.id;
}

test('the page of monitoring shows what is not counted, and rules to copy', async () => {
  const id = await aFaultySite();
  const { page, complaints } = await signedIn(`/sites/${id}/monitoring`);
  const uncounted = page.getByRole('table', { name: 'Pages that aren’t tracked' });
  await uncounted.waitFor();
  expect(await uncounted.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Visitors'),
    expect.stringMatching(/\/bare\s*no tracking code\s*0/i),
    expect.stringMatching(/\/strict\s*blocked by the page’s security policy\s*0/i),
  ]);
  await page.getByRole('table', { name: 'Visited, but not linked' }).getByText('/thank-you').waitFor();
  await page.getByRole('table', { name: 'Broken links by visitors' }).getByText('/lost').waitFor();
  await page.getByRole('table', { name: 'Pages not found' }).getByText('→ /about').waitFor();
  await page.getByText('Redirect rules', { exact: true }).click();
  await page.getByText('redir /abuot /about permanent').waitFor();
  await page.getByRole('button', { name: 'Copy Redirect rules for nginx' }).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('it fits a phone in the dark and in German', async () => {
  const id = await aFaultySite();
  const { page, complaints } = await signedIn(`/sites/${id}/monitoring`, { ...PHONE, locale: 'de-DE' });
  await page.getByRole('table', { name: 'Nicht gefundene Seiten' }).waitFor();
  await page.getByText('Weiterleitungen', { exact: true }).click();
  await expectUsable(page);
  expect(complaints).toEqual([]);
});

test('without a crawl and without the event it says how to switch them on', async () => {
  const site = await server().given.site({ url: 'http://new.test' });
  const { page, complaints } = await signedIn(`/sites/${site.id}/monitoring`);
  await page.getByText('Find pages without tracking code').waitFor();
  await page.getByRole('link', { name: 'site settings' }).click();
  await page.getByText('404 pages').waitFor();
  expect(complaints).toEqual([]);
});
