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
  for (const path of ['/', '/public/nothing']) {
    const named = await assetsOf(path);
    for (const asset of named.filter(name => name.endsWith('.js'))) {
      const script = await (await fetch(server().url + asset)).text();
      for (const [, imported = ''] of script.matchAll(/\bfrom"(\/[\w-]+\.js)"/g))
        expect(named).toContain(imported);
    }
  }
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
