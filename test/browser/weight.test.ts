/** What a first visit loads. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { brotliCompressSync } from 'node:zlib';
import { openSignedIn, shareBrowser, startDashboardServer } from '../support/dashboard.ts';

setDefaultTimeout(120_000);

/** Compressed bytes of scripts and styles that a first load may take. */
const MAX_BYTES = 200_000;

/** As the program holds it. */
const compressedSize = (bytes: Uint8Array): number => brotliCompressSync(bytes).byteLength;

const browser = shareBrowser();

test('the first load of the list of sites, and of a site with its hits, is at most 200 kB compressed', async () => {
  await using server = await startDashboardServer();
  const site = await server.given.site();
  await server.api('POST', `/sites/${site.id}/hits`, { body: { path: '/', country: 'DE' } });
  for (const path of ['/', `/sites/${site.id}`]) {
    await using opened = await openSignedIn(browser(), server, path);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    await opened.page.waitForLoadState('networkidle').catch(() => undefined);
    const names = await opened.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter(name => /\.(js|css)$/.test(name)),
    );
    const sizes = await Promise.all(
      names.map(async name => compressedSize(await (await fetch(name)).bytes())),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MAX_BYTES);
    const icon = opened.page.locator('.brand img');
    expect(await icon.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
});
