/** Favicons for the dashboard. Source: decisions, section 4, `GET /favicons/:host`; decisions, section 1, `FOOTFALL_FAVICONS`. */
import { describe, expect, test } from 'bun:test';
import { imageTypeOf } from '../../src/features/favicons/image-type.ts';
import { openBrowser } from '../support/cookie-jar.ts';
import { LOOPBACK_ONLY, type PageAnswer, startPages } from '../support/crawling.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const PNG = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
const GIF = new TextEncoder().encode('GIF89a\x01\0\x01\0\0\0\0;');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const server = shareServer(LOOPBACK_ONLY);

/** A site on loopback, and somebody who is signed in and asks for its favicon. */
async function givenSite(pages: Record<string, PageAnswer>, of = server()) {
  const site = await startPages(pages);
  const browser = openBrowser(of);
  await browser.signIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = (host: string, headers: Record<string, string> = { cookie }) =>
    fetch(`${of.url}/favicons/${host}`, { headers });
  return {
    site,
    host: new URL(site.url).host,
    ask,
    /** Asks until it is known. */
    async get(host: string) {
      for (;;) {
        const answer = await ask(host);
        if (answer.headers.get('cache-control') !== 'private, max-age=30') return answer;
      }
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test('the favicon of a host is fetched once, and answered as a picture and nothing else', async () => {
  await using given = await givenSite({
    '/favicon.ico': { body: PNG, headers: { 'content-type': 'text/html' } },
  });
  for (let times = 0; times < 2; times++) {
    const answer = await given.get(given.host);
    expect(answer.status).toBe(200);
    expect(await answer.bytes()).toEqual(PNG);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400',
    });
  }
  expect(given.site.requests()).toEqual(['GET /favicon.ico']);
});

test('a page may name its favicon; the one that fits best is taken', async () => {
  await using given = await givenSite({
    '/': `<link rel="icon" sizes="512x512" href="/large.png"><link rel="shortcut icon" sizes="32x32" href="/fit">
      <link rel="icon" type="image/svg+xml" href="/vector"><body><link rel="icon" sizes="32x32" href="/never">`,
    '/fit': { body: GIF },
  });
  expect((await given.get(given.host)).headers.get('content-type')).toBe('image/gif');
  expect(given.site.requests()).toEqual(['GET /favicon.ico', 'GET /', 'GET /fit']);
});

test('of the favicons that a page names, those that cannot be fetched are passed over', async () => {
  await using given = await givenSite({
    '/': `<link rel="icon" href="data:,"><link rel="icon" href="data:image/png;base64,AA==">
      <link rel="icon" sizes="32x32" href="http://intranet.test/icon"><link rel="icon" href="/good">`,
    '/good': { body: GIF },
  });
  expect((await given.get(given.host)).headers.get('content-type')).toBe('image/gif');
});

test.each<[string, PageAnswer]>([
  ['is not there', 404],
  ['is an SVG, which can hold scripts', { body: SVG, headers: { 'content-type': 'image/svg+xml' } }],
  ['is a page', '<!doctype html><script>alert(1)</script>'],
  ['is too large', { body: new Uint8Array([...PNG, ...new Uint8Array(70_000)]) }],
  ['redirects to the private network', { status: 302, headers: { location: 'http://intranet.test/' } }],
])('a favicon that %s is a globe of our own, and not asked for again', async (_, answer) => {
  await using given = await givenSite({ '/favicon.ico': answer });
  for (let times = 0; times < 2; times++) {
    const found = await given.get(given.host);
    expect(found.status).toBe(200);
    expect(await found.text()).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"');
  }
  expect(given.site.requests().filter(line => line === 'GET /favicon.ico')).toHaveLength(1);
});

test('private addresses are not asked', async () => {
  await using given = await givenSite({});
  for (const host of ['intranet.test', '10.0.0.1', '169.254.169.254', 'localhost'])
    expect((await given.get(host)).headers.get('content-type')).toBe('image/svg+xml');
  expect(given.site.requests()).toEqual([]);
});

test('favicons of other hosts need a signed-in user', async () => {
  await using given = await givenSite({ '/favicon.ico': { body: PNG } });
  for (const headers of [{}, { cookie: 'footfall=x' }])
    expect((await given.ask(given.host, headers)).status).toBe(401);
  expect(given.site.requests()).toEqual([]);
});

test('what is no host is not found', async () => {
  await using given = await givenSite({});
  for (const host of ['user@site.test', 'site.test%2Fpath', '%5Csite.test', '%20', 'site.test%3Fa'])
    expect([host, (await given.ask(host)).status]).toEqual([host, 404]);
});

test('where favicons are off nothing is fetched', async () => {
  await using off = await startTestServer({
    ...LOOPBACK_ONLY,
    settings: { ...LOOPBACK_ONLY.settings, FOOTFALL_FAVICONS: 'off' },
  });
  await using given = await givenSite({ '/favicon.ico': { body: PNG } }, off);
  expect((await given.get(given.host)).headers.get('content-type')).toBe('image/svg+xml');
  expect(given.site.requests()).toEqual([]);
});

describe('the format of an image is detected from its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));
  test.each([
    ['\0\0\x01\0\x01\0', 'image/x-icon'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', null],
    [SVG, null],
    ['', null],
  ])('%p is %p', (text, type) => expect(imageTypeOf(bytes(text))).toBe(type));

  test('a PNG of enormous width is none', () => {
    const wide = PNG.slice();
    new DataView(wide.buffer).setUint32(16, 60_000);
    expect([imageTypeOf(PNG), imageTypeOf(wide)]).toEqual(['image/png', null]);
  });
});
