import { describe, expect, test } from 'bun:test';
import { readCapture } from '../../src/core/capture.ts';
import { UID } from '../support/collect-host.ts';
import { shareShop, type VisitOptions } from '../support/pages-in-browser.ts';

declare global {
  interface Window {
    footfall: {
      hit(path?: unknown, more?: unknown): void;
      event(name?: unknown, value?: unknown, more?: unknown): void;
      triggerUpdate(): void;
    };
  }
}

const { open, quietly } = shareShop();

describe('a page of another origin under a strict policy of its own', () => {
  test('counts its view once, with address and referrer, without the fragment', () =>
    quietly('/shoes?size=42#top', { referrer: 'https://news.example/today' }, async visit => {
      expect(await visit.paths()).toEqual(['/shoes']);
      const hit = (await visit.host.list()).at(-1);
      expect(hit).toMatchObject({
        url: `${visit.shopUrl}/shoes?size=42`,
        browserName: 'Chrome',
        platformName: 'Linux',
      });
      expect(hit?.referrer).toStartWith('https://news.example/');
    }));

  test('counts with the readable script as with the minified one', () =>
    quietly('/', { script: `${UID}/readable.js` }, async visit =>
      expect(await visit.paths()).toEqual(['/']),
    ));

  test('counts with the script under its other address', () =>
    quietly('/', { script: `${UID}/min.js` }, async visit => expect(await visit.paths()).toEqual(['/'])));

  test('counts through a proxy on its own origin', () =>
    quietly('/', { isProxied: true, shopHost: 'proxied.example' }, async visit => {
      expect(await visit.paths()).toEqual(['/']);
    }));

  test('counts once although the snippet is in it twice', async () => {
    const again = (port: number) =>
      `<script defer src="http://stats.example:${port}/embed/${UID}/min.js"></script>`;
    await quietly('/', {}, async visit => {
      await visit.page.setContent(again(visit.host.port) + again(visit.host.port));
      await visit.page.waitForFunction(() => 'footfall' in window);
      expect(await visit.paths()).toEqual(['/']);
    });
  });

  test('counts with the beacon flag', () =>
    quietly('/', { flags: 'beacon' }, async visit => expect(await visit.paths()).toEqual(['/'])));

  test('shows the pixel', () =>
    quietly('/', { flags: 'ignore' }, async visit => {
      const width = await visit.page.evaluate(async source => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return image.naturalWidth;
      }, `http://stats.example:${visit.host.port}/pixel/${UID}.gif?path=/seen`);
      expect(width).toBe(1);
      expect(await visit.paths()).toEqual(['/seen']);
    }));
});

describe('a page that navigates by itself', () => {
  test('counts each other path once, but no other query or fragment', () =>
    quietly('/one', {}, async visit => {
      await visit.page.evaluate(() => {
        history.replaceState({}, '', '/one?a=1');
        location.hash = 'part';
        history.pushState({}, '', '/two');
        history.pushState({}, '', '/two?page=2');
        history.replaceState({}, '', '/three');
      });
      expect(await visit.paths()).toEqual(['/one', '/two', '/three']);
      await visit.page.goBack();
      await visit.page.goBack();
      expect(await visit.paths()).toEqual(['/one', '/two', '/three', '/two', '/one']);
    }));

  test('counts each page as the rules of the site have it', () =>
    quietly(
      '/one?p=1&token=x#top',
      {
        flags: 'events',
        capture: readCapture('{"engagement":true}'),
        pageRules: [{ kind: 'query', keep: ['p', 'a b'] }, { kind: 'hash' }],
      },
      async visit => {
        const views = () => visit.paths();
        await visit.page.evaluate(() => {
          history.pushState({}, '', '/one?token=y&p=1#other');
          history.pushState({}, '', '/one?p=2');
          history.pushState({}, '', '/one?p=2&a+b=%26#/route?token=x');
        });
        expect(await views()).toEqual(['/one?p=1', '/one?p=2', '/one?p=2&a%20b=%26#/route']);
        await visit.page.evaluate(() => {
          location.hash = '#/next';
          window.footfall.event('a.b');
          window.footfall.hit('/named');
        });
        await visit.host.stored(5);
        expect((await views()).slice(3).sort()).toEqual(['/named', '/one?p=2&a%20b=%26#/next']);
        expect((await visit.host.list('event'))[0]?.path).toBe('/one?p=2&a%20b=%26#/next');
        const sent = await visit.host.list();
        expect(sent.map(({ url }) => url).join()).not.toContain('#');
      },
    ));

  test('sends its referrer only once', () =>
    quietly('/one', { referrer: 'https://news.example/' }, async visit => {
      await visit.page.evaluate(() => history.pushState({}, '', '/two'));
      await visit.paths();
      const [first, second] = (await visit.host.list()).reverse();
      expect([first?.referrer, second?.referrer]).toEqual(['https://news.example/', null]);
    }));

  test('does not count a view again that triggerUpdate reports too', () =>
    quietly('/one', { flags: 'spa' }, async visit => {
      await visit.page.evaluate(() => {
        history.pushState({}, '', '/two');
        window.footfall.triggerUpdate();
      });
      expect(await visit.paths()).toEqual(['/one', '/two']);
    }));

  test('counts a page that comes back whole from the back/forward cache', () =>
    quietly('/one', {}, async visit => {
      await visit.paths();
      await visit.page.goto(`${visit.shopUrl}/two`);
      await visit.page.goBack({ waitUntil: 'commit' });
      await visit.page.waitForFunction(() => location.pathname === '/one');
      await visit.host.stored(4);
      expect(await visit.paths()).toEqual(['/one', '/two', '/one']);
    }));
});

