/** HTTP headers of the pages and their assets: caching, compression, content security policy. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server().url + path, { headers, decompress: false });

const PAGES = [
  '/',
  '/setup',
  '/login',
  '/reset',
  '/join',
  '/activate',
  '/sites/1',
  '/sites/1/settings/spam',
  '/groups/1',
];
const MORE_PAGES = ['/settings/keys', '/operator', '/team/7/sites/3'];

/** What a page's document loads. */
async function assetsOf(path: string): Promise<string[]> {
  const html = await (await get(path, { 'accept-encoding': 'identity' })).text();
  return [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(match => match[1] ?? '');
}

test('documents are revalidated, assets are cached for a year; both are compressed and have the security policy', async () => {
  const assets = await assetsOf('/sites/1');
  expect(assets.map(name => name.split('.').at(-1))).toEqual(['js', 'css', 'js']);
  for (const path of [...PAGES, ...MORE_PAGES, ...assets]) {
    const { status, headers } = await get(path, { 'accept-encoding': 'gzip' });
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-security-policy')).toStartWith(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('cache-control')).toBe(
      assets.includes(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

test('an unknown page or file is 404', async () => {
  for (const path of ['/nothing.js', '/nothing', '/public', '/setup/x'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('only a public page whose owner allows it may be framed, and one that is not public is 404', async () => {
  const site = await server().given.site({ public: true });
  const ancestors = async (uid: string) => {
    const { status, headers } = await get(`/public/${uid}`);
    return [status, headers.get('content-security-policy')?.split('frame-ancestors ')[1]];
  };
  expect(await ancestors(site.uid)).toEqual([200, '*']);
  const settings = { public_page: { allow_embedding: false } };
  await server().api('PATCH', `/sites/${site.id}/settings`, { body: settings });
  expect(await ancestors(site.uid)).toEqual([200, "'none'"]);
  await server().api('PATCH', `/sites/${site.id}`, { body: { public: false } });
  expect(await ancestors(site.uid)).toEqual([404, "'none'"]);
  expect(await ancestors('nothing')).toEqual([404, "'none'"]);
});
