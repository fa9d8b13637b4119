/** The page of a site's server log: how to get a log in, and what it then shows. */
import { expect, test } from 'bun:test';
import { expectUsable, shareDashboard } from '../support/dashboard.ts';
import { ended } from '../support/imports.ts';

const { server, signedIn } = shareDashboard();
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day before, as a log has it. */
function yesterday(): string {
  const [year, month, day] = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}`;
}

const line = (path: string, status: number, agent: string, referrer = '-') =>
  `203.0.113.7 - - [${yesterday()}:12:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 5 "${referrer}" "${agent}"\n`;
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const LOG = [
  line('/', 200, FIREFOX),
  line('/', 503, GPTBOT),
  line('/feed.xml', 200, 'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; )'),
  line('/', 200, 'curl/8.5.0'),
  ...Array.from({ length: 10 }, (_, index) =>
    line(
      `/missing-${index}-<b>${'long/'.repeat(40)}`,
      404,
      FIREFOX,
      `https://news.example/${'item/'.repeat(40)}`,
    ),
  ),
].join('');

test.each([
  ['a desktop', {}],
  ['a phone in the dark', PHONE],
] as const)('on %s the page says how to get a log in, and shows what is in it', async (_, options) => {
  const site = await server().given.site({ url: 'https://a.example' });
  const { page, complaints } = await signedIn(`/sites/${site.id}/log`, options);
  await page
    .getByText(`footfall import ${site.id} /var/log/nginx/access.log --follow --without-hits`)
    .waitFor();
  expect(await page.getByRole('link', { name: 'drop the file' }).getAttribute('href')).toBe(
    `/sites/${site.id}/settings/imports`,
  );
  await expectUsable(page);
  const { body } = await server().post(`/sites/${site.id}/imports`, LOG);
  await ended(server(), `/sites/${site.id}/imports/${body.import.id}`);
  await page.reload();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  await panel('All requests').getByText('7.1% of 14 requests in the server log were pageviews').waitFor();
  expect(await panel('AI crawlers').textContent()).toContain('GPTBot503 × 1');
  expect(await panel('Feed readers').textContent()).toContain('Feedly12 subscribers · /feed.xml');
  expect(await panel('Other bots').textContent()).toContain('curl');
  expect(await panel('Server errors').textContent()).toContain('503');
  expect(await panel('Links to missing pages').textContent()).toContain('to /missing-0-<b>');
  await panel('Pages not found').getByRole('button', { name: 'Show all 10' }).click();
  expect(await panel('Pages not found').getByRole('row').count()).toBe(11);
  await expectUsable(page);
  expect(complaints).toEqual([]);
});
