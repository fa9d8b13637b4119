/** What crawls and hits tell together: pages without links, broken links, missing pages. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { LOOPBACK_ONLY, type PageAnswer, startWatched } from '../support/crawling.ts';
import { ended } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer(LOOPBACK_ONLY);
const a = (...addresses: string[]): string => addresses.map(address => `<a href="${address}">x</a>`).join('');

/** A site of these pages that its visitors visit, by script, and that is crawled. */
async function aVisited(pages: Record<string, PageAnswer>) {
  const site = await startWatched(server(), pages);
  await server().patch(`/sites/${site.id}/settings`, { capture: { not_found: true } });
  const { uid } = (await site.content()).site;
  const send = async (visitor: number, fields: Record<string, unknown>) => {
    const answer = await fetch(`${server().url}/page/${uid}`, {
      method: 'POST',
      headers: {
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${visitor}.0) Gecko/20100101 Firefox/${visitor}.0`,
      },
      body: JSON.stringify({ url: site.url, ...fields }),
    });
    expect(answer.status).toBe(202);
  };
  return {
    ...site,
    send,
    /** As many visitors see a page. */
    async visit(path: string, visitors: number, referrer = '') {
      for (let visitor = 0; visitor < visitors; visitor++)
        await send(100 + visitor, { url: site.url + path, referrer });
    },
    /** As many visitors see the page for missing ones at a path. */
    async miss(path: string, visitors: number, referrer = '') {
      for (let visitor = 0; visitor < visitors; visitor++) {
        await send(100 + visitor, { url: site.url + path, referrer });
        await send(100 + visitor, { url: site.url + path, event: 'not_found' });
      }
    },
    coverage: async (query = '') =>
      (await server().get(`/sites/${site.id}/coverage${query}`, server().owner.readOnly)).coverage,
  };
}

test('pages that are visited though no link leads there are listed, the most visited first', async () => {
  await using site = await aVisited({
    '/': a('/linked', '/caf%C3%A9', '/slash/', '/moved', '/b.pdf'),
    '/linked': '',
    '/caf%C3%A9': '',
    '/slash/': '',
    '/moved': { status: 301, headers: { location: '/target' } },
    '/target': '',
    '/b.pdf': '',
    '/in-sitemap': '',
    '/sitemap.xml': '',
  });
  site.pages['/sitemap.xml'] = {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset><url><loc>${site.url}/in-sitemap</loc></url></urlset>`,
  };
  for (const path of ['/', '/linked?utm_source=x', '/café', '/slash', '/target', '/b.pdf'])
    await site.visit(path, 1);
  await site.visit('/in-sitemap', 2);
  await site.visit('/thank-you', 3);
  expect((await site.coverage()).pages.unlinked).toEqual([]);
  await site.crawl();
  expect((await site.coverage()).pages).toMatchObject({
    unlinked_count: 2,
    unlinked: table('path visitors', ['/thank-you', 3], ['/in-sitemap', 2]),
  });
  expect((await site.coverage('?limit=1')).pages).toMatchObject({
    unlinked_count: 2,
    unlinked: [{ path: '/thank-you' }],
    without_snippet_count: 6,
    without_snippet: [{ path: '/in-sitemap', reason: 'missing', visitors: 2 }],
  });
});

test('crawled and visited pages are the same by the rules of the site', async () => {
  await using site = await aVisited({
    '/': a('/Linked/', '/user/1/orders', '/?p=5'),
    '/Linked/': '',
    '/user/1/orders': '',
  });
  const rules = [
    { kind: 'lower_case' },
    { kind: 'trailing_slash', to: 'none' },
    { kind: 'query', keep: ['p'] },
    { kind: 'replace', pattern: '/user/*/orders', with: '/user/:id/orders' },
  ];
  await server().api('PUT', `/sites/${site.id}/page_rules`, { body: { rules } });
  await site.visit('/Linked/', 2);
  await site.visit('/user/2/orders', 3);
  await site.visit('/?p=5&x=1', 1);
  await site.visit('/?p=6', 1);
  await site.crawl();
  const { pages } = await site.coverage();
  expect(pages.unlinked).toEqual(table('path visitors', ['/?p=6', 1]));
  await site.miss('/user/9/orders', 1);
  expect((await site.coverage()).not_found).toMatchObject([{ path: '/user/9/orders' }]);
  expect(pages.without_snippet).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: '/Linked/', visitors: 2 }),
      expect.objectContaining({ path: '/user/1/orders', visitors: 3 }),
    ]),
  );
});

