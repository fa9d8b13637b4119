/** Throttling of requests, limits and interruptions of crawls. Source: decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlAll, givenWatched, LOOPBACK_ONLY, startPages } from '../support/crawling.ts';
import { startLoopbackServer, startTcpServer } from '../support/loopback-servers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const links = (count: number, address: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `<a href="${address(n)}">`).join('');
const HTML = { 'content-type': 'text/html' };

/** Starts a server that records the instants of its requests on the test's clock. */
async function startNoting(server: TestServer, answer: (url: string, response: ServerResponse) => void) {
  const requests: { url: string; atMs: number }[] = [];
  const outside = await startLoopbackServer(({ url = '' }, response) => {
    requests.push({ url, atMs: server.clock.now().getTime() });
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
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using other = await startNoting(server, (_, response) => response.writeHead(200).end());
  await using site = await startNoting(server, (url, response) =>
    response
      .writeHead(200, HTML)
      .end(url === '/' ? links(5, n => `/p${n}`) + links(4, n => `http://o.test:${other.port}/${n}`) : ''),
  );
  await givenWatched(server, `http://site.test:${site.port}`);
  await crawlAll(server);
  const ownGaps = site.gapsOf(url => url !== '/robots.txt');
  expect([ownGaps.length, Math.min(...ownGaps)]).toEqual([6, 1000]);
  expect(other.gapsOf(() => true)).toEqual([1000, 1000, 1000]);
});

test('Crawl-delay extends the pause', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using site = await startNoting(server, (url, response) =>
    response
      .writeHead(200, HTML)
      .end(url === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 7' : links(2, n => `/p${n}`)),
  );
  await givenWatched(server, `http://site.test:${site.port}`);
  await crawlAll(server);
  expect(Math.min(...site.gapsOf(url => url !== '/robots.txt'))).toBe(7000);
});

test('at most two own pages, one page of another host and eight of other hosts are requested concurrently', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
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
  await givenWatched(server, `http://site.test:${site.port}`);
  const { content } = server.services;
  content.startDue();
  const goOn = async () => {
    server.clock.advance({ seconds: 2 });
    content.startDue();
    await new Promise(resolve => setTimeout(resolve, 5));
  };
  while (heldPages.length < 2 || held.length < 8) await goOn();
  for (let more = 0; more < 5; more++) await goOn();
  expect([heldPages.length, held.length, new Set(held.map(({ host }) => host)).size]).toEqual([2, 8, 8]);
  for (const response of [...heldPages, ...held.map(one => one.response)]) response.destroy();
});

test('Retry-After of a server is respected, and after two such responses it is left alone', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using busy = await startNoting(server, (_, response) =>
    response.writeHead(429, { 'retry-after': '9' }).end(),
  );
  await using site = await startPages({ '/': links(10, n => `http://busy.test:${busy.port}/${n}`) });
  const watched = await givenWatched(server, site.url);
  await crawlAll(server);
  expect(busy.requests).toHaveLength(4);
  expect(Math.min(...busy.gapsOf(() => true))).toBe(9000);
  expect((await watched.content()).stats).toMatchObject({ total_checked: 1, broken_links_count: 0 });
});

test('a host that does not answer is not tried for each of its links', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using dead = await startTcpServer(socket => socket.destroy());
  const port = dead.port;
  await dead[Symbol.asyncDispose]();
  await using site = await startPages({ '/': links(500, n => `http://dead.test:${port}/${n}`) });
  const watched = await givenWatched(server, site.url);
  const before = server.clock.now().getTime();
  await crawlAll(server);
  expect(server.clock.now().getTime() - before).toBeLessThan(10_000);
  expect((await watched.content()).stats.broken_links_count).toBe(0);
  server.clock.advance({ days: 1 });
  await crawlAll(server);
  expect((await watched.content()).stats.broken_links_count).toBe(500);
});

test('a site that never answers does not delay another', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using silent = await startTcpServer(() => {});
  const stuck = await givenWatched(server, `http://stuck.test:${silent.port}`);
  await using site = await startPages({ '/': '<a href="/lost">' });
  const watched = await givenWatched(server, site.url);
  const { content } = server.services;
  while ((await watched.content()).monitoring_status.is_initial_check) {
    content.startDue();
    await new Promise(resolve => setTimeout(resolve, 5));
    server.clock.advance({ ms: 500 });
  }
  expect((await watched.content()).stats.broken_links_count).toBe(1);
  expect((await stuck.content()).monitoring_status.progress).toEqual({ checked: 0, queued: 1 });
});

