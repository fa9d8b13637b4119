/** Which pages of a site load its script, as the crawl finds out. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { LOOPBACK_ONLY, type PageAnswer, startWatched } from '../support/crawling.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({
  ...LOOPBACK_ONLY,
  settings: { ...LOOPBACK_ONLY.settings, FOOTFALL_SCRIPT_PATH: 'js', FOOTFALL_COLLECTOR_PATH: 'count' },
});
const STATS = 'https://stats.example';
const OTHER = 'aaaaabbbbbcccccddddd';

/** Crawls a site of these pages, which know its uid. Returns the pages without the script, with the reason. */
async function uncounted(make: (uid: string) => Record<string, PageAnswer>) {
  await using site = await startWatched(server(), {});
  const { uid } = (await site.content()).site;
  const pages = make(uid);
  const links = Object.keys(pages).map(path => `<a href="${path}">x</a>`);
  const snippet = `<script defer src="${STATS}/embed/${uid}.js"></script>`;
  Object.assign(site.pages, { '/': `${snippet}${links.join('')}`, ...pages });
  await site.crawl();
  const { coverage } = await server().get(`/sites/${site.id}/coverage`);
  return {
    coverage,
    paths: Object.keys(pages),
    reasons: Object.fromEntries(
      coverage.pages.without_snippet.map((page: { path: string; reason: string }) => [
        page.path,
        page.reason,
      ]),
    ),
  };
}

test('pages load the script under any of its addresses, in every form of the tag', async () => {
  const { coverage, reasons } = await uncounted(uid => ({
    '/plain': `<script src="${STATS}/embed/${uid}.js"></script>`,
    '/options': `<body><p>x<SCRIPT ASYNC SRC='//stats.example/embed/${uid}.js?spa&hits'></SCRIPT>`,
    '/module': `<script type=module src=${STATS}/embed/${uid}/min.js></script>`,
    '/readable': `<script src="${STATS}/embed/${uid}/readable.js"></script>`,
    '/renamed': `<script src="${STATS}/js/${uid}.js"></script>`,
    '/proxied': `<script src="/stats/embed/${uid}.js"></script>`,
    '/based': `<base href="https://stats.example/a/"><script src="../embed/${uid}.js"></script>`,
    '/consent': `<script type="text/plain" data-src="${STATS}/embed/${uid}.js"></script>`,
    '/rocket': `<script type="0123abc-text/javascript" src="${STATS}/embed/${uid}.js"></script>`,
    '/framework': `<link rel="preload" as="script" href="${STATS}/embed/${uid}.js"><script>x.push("[\\"${STATS}\\/embed\\/${uid}.js\\"]")</script>`,
    '/pixel': `<img src="${STATS}/pixel/${uid}.gif?path=/pixel">`,
    '/both': `<script src="${STATS}/embed/${OTHER}.js"></script><script src="${STATS}/embed/${uid}.js"></script>`,
  }));
  expect(reasons).toEqual({});
  expect(coverage.pages).toMatchObject({ total: 13, with_snippet: 13, without_snippet_count: 0, unread: 0 });
});

test('what only looks like the script is none', async () => {
  const { reasons } = await uncounted(uid => ({
    '/none': '<script src="/app.js"></script>',
    '/preload': `<link rel="preload" as="script" href="${STATS}/embed/${uid}.js">`,
    '/comment': `<!-- <script src="${STATS}/embed/${uid}.js"></script> -->`,
    '/noscript': `<noscript><script src="${STATS}/embed/${uid}.js"></script></noscript>`,
    '/template': `<template><script src="${STATS}/embed/${uid}.js"></script></template>`,
    '/nomodule': `<script nomodule src="${STATS}/embed/${uid}.js"></script>`,
    '/data': `<script type="application/json">"${STATS}/embed/${uid}.js"</script>`,
    '/text': `<p>${STATS}/embed/${uid}.js <a href="${STATS}/embed/${uid}.js">`,
    '/broken-off': `<p><script src="${STATS}/embed/${uid}.js`,
  }));
  expect(new Set(Object.values(reasons))).toEqual(new Set(['missing']));
  expect(Object.keys(reasons)).toHaveLength(9);
});

test('a script with the uid of another site is told apart from none', async () => {
  const { reasons } = await uncounted(uid => ({
    '/other': `<script src="${STATS}/embed/${OTHER}.js"></script>`,
    '/other-inline': `<script>load('${STATS}/js/${OTHER}.js')</script>`,
    '/typo': `<script src="${server().url}/embed/${uid.slice(1)}.js"></script>`,
    '/widget': `<script src="https://video.example/embed/player.js"></script><script src="/static/${OTHER}.js"></script>`,
  }));
  expect(reasons).toEqual({
    '/other': 'other_uid',
    '/other-inline': 'other_uid',
    '/typo': 'other_uid',
    '/widget': 'missing',
  });
});

const META = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

