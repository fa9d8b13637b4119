/** Addresses that nothing answers. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const get = (path: string, accept: string) => fetch(server().url + path, { headers: { accept } });

test('a browser gets a page that says so, programs get JSON', async () => {
  for (const path of ['/nope', '/nope/deeper', '/nope.ico']) {
    const page = await get(path, 'text/html,application/xhtml+xml');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding, Accept-Language, Cookie');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const json = await get(path, '*/*');
    expect([json.status, await json.json()]).toEqual([404, { error: 'page not found' }]);
  }
});

test('below the API there is only JSON', async () => {
  const answer = await get('/api/v1/nope', 'text/html');
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'endpoint not found' }]);
});

test.each(['/sites', '/settings'])('%s leads to a page', async path => {
  expect((await get(path, 'text/html')).status).toBe(200);
});
