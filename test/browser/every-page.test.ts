/** What holds on every page, whatever it is about. Slow to load is each page, not each look at it: one load for all looks. */
import { beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import * as german from '../../src/web/labels/de/shell.tsx';
import * as french from '../../src/web/labels/fr/shell.tsx';
import {
  expectAccessible,
  expectNoSideScroll,
  expectSettled,
  expectWholeNumbers,
  open,
  openSignedIn,
  shareBrowser,
  shareDashboardServer,
  shoot,
} from '../support/dashboard.ts';
import { startFilledServer } from '../support/filled-dashboard.ts';
import { IS_LONG } from '../support/fuzz.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';

/** Pages of a site, and what comes with one. */
const SITE_PAGES = [
  '',
  '/live',
  '/journeys',
  '/goals',
  '/journeys/paths',
  '/journeys/funnels',
  '/journeys/returning',
  '/events',
  '/hours',
  '/monitoring',
  '/monitoring/alerts',
  '/monitoring/monitors',
  '/monitoring/status',
  '/log',
  '/insights',
  '/links',
  '/settings',
  '/settings/snippet',
  '/settings/public',
  '/settings/sharing',
  '/settings/ignoring',
  '/settings/spam',
  '/settings/privacy',
  '/settings/imports',
  '/settings/data',
];

/** Pages that are about no site. */
const OTHER_PAGES = [
  '/',
  '/settings/account',
  '/settings/reports',
  '/settings/keys',
  '/settings/webhooks',
  '/settings/notifications',
  '/settings/team',
  '/operator',
];

/** Pages of those who are not signed in. */
const OPEN_PAGES = [
  '/login',
  '/reset',
  '/reset?token=used',
  '/join?token=used',
  '/activate?token=used',
  '/setup?token=used',
];

// FOOTFALL_SCREENSHOTS=1 bun test test/browser/every-page.test.ts: to be looked at in test/screenshots.
const wantsScreenshots = Boolean(process.env['FOOTFALL_SCREENSHOTS']);

const DESKTOP = { width: 1440, height: 900, colorScheme: 'light' } as const;
const PHONE = { width: 390, height: 844, colorScheme: 'dark' } as const;

interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}
const OTHER_COLORS: readonly Look[] = [
  { ...DESKTOP, colorScheme: 'dark' },
  { ...PHONE, colorScheme: 'light' },
];
/** Both widths and both schemes; in the long form, each scheme in each width. */
const LOOKS = [DESKTOP, PHONE, ...(IS_LONG || wantsScreenshots ? OTHER_COLORS : [])];

const browser = shareBrowser();
const filled = share(startFilledServer);
const empty = shareDashboardServer();
let emptySiteId: number;
beforeAll(async () => {
  emptySiteId = (await empty().given.site({ public: true })).id;
});

/** A window that stays open from test to test, as somebody's does. */
type Window = Awaited<ReturnType<typeof openSignedIn>>;
const windows = new Map<string, Window>();

async function windowOf(
  server: TestServer,
  { width, height, colorScheme }: Look,
  locale = 'en',
): Promise<Window> {
  const key = `${server.url} ${width} ${locale}`;
  const opened =
    windows.get(key) ??
    (await openSignedIn(browser(), server, '/settings/keys', {
      viewport: { width, height },
      colorScheme,
      locale,
      hasTouch: width < 600,
      userAgent: 'Somebody <img src=x onerror=alert(1)> Chrome/140',
    }));
  windows.set(key, opened);
  return opened;
}

async function look(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}

/** Looks at a page in every way, beginning with the one it was loaded in. */
async function lookAround(page: Page, looks: readonly Look[], name: string): Promise<void> {
  for (const each of looks) {
    await look(page, each);
    await expectSettled(page);
    expect(await page.getByText('Couldn’t load this').count()).toBe(0);
    expect(await page.locator('h1').textContent()).not.toBe('Not found');
    await expectNoSideScroll(page);
    await expectWholeNumbers(page);
    // The same width has the same parts: only its colours are others.
    const isSeenBefore = looks.slice(0, looks.indexOf(each)).some(({ width }) => width === each.width);
    await expectAccessible(page, isSeenBefore ? ['color-contrast'] : undefined);
    await shoot(page, `${name}-${each.width}-${each.colorScheme}`);
  }
}

/** The address of a page about one of the filled sites. */
function addressOf(path: string, name: 'demo' | 'hostile'): string {
  const { server, groupId, webhookId, signalIds, [name]: site } = filled();
  const id = path.startsWith('/groups') ? groupId : site.id;
  return (server.url + path)
    .replace(':id', String(id))
    .replace(':uid', site.uid)
    .replace(':signal', String(signalIds[name]))
    .replace(':hook', String(webhookId));
}

/** Goes from page to page of the dashboard as its links do, which load no page anew; other pages are loaded. */
async function goWithin(page: Page, address: string): Promise<void> {
  const isWithin = ![page.url(), address].some(each => each.includes('/public/'));
  if (isWithin) await page.evaluate(to => history.pushState(null, '', to), address);
  else await page.goto(address);
}

