import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER, startCollectHost, UID } from '../support/collect-host.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../support/pages-in-browser.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const profile = mkdtempSync(join(tmpdir(), 'footfall-prerender-'));
afterAll(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));

/** A browser that nobody drives: under a driver's eye Chromium prepares no page in advance. */
function openUndriven(url: string, userAgent: string): Bun.Subprocess {
  return Bun.spawn(
    [
      CHROMIUM,
      '--headless',
      ...CHROMIUM_FLAGS,
      `--user-data-dir=${profile}`,
      `--user-agent=${userAgent}`,
      // Only secure pages prepare others.
      `--unsafely-treat-insecure-origin-as-secure=${new URL(url).origin}`,
      url,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  );
}

/** The start page has `/next` prerendered, and navigates to it once `mayLeave` resolves. */
function startShop(
  readiness: { isPrerendered: (was: boolean) => void; mayLeave: Promise<void> },
  statsOrigin: () => string,
) {
  const files: Record<string, () => string> = {
    '/leave.js': () => `fetch('/may-leave').then(() => { location.href = '/next'; });`,
    // Its own report follows whatever the script has sent, and the shop is notified only afterwards.
    '/ready.js': () => `fetch('${statsOrigin()}/collector/${UID}?path=/last', { method: 'POST' })
      .then(() => fetch('/ready?' + document.prerendering));`,
  };
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === '/ready') readiness.isPrerendered(search === '?true');
      if (pathname === '/may-leave') await readiness.mayLeave;
      const file = files[pathname];
      if (file) return new Response(file(), { headers: { 'content-type': 'text/javascript' } });
      const rules = `<script type="speculationrules">{"prerender":[{"source":"list","urls":["/next"],"eagerness":"immediate"}]}</script>`;
      const html = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>
        <script defer src="${statsOrigin()}/embed/${UID}/min.js"></script>
        ${pathname === '/' ? `${rules}<script defer src="/leave.js"></script>` : '<script defer src="/ready.js"></script>'}`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  });
}

test('a prerendered page counts once it is shown, not before', async () => {
  const prerendered = Promise.withResolvers<boolean>();
  const leaving = Promise.withResolvers<void>();
  const readiness = { isPrerendered: prerendered.resolve, mayLeave: leaving.promise };
  await using shop = startShop(readiness, () => `http://stats.example:${host.port}`);
  const url = `http://shop.example:${shop.port}`;
  await using host = startCollectHost(url);
  const paths = async () => (await host.list()).map(hit => hit.path).sort();
  const browser = openUndriven(`${url}/`, BROWSER);
  try {
    expect(await prerendered.promise).toBe(true);
    await host.stored(2);
    expect(await paths()).toEqual(['/', '/last']);
    leaving.resolve();
    await host.stored(3);
    expect(await paths()).toEqual(['/', '/last', '/next']);
  } finally {
    browser.kill();
    await browser.exited;
  }
});
