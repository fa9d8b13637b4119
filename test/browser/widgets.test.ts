/** The elements that the script fills, on pages of another origin. Source: decisions, section 5. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { shareVisitorBrowser } from '../support/pages-in-browser.ts';
import { shareServer } from '../support/shared-server.ts';
import { openWidgetPage, shows, type WidgetPage, type WidgetPageOptions } from '../support/widget-pages.ts';

const server = shareServer();
const browser = shareVisitorBrowser();

const open = (options: WidgetPageOptions): Promise<WidgetPage> =>
  openWidgetPage(server(), browser(), options);

/** A visit that must end without a complaint, a cookie or anything stored. */
const quietly = async (options: WidgetPageOptions, act: (visit: WidgetPage) => Promise<void>) => {
  await using visit = await open(options);
  await act(visit);
  expect(visit.complaints).toEqual([]);
  expect(await visit.stored()).toEqual([[], []]);
};

const pressed = (page: WidgetPage['page'], selector: string) =>
  page.locator(selector).getAttribute('aria-pressed');

describe('counters', () => {
  const body = `<b id="a" class="footfall_hits">…</b> <b id="b" class="footfall_hits"></b>
    <ul class="footfall_countries"><li>…</li></ul> <p><span class="footfall_countries"></span></p>`;

  test('show the hits and countries of a public site in the page’s language, with one request for all', () =>
    quietly({ flags: 'hits&countries', body, language: 'de', hits: { DE: 1200, FR: 34 } }, async visit => {
      const { page, sent } = visit;
      await shows(page, 'ul', '🇩🇪 Deutschland 1.200 🇫🇷 Frankreich 34');
      await shows(page, 'span.footfall_countries', '🇩🇪 Deutschland 1.200 🇫🇷 Frankreich 34');
      // The visit itself may or may not be among them.
      expect(await page.locator('#a').textContent()).toMatch(/^1\.23[45]$/);
      expect(await page.locator('#b').textContent()).toMatch(/^1\.23[45]$/);
      expect(await page.locator('ul > li').count()).toBe(2);
      expect(await page.locator('[aria-hidden=true]').allTextContents()).toEqual(['🇩🇪', '🇫🇷', '🇩🇪', '🇫🇷']);
      expect(sent).toEqual(['GET /widgets/UID.json?show=hits,countries']);
    }));

  test('show unique hits when configured to', () =>
    quietly({ flags: 'ignore&hits=unique', body, hits: { DE: 7 } }, async visit => {
      await server().post(`/sites/${visit.site.id}/hits`, { path: '/', visitor_id: 'DE0' });
      server().clock.advance({ minutes: 2 });
      await visit.page.reload();
      await shows(visit.page, '#a', '7');
    }));

  test('are filled when the script runs before the page is there', () =>
    quietly({ flags: 'ignore&hits', body, hits: { DE: 7 }, loading: '' }, ({ page }) =>
      shows(page, '#b', '7'),
    ));

  test('ignore an invalid language', () =>
    quietly({ flags: 'ignore&hits', body, language: 'en_US!', hits: { DE: 7 } }, ({ page }) =>
      shows(page, '#a', '7'),
    ));

  test('request nothing without their flags', () =>
    quietly({ flags: '', body }, async ({ page, sent }) => {
      await page.waitForLoadState('networkidle');
      expect([sent, await page.locator('#a').textContent()]).toEqual([[], '…']);
    }));

  test('leave the page unchanged for a site that is not public', async () => {
    await using visit = await open({ flags: 'hits&countries&kudos', body, site: { public: false } });
    await visit.page.waitForLoadState('networkidle');
    expect(await visit.page.locator('#a').textContent()).toBe('…');
    expect(await visit.page.locator('ul').textContent()).toBe('…');
    // The browser's own remark about a 404.
    expect(visit.complaints).toEqual([expect.stringContaining('404')]);
  });
});

describe('the uptime', () => {
  const body = '<b id="a" class="footfall_uptime">…</b>';

  test('of a watched site is shown in the page’s language, exactly', () =>
    quietly({ flags: 'ignore&uptime', body, language: 'de', isWatched: true }, async ({ page, sent }) => {
      await shows(page, '#a', '100 %');
      expect(await page.locator('#a').getAttribute('data-state')).toBe('up');
      expect(sent).toEqual(['GET /widgets/UID.json?show=uptime']);
    }));

  test('leaves the element unchanged for a site without monitoring', () =>
    quietly({ flags: 'ignore&uptime', body }, async ({ page }) => {
      await page.waitForLoadState('networkidle');
      expect(await page.locator('#a').textContent()).toBe('…');
    }));
});

