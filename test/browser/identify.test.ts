/** Visitors whom pages name, on a page of another origin under a strict policy. */
import { expect, test } from 'bun:test';
import { readCapture } from '../../src/core/capture.ts';
import { shareShop, type Visit, type VisitOptions } from '../support/pages-in-browser.ts';

const { quietly } = shareShop();

const onPage = (capture: object, act: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
  quietly('/one', { capture: readCapture(JSON.stringify(capture)), ...options }, act);

const identify = ({ page }: Visit, id: string | null) =>
  page.evaluate(given => {
    (window as unknown as { footfall: { identify?(id: string | null): void } }).footfall.identify?.(given);
  }, id);

const moveOn = ({ page }: Visit, path: string) => page.evaluate(to => history.pushState({}, '', to), path);

/** Whether each row so far is of a visitor who was named, the oldest first. */
const namedOf = async ({ host }: Visit, kind: 'hit' | 'engagement') =>
  (await host.list(kind)).map(({ path, visitorScope }) => [path, visitorScope === 'stable']).reverse();

test('a visitor who signs in is named from then on, and no more once signed out', () =>
  onPage({ identify: true }, async visit => {
    await visit.host.stored(1);
    await identify(visit, 'customer-7');
    await moveOn(visit, '/account');
    await identify(visit, null);
    await moveOn(visit, '/bye');
    await visit.host.stored(3);
    expect(await namedOf(visit, 'hit')).toEqual([
      ['/one', false],
      ['/account', true],
      ['/bye', false],
    ]);
  }));

test('a page that says who is signed in names the visitor of its first view', () =>
  onPage(
    { identify: true },
    async visit => {
      await visit.host.stored(1);
      expect(await namedOf(visit, 'hit')).toEqual([['/one', true]]);
    },
    { attributes: 'data-visitor-id="customer-7"' },
  ));

test('what was read is of the visitor of the view, though somebody signs in on it', () =>
  onPage(
    { identify: true, engagement: true },
    async visit => {
      await visit.page.clock.fastForward(5_000);
      await visit.page.mouse.move(9, 9);
      await identify(visit, 'customer-7');
      await moveOn(visit, '/account');
      await visit.host.stored(3);
      expect(await namedOf(visit, 'engagement')).toEqual([['/one', false]]);
    },
    { hasOwnClock: true },
  ));

test('a site that does not accept ids is sent none', () =>
  onPage(
    {},
    async visit => {
      await identify(visit, 'customer-7');
      const sent = visit.page.waitForRequest(request => request.method() === 'POST');
      await moveOn(visit, '/account');
      expect((await sent).postData()).not.toContain('customer-7');
      await visit.host.stored(2);
      expect(await namedOf(visit, 'hit')).toEqual([
        ['/one', false],
        ['/account', false],
      ]);
    },
    { attributes: 'data-visitor-id="customer-7"' },
  ));
