/** The npm package of the tracker, installed into an app as npm does it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeNpmPackage } from '../../scripts/release/npm-package.ts';
import { UID } from '../support/collect-host.ts';
import { shareShop, type Visit } from '../support/pages-in-browser.ts';

const { open } = shareShop();
const app = mkdtempSync(join(tmpdir(), 'footfall-app-'));
const modules = resolve(import.meta.dir, '../../node_modules');
beforeAll(async () => {
  const folder = join(app, 'node_modules/@footfall/tracker');
  mkdirSync(folder, { recursive: true });
  for (const name of ['react', 'react-dom', 'scheduler'])
    symlinkSync(join(modules, name), join(app, 'node_modules', name));
  const archive = join(app, 'package.tgz');
  writeFileSync(archive, await makeNpmPackage({ version: '1.2.3', date: new Date(0) }));
  expect(Bun.spawnSync(['tar', 'xzf', archive, '--strip-components=1', '-C', folder]).exitCode).toBe(0);
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** Bundles an app, and returns its script. */
async function bundle(code: string): Promise<string> {
  const entry = join(app, `app-${Bun.hash(code)}.ts`);
  writeFileSync(entry, code);
  const built = await Bun.build({ entrypoints: [entry], format: 'iife', target: 'browser' });
  return (await built.outputs[0]?.text()) ?? '';
}

/** Runs an app in a page that has no tracking code of its own, until as many rows have come. */
async function runApp(code: (options: string) => string, rows: number): Promise<Visit> {
  const visit = await open('/shoes', { script: 'none' });
  const options = JSON.stringify({ server: `http://stats.example:${visit.host.port}/`, site: UID });
  await visit.page.evaluate(await bundle(code(options)));
  await visit.host.stored(rows);
  return visit;
}

test('an app counts its view, and what it sends before the code has come', async () => {
  await using visit = await runApp(
    options => `import { event, hit, install } from '@footfall/tracker';
      event('cart.add', 'desk', { properties: { plan: 'pro' }, revenue: { amount: 49.5, currency: 'EUR' } });
      install(${options});
      install(${options});
      hit('/dialog', { properties: { step: 2 } });`,
    3,
  );
  const [event] = await visit.host.list('event');
  expect(event).toMatchObject({
    event: 'cart.add',
    value: 'desk',
    properties: '{"plan":"pro"}',
    revenueAmount: 495_000,
    revenueCurrency: 'EUR',
  });
  expect((await visit.paths()).toSorted()).toEqual(['/dialog', '/shoes']);
  expect(visit.complaints).toEqual([]);
});

test('a component of React counts the views of an app', async () => {
  await using visit = await runApp(
    options => `import { createElement } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Footfall } from '@footfall/tracker/react';
      const element = document.body.appendChild(document.createElement('div'));
      createRoot(element).render(createElement(Footfall, ${options}));`,
    1,
  );
  await visit.page.evaluate(() => history.pushState({}, '', '/boots'));
  await visit.host.stored(2);
  expect(await visit.paths()).toEqual(['/shoes', '/boots']);
});

test.each([
  ['vue', options => `footfall.install({ config: { globalProperties: {} } }, ${options});`],
  ['svelte', options => `footfall(document.body, ${options});`],
] as [string, (options: string) => string][])('%s has its own form of it', async (name, use) => {
  await using visit = await runApp(
    options => `import { footfall } from '@footfall/tracker/${name}'; ${use(options)}`,
    1,
  );
  expect(await visit.paths()).toEqual(['/shoes']);
});

test('a page whose code is blocked goes on without it', async () => {
  await using visit = await open('/shoes', { script: 'none' });
  const code = await bundle(`import { event, install } from '@footfall/tracker';
    install({ server: 'http://blocked.example:1', site: 'x' });
    for (let i = 0; i < 1000; i++) event('a.b');
    document.title = 'goes on';`);
  await visit.page.evaluate(code);
  expect(await visit.page.title()).toBe('goes on');
});

test('without a browser nothing happens, and React’s module is one of the client', async () => {
  const folder = join(app, 'node_modules/@footfall/tracker');
  const { install, event } = await import(join(folder, 'index.js'));
  install({ server: 'https://stats.example', site: UID });
  event('a.b');
  expect(await Bun.file(join(folder, 'react.js')).text()).toStartWith("'use client';");
  const { footfall: integrate } = await import(join(folder, 'astro.js'));
  const injected: string[] = [];
  integrate({ server: 'https://stats.example', site: UID }).hooks['astro:config:setup']({
    injectScript: (stage: string, code: string) => injected.push(stage, code),
  });
  expect(injected).toEqual(['page', expect.stringContaining('"server":"https://stats.example"')]);
});
