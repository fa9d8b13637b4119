/** Figures as people read them on several pages: the same number, of the same days, with its unit. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { addDays, toDay } from '../../src/lib/time.ts';
import { expectSettled, pagesOf, shareBrowser } from '../support/dashboard.ts';
import { startFilledServer } from '../support/filled-dashboard.ts';
import { share } from '../support/share.ts';

const browser = shareBrowser();
const filled = share(startFilledServer);
const { signedIn } = pagesOf(browser, () => filled().server);

const REFERRER = 'core77.com';

/** The days of the newest insight. */
function insightWeek(): string {
  const today = toDay(filled().server.clock.now(), 'UTC');
  return `from=${addDays(today, -8)}&to=${addDays(today, -2)}&zone=utc`;
}

type Read = (page: Page) => Promise<string | null>;

const tile =
  (name: string): Read =>
  page =>
    page
      .getByRole('button', { name: new RegExp(`^${name}\\s*\\d`) })
      .locator('.figure-value')
      .textContent();
const cell =
  (rowName: RegExp, at = 0): Read =>
  page =>
    page.getByRole('row', { name: rowName }).first().getByRole('cell').nth(at).textContent();
const textOf =
  (pattern: RegExp): Read =>
  async page => {
    const found = await page.getByText(pattern).first().textContent();
    return pattern.exec(found ?? '')?.[1] ?? null;
  };

/** Figure, and the pages on which it stands: their addresses below the site, and where it is read there. */
const FIGURES: Readonly<Record<string, readonly (readonly [page: () => string, read: Read])[]>> = {
  visitors: [
    [() => '', tile('Visitors')],
    [() => '/journeys', page => page.locator('.journey-figures dd', { hasText: /\d/ }).first().textContent()],
  ],
  'visitors from a referrer': [
    [
      () => `?${insightWeek()}`,
      async page => {
        await page.getByRole('tab', { name: 'Referrers' }).click();
        return cell(/core77\.com/)(page);
      },
    ],
    [
      () => `?${insightWeek()}`,
      async page => {
        const changed = page.getByRole('region', { name: 'What changed' });
        await changed.getByRole('heading', { name: 'What changed · Visitors' }).waitFor();
        const text = await changed.getByRole('link', { name: REFERRER }).textContent();
        return /\+([\d,]+)$/.exec(text ?? '')?.[1] ?? null;
      },
    ],
    [() => '/insights', textOf(/([\d,]+) visitors from core77\.com/)],
  ],
};

test.each(Object.entries(FIGURES))('%s: the same on every page', async (_, pages) => {
  const found: (string | null)[] = [];
  for (const [path, read] of pages) {
    const { page } = await signedIn(`/sites/${filled().demo.id}${path()}`);
    found.push(await read(page));
  }
  expect(found[0]).toMatch(/^[\d,]+$/);
  expect(found).toEqual(pages.map(() => found[0] ?? null));
});

test('pages without a choice of days have those that the overview opens with', async () => {
  const daysOf = async (path: string, asked: RegExp) => {
    const { page } = await signedIn('/');
    let last = '';
    page.on('request', request => {
      if (asked.test(request.url())) last = request.url();
    });
    await page.goto(`${filled().server.url}/sites/${filled().demo.id}${path}`);
    // The overview is first asked for in the browser's zone, before that of the account is known.
    await expectSettled(page);
    const { searchParams } = new URL(last);
    return ['start_date', 'end_date', 'time_zone'].map(name => searchParams.get(name));
  };
  expect(await daysOf('/monitoring', /\/coverage\?/)).toEqual(await daysOf('', /\/overview\?/));
});