test('a crawl ends after twenty minutes; the next one starts with the rest', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using site = await startNoting(server, (url, response) => {
    const page = url === '/' ? links(30, n => `/p${n}`) : '';
    response.writeHead(200, HTML).end(url === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 60' : page);
  });
  const watched = await givenWatched(server, `http://site.test:${site.port}`);
  const began = server.clock.now().getTime();
  await crawlAll(server);
  expect(server.clock.now().getTime() - began).toBeWithin(19 * 60_000, 22 * 60_000);
  const firstRound = new Set(site.requests.splice(0).map(({ url }) => url));
  server.clock.advance({ days: 1 });
  await crawlAll(server);
  const both = new Set([...firstRound, ...site.requests.map(({ url }) => url)]);
  expect(firstRound.size).toBeWithin(20, 25);
  expect(both.size).toBe(33);
  expect((await watched.content()).stats.ok_count).toBe(31);
});

test('progress is shown while a crawl runs, and it resumes after a restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'footfall-crawl-'));
  await using site = await startPages({ '/': links(30, n => `/p${n}`) });
  for (let n = 0; n < 30; n++) site.pages[`/p${n}`] = n === 29 ? '<a href="/lost">' : '';
  try {
    const first = await startTestServer({ ...LOOPBACK_ONLY, data });
    const { id } = await givenWatched(first, site.url);
    const { content } = first.services;
    for (let second = 0; second < 12; second++) {
      content.startDue();
      await content.settled();
      first.clock.advance({ seconds: 1 });
    }
    const { monitoring_status } = (await first.api('GET', `/sites/${id}/content`)).body;
    expect(monitoring_status.is_initial_check).toBe(true);
    expect(monitoring_status.progress.checked).toBeGreaterThan(8);
    expect(monitoring_status.progress.queued).toBeGreaterThan(10);
    await first.stop();
    const requests = site.requests();
    await using again = await startTestServer({ ...LOOPBACK_ONLY, data, clock: first.clock });
    const { full: key } = await again.given.user('second@example.org');
    again.clock.advance({ hours: 3 });
    await crawlAll(again);
    const later = site.requests().slice(requests.length);
    expect(later.filter(line => requests.includes(line))).toEqual(['GET /robots.txt']);
    const overview = again.services.content.getOverview(id);
    expect([overview.issueCounts.broken_link, overview.linkCounts.ok]).toEqual([1, 31]);
    expect(key).toBeString();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('switching monitoring off during a crawl ends it', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using site = await startPages({ '/': links(30, n => `/p${n}`) });
  const watched = await givenWatched(server, site.url);
  const { content } = server.services;
  for (let second = 0; second < 5; second++) {
    content.startDue();
    await content.settled();
    server.clock.advance({ seconds: 1 });
  }
  const set = (content_monitoring: boolean) =>
    server.api('PATCH', `/sites/${watched.id}/features`, { body: { content_monitoring } });
  await set(false);
  await crawlAll(server);
  expect(site.requests().length).toBeLessThan(10);
  await set(true);
  await crawlAll(server);
  expect((await watched.content()).stats.broken_links_count).toBe(30);
});

test('switching monitoring off and on during a crawl skips nothing', async () => {
  await using server = await startTestServer(LOOPBACK_ONLY);
  await using site = await startPages({ '/': links(30, n => `/p${n}.html`) });
  for (let n = 0; n < 30; n++) site.pages[`/p${n}.html`] = 'fine';
  const watched = await givenWatched(server, site.url);
  const { content } = server.services;
  const passSeconds = async (count: number) => {
    for (let second = 0; second < count; second++) {
      server.clock.advance({ seconds: 1 });
      content.startDue();
      await content.settled();
    }
  };
  const set = (content_monitoring: boolean) =>
    server.api('PATCH', `/sites/${watched.id}/features`, { body: { content_monitoring } });
  await passSeconds(5);
  await set(false);
  await passSeconds(1);
  await set(true);
  await passSeconds(2);
  await crawlAll(server);
  expect((await watched.content()).stats.ok_count).toBe(31);
});
