/** Throttling of requests, limits and interruptions of crawls. Source: decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import type { ServerResponse } from 'node:http';
import {
  crawlAll,
  givenWatched,
  LOOPBACK_ONLY,
  startPages,
  startWatched,
  watch,
} from '../support/crawling.ts';
import { startLoopbackServer, startTcpServer } from '../support/loopback-servers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer(LOOPBACK_ONLY);
const links = (count: number, address: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `<a href="${address(n)}">`).join('');
const HTML = { 'content-type': 'text/html' };

/** Starts a server that records the instants of its requests on the test's clock. */
async function startNoting(answer: (url: string, response: ServerResponse) => void) {
  const requests: { url: string; atMs: number }[] = [];
  const outside = await startLoopbackServer(({ url = '' }, response) => {
    requests.push({ url, atMs: server().clock.now().getTime() });
    answer(url, response);
  });
  const gapsOf = (wanted: (url: string) => boolean): number[] => {
    const times = requests.filter(({ url }) => wanted(url)).map(({ atMs }) => atMs);
    return times.slice(1).map((ms, at) => ms - (times[at] ?? 0));
  };
  return {
    requests,
    gapsOf,
    port: outside.port,
    [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose](),
  };
}

test('own pages are requested a second apart, other hosts each a second apart', async () => {
  await using other = await startNoting((_, response) => response.writeHead(200).end());
  await using site = await startNoting((url, response) =>
    response
      .writeHead(200, HTML)
      .end(url === '/' ? links(5, n => `/p${n}`) + links(4, n => `http://o.test:${other.port}/${n}`) : ''),
  );
  await using watched = await watch(server(), `http://site.test:${site.port}`);
  await watched.crawl();
  const ownGaps = site.gapsOf(url => url !== '/robots.txt');
  expect([ownGaps.length, Math.min(...ownGaps)]).toEqual([6, 1000]);
  expect(other.gapsOf(() => true)).toEqual([1000, 1000, 1000]);
});

