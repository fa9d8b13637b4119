/** Preloaded scripts of a document, and its size. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server().url + path, {
    headers: { 'accept-encoding': 'gzip', ...headers },
    decompress: false,
  } as RequestInit);

/** What a document names: its scripts, styles and picture. */
async function assetsOf(path: string): Promise<string[]> {
  const html = await (await fetch(server().url + path)).text();
  return [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(match => match[1] ?? '');
}

test('a document preloads every static import of its script', async () => {
  for (const path of ['/', '/sites/1/live', '/settings/account', '/public/nothing']) {
    const named = await assetsOf(path);
    for (const asset of named.filter(name => name.endsWith('.js'))) {
      const script = await (await fetch(server().url + asset)).text();
      for (const [, imported = ''] of script.matchAll(/\bfrom"(\/[\w-]+\.js)"/g))
        expect(named).toContain(imported);
    }
  }
});

test('a document names the scripts of its page, also below a team', async () => {
  const entry = await assetsOf('/sites/1');
  const live = await assetsOf('/sites/1/live');
  expect(live.filter(name => entry.includes(name))).toEqual(entry);
  const own = live.filter(name => !entry.includes(name));
  const scripts = await Promise.all(own.map(async name => (await fetch(server().url + name)).text()));
  expect(scripts.some(script => script.includes('LivePage'))).toBe(true);
  expect(await assetsOf('/team/7/sites/1/live')).toEqual(live);
  expect(await assetsOf('/sites/1/settings')).toEqual(await assetsOf('/sites/1/settings/spam'));
});

test('the public page is small: it loads nothing of the dashboard', async () => {
  const sizeOf = async (path: string) => {
    const sizes = (await assetsOf(path)).map(
      async asset => (await (await get(asset)).arrayBuffer()).byteLength,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  expect(await sizeOf('/public/nothing')).toBeLessThan(100_000);
  expect(await sizeOf('/')).toBeLessThan(200_000);
});