describe('events', () => {
  const body = `<button data-footfall-event="cart.add" data-footfall-event-value="boots"><b>Buy</b></button>
    <a href="/pay" data-footfall-event="cart->pay">Pay</a>`;

  test('a click sends the event of the element around it, a double click only one', () =>
    quietly('/', { flags: 'events', body }, async visit => {
      await visit.page.dblclick('b');
      await visit.paths();
      expect(await visit.host.list('event')).toMatchObject([
        { event: 'cart.add', value: 'boots', path: '/' },
      ]);
    }));

  test('a view and an event have the properties of the page, or their own, and an event its revenue', () =>
    quietly(
      '/',
      {
        flags: 'events',
        attributes: `data-properties='{"author":"Ada"}'`,
        body: `${body}<i data-footfall-event="order.paid" data-footfall-event-properties='{"size":"L"}'
          data-footfall-event-amount="49.50" data-footfall-event-currency="EUR">Order</i>`,
      },
      async visit => {
        await visit.page.click('i');
        await visit.page.click('b');
        await visit.page.evaluate(() => {
          window.footfall.event('a.b', undefined, {
            properties: { seats: 5 },
            revenue: { amount: 1, currency: 'usd' },
          });
          window.footfall.event('a.c', 'x', null);
          window.footfall.hit('/step', { properties: { step: 2 } });
        });
        await visit.paths();
        const [step, hit] = (await visit.host.list()).filter(row => !row.path?.startsWith('/last'));
        expect([hit?.properties, step?.properties]).toEqual(['{"author":"Ada"}', '{"step":2}']);
        const events = (await visit.host.list('event')).map(row => [
          row.event,
          row.properties,
          row.revenueAmount,
          row.revenueCurrency,
        ]);
        expect(events.sort()).toEqual([
          ['a.b', '{"seats":5}', 10_000, 'USD'],
          ['a.c', '{"author":"Ada"}', null, null],
          ['cart.add', '{"author":"Ada"}', null, null],
          ['order.paid', '{"size":"L"}', 495_000, 'EUR'],
        ]);
      },
    ));

  test('a click that leaves the page is not lost', () =>
    quietly('/', { flags: 'events', body }, async visit => {
      await visit.page.click('a');
      await visit.page.waitForURL('**/pay');
      await visit.host.stored(3);
      expect(await visit.host.list('event')).toMatchObject([{ event: 'cart.pay', value: null, path: '/' }]);
    }));

  test('without the flag clicks send nothing', () =>
    quietly('/', { body }, async visit => {
      await visit.page.click('button');
      await visit.paths();
      expect(await visit.host.list('event')).toEqual([]);
    }));

  test('the page can count and send by itself, and nonsense does not disturb it', () =>
    quietly('/', {}, async visit => {
      await visit.page.evaluate(() => {
        const circle: Record<string, unknown> = {};
        circle['self'] = circle;
        window.footfall.hit('/by-hand');
        window.footfall.event('form.sent', 3);
        window.footfall.event();
        window.footfall.event('form.sent', circle);
        window.footfall.event(Symbol('x'));
      });
      expect(await visit.paths()).toEqual(['/', '/by-hand']);
      expect(await visit.host.list('event')).toMatchObject([{ event: 'form.sent', value: '3' }]);
    }));
});

describe('nothing is counted', () => {
  const countsNothing = (path: string, options: VisitOptions) =>
    quietly(path, options, async visit => {
      await visit.page.evaluate(() => window.footfall.hit('/by-hand'));
      expect(await visit.paths()).toEqual([]);
    });

  test('with the ignore flag', () => countsNothing('/', { flags: 'ignore&events' }));

  test('of a browser with Global Privacy Control', () =>
    countsNothing('/', {
      setUp: () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    }));

  test('where storage is forbidden', () =>
    countsNothing('/', {
      setUp: () =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
    }));

  test('on localhost', async () => {
    await using visit = await open('/', { shopHost: 'localhost' });
    const sent: string[] = [];
    visit.page.on('request', request => sent.push(request.url()));
    await visit.page.reload();
    expect(sent.filter(url => url.includes('/page/'))).toEqual([]);
  });

  test('of a browser whose owner has opted out, until they opt in again', async () => {
    await using visit = await open('/');
    const messages: string[] = [];
    visit.page.on('dialog', dialog => {
      messages.push(dialog.message());
      return dialog.accept();
    });
    await visit.page.goto(`${visit.shopUrl}/a?footfall_ignore=true`);
    await visit.page.goto(`${visit.shopUrl}/b`);
    expect(await visit.paths()).toEqual(['/']);
    expect(await visit.storage()).toEqual({ footfall_ignore: 'true' });
    await visit.page.goto(`${visit.shopUrl}/c?footfall_ignore=false`);
    expect(await visit.paths()).toEqual(['/', '/c']);
    expect(messages).toEqual(['Footfall ignores you: true', 'Footfall ignores you: false']);
  });
});
