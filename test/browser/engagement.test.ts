/** For how long and how far pages are read, on a page of another origin under a strict policy. The clock of the page is the test's. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { readCapture } from '../../src/core/capture.ts';
import { shareShop, type Visit } from '../support/pages-in-browser.ts';

const { quietly } = shareShop();

const TALL = `<p>${'line<br>'.repeat(200)}</p>`;

const onPage = (act: (visit: Visit) => Promise<void>) =>
  quietly('/one', { body: TALL, capture: readCapture('{"engagement":true}'), hasOwnClock: true }, act);

/** Lets time pass on a page where a visitor moves the pointer every few seconds. */
const read = async (page: Page, seconds: number) => {
  for (let second = 0; second < seconds; second += 5) {
    await page.clock.fastForward(1000 * Math.min(5, seconds - second));
    await page.mouse.move(10 + (second % 7), 10);
  }
};

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(hidden => {
    if (hidden) Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    else Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);

/**
 * Reports so far, once as many rows of any kind have been stored: path, seconds, depth, and the number of the view. A page that
 * scrolls while it is left says the same twice.
 */
const reportsOf = async ({ host }: Visit, rows: number) => {
  await host.stored(rows);
  const found = (await host.list('engagement')).reverse();
  // Two pages may be opened at the same time of a clock that stands still.
  const views = [...new Set(found.map(({ path, view }) => `${path} ${view}`))];
  const reports = found.map(({ path, engagedSeconds, scrollDepth, view }) => [
    path,
    engagedSeconds,
    scrollDepth,
    views.indexOf(`${path} ${view}`) + 1,
  ]);
  return reports.filter((row, index) => String(row) !== String(reports[index - 1]));
};

test('a page that is left sends how long it was read, and how far it was seen', () =>
  onPage(async visit => {
    await read(visit.page, 12);
    const depth = await visit.page.evaluate(() => {
      scrollTo(0, 1000);
      return Math.round((100 * (scrollY + innerHeight)) / document.body.scrollHeight);
    });
    await read(visit.page, 3);
    await visit.page.evaluate(() => scrollTo(0, 0));
    await visit.page.goto(`${visit.shopUrl}/two`);
    expect(await reportsOf(visit, 3)).toEqual([['/one', 15, depth, 1]]);
  }));

test('time in another tab does not count, and each switch sends the totals of the same view', () =>
  onPage(async visit => {
    const { page } = visit;
    await read(page, 7);
    await setHidden(page, true);
    await page.clock.fastForward(600_000);
    await setHidden(page, false);
    await read(page, 10);
    await setHidden(page, true);
    await setHidden(page, false);
    await read(page, 2);
    await page.goto(`${visit.shopUrl}/two`);
    expect((await reportsOf(visit, 5)).map(([path, seconds, , view]) => [path, seconds, view])).toEqual([
      ['/one', 7, 1],
      ['/one', 17, 1],
      ['/one', 19, 1],
    ]);
  }));

test('a page that is open and left alone counts a minute beyond the last sign of life', () =>
  onPage(async visit => {
    await read(visit.page, 5);
    await visit.page.clock.fastForward(3_600_000);
    await visit.page.mouse.move(99, 99);
    await visit.page.goto(`${visit.shopUrl}/two`);
    expect((await reportsOf(visit, 3)).map(([, seconds]) => seconds)).toEqual([65]);
  }));

test('an app that moves on sends the page before, and what comes back from the back/forward cache is another view', () =>
  onPage(async visit => {
    const { page } = visit;
    await read(page, 5);
    await page.evaluate(() => history.pushState({}, '', '/app'));
    await read(page, 8);
    await page.evaluate(() => history.replaceState({}, '', '/app?tab=2'));
    await read(page, 2);
    await page.goto(`${visit.shopUrl}/two`);
    await read(page, 4);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('**/app?tab=2', { waitUntil: 'commit' });
    await visit.host.stored(7);
    await read(page, 6);
    await page.evaluate(() => history.pushState({}, '', '/last'));
    const seen = (await reportsOf(visit, 9)).map(([path, seconds, , view]) => [path, seconds, view]);
    expect(seen.filter((row, index) => String(row) !== String(seen[index - 1]))).toEqual([
      ['/one', 5, 1],
      ['/app', 10, 2],
      ['/two', 4, 3],
      ['/app', 6, 4],
    ]);
  }));

test('of a page that is killed there is what it sent before', () =>
  onPage(async visit => {
    await read(visit.page, 9);
    await setHidden(visit.page, true);
    await reportsOf(visit, 2);
    const killed = visit.page.waitForEvent('crash');
    await Promise.all([killed, visit.page.goto('chrome://crash').catch(() => undefined)]);
    expect((await reportsOf(visit, 2)).map(([path, seconds]) => [path, seconds])).toEqual([['/one', 9]]);
  }));