test('Crawl-delay extends the pause', async () => {
  await using site = await startNoting((url, response) =>
    response
      .writeHead(200, HTML)
      .end(url === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 7' : links(2, n => `/p${n}`)),
  );
  await using watched = await watch(server(), `http://site.test:${site.port}`);
  await watched.crawl();
  expect(Math.min(...site.gapsOf(url => url !== '/robots.txt'))).toBe(7000);
});

test('at most two own pages, one page of another host and eight of other hosts are requested concurrently', async () => {
  const held: { host: string; response: ServerResponse }[] = [];
  await using other = await startLoopbackServer((request, response) => {
    held.push({ host: request.headers.host ?? '', response });
  });
  const heldPages: ServerResponse[] = [];
  await using site = await startLoopbackServer((request, response) => {
    if (request.url === '/robots.txt' || request.url === '/sitemap.xml') response.writeHead(404).end();
    else if (request.url === '/')
      response
        .writeHead(200, HTML)
        .end(links(5, n => `/p${n}`) + links(24, n => `http://h${n % 12}.test:${other.port}/${n}`));
    else heldPages.push(response);
  });
  await using _ = await watch(server(), `http://site.test:${site.port}`);
  const { content } = server().services;
  content.startDue();
  const goOn = async () => {
    server().clock.advance({ seconds: 2 });
    content.startDue();
    await new Promise(resolve => setTimeout(resolve, 5));
  };
  while (heldPages.length < 2 || held.length < 8) await goOn();
  for (let more = 0; more < 5; more++) await goOn();
  expect([heldPages.length, held.length, new Set(held.map(({ host }) => host)).size]).toEqual([2, 8, 8]);
  for (const response of [...heldPages, ...held.map(one => one.response)]) response.destroy();
});

test('Retry-After of a server is respected, and after two such responses it is left alone', async () => {
  await using busy = await startNoting((_, response) =>
    response.writeHead(429, { 'retry-after': '9' }).end(),
  );
  await using site = await startWatched(server(), {
    '/': links(10, n => `http://busy.test:${busy.port}/${n}`),
  });
  const { stats } = await site.crawl();
  expect(busy.requests).toHaveLength(4);
  expect(Math.min(...busy.gapsOf(() => true))).toBe(9000);
  expect(stats).toMatchObject({ total_checked: 1, broken_links_count: 0 });
});

test('a host that does not answer is not tried for each of its links', async () => {
  await using dead = await startTcpServer(socket => socket.destroy());
  const port = dead.port;
  await dead[Symbol.asyncDispose]();
  await using site = await startWatched(server(), { '/': links(500, n => `http://dead.test:${port}/${n}`) });
  const before = server().clock.now().getTime();
  const { stats } = await site.crawl();
  expect(server().clock.now().getTime() - before).toBeLessThan(10_000);
  expect(stats.broken_links_count).toBe(0);
  expect((await site.crawl(1)).stats.broken_links_count).toBe(500);
});

test('a site that never answers does not delay another', async () => {
  await using silent = await startTcpServer(() => {});
  await using stuck = await watch(server(), `http://stuck.test:${silent.port}`);
  await using site = await startWatched(server(), { '/': '<a href="/lost">' });
  const { content } = server().services;
  while ((await site.content()).monitoring_status.is_initial_check) {
    content.startDue();
    await new Promise(resolve => setTimeout(resolve, 5));
    server().clock.advance({ ms: 500 });
  }
  expect((await site.content()).stats.broken_links_count).toBe(1);
  expect((await stuck.content()).monitoring_status.progress).toEqual({ checked: 0, queued: 1 });
});

test('a crawl ends after twenty minutes; the next one starts with the rest', async () => {
  await using site = await startNoting((url, response) => {
    const page = url === '/' ? links(30, n => `/p${n}`) : '';
    response.writeHead(200, HTML).end(url === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 60' : page);
  });
  await using watched = await watch(server(), `http://site.test:${site.port}`);
  const began = server().clock.now().getTime();
  await watched.crawl();
  expect(server().clock.now().getTime() - began).toBeWithin(19 * 60_000, 22 * 60_000);
  const firstRound = new Set(site.requests.splice(0).map(({ url }) => url));
  const { stats } = await watched.crawl(1);
  const both = new Set([...firstRound, ...site.requests.map(({ url }) => url)]);
  expect(firstRound.size).toBeWithin(20, 25);
  expect(both.size).toBe(33);
  expect(stats.ok_count).toBe(31);
});

/** Lets a server crawl for some seconds. */
async function crawlFor(of: TestServer, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    of.clock.advance({ seconds: 1 });
    of.services.content.startDue();
    await of.services.content.settled();
  }
}

test('progress is shown while a crawl runs, and it resumes after a restart', async () => {
  await using site = await startPages({ '/': links(30, n => `/p${n}`) });
  for (let n = 0; n < 30; n++) site.pages[`/p${n}`] = n === 29 ? '<a href="/lost">' : '';
  await using first = await startTestServer(LOOPBACK_ONLY);
  const { id } = await givenWatched(first, site.url);
  await crawlFor(first, 12);
  const { monitoring_status } = await first.get(`/sites/${id}/content`);
  expect(monitoring_status.is_initial_check).toBe(true);
  expect(monitoring_status.progress.checked).toBeGreaterThan(8);
  expect(monitoring_status.progress.queued).toBeGreaterThan(10);
  await first.stop();
  const requests = site.requests();
  await using again = await startTestServer({ ...LOOPBACK_ONLY, data: first.data, clock: first.clock });
  const { full: key } = await again.given.user('second@example.org');
  again.clock.advance({ hours: 3 });
  await crawlAll(again);
  const later = site.requests().slice(requests.length);
  expect(later.filter(line => requests.includes(line))).toEqual(['GET /robots.txt']);
  const overview = again.services.content.getOverview(id);
  expect([overview.issueCounts.broken_link, overview.linkCounts.ok]).toEqual([1, 31]);
  expect(key).toBeString();
});

test('switching monitoring off during a crawl ends it', async () => {
  await using site = await startWatched(server(), { '/': links(30, n => `/p${n}`) });
  await crawlFor(server(), 4);
  await site.setFeatures({ content_monitoring: false });
  await crawlAll(server());
  expect(site.requests().length).toBeLessThan(10);
  await site.setFeatures({ content_monitoring: true });
  expect((await site.crawl()).stats.broken_links_count).toBe(30);
});

test('switching monitoring off and on during a crawl skips nothing', async () => {
  await using site = await startWatched(server(), { '/': links(30, n => `/p${n}.html`) });
  for (let n = 0; n < 30; n++) site.pages[`/p${n}.html`] = 'fine';
  await crawlFor(server(), 5);
  await site.setFeatures({ content_monitoring: false });
  await crawlFor(server(), 1);
  await site.setFeatures({ content_monitoring: true });
  await crawlFor(server(), 2);
  expect((await site.crawl()).stats.ok_count).toBe(31);
});
