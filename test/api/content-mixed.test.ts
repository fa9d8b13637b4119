/** Mixed content: what an https page loads over http. Source: decisions, section 7, Content. */
import { expect, test } from 'bun:test';
import { LOOPBACK_ONLY, watch } from '../support/crawling.ts';
import { AUTHORITY, startLoopbackServer, startTlsServer } from '../support/loopback-servers.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ ...LOOPBACK_ONLY, trust: [AUTHORITY] });

/** Crawls a site over TLS that consists of one page, until the test ends. */
async function startSecurePage(html: string, headers: Record<string, string> = {}, isRestricted = true) {
  const page = { html };
  const outside = await startTlsServer('valid', ({ url }, response) =>
    url === '/'
      ? response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page.html)
      : response.writeHead(404).end(),
  );
  const watched = await watch(server(), `https://valid.test:${outside.port}`);
  await server().api('PATCH', `/sites/${watched.id}/settings`, { body: { restrict_to_site: isRestricted } });
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
