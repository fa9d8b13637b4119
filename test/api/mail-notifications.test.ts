/** The link that stops a kind of mail. */
import { expect, test } from 'bun:test';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough } from '../support/uptime.ts';

const server = shareServer();
const tokenOf = (userId: number, kind: 'monitor_down' | 'monitor_up' = 'monitor_down') =>
  server().services.mail.unsubscribeTokens.create({ userId, kind });
const open = (token: string, init: RequestInit = {}) => fetch(`${server().url}/unsubscribe/${token}`, init);
const isSubscribed = (userId: number, kind: 'monitor_down' | 'monitor_up' = 'monitor_down') =>
  server().services.mail.notifications.isSubscribed({ userId, kind });

const press = (token: string, mails: 'start' | 'stop') =>
  open(token, { method: 'POST', body: new URLSearchParams({ mails }) });
const newUser = async () => (await server().given.user(`reader-${crypto.randomUUID()}@example.org`)).id;

test('opening the link changes nothing: programs that guard mail boxes open every link', async () => {
  const id = await newUser();
  const page = await open(tokenOf(id));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Footfall emails you when a site goes down.');
  expect(isSubscribed(id)).toBe(true);
});

test('its button unsubscribes that user from that kind of mail only', async () => {
  const [id, other] = [await newUser(), await newUser()];
  const page = await press(tokenOf(id), 'stop');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Footfall no longer emails you when a site goes down.');
  expect([isSubscribed(id), isSubscribed(id, 'monitor_up'), isSubscribed(other)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('the page’s other button brings the mails back, and pressing twice is the same as once', async () => {
  const id = await newUser();
  for (const mails of ['stop', 'stop', 'start', 'start'] as const) {
    expect((await press(tokenOf(id), mails)).status).toBe(200);
    expect(isSubscribed(id)).toBe(mails === 'start');
  }
  const all = server().services.mail.notifications.listSubscriptions(id);
  expect(all.map(({ kind, isSubscribed }) => [kind, isSubscribed])).toContainEqual(['monitor_down', true]);
});

test('what mail programs send by themselves stops the mails, as a form of either kind or empty', async () => {
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart, '']) {
    const id = await newUser();
    expect((await open(tokenOf(id), { method: 'POST', body })).status).toBe(200);
    expect(isSubscribed(id)).toBe(false);
  }
});

test('the page loads and runs nothing, cannot be framed and sends no referrer', async () => {
  const page = await open(tokenOf(server().owner.id));
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await page.text()) ?? [];
  expect(policy).toContain(`'sha256-${new Bun.CryptoHasher('sha256').update(style).digest('base64')}'`);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cache-control')).toBe('no-store');
});

test('a changed, cut, foreign or hostile token is 404 and changes nothing', async () => {
  const good = tokenOf(server().owner.id);
  const listAll = () => server().services.mail.notifications.listSubscriptions(server().owner.id);
  const before = listAll();
  const code = good.slice(good.lastIndexOf('.') + 1);
  const foreign = createUnsubscribeTokens(new Uint8Array(32)).create({
    userId: server().owner.id,
    kind: 'monitor_down',
  });
  const { id } = server().owner;
  const changed = [good.slice(0, -1), `${good}x`, `0${good}`, good.replace(/^\d+/, '999'), foreign];
  const kinds = [
    good.replace('monitor_down', 'monitor_up'),
    `${id}.__proto__.${code}`,
    `${id}.constructor.${code}`,
  ];
  const texts = ['%00', '%ff', 'a'.repeat(5000), "1'%20or%201=1", '%F0%9F%92%A9', '%3Cscript%3E'];
  for (const token of [...changed, ...kinds, ...texts])
    for (const method of ['GET', 'POST'])
      expect([token, method, (await open(token, { method })).status]).toEqual([token, method, 404]);
  expect(listAll()).toEqual(before);
});

test('a link of a deleted user answers that it does not work', async () => {
  expect((await press(tokenOf(123_456), 'stop')).status).toBe(404);
});

test('hostile bodies stop the mails or are refused, and never fail', async () => {
  for (const body of ['%', '\0', 'mails=%ff', 'mails[]=start', '{"mails":"start"}', '💩', 'mails=START']) {
    const id = await newUser();
    expect([body, (await open(tokenOf(id), { method: 'POST', body })).status]).toEqual([body, 200]);
    expect(isSubscribed(id)).toBe(false);
  }
  const long = await open(tokenOf(await newUser()), { method: 'POST', body: 'x'.repeat(5000) });
  expect(long.status).toBe(413);
});

test('the unsubscribe link is in the mail and in its headers, and works', async () => {
  await using relay = await startRelay();
  await using own = await startTestServer({ settings: mailThrough(relay) });
  const { id } = await own.given.site();
  const facts = { siteId: id, host: 'shop.example', expiresAt: own.clock.now(), daysLeft: 7 };
  own.services.mail.notifications.send('certificate_expiry', facts);
  await own.job('mail.send');
  const [mail] = relay.mails;
  const link = /^<(.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(link).toStartWith(`${own.url}/unsubscribe/`);
  // One that waits already is stopped too.
  relay.answers = line => (line === 'connect' ? 'drop' : undefined);
  own.services.mail.notifications.send('certificate_expiry', facts);
  await own.job('mail.send');
  relay.answers = () => undefined;
  await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  own.services.mail.notifications.send('certificate_expiry', facts);
  own.clock.advance({ days: 1 });
  await own.job('mail.send');
  expect(relay.mails).toHaveLength(1);
});
