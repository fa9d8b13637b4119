/** What one owner writes must not weigh on all who open a status page. Source: decisions, section 10, Status pages. */
import { expect, test } from 'bun:test';
import { createMailStore } from '../../src/features/mail/store.ts';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { makePage, startStatusPage } from '../support/status-pages.ts';
import { mailsOf, WITH_MAIL } from '../support/uptime.ts';

const shared = shareServer();

async function openPage() {
  const page = await makePage(shared(), { site_id: (await shared().given.site()).id, enabled: true });
  const { incidents, store } = shared().services.statusPages;
  const row = store.findPage(page.id);
  if (!row) throw new Error('the page is gone');
  return { page, row, incidents };
}

test('of very long notes it shows the newest', async () => {
  const { page, row, incidents } = await openPage();
  for (let incident = 0; incident < 3; incident++) {
    const opened = incidents.open(row, { title: `Number ${incident}` });
    for (let note = 0; note < 100; note++)
      incidents.noteIncident(row, opened, { text: `${incident}/${note} ${'&'.repeat(4_990)}` });
  }
  const shown = await (await fetch(`${page.url}/status.json`)).json();
  const noteCounts = shown.incidents.map(({ notes }: { notes: unknown[] }) => notes.length);
  expect(noteCounts).toEqual([60, 0, 0]);
  expect(shown.incidents[0].notes.at(-1).text).toStartWith('2/99 ');
  for (const below of ['', '/feed.xml'])
    expect((await (await fetch(page.url + below)).text()).length).toBeLessThan(2_000_000);
});

test('a page has at most 5,000 notes', async () => {
  const { page, row, incidents } = await openPage();
  const { store } = shared().services.statusPages;
  const { id } = incidents.open(row, { title: 'a' });
  const at = shared().clock.now();
  const note = { pageId: page.id, incidentId: id, downtimeId: null, status: null, text: 'b' };
  store.transaction(() => {
    for (let count = 0; count < 5_000; count++) store.insertNote({ ...note, createdAt: at, updatedAt: at });
  });
  const { incident } = (await shared().post(`/status_pages/${page.id}/incidents`, { title: 'a' })).body;
  const path = `/status_pages/${page.id}/incidents/${incident.id}/notes`;
  expect(await shared().post(path, { text: 'b' })).toEqual(refusedWith(422, 'at most 5000 notes'));
});

test('the feed is a document of XML, whatever its texts hold', async () => {
  const { page, row, incidents } = await openPage();
  const text = 'one \ufffe two \uffff three \u{1fffe} ]]> &amp; \r\n\ttab';
  incidents.open(row, { title: 'a \uffff b', text });
  const feed = await (await fetch(`${page.url}/feed.xml`)).text();
  expect(feed).not.toMatch(/[\ufffe\uffff]/);
  expect(feed).toContain('a \ufffd b');
});

const subscribe = ({ server, page }: Awaited<ReturnType<typeof startStatusPage>>) =>
  server.services.statusPages.store.putSubscriber({
    ...{ pageId: page.id, email: 'reader@example.org', language: 'en' },
    createdAt: server.clock.now(),
  });

test('a subscriber is mailed 60 times an hour at most', async () => {
  await using shop = await startStatusPage({}, WITH_MAIL);
  subscribe(shop);
  const open = () => shop.post('/incidents', { title: 'a' });
  for (let count = 0; count < 61; count++) expect((await open()).status).toBe(201);
  expect(mailsOf(shop.server)).toHaveLength(60);
  shop.server.clock.advance({ hours: 1 });
  await open();
  expect(mailsOf(shop.server)).toHaveLength(61);
});

test('users of the server are mailed before subscribers', async () => {
  await using shop = await startStatusPage({}, WITH_MAIL);
  subscribe(shop);
  for (let count = 0; count < 3; count++) await shop.post('/incidents', { title: 'a' });
  const { db } = shop.server.services.stores;
  const mail = createMailStore(db);
  const { id: userId } = shop.server.owner;
  shop.server.clock.advance({ minutes: 1 });
  const createdAt = shop.server.clock.now();
  mail.insert({ kind: 'monitor_down', userId, siteId: null, message: '{}', createdAt });
  expect(mail.listDue(createdAt, 2).map(({ kind }) => kind)).toEqual(['monitor_down', 'status_page']);
});
