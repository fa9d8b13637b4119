/** From a notification to the recipient's mailbox: the outbox, its retries, and an unreachable relay. */
import { expect, onTestFinished, test } from 'bun:test';
import { temporaryFolder } from '../../support/cli.ts';
import {
  createMovableClock,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/server.ts';
import { startRelay, type TestRelay } from '../../support/smtp-server.ts';

const settingsFor = (relay: TestRelay) => ({
  FOOTFALL_SMTP_URL: `smtp://footfall:secret@127.0.0.1:${relay.port}`,
  FOOTFALL_MAIL_FROM: 'Footfall <stats@example.org>',
  FOOTFALL_BASE_URL: 'https://stats.example.org',
});
const startServerWith = (relay: TestRelay, options: TestServerOptions = {}) =>
  startTestServer({ ...options, settings: settingsFor(relay) });

/** Starts a server with a site, whose mails go to a relay, until the test ends. */
async function startMailing() {
  const relay = await startRelay();
  const server = await startServerWith(relay);
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await relay[Symbol.asyncDispose]();
  });
  const { id } = await server.given.site();
  return { relay, server, id };
}

const downOf = (siteId: number) => ({
  siteId,
  url: 'https://shop.example/',
  error: 'answered 503',
  startedAt: new Date('2026-03-10T11:58:00Z'),
  isFlapping: false,
});

/** Enqueues a notification that a site is down, and sends what is due. */
async function tellDown(server: TestServer, siteId: number): Promise<void> {
  server.services.mail.notifications.send('monitor_down', downOf(siteId));
  await server.job('mail.send');
}

async function figures(server: TestServer): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const found = text.matchAll(/^footfall_mails_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, outcome = '', count]) => [outcome, Number(count)]));
}

test('a notification reaches the owner of the site’s account as text and as HTML', async () => {
  const { relay, server } = await startMailing();
  const site = await server.given.site({ label: 'My <b>Shop</b> & Co' });
  await tellDown(server, site.id);
  const [mail] = relay.mails;
  expect(mail?.readers).toEqual(['owner@example.org']);
  expect(mail?.headers.get('from')).toBe('Footfall <stats@example.org>');
  expect(mail?.headers.get('subject')).toBe('My <b>Shop</b> & Co is down');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.text).toContain('My <b>Shop</b> & Co has been down since 10 March 2026 at 11:58 (UTC).');
  expect(mail?.text).toContain(`https://stats.example.org/sites/${site.id}`);
  expect(mail?.html).toContain('My &lt;b&gt;Shop&lt;/b&gt; &amp; Co has been down');
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe|b)\b|src=|url\(/);
  expect(await figures(server)).toEqual({ sent: 1, postponed: 0, failed: 0 });
});

test('mail goes out as soon as it is recorded, without waiting for the job', async () => {
  const { relay, server, id } = await startMailing();
  const taken = new Promise<void>(resolve => {
    relay.answers = line => {
      if (line === 'DATA.') resolve();
      return undefined;
    };
  });
  server.services.mail.notifications.send('monitor_down', downOf(id));
  await taken;
});

test('a notification is part of the transaction that enqueues it', async () => {
  const { relay, server, id } = await startMailing();
  const { db } = server.services.stores;
  const { notifications } = server.services.mail;
  expect(() =>
    db.transaction(() => {
      notifications.send('monitor_down', downOf(id));
      throw new Error('undone');
    }),
  ).toThrow('undone');
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(0);
  db.transaction(() => notifications.send('monitor_down', downOf(id)));
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(1);
});

test('a mail is sent once, however often the outbox is worked off', async () => {
  const { relay, server, id } = await startMailing();
  await Promise.all([tellDown(server, id), tellDown(server, id), server.job('mail.send')]);
  server.clock.advance({ days: 1 });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(2);
  expect(new Set(relay.mails.map(mail => mail.headers.get('message-id'))).size).toBe(2);
});

