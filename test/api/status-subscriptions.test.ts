/** Mails of status pages: subscribed to twice, left with one click. Source: decisions, section 10, Status pages. */
import { afterEach, expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { makePage, startStatusPage } from '../support/status-pages.ts';
import { mailsOf, mailThrough, subjectsOf, WITH_MAIL, watchFor } from '../support/uptime.ts';

const relay = await startRelay();
afterEach(() => {
  relay.mails.length = 0;
});

type Shop = Awaited<ReturnType<typeof startStatusPage>>;

const ask = (shop: Shop, email: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.server.url}/status/shop/subscriptions`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ email }),
  });

/** Address in the last mail that begins with a part. */
const linkOf = (shop: Shop, part: string): string => {
  const found = new RegExp(`${shop.server.url}${part}[\\w.-]+`).exec(relay.mails.at(-1)?.text ?? '');
  if (!found) throw new Error(`no ${part} in the last mail`);
  return found[0];
};

/** Asks, and returns the link in the mail. */
async function askForLink(shop: Shop, email: string, headers: Record<string, string> = {}) {
  expect((await ask(shop, email, headers)).status).toBe(200);
  await shop.server.services.mail.transactional.settle();
  return linkOf(shop, '/status/shop/subscriptions/');
}

/** Asks, and follows the link. */
async function subscribe(shop: Shop, email = 'reader@example.org', headers: Record<string, string> = {}) {
  const link = await askForLink(shop, email, headers);
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  return link;
}

const countOf = async (shop: Shop): Promise<number> =>
  (await shop.server.get(shop.path)).status_page.subscriber_count;

/** Sends what waits, and returns the subjects of all mails. */
async function subjects(shop: Shop): Promise<string[]> {
  await shop.server.job('mail.send');
  return subjectsOf(relay);
}

const startMailing = () => startStatusPage({}, mailThrough(relay));

test('an address is mailed once it has confirmed, and no more once it has left', async () => {
  await using shop = await startMailing();
  expect(await shop.text()).toContain('action="/status/shop/subscriptions"');
  const confirm = await askForLink(shop, 'Reader@Example.org');
  expect((await fetch(confirm)).status).toBe(200);
  expect(await countOf(shop)).toBe(0);
  await shop.post('/incidents', { title: 'Nobody is told' });
  expect((await fetch(confirm, { method: 'POST' })).status).toBe(200);
  expect((await fetch(confirm, { method: 'POST' })).status).toBe(200);
  expect(await countOf(shop)).toBe(1);
  relay.mails.length = 0;
  const { incident } = (await shop.post('/incidents', { title: 'Slow <b>orders</b>', text: 'We see it.' }))
    .body;
  await shop.post(`/incidents/${incident.id}/notes`, { text: 'A disk.', status: 'identified' });
  await shop.post(`/incidents/${incident.id}/notes`, { text: 'Quiet.', notify: false });
  await shop.server.patch(`${shop.path}/incidents/${incident.id}`, { status: 'resolved' });
  await shop.post('/incidents', { title: 'Long over', status: 'resolved' });
  expect(await subjects(shop)).toEqual([
    'Status: Incident: Slow <b>orders</b>',
    'Status: Update: Slow <b>orders</b>',
    'Status: Resolved: Slow <b>orders</b>',
  ]);
  const [mail] = relay.mails;
  expect(mail?.readers).toEqual(['reader@example.org']);
  expect(mail?.text).toContain('We see it.');
  expect(mail?.html).not.toContain('<b>');
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const leave = /<(.+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  expect((await fetch(leave)).status).toBe(200);
  expect(await countOf(shop)).toBe(1);
  expect((await fetch(leave, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect(await countOf(shop)).toBe(0);
  expect((await fetch(leave, { method: 'POST' })).status).toBe(200);
  relay.mails.length = 0;
  await shop.post('/incidents', { title: 'Another' });
  expect(await subjects(shop)).toEqual([]);
});

test('a downtime is mailed when it begins and ends, not in maintenance, in the language of the reader', async () => {
  await using shop = await startMailing();
  await subscribe(shop, 'leser@example.org', { 'accept-language': 'de' });
  relay.mails.length = 0;
  shop.site.answers(503);
  await watchFor(shop.server, 120, 10);
  shop.site.answers(200);
  await watchFor(shop.server, 180, 10);
  const ours = async () => (await subjects(shop)).filter(subject => subject.startsWith('Status:'));
  expect(await ours()).toEqual(['Status: Shop ist ausgefallen', 'Status: Shop funktioniert wieder']);
  const mail = relay.mails.find(({ readers }) => readers.includes('leser@example.org'));
  expect(mail?.html).toContain('<html lang="de">');
  expect(mail?.text).toContain('Abbestellen: ');
  expect(mail?.raw).not.toContain('503');
  relay.mails.length = 0;
  const now = shop.server.clock.now().getTime();
  const toText = (ms: number) => new Date(now + ms).toISOString();
  const body = { name: 'Move', kind: 'once', starts_at: toText(1000), ends_at: toText(3_600_000) };
  await shop.server.post(`/sites/${shop.watched.id}/maintenance_windows`, body);
  shop.site.answers(503);
  await watchFor(shop.server, 300, 10);
  expect(await ours()).toEqual([]);
});

test('mails that wait are sent after a restart, and not once the page is switched off', async () => {
  await using server = await startTestServer({ settings: WITH_MAIL });
  const site_id = (await server.given.site()).id;
  const page = await makePage(server, { site_id, slug: 'shop', enabled: true });
  const { store } = server.services.statusPages;
  const createdAt = server.clock.now();
  store.putSubscriber({ pageId: page.id, email: 'reader@example.org', language: 'en', createdAt });
  const open = (title: string) => server.post(`/status_pages/${page.id}/incidents`, { title });
  await open('First');
  expect(mailsOf(server).map(({ kind }) => kind)).toEqual(['status_page']);
  await server.stop();
  await using again = await startTestServer({ data: server.data, settings: mailThrough(relay) });
  again.clock.advance({ minutes: 10 });
  await again.job('mail.send');
  expect(subjectsOf(relay)).toEqual(['Status: Incident: First']);
  const key = server.owner.full;
  await again.patch(`/status_pages/${page.id}`, { enabled: false }, key);
  await again.post(`/status_pages/${page.id}/incidents`, { title: 'Second' }, key);
  await again.job('mail.send');
  expect(subjectsOf(relay)).toEqual(['Status: Incident: First']);
  await again.api('DELETE', `/status_pages/${page.id}`, { key });
  expect(again.services.statusPages.store.countSubscribers(page.id)).toBe(0);
});

test('an answer tells nothing of who has subscribed, and nothing of an address is stored before it confirms', async () => {
  await using shop = await startMailing();
  await subscribe(shop);
  const [known, unknown] = [await ask(shop, 'reader@example.org'), await ask(shop, 'other@example.org')];
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  expect(shop.server.services.statusPages.store.listSubscribers(shop.page.id)).toHaveLength(1);
  await shop.server.stop();
  const files = [...new Bun.Glob('**/*').scanSync(shop.server.data)];
  const texts = await Promise.all(files.map(name => Bun.file(`${shop.server.data}/${name}`).text()));
  expect(texts.some(text => text.includes('reader@example.org'))).toBe(true);
  expect(texts.some(text => text.includes('other@example.org'))).toBe(false);
});

test('a flood of requests is stopped by address, and a mailbox gets three mails a day', async () => {
  await using shop = await startMailing();
  for (let count = 0; count < 5; count++) expect((await ask(shop, 'victim@example.org')).status).toBe(200);
  await shop.server.services.mail.transactional.settle();
  expect(relay.mails).toHaveLength(3);
  for (let count = 5; count < 10; count++) await ask(shop, `other${count}@example.org`);
  const over = await ask(shop, 'late@example.org');
  expect([over.status, await over.text()]).toEqual([429, expect.stringContaining('Too many requests')]);
  shop.server.clock.advance({ hours: 1, minutes: 1 });
  expect((await ask(shop, 'late@example.org')).status).toBe(200);
});

test('what is no address is refused, and nothing is mailed', async () => {
  await using shop = await startMailing();
  const long = `${'x'.repeat(300)}@example.org`;
  for (const email of ['', 'nobody', 'a@b', 'a@example.org\nBcc: x@example.org', long]) {
    expect([email, (await ask(shop, email)).status]).toEqual([email, 422]);
    expect(relay.mails).toEqual([]);
  }
});

test('forged, changed and old links change nothing', async () => {
  await using shop = await startMailing();
  const link = await subscribe(shop);
  await shop.post('/incidents', { title: 'Slow' });
  await subjects(shop);
  const leave = linkOf(shop, '/unsubscribe/status/');
  const change = (text: string, at: number) => {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    return head + (tail[0] === 'A' ? 'B' : 'A') + tail.slice(1);
  };
  const forged = [
    change(link, link.length - 30),
    change(link, link.lastIndexOf('/') + 3),
    `${shop.server.url}/status/shop/subscriptions/AAAA`,
    `${shop.server.url}/status/shop/subscriptions/${'A'.repeat(200)}`,
    change(leave, leave.length - 5),
    leave.replace(/status\/\d+/, 'status/999'),
    `${shop.server.url}/unsubscribe/status/1.x`,
  ];
  for (const url of forged)
    for (const method of ['GET', 'POST'])
      expect([url, (await fetch(url, { method })).status]).toEqual([url, 404]);
  expect(await countOf(shop)).toBe(1);
  shop.server.clock.advance({ days: 1, minutes: 1 });
  expect((await fetch(link, { method: 'POST' })).status).toBe(404);
});

test('a page takes at most 1,000 addresses', async () => {
  await using shop = await startMailing();
  const { store } = shop.server.services.statusPages;
  const createdAt = shop.server.clock.now();
  store.transaction(() => {
    const subscriber = { pageId: shop.page.id, language: 'en', createdAt } as const;
    for (let count = 0; count < 1000; count++)
      store.putSubscriber({ ...subscriber, email: `r${count}@example.org` });
  });
  const confirmed = await fetch(await askForLink(shop, 'late@example.org'), { method: 'POST' });
  expect([confirmed.status, await confirmed.text()]).toEqual([409, expect.stringContaining('feed')]);
  await subscribe(shop, 'r7@example.org');
});

test('without a mail relay nobody is asked for an address', async () => {
  await using shop = await startStatusPage();
  expect(await shop.text()).not.toContain('<form');
  expect((await ask(shop, 'reader@example.org')).status).toBe(404);
});
