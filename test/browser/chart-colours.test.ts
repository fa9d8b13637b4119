/** The colours of charts that are drawn on a canvas, which takes none from style sheets by itself. */
import { beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectSettled, pagesOf, shareBrowser } from '../support/dashboard.ts';
import { startFilledServer } from '../support/filled-dashboard.ts';
import { share } from '../support/share.ts';

const browser = shareBrowser();
const filled = share(startFilledServer);
const { signedIn } = pagesOf(browser, () => filled().server);

const toHex = (channels: readonly number[]): string =>
  `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;

/** Returns the opaque colours of each chart of a page, the most frequent first, leaving out what antialiasing mixes. */
const readChartColours = async (page: Page): Promise<string[][]> =>
  (
    await page.locator('.chart-plot canvas').evaluateAll(canvases =>
      canvases.map(canvas => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
        const counts = new Map<string, number>();
        for (let at = 0; pixels && at < pixels.length; at += 4) {
          if (pixels[at + 3] !== 255) continue;
          const colour = [...pixels.subarray(at, at + 3)].join();
          counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
        // A grid line is as long as the chart is wide.
        return [...counts].filter(([, count]) => count > width / 2).map(([colour]) => colour);
      }),
    )
  ).map(colours => colours.map(colour => toHex(colour.split(',').map(Number))).sort());

/** Waits until the page has drawn what changed: one frame reports a change of the theme, the next one shows it. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Of `tokens.css`. */
const ACCENT = { light: '#0b6e5f', dark: '#63cdb8' };
const GRID = { light: '#dfe3e1', dark: '#2e3738' };
/** The colour that a group has when none was chosen, mixed with that of the text. */
const GROUP_ACCENT = { light: '#0e6054', dark: '#6ea79e' };

/** Every page with such a chart, how many it has, and the colour of their lines. */
const CHARTS = [
  ['/sites/:id', 1, ACCENT],
  ['/sites/:id?goal=:goal', 2, ACCENT],
  ['/sites/:id/events', 1, ACCENT],
  ['/groups/:group', 1, GROUP_ACCENT],
] as const;

let goalId: number;
beforeAll(async () => {
  const { server, demo, groupId } = filled();
  const goal = { name: 'Orders', event: 'order.completed' };
  goalId = (await server.post(`/sites/${demo.id}/goals`, goal)).body.goal.id;
  await server.patch(`/groups/${groupId}`, { default_chart_view: 'combined' });
});

describe.each(['no-preference', 'reduce'] as const)('motion: %s', reducedMotion => {
  test.each(CHARTS)('%s: accent and grid, in light and dark', async (path, count, accent) => {
    const { demo, groupId, server } = filled();
    const { page } = await signedIn('/robots.txt', { reducedMotion });
    const address = path
      .replace(':id', String(demo.id))
      .replace(':goal', String(goalId))
      .replace(':group', String(groupId));
    const expectColours = async (scheme: 'light' | 'dark') => {
      const charts = await readChartColours(page);
      expect(charts).toHaveLength(count);
      for (const colours of charts)
        expect(colours).toEqual(expect.arrayContaining([accent[scheme], GRID[scheme]]));
    };
    for (const [loaded, changed] of [
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: loaded });
      await page.goto(server.url + address);
      await page
        .locator('.chart-plot canvas')
        .nth(count - 1)
        .waitFor();
      await expectSettled(page);
      await expectColours(loaded);
      await page.emulateMedia({ colorScheme: changed });
      await nextFrames(page);
      await expectColours(changed);
    }
  });
});