test('a policy of the page that keeps the script out is found, and one that does not', async () => {
  const { paths, reasons } = await uncounted(uid => {
    const src = `src="${STATS}/embed/${uid}.js"`;
    const tag = `<script ${src}></script>`;
    const under = (policy: string, body = tag): PageAnswer => ({
      headers: { 'content-security-policy': policy },
      body,
    });
    return {
      '/no/self': under("script-src 'self'"),
      '/no/none': under("default-src 'none'; connect-src *"),
      '/no/connect': under(`script-src ${STATS}; connect-src 'self'`),
      '/no/default': under(`default-src 'self'; script-src ${STATS}`),
      '/no/second': under(`script-src *, script-src 'self'`),
      '/no/path': under(`script-src ${STATS}/other/`),
      '/no/port': under(`script-src ${STATS}:8443`),
      '/no/scheme': under('script-src http://other.example https://*.stats.example'),
      '/no/nonce': under("script-src 'nonce-abc' https://cdn.example"),
      '/no/dynamic': under(`script-src 'nonce-abc' 'strict-dynamic' ${STATS}`),
      '/no/sandbox': under('sandbox allow-forms'),
      '/no/meta': `<head>${META("script-src 'self'")}${tag}`,
      '/no/meta-later': `<head>${tag}${META("connect-src 'self'")}`,
      '/no/element': under(`script-src ${STATS}; script-src-elem 'self'`),
      '/yes/host': under(`script-src 'self' stats.example; connect-src ${STATS}/count/`),
      '/yes/self': under("default-src 'self'", `<script src="/stats/embed/${uid}.js"></script>`),
      '/yes/wildcard': under('default-src https://*.example:*'),
      '/yes/scheme': under('default-src https:'),
      '/yes/images': under("img-src 'none'; style-src 'none'"),
      '/yes/nonce': under("script-src 'nonce-abc' 'strict-dynamic'", `<script nonce=abc ${src}></script>`),
      '/yes/hash': under("script-src 'sha256-abc'", `<script integrity="sha256-abc" ${src}></script>`),
      '/yes/report-only': {
        headers: { 'content-security-policy-report-only': "script-src 'none'" },
        body: tag,
      },
      '/yes/meta-late': `<head>${tag}${META("script-src 'self'")}`,
      '/yes/meta-in-body': `<body>${META("script-src 'none'")}${tag}`,
      '/yes/dynamic': under(
        "script-src 'nonce-a' 'strict-dynamic'",
        `<script nonce=a>load('/embed/${uid}.js')</script>`,
      ),
    };
  });
  const forbidden = paths.filter(path => path.startsWith('/no/'));
  expect(forbidden).toHaveLength(14);
  expect(reasons).toEqual(Object.fromEntries(forbidden.map(path => [path, 'forbidden_by_csp'])));
});

test('hostile pages are judged in bounded time: broken HTML, a policy of a megabyte, thousands of them', async () => {
  const { reasons } = await uncounted(uid => {
    const tag = `<script src="${STATS}/embed/${uid}.js"></script>`;
    return {
      '/markup': `<<a "'><scr<script src='x' src="y" <p></script></noscript></template>${tag}`,
      '/huge-policy': `<head>${META(`script-src ${"'self' ".repeat(150_000)}`)}${tag}`,
      '/many-policies': `<head>${META("script-src 'self'").repeat(5000)}${tag}`,
      '/many-scripts': `${'<script src="/embed/x.js"></script><noscript>'.repeat(20_000)}`,
      '/unclosed': `<noscript>${tag}`,
      '/bad-address': `<script src="http://[/embed/${uid}.js"></script>`,
    };
  });
  expect(reasons).toEqual({
    '/many-policies': 'forbidden_by_csp',
    '/many-scripts': 'missing',
    '/unclosed': 'missing',
    '/bad-address': 'missing',
  });
});

test('the rest of a truncated page may have the script, and files and redirects are no pages', async () => {
  const { coverage, reasons } = await uncounted(uid => ({
    '/cut': `<p>${'x'.repeat(3 * 1024 * 1024)}`,
    '/plain-text': { headers: { 'content-type': 'text/plain' }, body: 'text' },
    '/moved': { status: 301, headers: { location: '/target' } },
    '/target': `<script src="${STATS}/embed/${uid}.js"></script>`,
    '/gone': 404,
  }));
  expect(reasons).toEqual({});
  expect(coverage.pages).toMatchObject({ total: 2, with_snippet: 2, unread: 1 });
});

test('a page that is repaired is no longer listed after the next crawl', async () => {
  await using site = await startWatched(server(), { '/': 'no script' });
  const read = async () => (await server().get(`/sites/${site.id}/coverage`)).coverage;
  expect((await read()).checked_at).toBeNull();
  const { uid } = (await site.crawl()).site;
  expect((await read()).pages.without_snippet).toEqual([{ path: '/', reason: 'missing', visitors: 0 }]);
  site.pages['/'] = `<script src="${STATS}/embed/${uid}.js"></script>`;
  server().clock.advance({ hours: 1 });
  await site.crawl(1);
  expect((await read()).pages).toMatchObject({ total: 1, with_snippet: 1, without_snippet: [] });
});
