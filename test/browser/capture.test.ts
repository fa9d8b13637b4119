/** What the script captures by itself: clicks, downloads, forms and missing pages, on a page of another origin under a strict policy. */
import { expect, test } from 'bun:test';
import { CAPTURES, readCapture } from '../../src/core/capture.ts';
import { shareShop, type Visit, type VisitOptions } from '../support/pages-in-browser.ts';
import { until } from '../support/until.ts';

const { quietly } = shareShop();

const EVERYTHING = readCapture(JSON.stringify(Object.fromEntries(CAPTURES.map(name => [name, true]))));

/** Opens a page of a shop that captures everything; `act` is called on it, and nothing may be complained of. */
const onPage = (body: string, act: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
  // Of a missing page, and of mail and telephone links, which have no program here.
  quietly(
    '/',
    { body, capture: EVERYTHING, expected: /status of 404|external handler|Failed to launch/, ...options },
    act,
  );

/** Events, once there are so many. Views come beside them, those of tabs in their own time. */
const eventsOf = async ({ host }: Visit, count: number) => {
  await until(async () => (await host.list('event')).length >= count);
  return (await host.list('event')).map(({ event, value }) => [event, value]).reverse();
};

test('a click on a link to another site is sent, and arrives although it leaves the page', () =>
  onPage('<a><b>Other</b></a>', async visit => {
    const other = visit.shopUrl.replace('shop.example', 'other.example');
    await visit.page.evaluate(
      href => document.querySelector('a')?.setAttribute('href', href),
      `${other}/a/b?token=secret#part`,
    );
    await visit.page.click('b');
    await visit.page.waitForURL('**/a/b**');
    expect(await eventsOf(visit, 1)).toEqual([['outbound_click', `${other}/a/b`]]);
  }));

type ClickOptions = NonNullable<Parameters<Visit['page']['click']>[1]>;
const TAB_CLICKS: readonly (readonly [name: string, options: ClickOptions])[] = [
  ['a middle click', { button: 'middle' }],
  ['a click with Ctrl', { modifiers: ['Control'] }],
];
test.each(TAB_CLICKS)('%s, which opens a tab, is sent', (_, options) =>
  onPage('<a href="http://other.example:1/tab">Other</a>', async visit => {
    await visit.page.click('a', options);
    expect(await eventsOf(visit, 1)).toEqual([['outbound_click', 'http://other.example:1/tab']]);
  }),
);

test('so is a link by keyboard, one with a target, in SVG, in an image map and in a shadow tree', () =>
  onPage(
    `<a id="keys" href="http://other.example:1/keys">Keys</a>
    <a id="target" target="_blank" href="http://other.example:1/target">Target</a>
    <svg width="40" height="40"><a href="http://other.example:1/svg"><circle id="circle" cx="20" cy="20" r="20"/></a></svg>
    <img id="map" usemap="#places" width="40" height="40" alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
    <map name="places"><area shape="default" href="http://other.example:1/area"></map>
    <div id="shadow"><template shadowrootmode="open"><a href="http://other.example:1/shadow"><i>Shadow</i></a></template></div>`,
    async visit => {
      await visit.page.focus('#keys');
      await visit.page.keyboard.press('Control+Enter');
      await visit.page.click('#target');
      await visit.page.click('#circle', { modifiers: ['Control'] });
      await visit.page.click('i', { modifiers: ['Control'] });
      await visit.page.click('#map', { modifiers: ['Control'], force: true });
      expect((await eventsOf(visit, 5)).map(([, value]) => new URL(value ?? '').pathname).toSorted()).toEqual(
        ['/area', '/keys', '/shadow', '/svg', '/target'],
      );
    },
  ));

test('mail and telephone links are outbound, without what they would write', () =>
  onPage(
    '<a id="mail" href="mailto:shop@shop.example?body=secret">Mail</a><a id="phone" href="tel:+491234">Call</a>',
    async visit => {
      await visit.page.click('#mail', { noWaitAfter: true });
      await visit.page.click('#phone', { noWaitAfter: true });
      expect((await eventsOf(visit, 2)).toSorted()).toEqual([
        ['outbound_click', 'mailto:shop@shop.example'],
        ['outbound_click', 'tel:+491234'],
      ]);
    },
  ));

test('links within the site, with or without www, and links that the page handles itself are not', () =>
  onPage(
    `<a id="own" href="/own">Own</a><a id="www">www</a><a id="script" href="javascript:void 0">Script</a><a id="none">None</a>
    <a id="bad" href="http://">Bad</a><a id="prevented" href="http://other.example:1/prevented">Prevented</a>
    <a id="right" href="http://other.example:1/right">Right</a><a id="last" href="http://other.example:1/last">Last</a>`,
    async visit => {
      await visit.page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('#www');
        if (link) link.href = `http://www.${location.host}/www`;
        // Before anything else can see the click, and stopping it.
        document.querySelector('#prevented')?.addEventListener('click', click => {
          click.preventDefault();
          click.stopPropagation();
        });
      });
      const inTab = { modifiers: ['Control' as const] };
      for (const id of ['#own', '#www']) await visit.page.click(id, inTab);
      for (const id of ['#none', '#prevented']) await visit.page.click(id);
      await visit.page.click('#right', { button: 'right' });
      await visit.page.click('#last', inTab);
      expect(await eventsOf(visit, 1)).toEqual([[expect.any(String), 'http://other.example:1/last']]);
    },
  ));

