/** Pages and their files: headers, language, preloaded scripts, and addresses that nothing answers. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server().url + path, { headers: { 'accept-encoding': 'identity', ...headers }, decompress: false });
const textOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const GZIP = { 'accept-encoding': 'gzip' };

/** What a document names: its scripts, styles and picture. */
const assetsOf = async (path: string): Promise<string[]> =>
  [...(await textOf(path)).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(match => match[1] ?? '');

const FOR_VISITORS = ['/', '/setup', '/login', '/reset', '/join', '/activate'];
const FOR_USERS = ['/sites/1', '/sites/1/settings/spam', '/groups/1', '/settings/keys', '/operator'];
const PAGES = [...FOR_VISITORS, ...FOR_USERS, '/team/7/sites/3'];

test('documents are revalidated, assets are cached for a year; both are compressed and have the security policy', async () => {
  const assets = await assetsOf('/sites/1');
  expect(assets.map(name => name.split('.').at(-1))).toEqual(['js', 'css', 'js']);
  for (const path of [...PAGES, ...assets]) {
    const { status, headers } = await get(path, GZIP);
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
    const again = await get(path, { ...GZIP, 'if-none-match': headers.get('etag') ?? '' });
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
  await server().patch(`/sites/${site.id}/settings`, settings);
  expect(await ancestors(site.uid)).toEqual([200, "'none'"]);
  await server().patch(`/sites/${site.id}`, { public: false });
  expect(await ancestors(site.uid)).toEqual([404, "'none'"]);
  expect(await ancestors('nothing')).toEqual([404, "'none'"]);
});

test('a document preloads every static import of its script', async () => {
  for (const path of ['/', '/sites/1/live', '/settings/account', '/public/nothing']) {
    const named = await assetsOf(path);
    for (const asset of named.filter(name => name.endsWith('.js'))) {
      for (const [, imported = ''] of (await textOf(asset)).matchAll(/\bfrom"(\/[\w-]+\.js)"/g))
        expect(named).toContain(imported);
    }
  }
});

test('a document names the scripts of its page, also below a team', async () => {
  const entry = await assetsOf('/sites/1');
  const live = await assetsOf('/sites/1/live');
  expect(live.filter(name => entry.includes(name))).toEqual(entry);
  const own = live.filter(name => !entry.includes(name));
  const scripts = await Promise.all(own.map(name => textOf(name)));
  expect(scripts.some(script => script.includes('LivePage'))).toBe(true);
  expect(await assetsOf('/team/7/sites/1/live')).toEqual(live);
  expect(await assetsOf('/sites/1/settings')).toEqual(await assetsOf('/sites/1/settings/spam'));
});

test('the public page is small: it loads nothing of the dashboard', async () => {
  const sizeOf = async (path: string) => {
    const sizes = (await assetsOf(path)).map(
      async asset => (await (await get(asset, GZIP)).arrayBuffer()).byteLength,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  expect(await sizeOf('/public/nothing')).toBeLessThan(100_000);
  expect(await sizeOf('/')).toBeLessThan(200_000);
});

test.each([
  [{ 'accept-language': 'de-AT, en;q=0.8' }, 'de'],
  [{ 'accept-language': 'nl, fr;q=0.4, en;q=0.8' }, 'en'],
  [{ 'accept-language': 'nl, fr-CA;q=0.9, en;q=0.8' }, 'fr'],
  [{ 'accept-language': 'xx-§§;q=9, ,;=' }, 'en'],
  [{ 'accept-language': 'fr', cookie: 'footfall-language=de' }, 'de'],
  [{ 'accept-language': 'fr', cookie: 'footfall-language=../../etc' }, 'fr'],
  [{}, 'en'],
])('%p opens pages in %s', async (headers, language) => {
  for (const path of ['/login', '/public/abc', '/nope']) {
    const page = await get(path, { accept: 'text/html', ...headers } as Record<string, string>);
    expect(page.headers.get('content-language')).toBe(language);
    expect(page.headers.get('vary')).toContain('Accept-Encoding, Accept-Language, Cookie');
    expect(await page.text()).toContain(`<html lang="${language}" `);
  }
});

test('documents hold their texts in their language, and scripts exist', async () => {
  const html = await textOf('/login', { 'accept-language': 'de' });
  expect(html).toContain('benötigen JavaScript');
  expect(html).not.toContain('{{');
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
  expect(scripts.length).toBeGreaterThan(1);
  for (const path of scripts) {
    const script = await get(path, { 'accept-language': 'de' });
    expect(script.status).toBe(200);
    // The icon is within what shows it, and no file.
    expect((await script.text()).match(/\/icon-\w+\.svg/)).toBeNull();
  }
});

test('a browser gets a page that says so, programs get JSON', async () => {
  for (const path of ['/nope', '/nope/deeper', '/nope.ico']) {
    const page = await get(path, { accept: 'text/html,application/xhtml+xml' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding, Accept-Language, Cookie');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const json = await get(path, { accept: '*/*' });
    expect([json.status, await json.json()]).toEqual([404, { error: 'page not found' }]);
  }
});

test('below the API there is only JSON', async () => {
  const answer = await get('/api/v1/nope', { accept: 'text/html' });
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'endpoint not found' }]);
});

test.each(['/sites', '/settings'])('%s leads to a page', async path => {
  expect((await get(path, { accept: 'text/html' })).status).toBe(200);
});
