/** Every menu, popover and dialog, on the screens that have least room for them. */
import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectSettled, pagesOf, shareBrowser, shoot } from '../support/dashboard.ts';
import { startFilledServer } from '../support/filled-dashboard.ts';
import { share } from '../support/share.ts';

const browser = shareBrowser();
const filled = share(startFilledServer);
const { signedIn } = pagesOf(browser, () => filled().server);

const LONG_NAME = 'Visitors on phones and tablets, from Germany, Austria and Switzerland';

beforeAll(async () => {
  const { server, demo } = filled();
  for (const name of ['On phones, from Germany', LONG_NAME])
    await server.post(`/sites/${demo.id}/segments`, {
      name,
      visibility: 'site',
      filters: { country: 'DE', device: 'mobile' },
    });
  for (const [path, body] of [
    ['goals', { name: LONG_NAME, event: 'order.completed' }],
    ['funnels', { name: LONG_NAME, steps: [{ path: '/' }, { path: '/products' }] }],
    ['shared_links', { name: LONG_NAME, sections: ['pages'] }],
  ] as const)
    await server.post(`/sites/${demo.id}/${path}`, body);
});

const press =
  (name: string | RegExp, key = 'Enter') =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().press(key);
  };
/** Opens a menu, and chooses from it. */
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).press('Enter');
};

const SITE = '/sites/:id';
const POPUPS: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  ['period', SITE, press(/^Period/)],
  ['custom range', SITE, choose(/^Period/, /Custom range/)],
  ['comparison', SITE, press(/^Comparison/)],
  ['compared days', SITE, choose(/^Comparison/, /Custom range/)],
  [
    'filters',
    SITE,
    async page => {
      await press('Add filter')(page);
      await page.getByText(LONG_NAME).waitFor();
    },
  ],
  ['tooltip of the chart', SITE, page => page.getByRole('slider').press('Home')],
  [
    'values of a filter',
    SITE,
    async page => {
      await press('Add filter')(page);
      await page.getByRole('button', { name: 'Country', exact: true }).press('Enter');
      await page.getByRole('list', { name: 'Values in this period' }).waitFor();
    },
  ],
  [
    'saving a segment',
    `${SITE}?country=DE`,
    async page => {
      await press('Add filter')(page);
      await press(/^Save these filters/)(page);
    },
  ],
  ['account', SITE, press('Account')],
  ['search', SITE, press(/^Search/)],
  ['shortcuts', SITE, page => page.keyboard.press('?')],
  ['row', SITE, press(/^More about/)],
  ['list', SITE, press(/^Show all/)],
  ['annotation', SITE, press(/^Add annotation/)],
  ['site', '/', press(/^More about/)],
  ['new site', '/', press('Add site')],
  ['new group', '/', press('New group')],
  ['group', '/', press(/^More about/)],
  ['goal', `${SITE}/goals`, press('Add goal')],
  ['removal of a goal', `${SITE}/goals`, press(/^Remove/)],
  ['time zone', '/settings/account', press('Show all time zones')],
  ['deletion of a site', `${SITE}/settings/data`, press('Delete this site')],
];

const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

/** How often it is looked whether a popup is in its place, and the rest between: a minute. */
const MAX_LOOKS = 1_200;
const REST_MS = 50;

/** Returns what of the open popup is cut off, sticks out of it, or lies on something else that can be used. */
const findMisplaced = (
  page: Page,
  screen: { readonly width: number; readonly height: number },
): Promise<string[]> =>
  page.evaluate(({ width: screenWidth, height: screenHeight }) => {
    const visible = (element: Element) => element.checkVisibility() && !element.closest('.visually-hidden');
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.className} ${element.textContent?.trim().slice(0, 30)}`;
    const popups = [...document.querySelectorAll('.dialog, .menu, .popover, .palette, .chart-tip')].filter(
      visible,
    );
    if (popups.length === 0) return ['no popup'];
    const found: string[] = [];
    for (const popup of popups) {
      const outer = popup.getBoundingClientRect();
      if (outer.left < 0 || outer.right > screenWidth || outer.top < 0 || outer.bottom > screenHeight)
        found.push(`${nameOf(popup)}: leaves the screen`);
      const controls: [Element, DOMRect][] = [];
      for (const element of popup.querySelectorAll('*')) {
        // What is wider than its own frame, such as a table, may be scrolled there.
        const frame = element.parentElement?.closest('.table-scroll, svg, select');
        if (!visible(element) || frame) continue;
        const rect = element.getBoundingClientRect();
        if (rect.left < outer.left || rect.right > outer.right) found.push(`${nameOf(element)}: sticks out`);
        if (element.matches('input, select, textarea, button, a')) controls.push([element, rect]);
      }
      for (const [at, [element, one]] of controls.entries())
        for (const [, two] of controls.slice(at + 1)) {
          const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
          const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
          if (width > 1 && height > 1) found.push(`${nameOf(element)}: is overlapped`);
        }
      for (const field of popup.querySelectorAll('.input'))
        if (visible(field) && field.getBoundingClientRect().right > outer.right - 8)
          found.push(`${nameOf(field)}: touches the edge`);
    }
    if (document.documentElement.scrollWidth > screenWidth) {
      // What is cut off by its frame makes no page wider.
      const isCut = ({ parentElement: frame }: Element): boolean =>
        frame !== null && (getComputedStyle(frame).overflowX !== 'visible' || isCut(frame));
      const wide = [...document.querySelectorAll('body *')].filter(
        element => element.getBoundingClientRect().right > screenWidth && !isCut(element),
      );
      found.push(`the page scrolls sideways: ${wide.slice(0, 5).map(nameOf).join('; ')}`);
    }
    return found;
  }, screen);

test.each(POPUPS)('%s', async (name, path, open) => {
  const { page } = await signedIn('/robots.txt', { hasTouch: true, isMobile: true });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(filled().server.url + path.replace(':id', String(filled().demo.id)));
    await expectSettled(page);
    await open(page);
    await page.locator('.dialog, .menu, .popover, .palette, .chart-tip').last().waitFor();
    await page
      .locator('.skeleton')
      .waitFor({ state: 'detached' })
      .catch(() => undefined);
    // A popup whose content has changed is put in its place a moment later.
    let misplaced = await findMisplaced(page, size);
    for (let look = 0; misplaced.length > 0 && look < MAX_LOOKS; look++) {
      await Bun.sleep(REST_MS);
      misplaced = await findMisplaced(page, size);
    }
    await shoot(page, `popup-${name.replaceAll(' ', '-')}-${size.width}`);
    expect(misplaced).toEqual([]);
  }
});
