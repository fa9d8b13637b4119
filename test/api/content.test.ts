/** Content monitoring over HTTP: crawls and their issues. Source: api-v1, Content monitoring; decisions, section 7. */
import { expect, test } from 'bun:test';
import { LOOPBACK_ONLY, startPages, startWatched, watch } from '../support/crawling.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer(LOOPBACK_ONLY);
const a = (...addresses: string[]): string => addresses.map(address => `<a href="${address}">x</a>`).join('');
const urlsOf = (issues: { url: string }[]): string[] => issues.map(({ url }) => url).sort();

test('a crawl finds broken links, and the pages they are on', async () => {
  await using site = await startWatched(server(), {
    '/': a('/about', '/lost'),
    '/about': a('/', '/lost', '/gone.pdf'),
  });
  const { issues, stats, monitoring_status: status } = await site.crawl();
  expect(issues).toEqual({
    broken_links: [
      {
        id: expect.any(Number),
        url: `${site.url}/gone.pdf`,
        status_code: 404,
        error_message: 'answered 404 Not Found',
        issue_type: 'broken_link',
        checked_at: expect.stringMatching(/^2026-03-10T12:0\d:\d\d\.\d{3}Z$/),
        ignored: false,
        found_on_url: [`${site.url}/about`],
        found_on_count: 1,
      },
      expect.objectContaining({
        url: `${site.url}/lost`,
        found_on_url: [`${site.url}/`, `${site.url}/about`],
        found_on_count: 2,
      }),
    ],
    mixed_content: [],
  });
  expect(stats).toEqual({
    total_checked: 4,
    broken_links_count: 2,
    mixed_content_count: 0,
    ignored_count: 0,
    ok_count: 2,
  });
  expect(status).toMatchObject({
    is_initial_check: false,
    has_issues: true,
    progress: null,
    last_error: null,
  });
});

/** Crawls a site of these pages. Returns its broken links without the site's own address. */
async function brokenOf(pages: Parameters<typeof startPages>[0]) {
  await using site = await startWatched(server(), pages);
  const content = await site.crawl();
  return {
    content,
    requests: site.requests(),
    broken: urlsOf(content.issues.broken_links).map(url => url.replace(site.url, '')),
  };
}

test('links of every kind are followed: to pages, and to what pages load', async () => {
  const { broken } = await brokenOf({
    '/': `<base href="/in/"><a href="a"><area href="b"><img src=c srcset="d 1x, e 2x"><script src="f"></script>
      <link rel="stylesheet" href="g"><link rel="preconnect" href="never"><iframe src="h"></iframe><video src="i" poster="j">
      <source src="k"></video><audio src="l"></audio><object data="m"></object><embed src="n"><A HREF='o'>`,
  });
  expect(broken).toEqual([...'abcdefghijklmno'].map(name => `/in/${name}`));
});

test('links of other schemes, fragments, invalid addresses and those with a password are ignored', async () => {
  const { content } = await brokenOf({
    '/': a(
      '#top',
      'mailto:a@b.test',
      'tel:1',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x.test/',
      'http://',
      'http://[',
      '//u:p@site.test/',
      `/${'x'.repeat(3000)}`,
      '/?',
      '/#x',
      '',
    ),
  });
  expect(content.stats.total_checked).toBe(2); // the page, and `/?`
});

test('pages are found in sitemaps: compressed ones, indexes, and those that robots.txt names', async () => {
  await using site = await startWatched(server(), {});
  const loc = (path: string) => `<loc> ${site.url}${path} </loc>`;
  Object.assign(site.pages, {
    '/': 'home',
    '/robots.txt': `Sitemap: ${site.url}/maps.xml\nSitemap: http://elsewhere.test/map.xml`,
    '/maps.xml': `<?xml version="1.0"?><sitemapindex><sitemap>${loc('/one.xml.gz')}</sitemap><sitemap>${loc('/two.txt')}</sitemap></sitemapindex>`,
    '/one.xml.gz': {
      packs: true,
      body: `<urlset><url>${loc('/a')}</url><url><loc><![CDATA[${site.url}/b?x&y]]></loc></url></urlset>`,
    },
    '/two.txt': `${site.url}/c\nhttp://elsewhere.test/d\nnonsense`,
  });
  const { issues } = await site.crawl();
  expect(urlsOf(issues.broken_links)).toEqual([`${site.url}/a`, `${site.url}/b?x&y`, `${site.url}/c`]);
  expect(issues.broken_links.find(({ url }: { url: string }) => url.endsWith('/c')).found_on_url).toEqual([
    `${site.url}/two.txt`,
  ]);
});

