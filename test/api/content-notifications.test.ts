/** Notifications of new issues, once each. Source: api-v1, Events; decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import { crawlAll, type PageAnswer, startWatched } from '../support/crawling.ts';
import { aWebhook, deliver, startPublishingServer, startReceiver } from '../support/receiver.ts';
import { share } from '../support/share.ts';
import { mailsOf, WITH_MAIL } from '../support/uptime.ts';

const shared = share(async () => {
  const server = await startPublishingServer({ settings: WITH_MAIL });
  const receiver = await startReceiver();
  await aWebhook(server, { url: receiver.url, events: ['content_issue'] });
  return {
    server,
    received: receiver.received,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
});

async function startNotified(pages: Record<string, PageAnswer>) {
  const { server, received } = shared();
  received.length = 0;
  const site = await startWatched(server, pages);
  return {
    ...site,
    server,
    received,
    /** Crawls, delivers, and returns the addresses of new notifications. */
    async crawl(): Promise<string[]> {
      await crawlAll(server);
      await deliver(server);
      server.clock.advance({ days: 1 });
      return received.splice(0).map(({ body }) => body.check.url.replace(site.url, ''));
    },
    mails: () =>
      mailsOf(server)
        .map(({ kind, message }) => ({ kind, message: JSON.stringify(message) }))
        .filter(({ message }) => message.includes(site.url)),
  };
}
const LOST = { '/': '<a href="/a"><a href="/b"><a href="/p">', '/p': '<a href="/a">' };

test('each new issue is published to webhooks when a crawl has ended, with the pages it was found on', async () => {
  await using fixture = await startNotified(LOST);
  await crawlAll(fixture.server);
  await deliver(fixture.server);
  const [first] = fixture.received;
  const { issues } = await fixture.content();
  const {
    ignored: _,
    found_on_count: __,
    ...check
  } = issues.broken_links.find((issue: { url: string }) => issue.url === first?.body.check.url);
  expect(first?.body).toMatchObject({ event: 'content_issue', site: { id: fixture.id }, check });
  expect(first?.body.check).toEqual({
    id: expect.any(Number),
    url: `${fixture.url}/a`,
    found_on_url: [`${fixture.url}/`, `${fixture.url}/p`],
    issue_type: 'broken_link',
    status_code: 404,
    error_message: 'answered 404 Not Found',
    checked_at: expect.any(String),
  });
  expect(fixture.received).toHaveLength(2);
});

test('an issue that stays is not published again; a new one is, and one that comes back', async () => {
  await using fixture = await startNotified({ ...LOST });
  expect(await fixture.crawl()).toEqual(['/a', '/b']);
  fixture.pages['/a'] = 500;
  expect(await fixture.crawl()).toEqual([]);
  fixture.pages['/'] = '<a href="/p"><a href="/b"><a href="/c">';
  expect(await fixture.crawl()).toEqual(['/c']);
  fixture.pages['/b'] = 'here';
  expect(await fixture.crawl()).toEqual([]);
  fixture.pages['/b'] = 404;
  expect(await fixture.crawl()).toEqual(['/b']);
});

test('all new issues of a crawl are one mail; a crawl without new issues sends none', async () => {
  await using fixture = await startNotified({ ...LOST });
  await fixture.crawl();
  await fixture.crawl();
  expect(fixture.mails().map(({ kind }) => kind)).toEqual(['content_issues']);
  expect(fixture.mails()[0]?.message).toContain(`${fixture.url}/b`);
});

test('without content mails, or while they are paused, webhooks still receive events', async () => {
  await using fixture = await startNotified({ ...LOST });
  const { notifications } = fixture.server.services.mail;
  const until = new Date(fixture.server.clock.now().getTime() + 3_600_000);
  notifications.pauseContentMails(fixture.id, until);
  expect((await fixture.content()).monitoring_status).toMatchObject({
    emails_paused: true,
    emails_paused_until: until.toISOString(),
  });
  expect(await fixture.crawl()).toEqual(['/a', '/b']);
  await fixture.setFeatures({ content_monitoring_emails: false });
  fixture.pages['/'] = '<a href="/d">';
  expect(await fixture.crawl()).toEqual(['/d']);
  expect(fixture.mails()).toEqual([]);
});

test('an ignored issue is not published, and neither is a reopened one', async () => {
  await using fixture = await startNotified({ '/': '<a href="/a">' });
  await fixture.crawl();
  const [{ id }] = (await fixture.content()).issues.broken_links;
  await fixture.api('PATCH', `/${id}/ignore`, {});
  expect(await fixture.crawl()).toEqual([]);
  await fixture.api('PATCH', `/${id}/ignore`, { ignored: false });
  expect(await fixture.crawl()).toEqual([]);
  expect(fixture.mails()).toHaveLength(1);
});
