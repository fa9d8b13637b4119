/** What a crawl tells of: new issues and changed ones, once. Source: api-v1, Events; decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import { crawlAll, givenWatched, startPages } from '../support/crawling.ts';
import { aWebhook, deliver, startPublishingServer, startReceiver } from '../support/receiver.ts';
import { mailsOf, WITH_MAIL } from '../support/uptime.ts';

async function startTold(pages: Parameters<typeof startPages>[0]) {
  const server = await startPublishingServer({ settings: WITH_MAIL });
  const receiver = await startReceiver();
  await aWebhook(server, { url: receiver.url, events: ['content_issue'] });
  const site = await startPages(pages);
  const watched = await givenWatched(server, site.url);
  return {
    server,
    site,
    ...watched,
    received: receiver.received,
    /** A crawl, and all that follows from it; the addresses it told of since the last time. */
    async crawl(): Promise<string[]> {
      await crawlAll(server);
      await deliver(server);
      server.clock.advance({ days: 1 });
      return receiver.received.splice(0).map(({ body }) => body.check.url.replace(site.url, ''));
    },
    mails: () => mailsOf(server).map(({ kind, message }) => ({ kind, message: JSON.stringify(message) })),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
const LOST = { '/': '<a href="/a"><a href="/b"><a href="/p">', '/p': '<a href="/a">' };

test('each new issue is told to webhooks once a crawl has ended, with the pages it was found on', async () => {
  await using told = await startTold(LOST);
  await crawlAll(told.server);
  await deliver(told.server);
  const [first] = told.received;
  const { issues } = await told.content();
  const {
    ignored: _,
    found_on_count: __,
    ...check
  } = issues.broken_links.find((issue: { url: string }) => issue.url === first?.body.check.url);
  expect(first?.body).toMatchObject({ event: 'content_issue', site: { id: told.id }, check });
  expect(first?.body.check).toEqual({
    id: expect.any(Number),
    url: `${told.site.url}/a`,
    found_on_url: [`${told.site.url}/`, `${told.site.url}/p`],
    issue_type: 'broken_link',
    status_code: 404,
    error_message: 'answered 404 Not Found',
    checked_at: expect.any(String),
  });
  expect(told.received).toHaveLength(2);
});

test('an issue that stays is told no second time, a new one is, and one that comes back, too', async () => {
  await using told = await startTold({ ...LOST });
  expect(await told.crawl()).toEqual(['/a', '/b']);
  told.site.pages['/a'] = 500;
  expect(await told.crawl()).toEqual([]);
  told.site.pages['/'] = '<a href="/p"><a href="/b"><a href="/c">';
  expect(await told.crawl()).toEqual(['/c']);
  told.site.pages['/b'] = 'here';
  expect(await told.crawl()).toEqual([]);
  told.site.pages['/b'] = 404;
  expect(await told.crawl()).toEqual(['/b']);
});

test('all new issues of a crawl are one mail; a crawl without news is none', async () => {
  await using told = await startTold({ ...LOST });
  await told.crawl();
  await told.crawl();
  expect(told.mails().map(({ kind }) => kind)).toEqual(['content_issues']);
  expect(told.mails()[0]?.message).toContain(`${told.site.url}/b`);
});

test('without content mails, or while they are paused, webhooks are told all the same', async () => {
  await using told = await startTold({ ...LOST });
  const { notifications } = told.server.services;
  notifications.pauseContentMails(told.id, new Date(told.server.clock.now().getTime() + 3_600_000));
  expect((await told.content()).monitoring_status).toMatchObject({
    emails_paused: true,
    emails_paused_until: '2026-03-10T13:00:00.000Z',
  });
  expect(await told.crawl()).toEqual(['/a', '/b']);
  await told.server.api('PATCH', `/sites/${told.id}/features`, {
    body: { content_monitoring_emails: false },
  });
  told.site.pages['/'] = '<a href="/d">';
  expect(await told.crawl()).toEqual(['/d']);
  expect(told.mails()).toEqual([]);
});

test('an ignored issue is no news, and neither is one that is taken back', async () => {
  await using told = await startTold({ '/': '<a href="/a">' });
  await told.crawl();
  const [{ id }] = (await told.content()).issues.broken_links;
  await told.api('PATCH', `/${id}/ignore`, {});
  expect(await told.crawl()).toEqual([]);
  await told.api('PATCH', `/${id}/ignore`, { ignored: false });
  expect(await told.crawl()).toEqual([]);
  expect(told.mails()).toHaveLength(1);
});