test('robots.txt of the own site is respected: its rules for Footfall, else those for all', async () => {
  const pages = { '/': a('/private/x', '/open', '/private/ok'), '/open': '' };
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Footfall\nDisallow: /private\nAllow: /private/ok';
  const { broken, requests } = await brokenOf({ ...pages, '/robots.txt': robots });
  expect(broken).toEqual(['/private/ok']);
  expect(requests).not.toContain('GET /private/x');
});

test('a site whose robots.txt disallows everything is not requested any further, and says so', async () => {
  const { content, requests } = await brokenOf({
    '/robots.txt': 'User-agent: *\nDisallow: /',
    '/': a('/lost'),
  });
  expect(requests).toEqual(['GET /robots.txt']);
  expect(content.monitoring_status).toMatchObject({
    is_initial_check: false,
    last_error: 'robots.txt disallows it',
  });
});

test('with a failing robots.txt only the address of the site is crawled', async () => {
  const { content, requests } = await brokenOf({ '/robots.txt': 503, '/': a('/lost'), '/sitemap.xml': 500 });
  expect(requests).toEqual(['GET /robots.txt', 'GET /']);
  expect(content.monitoring_status.last_error).toBe(
    'robots.txt could not be read (answered 503), so only the address of the site itself was requested',
  );
});

test('on the site itself server errors and redirect loops are broken links too', async () => {
  const { broken } = await brokenOf({
    '/': a('/500', '/round', '/401', '/403', '/405', '/429', '/451', '/418', '/999'),
    '/500': 500,
    '/round': { status: 302, headers: { location: '/round' } },
    '/401': 401,
    '/403': 403,
    '/405': 405,
    '/429': 429,
    '/451': 451,
    '/418': 418,
    '/999': 999,
  });
  expect(broken).toEqual(['/500', '/round']);
});

test('a page that fails once and succeeds on the second try is no issue', async () => {
  await using site = await startWatched(server(), { '/': a('/shaky') });
  let requests = 0;
  Object.defineProperty(site.pages, '/shaky', { get: () => (++requests === 1 ? 500 : 'fine') });
  expect((await site.crawl()).stats).toMatchObject({ broken_links_count: 0, ok_count: 2 });
});

test('redirects to the same page count once', async () => {
  const { content, broken } = await brokenOf({
    '/': a('/old', '/new'),
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': a('/lost'),
  });
  expect([broken, content.stats.ok_count]).toEqual([['/lost'], 3]);
  expect(content.issues.broken_links[0]).toMatchObject({
    found_on_count: 1,
    found_on_url: [expect.stringMatching(/new$/)],
  });
});

test('pages outside the path of the site’s address are checked, but not parsed', async () => {
  await using site = await startPages({
    '/blog': a('/blog/post', '/shop', '/blogs'),
    '/blog/post': a('/lost'),
    '/shop': a('/never'),
    '/blogs': '',
  });
  await using watched = await watch(server(), `${site.url}/blog`);
  const { issues, monitoring_status } = await watched.crawl();
  expect(urlsOf(issues.broken_links)).toEqual([`${site.url}/lost`]);
  expect(monitoring_status.root_path).toBe('/blog');
});

test('external links: gone is broken at once, a failure only after a second check six hours later', async () => {
  await using other = await startPages(
    { '/gone': 410, '/down': 503, '/no': 403, '/slow': 429, '/fine': 'x', '/head': 'x' },
    'other.test',
  );
  const links = ['/gone', '/down', '/no', '/slow', '/fine'].map(path => other.url + path);
  await using site = await startWatched(server(), { '/': a(...links, 'http://gone.test/') });
  expect(urlsOf((await site.crawl()).issues.broken_links)).toEqual([`${other.url}/gone`]);
  expect(urlsOf((await site.crawl(1)).issues.broken_links)).toEqual(
    ['http://gone.test/', `${other.url}/down`, `${other.url}/gone`].sort(),
  );
  expect(other.requests().filter(line => line.endsWith('/fine'))).toEqual(['HEAD /fine', 'HEAD /fine']);
  expect(other.requests().filter(line => line.endsWith('/gone'))).toContain('GET /gone');
});

test('a link into a private network is skipped, also behind a redirect', async () => {
  const { content } = await brokenOf({
    '/': a('http://intranet.test/', 'http://10.1.2.3/', '/jump'),
    '/jump': { status: 302, headers: { location: 'http://intranet.test/' } },
  });
  expect([content.stats.broken_links_count, content.stats.total_checked]).toEqual([0, 1]);
});