describe('links to the public stats', () => {
  const body = `<a id="a" class="footfall_public_stats">Numbers</a>
    <span id="b" class="footfall_public_stats">Our <i>numbers</i></span>
    <li id="c" class="footfall_public_stats"><a>Numbers</a></li><p id="d" class="footfall_public_stats"></p>`;

  test('open the page from any element', () =>
    quietly({ flags: 'publicstats', body }, async ({ page, origin, site, sent }) => {
      await page.waitForSelector('#d a');
      const links = await page
        .locator('a')
        .evaluateAll(all => all.map(link => [link.getAttribute('href'), link.innerHTML]));
      const href = `${origin}/public/${site.uid}`;
      expect(links).toEqual([
        [href, 'Numbers'],
        [href, 'Our <i>numbers</i>'],
        [href, 'Numbers'],
        [href, 'Stats'],
      ]);
      expect(sent).toEqual([]);
    }));
});

describe('kudos', () => {
  const twice = `<button id="a" class="footfall_kudos">+</button> <button id="b" class="footfall_kudos">+</button>
    <button id="c" class="footfall_kudos" data-path="/other"></button>`;

  test('are requested once for each path, and a new one shows in every button of that path', () =>
    quietly({ flags: 'kudos', body: twice }, async ({ page, sent }) => {
      await shows(page, '#a', '👏 0');
      await shows(page, '#c', '👏 0');
      await page.click('#b');
      await shows(page, '#a', '👏 1');
      await shows(page, '#b', '👏 1');
      expect([await pressed(page, '#a'), await pressed(page, '#b'), await pressed(page, '#c')]).toEqual([
        'true',
        'true',
        'false',
      ]);
      expect(await page.locator('#a').getAttribute('data-count')).toBe('1');
      await page.click('#a');
      await page.click('#b');
      expect(sent).toEqual([
        'GET /kudos/UID.json?path=/welcome',
        'GET /kudos/UID.json?path=/other',
        'POST /kudos/UID?path=/welcome',
      ]);
    }));

  test('store nothing in the browser, and the server counts a visitor once', () =>
    quietly({ flags: 'kudos', body: twice }, async ({ page }) => {
      await page.click('#a');
      await shows(page, '#a', '👏 1');
      await page.reload();
      await shows(page, '#a', '👏 1');
      expect(await pressed(page, '#a')).toBe('false');
      await page.click('#a');
      await page.waitForFunction(() => document.querySelector('#b')?.getAttribute('aria-pressed') === 'true');
      await shows(page, '#a', '👏 1');
    }));

  test('can be given by keyboard, by a native button as by any other element', () =>
    quietly(
      {
        flags: 'kudos=%E2%9D%A4%EF%B8%8F',
        body: '<button id="a" class="footfall_kudos"></button> <div id="b" class="footfall_kudos" data-path="/b"></div>',
      },
      async ({ page }) => {
        await shows(page, '#b', '❤️ 0');
        expect(await page.getByRole('button').count()).toBe(2);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await shows(page, '#a', '❤️ 1');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Space');
        await shows(page, '#b', '❤️ 1');
      },
    ));

  test('neither send a form nor follow a link around them', () =>
    quietly(
      {
        flags: 'kudos',
        body: '<form action="/gone"><button id="a" class="footfall_kudos"></button></form><a id="b" href="/gone" class="footfall_kudos" data-path="/b">+</a>',
      },
      async ({ page }) => {
        await page.click('#a');
        await page.click('#b');
        await shows(page, '#a', '👏 1');
        await shows(page, '#b', '👏 1');
        expect(new URL(page.url()).pathname).toBe('/welcome');
      },
    ));

  test('hide their number when private, and are not sent when ignored', () =>
    quietly(
      {
        flags: 'kudos',
        body: '<button id="a" class="footfall_kudos" data-private></button><button id="b" class="footfall_kudos" data-path="/b" data-ignore="true" data-private="false"></button>',
      },
      async ({ page, sent }) => {
        await shows(page, '#b', '👏 0');
        await page.click('#b');
        const answered = page.waitForResponse(response => response.request().method() === 'POST');
        await page.click('#a');
        await answered;
        await page.waitForFunction(
          () => document.querySelector('#a')?.getAttribute('aria-pressed') === 'true',
        );
        expect(await page.locator('#a').textContent()).toBe('👏');
        expect(await page.locator('#a').getAttribute('data-count')).toBeNull();
        expect([await pressed(page, '#b'), await page.locator('#b').textContent()]).toEqual(['true', '👏 0']);
        expect(sent.filter(line => line.startsWith('POST'))).toEqual(['POST /kudos/UID?path=/welcome']);
      },
    ));

  test('leave the style to the page when custom', () =>
    quietly(
      { flags: 'kudos=custom', body: '<button id="a" class="footfall_kudos">Well <b>done</b></button>' },
      async ({ page }) => {
        await page.click('#a');
        await page.waitForSelector('#a[aria-pressed=true][data-count="1"]');
        expect(await page.locator('#a').innerHTML()).toBe('Well <b>done</b>');
      },
    ));

  test('render a hostile label as text', () =>
    quietly(
      {
        flags: `kudos=${encodeURIComponent('"</script><img src=x>\\\u2028$&SITE')}`,
        body: '<button id="a" class="footfall_kudos"></button>',
      },
      ({ page }) => shows(page, '#a', '"</script><img src=x>\\$&SITE 0'),
    ));

  test('that failed can be sent again', async () => {
    await using visit = await open({ flags: 'kudos', body: twice });
    const { page } = visit;
    await shows(page, '#a', '👏 0');
    await page.route('**/kudos/**', route => route.abort());
    await page.click('#a');
    await page.waitForSelector('#a[aria-pressed=false]');
    await page.unroute('**/kudos/**');
    await page.click('#a');
    await shows(page, '#b', '👏 1');
  });
});