test('a mail is retried after 1, 5 and 30 minutes, 2 and 8 hours, and then given up', async () => {
  const { relay, server, id } = await startMailing();
  relay.answers = line => (line === 'connect' ? '421 not now' : undefined);
  await tellDown(server, id);
  const waits = [];
  for (let minutes = 0, last = 0; minutes <= 24 * 60; minutes++) {
    const before = relay.connections;
    await server.job('mail.send');
    if (relay.connections > before) {
      waits.push(minutes - last);
      last = minutes;
    }
    server.clock.advance({ minutes: 1 });
  }
  expect(waits).toEqual([1, 5, 30, 120, 480]);
  expect(await figures(server)).toEqual({ sent: 0, postponed: 5, failed: 1 });
});

test('a mail that waits is sent once the relay is back, with the same message id', async () => {
  const { relay, server, id } = await startMailing();
  const ids: string[] = [];
  relay.answers = line => (line === 'DATA.' && ids.push(line) === 1 ? '451 4.3.0 later' : undefined);
  await tellDown(server, id);
  expect(relay.mails).toHaveLength(0);
  server.clock.advance({ minutes: 1 });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(1);
  expect(relay.mails[0]?.headers.get('message-id')).toMatch(/^<1\.[0-9a-f]{32}@example\.org>$/);
  expect(relay.mails[0]?.headers.get('date')).toBe('Tue, 10 Mar 2026 12:00:00 +0000');
});

test('a clock that is set back does not hold up the mail that waits', async () => {
  const { relay, server, id } = await startMailing();
  relay.answers = line => (line === 'connect' ? 'drop' : undefined);
  server.clock.advance({ days: 365 });
  await tellDown(server, id);
  relay.answers = () => undefined;
  server.clock.advance({ days: -365 });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(1);
});

test('a permanently refused recipient is not retried, and does not block others', async () => {
  const { relay, server } = await startMailing();
  const other = await server.given.user('other@example.org');
  const mine = await server.given.site();
  const theirs = await server.given.site({}, other.full);
  relay.answers = line => (line.includes('RCPT TO:<owner@') ? '550 5.1.1 unknown' : undefined);
  server.services.mail.notifications.send('monitor_down', downOf(mine.id));
  await tellDown(server, theirs.id);
  expect(relay.mails.map(mail => mail.readers)).toEqual([['other@example.org']]);
  server.clock.advance({ days: 2 });
  await server.job('mail.send');
  expect(await figures(server)).toEqual({ sent: 1, postponed: 0, failed: 1 });
});

test('a dead relay is tried a few times for any number of mails, and each of them waits', async () => {
  const { relay, server, id } = await startMailing();
  relay.answers = line => (line === 'connect' ? 'drop' : undefined);
  const { db } = server.services.stores;
  const { notifications } = server.services.mail;
  db.transaction(() => {
    for (let count = 0; count < 120; count++) notifications.send('monitor_down', downOf(id));
  });
  await server.job('mail.send');
  expect(relay.connections).toBeLessThanOrEqual(3);
  relay.answers = () => undefined;
  server.clock.advance({ minutes: 1 });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(120);
});

test('a relay that stalls holds up neither the API nor a stop, and its mail is sent after the next start', async () => {
  await using relay = await startRelay();
  using folder = temporaryFolder();
  const options = { data: folder.path, clock: createMovableClock() };
  const first = await startServerWith(relay, options);
  const { id } = await first.given.site();
  const stalled = new Promise<void>(resolve => {
    relay.answers = line => {
      if (!line.startsWith('MAIL')) return undefined;
      resolve();
      return 'stall';
    };
  });
  first.services.mail.notifications.send('monitor_down', downOf(id));
  await stalled;
  expect((await first.api('GET', '/sites')).status).toBe(200);
  await first.stop();
  relay.answers = () => undefined;
  await using second = await startServerWith(relay, options);
  await second.job('mail.send');
  expect(relay.mails).toHaveLength(1);
  expect(await figures(second)).toEqual({ sent: 1, postponed: 0, failed: 0 });
});

