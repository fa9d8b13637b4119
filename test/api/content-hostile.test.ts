/** Sites that send too much, break off, or send invalid data; what an https page loads over http. Source: decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import type { ServerResponse } from 'node:http';
import { LOOPBACK_ONLY, startPages, watch } from '../support/crawling.ts';
import {
  AUTHORITY,
  startLoopbackServer,
  startTcpServer,
  startTlsServer,
} from '../support/loopback-servers.ts';
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

const overTls = shareServer({ ...LOOPBACK_ONLY, trust: [AUTHORITY] });

/** Crawls a site over TLS that consists of one page, until the test ends. */
async function startSecurePage(html: string, headers: Record<string, string> = {}, isRestricted = true) {
  const page = { html };
  const outside = await startTlsServer('valid', ({ url }, response) =>
    url === '/'
      ? response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page.html)
      : response.writeHead(404).end(),
  );
  const watched = await watch(overTls(), `https://valid.test:${outside.port}`);
  await overTls().patch(`/sites/${watched.id}/settings`, { restrict_to_site: isRestricted });
  await watched.crawl();
  return {
    ...watched,
    page,
    url: `https://valid.test:${outside.port}/`,
    async [Symbol.asyncDispose]() {
      await watched[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}
const mixedIn = ({ issues }: { issues: { mixed_content: { url: string }[] } }) =>
  issues.mixed_content.map(({ url }) => url).sort();

test('resources that a page loads over http are listed, plain links are not', async () => {
  const names = ['img', 'script', 'iframe', 'video', 'audio', 'source', 'embed'];
  const html = names.map(name => `<${name} src="http://cdn.test/${name}"></${name}>`).join('');
  await using site = await startSecurePage(
    `${html}<object data="http://cdn.test/object"></object><link rel=stylesheet href="http://cdn.test/style">
     <img srcset="http://cdn.test/set 2x, https://cdn.test/fine 1x"><a href="http://cdn.test/link">x</a>
     <link rel=canonical href="http://cdn.test/canonical"><img src="//cdn.test/same"><img src="/own">`,
  );
  expect(mixedIn(await site.content())).toEqual(
    [...names, 'object', 'style', 'set'].map(name => `http://cdn.test/${name}`).sort(),
  );
  const { issues, stats } = await site.content();
  expect(issues.mixed_content[0]).toMatchObject({
    issue_type: 'mixed_content',
    error_message: 'loaded over HTTP by an HTTPS page',
    found_on_url: [site.url],
  });
  expect(stats.mixed_content_count).toBe(10);
});

test('a page with upgrade-insecure-requests loads nothing over http', async () => {
  const policy = 'default-src *; upgrade-insecure-requests';
  await using byHeader = await startSecurePage('<img src="http://cdn.test/x">', {
    'content-security-policy': policy,
  });
  expect(mixedIn(await byHeader.content())).toEqual([]);
  await using byTag = await startSecurePage(
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><img src="http://cdn.test/x">`,
  );
  expect(mixedIn(await byTag.content())).toEqual([]);
});

test('a fixed page has no issue after a crawl or a recheck', async () => {
  const wrong = '<img src="http://cdn.test/a"><img src="http://cdn.test/b">';
  await using site = await startSecurePage(wrong);
  const [first] = (await site.content()).issues.mixed_content;
  site.page.html = '<img src="http://cdn.test/a">';
  for (const { id } of (await site.content()).issues.mixed_content) await site.api('POST', `/${id}/recheck`);
  expect(mixedIn(await site.crawl())).toEqual(['http://cdn.test/a']);
  site.page.html = '';
  expect(mixedIn(await site.crawl(1))).toEqual([]);
  expect(first.id).toBeNumber();
});

test('a URL can be broken and mixed content: two issues', async () => {
  await using site = await startSecurePage('');
  const own = `http://valid.test:${new URL(site.url).port}/x`;
  site.page.html = `<img src="${own}">`;
  const { issues } = await site.crawl(1);
  expect([issues.mixed_content[0].url, issues.broken_links[0].url]).toEqual([own, own]);
});

test('mixed content has the status of its response, from the first crawl on', async () => {
  await using plain = await startLoopbackServer((_, response) => response.writeHead(200).end());
  await using site = await startSecurePage(`<img src="http://cdn.test:${plain.port}/x">`, {}, false);
  expect((await site.content()).issues.mixed_content[0].status_code).toBe(200);
});
