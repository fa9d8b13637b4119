/** The language of the pages. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const open = (headers: Record<string, string>, path = '/login') => fetch(server().url + path, { headers });

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
    const page = await open({ accept: 'text/html', ...headers } as Record<string, string>, path);
    expect(page.headers.get('content-language')).toBe(language);
    expect(page.headers.get('vary')).toContain('Accept-Encoding, Accept-Language, Cookie');
    expect(await page.text()).toContain(`<html lang="${language}" `);
  }
});

test('documents hold their texts in their language, and scripts exist', async () => {
  const html = await (await open({ 'accept-language': 'de' })).text();
  expect(html).toContain('benötigen JavaScript');
  expect(html).not.toContain('{{');
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
  expect(scripts.length).toBeGreaterThan(1);
  for (const path of scripts) {
    const script = await open({ 'accept-language': 'de' }, path);
    expect(script.status).toBe(200);
    // The icon is within what shows it, and no file.
    expect((await script.text()).match(/\/icon-\w+\.svg/)).toBeNull();
  }
});