test('a mail that the relay took is not sent again although the disk did not take the record', async () => {
  const { relay, server, id } = await startMailing();
  const { db } = server.services.stores;
  relay.answers = line => {
    if (line === 'DATA.')
      db.run("create trigger full before update on mail_outbox begin select raise(abort, 'full'); end");
    return undefined;
  };
  server.services.mail.notifications.send('monitor_down', downOf(id));
  await expect(server.job('mail.send')).rejects.toThrow('full');
  db.run('drop trigger full');
  relay.answers = () => undefined;
  await server.job('mail.send');
  server.clock.advance({ days: 1 });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(1);
  expect(await figures(server)).toEqual({ sent: 1, postponed: 0, failed: 0 });
});

test('a deleted site’s mail is not sent, and goes with the site', async () => {
  const { relay, server, id } = await startMailing();
  relay.answers = line => (line === 'connect' ? 'drop' : undefined);
  await tellDown(server, id);
  relay.answers = () => undefined;
  await server.api('DELETE', `/sites/${id}`);
  server.services.mail.notifications.send('monitor_down', downOf(id));
  server.clock.advance({ minutes: 1 });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(0);
  await server.job('sites.purge');
  expect(server.services.stores.db.get('select count(*) as count from mail_outbox')).toEqual([0]);
});

test('what was sent is forgotten at once, and that it was sent after 30 days', async () => {
  const { server, id } = await startMailing();
  await tellDown(server, id);
  const rows = () => server.services.stores.db.all('select status, message from mail_outbox');
  expect(rows()).toEqual([{ status: 'sent', message: '' }]);
  server.clock.advance({ days: 29 });
  await server.job('mail.prune');
  expect(rows()).toHaveLength(1);
  server.clock.advance({ days: 2 });
  await server.job('mail.prune');
  expect(rows()).toEqual([]);
});

test('mails about content are held back while they are paused', async () => {
  const { relay, server, id } = await startMailing();
  const { notifications } = server.services.mail;
  const url = 'https://x.example';
  const issues = [
    { url, issueType: 'broken_link', statusCode: 404, errorMessage: null, foundOn: [] } as const,
  ];
  const until = new Date('2026-03-12T12:00:00Z');
  notifications.pauseContentMails(id, until);
  expect(notifications.contentMailsPausedUntil(id)).toEqual(until);
  notifications.send('content_issues', { siteId: id, issues });
  await tellDown(server, id);
  expect(relay.mails.map(mail => mail.headers.get('subject'))).toEqual(['shop.example is down']);
  server.clock.set('2026-03-12T12:00:00Z');
  expect(notifications.contentMailsPausedUntil(id)).toBeNull();
  notifications.send('content_issues', { siteId: id, issues });
  await server.job('mail.send');
  expect(relay.mails).toHaveLength(2);
  notifications.pauseContentMails(id, new Date('2026-05-01T00:00:00Z'));
  notifications.pauseContentMails(id, null);
  expect(notifications.contentMailsPausedUntil(id)).toBeNull();
});

test('a notification about a webhook goes to the owner of its account', async () => {
  const { relay, server } = await startMailing();
  server.services.mail.notifications.send('webhook_disabled', {
    userId: server.owner.id,
    url: 'https://hooks.example/secret',
    reason: 'every delivery of the last 5 days has failed',
  });
  server.services.mail.notifications.send('webhook_disabled', {
    userId: 999,
    url: 'https://x.example',
    reason: 'x',
  });
  await server.job('mail.send');
  expect(relay.mails.map(mail => mail.readers)).toEqual([['owner@example.org']]);
  expect(relay.mails[0]?.raw).not.toContain('secret');
});

test('without a relay nothing is enqueued, and one warning is logged', async () => {
  for (const settings of [{}, { FOOTFALL_MAIL_FROM: 'a@b.example' }]) {
    await using server = await startTestServer({ settings });
    const { id } = await server.given.site();
    const warned: unknown[] = [];
    server.services.context.log.warn = (...line: unknown[]) => void warned.push(line);
    await tellDown(server, id);
    await tellDown(server, id);
    expect(warned).toEqual([
      ['mail is not sent: set FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM to have it sent'],
    ]);
    expect(server.services.stores.db.all('select id from mail_outbox')).toEqual([]);
  }
});