test('a site that may not be requested says so', async () => {
  await using site = await watch(server(), 'http://intranet.test');
  const { monitoring_status, stats } = await site.crawl();
  expect(monitoring_status.last_error).toContain('intranet.test is not on the open internet');
  expect(stats.broken_links_count).toBe(0);
});

test('a site that redirects to another host names it, and nothing else is requested there', async () => {
  await using other = await startPages({ '/': a('/never') }, 'other.test');
  const { content } = await brokenOf({ '/': { status: 301, headers: { location: `${other.url}/` } } });
  expect(content.monitoring_status.last_error).toContain(`redirects to other.test:${other.outside.port}`);
  expect(other.requests()).toEqual(['GET /']);
});

test('restrict_to_site leaves out the links to other hosts, and drops their issues', async () => {
  await using other = await startPages({}, 'other.test');
  await using site = await startWatched(server(), { '/': a(`${other.url}/lost`, '/lost') });
  expect((await site.crawl()).stats.broken_links_count).toBe(2);
  await server().patch(`/sites/${site.id}/settings`, { restrict_to_site: true });
  const { issues, monitoring_status } = await site.crawl(1);
  expect(urlsOf(issues.broken_links)).toEqual([`${site.url}/lost`]);
  expect(monitoring_status.restrict_to_site).toBe(true);
  expect(other.requests()).toHaveLength(2);
});

test('a page that never ends or never closes its tags is parsed up to the limit', async () => {
  const { broken, content } = await brokenOf({
    '/': `<div><p <a href="/not-a-link"><table><a href="/lost">${'<b><i>'.repeat(20_000)}`,
    '/sitemap.xml': '<urlset><url><loc>/other</loc><loc>',
  });
  expect(broken).toEqual(['/lost', '/other']);
  expect(content.stats.total_checked).toBe(3);
});

test('a site that is down is one broken link, and the issues of its pages stay', async () => {
  await using site = await startWatched(server(), { '/': a('/a'), '/a': a('/lost') });
  await site.crawl();
  for (const path of ['/', '/a', '/sitemap.xml']) site.pages[path] = 502;
  const { issues, monitoring_status } = await site.crawl(1);
  expect(urlsOf(issues.broken_links)).toEqual([`${site.url}/`, `${site.url}/lost`]);
  expect(monitoring_status.last_error).toBe('answered 502 Bad Gateway');
  Object.assign(site.pages, { '/': a('/a'), '/a': a('/lost') });
  expect(urlsOf((await site.crawl(1)).issues.broken_links)).toEqual([`${site.url}/lost`]);
});

test('a fixed link is closed, and so is one that its page does not have any more', async () => {
  await using site = await startWatched(server(), { '/': a('/mended', '/removed', '/p'), '/p': a('/deep') });
  expect((await site.crawl()).stats.broken_links_count).toBe(3);
  Object.assign(site.pages, { '/': a('/mended'), '/mended': 'here' });
  expect((await site.crawl(1)).stats).toMatchObject({ broken_links_count: 0, total_checked: 2 });
});

test('the issues of a page that cannot be parsed today stay', async () => {
  await using site = await startWatched(server(), { '/': a('/p'), '/p': a('/q', '/lost'), '/q': a('/deep') });
  await site.crawl();
  site.pages['/p'] = 403;
  const { issues } = await site.crawl(1);
  expect(urlsOf(issues.broken_links)).toEqual([`${site.url}/deep`, `${site.url}/lost`]);
});

test('one page may have ten thousand links', async () => {
  const links = Array.from({ length: 10_500 }, (_, n) => `<a href="http://intranet.test/${n}">`).join('');
  const { content } = await brokenOf({ '/': links });
  expect(content.monitoring_status).toMatchObject({ is_initial_check: false, last_error: null });
});

test('a clock that is set back does not stop the crawls', async () => {
  server().clock.advance({ days: 365 });
  await using site = await startWatched(server(), { '/': 'x' });
  await site.crawl();
  const count = () => site.requests().filter(line => line === 'GET /').length;
  await site.crawl(-365);
  expect(count()).toBe(2);
  await site.crawl();
  expect(count()).toBe(2);
});

test('a crawl that gives up says so', async () => {
  const failing = Array.from({ length: 12 }, (_, n) => `/p${n}`);
  await using site = await startWatched(server(), {
    '/': a(...failing),
    ...Object.fromEntries(failing.map(path => [path, 500])),
  });
  expect((await site.crawl()).monitoring_status.last_error).toStartWith('stopped after 10 addresses');
  site.pages['/'] = 'x';
  expect((await site.crawl(1)).monitoring_status.last_error).toBeNull();
});
