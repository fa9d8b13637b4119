/** Further hosts of a site. Source: decisions, section 15, Hosts. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { crawlAll, givenWatched, LOOPBACK_ONLY, startPages } from '../support/crawling.ts';
import { givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer(LOOPBACK_ONLY);

type Row = Readonly<Record<string, unknown>>;

const HOSTS = ['blog.other.example', '*.shop.example'];

async function aSite(hosts: readonly string[] = HOSTS) {
  const site = await givenSite(server(), { url: 'https://www.shop.example' });
  expect((await site.set({ hosts })).status).toBe(200);
  const view = (url: string, fields: object = {}) =>
    fetch(`${server().url}/collector/${site.site.uid}`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER, origin: new URL(url).origin },
      body: JSON.stringify({ url, ...fields }),
    });
  const list = async (): Promise<Row[]> => (await site.get('/hits')).hits;
  return { ...site, view, list };
}

test('hosts are written as referrers are, each once and without that of the address', async () => {
  const { set } = await aSite([]);
  const hosts = ['WWW.Blog.Example', ' blog.example ', '*.Müller.example', '', 'shop.example'];
  expect((await set({ hosts })).body.settings.hosts).toEqual(['blog.example', '*.xn--mller-kva.example']);
  expect((await set({ hosts: [] })).body.settings.hosts).toEqual([]);
});

test.each([
  [
    'localhost',
    /^hosts\[0\] must be a host such as blog.example.org, or \*.example.org for all below it, got "localhost"$/,
  ],
  ['https://a.example/', /^hosts\[0\] must be a host such as .* got "https:\/\/a\.example\/"$/],
  ['*', /^hosts\[0\] must be a host such as/],
  ['*.org', /^hosts\[0\] must be a host such as/],
  ['a.*.example', /^hosts\[0\] must be a host such as/],
  ['a.example:8080', /^hosts\[0\] must be a host such as/],
])('%s is no host', async (host, message) => {
  const { set } = await aSite([]);
  expect(await set({ hosts: [host] })).toEqual(refused(422, expect.stringMatching(message)));
});

test('the host of another site of the account is refused, and more than 20', async () => {
  const { set } = await aSite([]);
  const other = await server().given.site({ url: 'https://taken.example', label: 'Taken' });
  expect(await set({ hosts: ['a.example', 'www.taken.example'] })).toEqual(
    refused(422, `hosts[1] taken.example is the address of another site, "Taken" (${other.id})`),
  );
  const many = Array.from({ length: 21 }, (_, index) => `h${index}.example`);
  expect((await set({ hosts: many })).status).toBe(422);
  expect((await set({ hosts: many.slice(1) })).status).toBe(200);
});

test('pages of all hosts are counted, and links between them are within the site', async () => {
  const { view, list, get } = await aSite();
  await view('https://www.shop.example/', { referrer: 'https://blog.other.example/post' });
  await view('https://blog.other.example/post', { referrer: 'https://www.shop.example/' });
  await view('https://help.shop.example:8443/faq', { referrer: 'https://www.google.com/' });
  await view('https://shop.example.evil.example/');
  await view('https://other.example/');
  expect((await list()).map(({ path, referrer, source }) => [path, referrer, source])).toEqual([
    ['/faq', 'https://www.google.com/', 'Google'],
    ['/post', null, null],
    ['/', null, null],
  ]);
  expect((await get('/hits?group_by=hostname')).grouped_hits).toEqual([
    { hostname: 'blog.other.example', hit_count: 1 },
    { hostname: 'help.shop.example', hit_count: 1 },
    { hostname: 'shop.example', hit_count: 1 },
  ]);
});

test('what was stored with a referrer of a further host is internal from then on, and no longer once the host is gone', async () => {
  const { hits, get, set } = await aSite([]);
  await hits([
    { path: '/', referrer: 'https://blog.other.example/' },
    { path: '/', referrer: 'https://a.blog.other.example/' },
  ]);
  const channels = async () =>
    (await get('/hits?group_by=channel')).grouped_hits.map((row: Row) => [row['channel'], row['hit_count']]);
  expect(await channels()).toEqual([['Referral', 2]]);
  await set({ hosts: ['blog.other.example'] });
  expect(await channels()).toEqual([
    ['Internal', 1],
    ['Referral', 1],
  ]);
  await set({ hosts: ['*.other.example'] });
  expect(await channels()).toEqual([['Internal', 2]]);
  await set({ hosts: [] });
  expect(await channels()).toEqual([['Referral', 2]]);
});

test('a link from one host to the other is not an outbound one', async () => {
  const { view, set, get } = await aSite();
  await set({ capture: { outbound_links: true } });
  const click = (value: string) => view('https://www.shop.example/', { event: 'outbound_click', value });
  await click('https://blog.other.example/post');
  await click('https://other.example/');
  expect((await get('/events')).events.map((event: Row) => event['value'])).toEqual([
    'https://other.example/',
  ]);
});

test('kudos and Webmentions of a further host are of its pages', async () => {
  const { site, id } = await aSite();
  const kudo = (origin: string) =>
    fetch(`${server().url}/kudos/${site.uid}?path=/post`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER, origin },
    }).then(response => response.json());
  expect((await kudo('https://other.example')).id).toBeNull();
  expect((await kudo('https://blog.other.example')).id).toBeNumber();
  const mention = (target: string) =>
    fetch(`${server().url}/webmention/${site.uid}`, {
      method: 'POST',
      body: new URLSearchParams({ source: 'https://reader.example/', target }),
    });
  expect((await mention('https://other.example/post')).status).toBe(400);
  expect((await mention('https://blog.other.example/post')).status).toBe(202);
  expect((await server().get(`/sites/${id}/kudos`)).kudos).toHaveLength(1);
});

test('an access log of several hosts counts all of the site', async () => {
  const { list, path } = await aSite();
  const line = (host: string, target: string) =>
    `${host} 203.0.113.7 - - [09/Mar/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "https://blog.other.example/" "${BROWSER}"\n`;
  const log = line('www.shop.example', '/a') + line('blog.other.example', '/b') + line('other.example', '/c');
  const sent = await server().api('POST', `${path}/imports?file_name=access.log`, {
    body: log,
    headers: { 'content-type': 'application/octet-stream' },
  });
  await ended(server(), `${path}/imports/${sent.body.import.id}`);
  expect((await list()).map(({ path: page, url, referrer }) => [page, url, referrer])).toEqual([
    ['/b', 'https://blog.other.example/b', null],
    ['/a', 'https://www.shop.example/a', null],
  ]);
});

test('pages of further hosts are read for their links, by the rules of their own robots.txt', async () => {
  await using blog = await startPages(
    {
      '/': '<a href="/lost">x</a><a href="/private">x</a>',
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/sitemap.xml': '<urlset><url><loc>/listed</loc></url></urlset>',
    },
    'blog.test',
  );
  const links = [`${blog.url}/`, `${blog.url}/private`, 'http://gone.test/'];
  await using site = await startPages({ '/': links.map(link => `<a href="${link}">x</a>`).join('') });
  const watched = await givenWatched(server(), site.url);
  const broken = async () => {
    server().clock.advance({ days: 1 });
    await crawlAll(server());
    return (await watched.content()).issues.broken_links.map((link: { url: string }) =>
      link.url.replace(blog.url, ''),
    );
  };
  expect(await broken()).toEqual(['/private']);
  expect((await broken()).sort()).toEqual(['/private', 'http://gone.test/']);
  expect(blog.requests()).not.toContain('GET /robots.txt');
  await server().patch(`/sites/${watched.id}/settings`, {
    hosts: ['blog.test', 'gone.test'],
    restrict_to_site: true,
  });
  expect((await broken()).sort()).toEqual(['/listed', '/lost', 'http://gone.test/']);
  const requests = blog.requests();
  expect(requests.slice(requests.indexOf('GET /robots.txt'))).not.toContain('HEAD /private');
  await server().api('DELETE', `/sites/${watched.id}`);
});