test('broken links are in the order of the visitors who could follow them', async () => {
  await using site = await aVisited({
    '/': a('/quiet', '/busy', '/gone-1'),
    '/quiet': a('/gone-2', '/gone-3'),
    '/busy': a('/gone-3'),
  });
  await site.visit('/busy', 3);
  await site.visit('/', 2);
  await site.visit('/quiet', 1);
  await site.crawl();
  const { broken_links, broken_links_count } = await site.coverage();
  expect(broken_links_count).toBe(3);
  expect(broken_links).toMatchObject([
    { url: `${site.url}/gone-3`, found_on: '/busy', found_on_count: 2, visitors: 3, status_code: 404 },
    { url: `${site.url}/gone-1`, found_on: '/', visitors: 2 },
    { url: `${site.url}/gone-2`, found_on: '/quiet', visitors: 1 },
  ]);
});

test('missing pages have the page that led there, and the likeliest new address as rules to copy', async () => {
  await using site = await aVisited({
    '/': a('/about', '/posts/my-first-post', '/posts/second', '/products/chair'),
    '/about': '',
    '/posts/my-first-post': '',
    '/posts/second': a('/abuot'),
    '/products/chair': '',
  });
  await site.miss('/2019/my-first-post.html', 3, 'https://news.example/item?id=1');
  await site.miss('/2019/my-first-post.html', 1, 'https://other.example/');
  await site.miss('/abuot', 2);
  await site.miss('/About', 1);
  await site.miss('/zzz/nothing-like-it/at-all', 1);
  await site.miss('/about', 1);
  await site.crawl();
  const { not_found, not_found_count, redirects, not_found_captured, pages } = await site.coverage();
  const none = { requests: null };
  expect([not_found_count, not_found_captured]).toEqual([4, true]);
  expect(not_found).toEqual([
    {
      ...none,
      path: '/2019/my-first-post.html',
      visitors: 3,
      referrer: 'https://news.example/item',
      suggestion: '/posts/my-first-post',
    },
    { ...none, path: '/abuot', visitors: 2, referrer: '/posts/second', suggestion: '/about' },
    { ...none, path: '/About', visitors: 1, referrer: null, suggestion: '/about' },
    { ...none, path: '/zzz/nothing-like-it/at-all', visitors: 1, referrer: null, suggestion: null },
  ]);
  expect(redirects.nginx).toBe(
    [
      'location = "/2019/my-first-post.html" { return 301 /posts/my-first-post; }',
      'location = "/abuot" { return 301 /about; }',
      'location = "/About" { return 301 /about; }\n',
    ].join('\n'),
  );
  // Caddy's path matchers ignore case: that of `/About` would match `/about` for ever.
  expect(redirects.caddy).toMatch(
    /^redir \/2019\/my-first-post\.html \/posts\/my-first-post permanent\nredir \/abuot \/about permanent\n@(\w+) path_regexp \^\/About\$\nredir @\1 \/about permanent\n$/,
  );
  expect(pages.unlinked).toEqual([]);
});

test('a path of a stranger cannot break out of a rule, nor lead to another site', async () => {
  await using site = await aVisited({ '/': a('/about-us'), '/about-us': '' });
  const hostile = [
    '/about us',
    '/about$us',
    '/about;us',
    '/about"us',
    "/about'us",
    '/about{us}',
    '/about*us',
    '/about(.*)us',
    '/about\\us',
    '/about#us'.replace('#', '%23'),
    '/about%0Aus',
    '/about\u2028us',
    '/about\u202eus',
    '/about`us',
    '/<b>about-us',
  ];
  for (const path of hostile) await site.send(100, { path, event: 'not_found' });
  await site.visit('//evil.example/about', 1);
  await site.miss('//evil.example/abuot', 1);
  await site.crawl();
  const { not_found, redirects } = await site.coverage();
  expect(not_found.length).toBe(hostile.length + 1);
  const [caddy, nginx] = [redirects.caddy, redirects.nginx].map(text => text.trimEnd().split('\n'));
  for (const line of nginx)
    expect(line).toMatch(/^location = "\/(?:[^"\\\p{Cc}]|\\["\\])*" \{ return 301 \/[\w./~%-]*; \}$/u);
  for (const line of caddy)
    expect(line).toMatch(
      /^(?:redir \/[\w./~-]+ \/[\w./~%-]+ permanent|@moved_[0-9a-f]{8} path_regexp \^[\w/~{}\\-]+\$|redir @moved_[0-9a-f]{8} \/[\w./~%-]+ permanent)$/,
    );
  expect(nginx.length).toBe(hostile.length - 3);
  expect(`${redirects.caddy}${redirects.nginx}`).not.toContain('evil');
});

