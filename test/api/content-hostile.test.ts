/** Sites that send too much, break off, or send invalid data. Source: decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import type { ServerResponse } from 'node:http';
import { LOOPBACK_ONLY, startPages, watch } from '../support/crawling.ts';
import { startLoopbackServer, startTcpServer } from '../support/loopback-servers.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer(LOOPBACK_ONLY);
const HTML = { 'content-type': 'text/html' };
const MIB = 1024 * 1024;

/** Crawls the site at an address and returns the results; it is not monitored any more afterwards. */
async function contentOf(url: string) {
  await using watched = await watch(server(), url);
  return await watched.crawl();
}
const brokenOf = ({ issues }: { issues: { broken_links: { url: string }[] } }) =>
  issues.broken_links.map(({ url }) => new URL(url).pathname).sort();

/** Writes as fast as the client reads, until it closes the connection. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 'y');
  const more = () => {
    while (response.write(chunk));
    response.once('drain', more);
  };
  more();
}

test('pages of fifty megabytes and endless ones are parsed up to the limit, in bounded memory', async () => {
  await using site = await startLoopbackServer(({ url }, response) => {
    if (url === '/robots.txt' || url === '/sitemap.xml') response.writeHead(404).end();
    else if (url === '/')
      response.writeHead(200, HTML).end(Array.from({ length: 12 }, (_, n) => `<a href="/${n}">`).join(''));
    else if (url === '/lost') response.writeHead(404).end();
    else {
      response.writeHead(200, HTML).write('<a href="/lost">');
      if (Number(url?.slice(1)) % 2 === 0) pour(response);
      else response.end(Buffer.alloc(50 * MIB, '<b>'));
    }
  });
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const content = await contentOf(`http://large.test:${site.port}`);
  expect([brokenOf(content), content.stats.ok_count]).toEqual([['/lost'], 13]);
  Bun.gc(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MIB);
});

test('a robots.txt of more than a megabyte is truncated', async () => {
  const filling = `# ${'x'.repeat(1020)}\n`.repeat(1100);
  await using site = await startPages({
    '/robots.txt': `User-agent: *\nDisallow: /early\n${filling}Disallow: /late\n`,
    '/': '<a href="/early"><a href="/late">',
  });
  expect(brokenOf(await contentOf(site.url))).toEqual(['/late']);
});

test('a page that breaks off in the middle is a broken link', async () => {
  await using broken = await startTcpServer(socket =>
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n<a href="/x">'),
    ),
  );
  const content = await contentOf(`http://cut.test:${broken.port}`);
  expect(brokenOf(content)).toEqual(['/']);
  expect(content.monitoring_status.last_error).toBe('cut.test broke off or did not answer in proper HTTP');
});

test('a page whose compressed body never ends is aborted', async () => {
  await using site = await startLoopbackServer(({ url }, response) => {
    if (url === '/') response.writeHead(200, HTML).end('<a href="/bomb">');
    else if (url === '/bomb') {
      response
        .writeHead(200, { ...HTML, 'content-encoding': 'gzip' })
        .write(Buffer.from([31, 139, 8, 8, 0, 0, 0, 0, 0, 3]));
      pour(response);
    } else response.writeHead(404).end();
  });
  expect(brokenOf(await contentOf(`http://bomb.test:${site.port}`))).toEqual(['/bomb']);
});

test.each([
  ['an image', { 'content-type': 'image/png' }],
  ['no type', { 'content-type': '' }],
  ['a type that is nonsense', { 'content-type': 'text/html-ish; charset=%00' }],
])('an answer that is %s is no page', async (_, headers) => {
  await using site = await startPages({ '/': { headers, body: '<a href="/lost">' } });
  expect((await contentOf(site.url)).stats).toMatchObject({ total_checked: 1, ok_count: 1 });
});

test('addresses with hostile characters are requested and shown as they are', async () => {
  const paths = [
    "/'; drop table content_links; --",
    '/__proto__',
    '/<script>',
    '/ü💩',
    '/\u202e',
    '/%00',
    '/a\\b',
    '/?constructor',
    '/\ud800',
  ];
  const links = paths.map(path => `<a href="${path.replaceAll('<', '&lt;')}">x</a>`).join('');
  await using site = await startPages({ '/': links });
  const content = await contentOf(site.url);
  expect(content.stats.broken_links_count).toBe(paths.length);
  for (const { url } of content.issues.broken_links) expect(url).toBe(new URL(url).href);
});

test('a site with endless new pages ends with its time', async () => {
  let requests = 0;
  await using site = await startLoopbackServer(({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(200).end('User-agent: *\nCrawl-delay: 30');
    else if (url === '/sitemap.xml') response.writeHead(404).end();
    else
      response
        .writeHead(200, HTML)
        .end(Array.from({ length: 20 }, () => `<a href="/${++requests}">`).join(''));
  });
  const began = server().clock.now().getTime();
  const content = await contentOf(`http://endless.test:${site.port}`);
  expect(content.monitoring_status.is_initial_check).toBe(false);
  expect(server().clock.now().getTime() - began).toBeLessThan(22 * 60_000);
});