describe('a page that changes by itself', () => {
  test('fills added elements, and a button that stays follows the page', () =>
    quietly(
      {
        flags: 'hits&kudos',
        body: '<button id="a" class="footfall_kudos"></button><main></main>',
        hits: { DE: 7 },
      },
      async ({ page, sent }) => {
        await page.click('#a');
        await shows(page, '#a', '👏 1');
        await page.evaluate(() => history.pushState({}, '', '/two'));
        await shows(page, '#a', '👏 0');
        expect(await pressed(page, '#a')).toBe('false');
        await page.evaluate(() => {
          const hits = document.createElement('b');
          hits.className = 'footfall_hits';
          document.querySelector('main')?.append(hits);
        });
        await page.waitForFunction(() => /^\d+$/.test(document.querySelector('main b')?.textContent ?? ''));
        await page.goBack();
        await page.waitForSelector('#a[aria-pressed=true]');
        await shows(page, '#a', '👏 1');
        expect(sent).toEqual([
          'GET /kudos/UID.json?path=/welcome',
          'POST /kudos/UID?path=/welcome',
          'GET /kudos/UID.json?path=/two',
          'GET /widgets/UID.json?show=hits',
        ]);
      },
    ));
});

test('the example of the README works', async () => {
  const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text();
  const [, example = ''] = /```html\n([^`]*footfall_hits[^`]*)```/.exec(readme) ?? [];
  const body = example.replaceAll('https://stats.example.org', 'ORIGIN').replaceAll('YOUR_SITE_UID', 'UID');
  await quietly({ body, hits: { DE: 1200 } }, async ({ page, origin, site }) => {
    await shows(page, 'ul', '🇩🇪 Germany 1,200');
    expect(await page.locator('p').textContent()).toMatch(/^Read 1,20[01] times\.$/);
    await page.click('button');
    await shows(page, 'button', '👏 1');
    expect(await page.locator('a').getAttribute('href')).toBe(`${origin}/public/${site.uid}`);
    await page.waitForFunction(() => document.querySelector('img')?.naturalHeight === 20);
  });
});

test('without a connection to Footfall the page is unchanged', async () => {
  const body = `<b class="footfall_hits">many</b><ul class="footfall_countries"><li>everywhere</li></ul>
    <button class="footfall_kudos">Like</button>`;
  await using visit = await open({
    flags: 'hits&countries&kudos=custom',
    body,
    blocked: '**/{widgets,kudos,page}/**',
  });
  await visit.page.waitForLoadState('networkidle');
  expect((await visit.page.locator('body').textContent())?.replace(/\s+/g, ' ').trim()).toBe(
    'manyeverywhere Like',
  );
  expect(visit.complaints.filter(text => !text.includes('net::ERR_FAILED'))).toEqual([]);
});

test('a badge is a picture that a page of another origin shows', () =>
  quietly(
    {
      flags: 'ignore',
      body: '<img src="ORIGIN/badge/UID.svg?label=访问%20%26%20💛" alt="hits">',
      hits: { DE: 7 },
    },
    async ({ page }) => {
      const [width, height] = await page.evaluate(async () => {
        const image = document.querySelector('img');
        await image?.decode();
        return [image?.naturalWidth ?? 0, image?.naturalHeight ?? 0];
      });
      expect(width).toBeGreaterThan(60);
      expect(height).toBe(20);
    },
  ));