const LINE =
  '203.0.113.7 - - [09/Mar/2026:10:00:0N +0000] "GET PATH HTTP/1.1" 404 5 "FROM" "Mozilla/5.0 (Windows NT 10.0) Chrome/126.0.0.0 Safari/537.36"\n';

test('access logs add missing pages that a link led to, or that are like a page', async () => {
  await using site = await aVisited({ '/': a('/posts/hello-world'), '/posts/hello-world': '' });
  await site.miss('/from-both', 2);
  const log = [
    ['/from-both', 'https://blog.example/links'],
    ['/blog/hello-world/', '-'],
    ['/wp-login.php', '-'],
    ['/lost', 'https://blog.example/links'],
    ['/lost', 'https://blog.example/links'],
  ];
  const body = log.map(([path = '', from = ''], n) =>
    LINE.replace('PATH', path).replace('FROM', from).replace('N', `${n}`),
  );
  const sent = await server().api('POST', `/sites/${site.id}/imports`, {
    body: body.join(''),
    headers: { 'content-type': 'application/octet-stream' },
  });
  await ended(server(), `/sites/${site.id}/imports/${sent.body.import.id}`);
  await site.crawl();
  expect((await site.coverage()).not_found).toEqual([
    {
      path: '/from-both',
      visitors: 2,
      requests: 1,
      referrer: 'https://blog.example/links',
      suggestion: null,
    },
    { path: '/lost', visitors: null, requests: 2, referrer: 'https://blog.example/links', suggestion: null },
    {
      path: '/blog/hello-world/',
      visitors: null,
      requests: 1,
      referrer: null,
      suggestion: '/posts/hello-world',
    },
  ]);
});

test('without a crawl missing pages are still known; bad parameters are named', async () => {
  await using site = await aVisited({ '/': '' });
  await site.setFeatures({ content_monitoring: false });
  await site.visit('/shop/red-chair', 2);
  await site.miss('/shop/rde-chair', 1);
  expect(await site.coverage()).toMatchObject({
    checked_at: null,
    content_monitoring: false,
    pages: { total: 0, without_snippet: [], unlinked: [] },
    not_found: [{ path: '/shop/rde-chair', suggestion: '/shop/red-chair' }],
  });
  for (const [query, fault] of [
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['start_date=x', 'start_date'],
  ]) {
    const { status, body } = await server().api('GET', `/sites/${site.id}/coverage?${query}`);
    expect([query, status, body.error]).toEqual([query, 400, expect.stringContaining(fault as string)]);
  }
});

test('hundreds of pages without the script, and more missing ones, are counted and cut', async () => {
  const paths = Array.from({ length: 120 }, (_, n) => `/page-${n}/${'x'.repeat(100)}`);
  await using site = await aVisited({
    '/': a(...paths),
    ...Object.fromEntries(paths.map(path => [path, 'x'])),
  });
  for (let n = 0; n < 1100; n++)
    await site.send(100, { path: `/page-${n}/y${'x'.repeat(100)}`, event: 'not_found' });
  await site.crawl();
  const coverage = await site.coverage();
  expect(coverage.pages.without_snippet_count).toBe(121);
  expect(coverage.pages.without_snippet.length).toBe(100);
  expect([coverage.not_found_count, coverage.not_found.length]).toEqual([1000, 100]);
  expect(coverage.not_found[0].suggestion).not.toBeNull();
});
