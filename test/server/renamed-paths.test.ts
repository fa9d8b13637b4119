/** FOOTFALL_SCRIPT_PATH and FOOTFALL_COLLECTOR_PATH: other names for what content blockers know. */
import { expect, test } from 'bun:test';
import { loadConfig } from '../../src/config/load.ts';
import { COLLECTOR_PATH, SCRIPT_PATH, TAKEN_PATHS } from '../../src/core/visitor-paths.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { filesOf, readText } from '../support/source-tree.ts';

const names = { FOOTFALL_SCRIPT_PATH: 'lib', FOOTFALL_COLLECTOR_PATH: 'data' };
const server = shareServer({ settings: names });

/** Sends a view as the script of a page does. */
const sendView = (url: string, path: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      origin: 'https://shop.example',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ url: `https://shop.example${path}` }),
  });

test('script and collector have the new names beside the old ones, and the script sends to the new one', async () => {
  const { id, uid } = await server().given.site();
  const scripts = await Promise.all(
    ['lib', 'embed'].flatMap(name =>
      ['.js', '/min.js', '/readable.js'].map(async file => {
        const answer = await fetch(`${server().url}/${name}/${uid}${file}`);
        return [answer.status, /"(?:\.\.\/)+data\/"|'(?:\.\.\/)+data\/'/.test(await answer.text())];
      }),
    ),
  );
  expect(scripts).toEqual(scripts.map(() => [200, true]));
  for (const name of ['data', 'page', 'collector']) {
    const { status } = await sendView(`${server().url}/${name}/${uid}`, `/by-${name}`);
    expect([name, status]).toEqual([name, 202]);
  }
  const { body } = await server().api('GET', `/sites/${id}/hits`);
  const paths = body.hits.map(({ path }: { path: string }) => path).sort();
  expect(paths).toEqual(['/by-collector', '/by-data', '/by-page']);
  const preflight = await fetch(`${server().url}/data/${uid}`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
});

test('documents of the dashboard and the documentation tell the new names', async () => {
  const page = await (await fetch(`${server().url}/login`)).text();
  expect(page).toContain('data-script="lib" data-collector="data"');
  expect(await (await fetch(`${server().url}/docs/snippet.md`)).text()).toContain(
    `${server().url}/lib/YOUR_SITE_UID.js`,
  );
});

test('the new names count for the limits of the old ones, and work below a base path', async () => {
  await using own = await startTestServer({
    settings: { ...names, FOOTFALL_BASE_URL: 'https://example.org/stats' },
  });
  const { id, uid } = await own.given.site();
  expect((await fetch(`${own.url}/lib/${uid}.js`)).status).toBe(200);
  await sendView(`${own.url}/data/${uid}`, '/below');
  expect((await own.get(`/sites/${id}/hits`)).hits[0].path).toBe('/below');
});

test('two equal names, and the one that the other has anyway, end the start', () => {
  const fault = (FOOTFALL_SCRIPT_PATH: string, FOOTFALL_COLLECTOR_PATH: string) => () =>
    loadConfig({ flags: {}, environment: { FOOTFALL_SCRIPT_PATH, FOOTFALL_COLLECTOR_PATH } });
  for (const [script, collector] of [
    ['a', 'a'],
    ['page', 'x'],
    ['x', 'embed'],
  ] as const)
    expect(fault(script, collector)).toThrow(
      'FOOTFALL_SCRIPT_PATH and FOOTFALL_COLLECTOR_PATH must be two names',
    );
});

test('no name may be one of another address of the server', async () => {
  const texts = await Promise.all(filesOf('src/{features,server,compose}/**/*.ts').map(readText));
  const addresses = texts.flatMap(text =>
    [...text.matchAll(/(?:rawEndpoint\(\s*'(?:GET|POST|ALL|DELETE)',\s*|^ {2}')'?\/([a-z]+)(?=[/'])/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  const known = [...TAKEN_PATHS, SCRIPT_PATH, COLLECTOR_PATH];
  expect(addresses.filter(name => !known.includes(name))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(20);
});