const nameOf = (path: string): string =>
  path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'sites';

/** The page of one signal. */
const SIGNAL_PAGE = '/sites/:id/signals/:signal';

/** Long in the row that says what is shown. */
const LONG_VIEW =
  '/sites/:id?from=2025-12-22&to=2026-01-20&not_path=%2Fa-page-with-quite-a-long-name&country=DE';

describe('with weeks of data', () => {
  test.each([
    ...SITE_PAGES.map(end => `/sites/:id${end}`),
    '/groups/:id',
    SIGNAL_PAGE,
    LONG_VIEW,
    ...OTHER_PAGES,
  ])('%s', async path => {
    const { page, complaints } = await windowOf(filled().server, DESKTOP);
    await look(page, DESKTOP);
    await page.goto(addressOf(path, 'demo'));
    await lookAround(page, LOOKS, `filled-${nameOf(path)}`);
    expect(complaints.splice(0)).toEqual([]);
  });
});

describe('without data', () => {
  test.each([...SITE_PAGES.map(end => `/sites/:id${end}`), ...OTHER_PAGES])('%s', async path => {
    const { page, complaints } = await windowOf(empty(), PHONE);
    await look(page, PHONE);
    await page.goto(empty().url + path.replace(':id', String(emptySiteId)));
    await lookAround(page, LOOKS.toReversed(), `empty-${nameOf(path)}`);
    expect(complaints.splice(0)).toEqual([]);
  });
});

// Words of other languages are longer than English ones: the narrow window shows it.
describe.each([
  ['de', german],
  ['fr', french],
] as const)('in %s', (language, { notFound }) => {
  test.each([
    ...SITE_PAGES.map(end => `/sites/:id${end}`),
    '/groups/:id',
    SIGNAL_PAGE,
    '/public/:uid',
    ...OTHER_PAGES,
  ])('%s', async path => {
    const window = await windowOf(filled().server, { ...PHONE, colorScheme: 'light' }, language);
    const { page, complaints } = window;
    await goWithin(page, addressOf(path, 'demo'));
    await expectSettled(page);
    await shoot(page, `${language}-${nameOf(path)}`);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.locator('h1').textContent()).not.toBe(notFound);
    expect(await page.locator('.empty[role=alert]').count()).toBe(0);
    await expectNoSideScroll(page);
    await expectAccessible(page);
    expect(complaints.splice(0)).toEqual([]);
  });
});

describe('signed out', () => {
  test.each([...OPEN_PAGES, '/public/:uid'])('%s', async path => {
    const { server, demo } = filled();
    const { width, height, colorScheme } = PHONE;
    await using opened = await open(browser(), server.url + path.replace(':uid', demo.uid), {
      viewport: { width, height },
      colorScheme,
    });
    const { page, complaints } = opened;
    await lookAround(page, LOOKS.toReversed(), `open-${nameOf(path)}`);
    // What the server refuses is written to every browser's console.
    const refused = path.includes('token') ? 'status of 403' : 'nothing';
    expect(complaints.filter(complaint => !complaint.includes(refused))).toEqual([]);
  });
});

describe('with hostile texts', () => {
  const paths = [
    '/',
    '/groups/:id',
    '/settings/account',
    '/settings/reports',
    '/settings/keys',
    '/settings/webhooks',
    '/settings/webhooks/:hook',
    '/settings/notifications',
    '/public/:uid',
  ];
  const more = ['/events?event=hostile.x', '/signals/:signal'];
  test.each([...SITE_PAGES, ...more].map(end => `/sites/:id${end}`).concat(paths))('%s', async path => {
    const { page, complaints } = await windowOf(filled().server, PHONE);
    await look(page, PHONE);
    await page.goto(addressOf(path, 'hostile'));
    await lookAround(page, [PHONE, { ...DESKTOP, colorScheme: 'dark' }], `hostile-${nameOf(path)}`);
    await expectOnlyText(page);
    expect(complaints.splice(0)).toEqual([]);
  });
});

/** No text from outside has become anything but text, and none turns the writing around it. */
async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    title: document.title.startsWith('owned'),
    pictures: document.querySelectorAll('img[src="x"], img[src$="/x"]').length,
    turned: [...document.querySelectorAll('body *')]
      .filter(({ childNodes }) =>
        [...childNodes].some(
          node => node.nodeType === Node.TEXT_NODE && node.textContent?.includes('\u202e'),
        ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    // Links lead to pages and mails, and those that open a window give it no hold on this one.
    odd: [...document.querySelectorAll('a')]
      .filter(link => {
        const { protocol } = new URL(link.getAttribute('href') ?? '', location.href);
        const isHeld = link.getAttribute('target') === '_blank' && !link.relList.contains('noopener');
        return !['http:', 'https:', 'mailto:'].includes(protocol) || isHeld;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  }));
  expect(found).toEqual({ title: false, pictures: 0, turned: [], odd: [] });
}