test('a click whose page stops it on its way is sent all the same', () =>
  onPage('<a href="http://other.example:1/stopped">Other</a>', async visit => {
    await visit.page.evaluate(() =>
      document.querySelector('a')?.addEventListener('click', click => click.stopImmediatePropagation()),
    );
    await visit.page.click('a', { modifiers: ['Control'] });
    expect(await eventsOf(visit, 1)).toEqual([['outbound_click', 'http://other.example:1/stopped']]);
  }));

test('files are downloads by their ending or attribute, also those of other sites', () =>
  onPage(
    `<a id="pdf" href="/files/List.PDF?sig=secret">List</a><a id="attribute" href="/export" download="a.bin">Export</a>
    <a id="other" href="http://other.example:1/setup.exe">Setup</a><a id="dwg" href="/plan.dwg">Plan</a>`,
    async visit => {
      for (const id of ['#pdf', '#attribute', '#other', '#dwg'])
        await visit.page.click(id, { modifiers: ['Control'] });
      const found = (await eventsOf(visit, 4)).map(([event, value]) => [
        event,
        value?.replace(visit.shopUrl, ''),
      ]);
      expect(found.toSorted()).toEqual([
        ['file_download', '/export'],
        ['file_download', '/files/List.PDF'],
        ['file_download', '/plan.dwg'],
        ['file_download', 'http://other.example:1/setup.exe'],
      ]);
    },
    { flags: 'downloads=dwg' },
  ));

test('a form sends its id or name, never what is in it, also where the page sends it itself', () =>
  onPage(
    `<form id="letter"><input name="id" value="secret"><input type="email" name="mail" value="a@b.example"><button>Go</button></form>
    <form name="search"><input name="q" value="secret"><button>Go</button></form>
    <form id="invalid"><input required><button>Go</button></form>`,
    async visit => {
      const sent: string[] = [];
      visit.page.on('request', request => sent.push(request.postData() ?? ''));
      await visit.page.evaluate(() =>
        document.addEventListener('submit', submit => submit.preventDefault(), true),
      );
      for (const form of ['[id=invalid]', '[id=letter]', '[name=search]'])
        await visit.page.click(`form${form} button`);
      expect(await eventsOf(visit, 2)).toEqual([
        ['form_submit', 'letter'],
        ['form_submit', 'search'],
      ]);
      expect(sent.join()).not.toMatch(/secret|b\.example/);
    },
  ));

test('a page that was answered with 404 sends so, by its path', () =>
  onPage(
    '',
    async visit => {
      await visit.page.goto(`${visit.shopUrl}/gone?token=secret`);
      expect(await eventsOf(visit, 1)).toEqual([['not_found', '/gone']]);
    },
    { missing: ['/gone'] },
  ));

test('nothing is captured that is not switched on', () =>
  onPage(
    '<a href="http://other.example:1/setup.exe">Other</a><form id="f"><button>Go</button></form>',
    async visit => {
      await visit.page.click('a', { modifiers: ['Control'] });
      await visit.page.evaluate(() => document.querySelector('form')?.requestSubmit());
      await visit.page.waitForURL('**/?');
      await visit.page.goto(`${visit.shopUrl}/gone`);
      await visit.paths();
      expect(await visit.host.list('event')).toEqual([]);
    },
    { capture: readCapture('{}'), missing: ['/gone'] },
  ));
