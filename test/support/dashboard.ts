/** The dashboard in a real Chromium: opening its pages, signed in, and what must hold on each of them. */
import { expect } from 'bun:test';
import type { APIRequestContext, Browser, Page } from 'playwright-core';
import { takeWindow, type WindowOptions } from './kept-windows.ts';
import { shareChromium } from './pages-in-browser.ts';
import { prepareFolder } from './prepared-folder.ts';
import {
  createMovableClock,
  type MovableClock,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './server.ts';
import { forTest, share } from './share.ts';

/** Gives a file's tests Chromium, as the dashboard is used in it. */
export const shareBrowser = (): (() => Browser) => shareChromium();

/** Goes with the browser's clock, and can be put forward and back. */
function createRunningClock(): MovableClock {
  const start = Date.now();
  const moved = createMovableClock(new Date(start).toISOString());
  return {
    ...moved,
    now: () => new Date(moved.now().getTime() + Date.now() - start),
    set: instant => moved.set(new Date(Date.parse(instant) - (Date.now() - start)).toISOString()),
  };
}

/** A folder that began shortly before the first test of the process. */
const copyStarted = prepareFolder(async data => {
  const server = await startTestServer({ data, clock: createRunningClock() });
  await server.stop();
  return server.owner;
});

/** A server whose clock agrees with the browser's. */
export const startDashboardServer = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer(options.clock ? options : { clock: createRunningClock(), copyStarted, ...options });

/** Such a server for all tests of a file. Shared after the browser: whatever is open there is closed before it stops. */
export const shareDashboardServer = (options: TestServerOptions = {}): (() => TestServer) =>
  share(() => startDashboardServer(options));

/** A page in a window without cookies, with everything it complained about. */
export async function open(browser: Browser, address: string, options: WindowOptions = {}) {
  return watch(await takeWindow(browser, options, '', async () => {}), address);
}

/** A page of a server, signed in: as its owner, unless another is named. */
export async function openSignedIn(
  browser: Browser,
  server: Pick<TestServer, 'url'>,
  path: string,
  { email = 'owner@example.org', ...options }: WindowOptions & { readonly email?: string } = {},
) {
  const visitor = `${email} on ${server.url}`;
  const window = await takeWindow(browser, options, visitor, ({ request }) => signIn(request, server, email));
  return watch(window, server.url + path);
}

/** Pages of a server that a test opens, and that are closed after it. */
export const pagesOf = (browser: () => Browser, server: () => Pick<TestServer, 'url'>) => ({
  /** Opens a page as the owner, unless another is named. */
  signedIn: async (path: string, as?: Parameters<typeof openSignedIn>[3]) =>
    forTest(await openSignedIn(browser(), server(), path, as)),
  /** Opens a page, or another address, as somebody whom the server does not know. */
  signedOut: async (path: string, as?: WindowOptions) =>
    forTest(await open(browser(), new URL(path, server().url).href, as)),
});

/** A server and a browser for all tests of a file. */
export function shareDashboard(options: TestServerOptions = {}) {
  const browser = shareBrowser();
  const server = shareDashboardServer(options);
  return { browser, server, ...pagesOf(browser, server) };
}

/** Gives tests that change a whole server one of their own, which is stopped after the test, in one browser. */
export function shareDashboards<Options extends TestServerOptions>(
  start: (options?: Options) => Promise<TestServer> = startDashboardServer,
) {
  const browser = shareBrowser();
  return async (options?: Options) => {
    const server = forTest(await start(options));
    return { browser: browser(), server, ...pagesOf(browser, () => server) };
  };
}

/** Markup that would change the page's title, and a mark that turns the writing around. */
export const HOSTILE = `<img src=x onerror="document.title='owned'">\u202egnp`;

/** A button with just this name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function watch(window: Awaited<ReturnType<typeof takeWindow>>, address: string) {
  const { context, page } = window;
  // Only pages of this machine have a clipboard without https.
  if (address.startsWith('http://127.0.0.1')) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: new URL(address).origin,
    });
  }
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(address);
  return { ...window, complaints };
}

async function signIn(request: APIRequestContext, { url }: Pick<TestServer, 'url'>, email: string) {
  const answer = await request.post(`${url}/session`, {
    headers: { origin: url },
    data: { email, password: 'correct horse' },
  });
  expect(answer.status()).toBe(200);
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

const AXE = Bun.file(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));
/** What a library puts around its open windows for the focus to come back; it holds it for a moment only. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** Checks that axe finds no accessibility violation that is serious or worse. `rules`: only these of its rules. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE.text());
  const violations = await page.evaluate(
    async ([guards, only]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
      };
      // A third of its time would go into descriptions of what it finds in order.
      const options = { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) };
      return (await axe.run({ exclude: [[guards]] }, options)).violations;
    },
    [FOCUS_GUARDS, rules] as const,
  );
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => [
      id,
      ...nodes.map(node => `${node.target.join(' ')}: ${node.failureSummary}`),
    ]),
  ).toEqual([]);
}

/** The page fits the window: nothing is pushed out at its side. Charts follow a new size of the window a moment later. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 30_000 })
    .catch(() => undefined);
  const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(room ?? 0);
}

/** Checks that nobody is kept out of a page, and nothing of it cut off. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSideScroll(page);
}

/** A phone in the dark. */
export const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

/** Shows a page as on a phone in the dark. */
export async function toPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE.viewport);
  await page.emulateMedia({ colorScheme: PHONE.colorScheme });
}

/** Takes a picture of a page for `test/screenshots`, to be looked at, where FOOTFALL_SCREENSHOTS is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['FOOTFALL_SCREENSHOTS']) return;
  await page.screenshot({ path: `test/screenshots/${name}.png`, fullPage: true });
}

/** Checks a page as it is, and then on a phone in the dark, as which it is left. */
export async function expectUsableOnPhoneToo(page: Page, name: string): Promise<void> {
  await expectSettled(page);
  await expectAccessible(page);
  await shoot(page, name);
  await toPhone(page);
  await expectSettled(page);
  await expectUsable(page);
  await shoot(page, `${name}-phone`);
}

/** No number is broken across lines, as where too little room is left for it. */
export async function expectWholeNumbers(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: element, textContent: content } = text;
      // Addresses and code may be broken anywhere.
      if (!element?.checkVisibility() || element.closest('code, pre, bdi, svg, .visually-hidden')) continue;
      for (const { 0: number, index } of content?.matchAll(/\p{Sc}?\d[\d.,]*/gu) ?? []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + number.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.push(`${number} in ${element.closest('[class]')?.className}`);
      }
    }
    return found;
  });
  expect(broken).toEqual([]);
}

/** How many frames in a row nothing may be missing: in between two questions nothing is, either. */
const CALM_FRAMES = 8;

/** Everything that the page shows is there, from its top to its end: no place is held for what is on its way, and nothing is of before. */
export async function expectSettled(page: Page): Promise<void> {
  await page.waitForFunction(frames => {
    const state = globalThis as unknown as { calmFrames?: number };
    const place = document.querySelector('.skeleton');
    // What is far below is loaded when it comes near the viewport.
    place?.scrollIntoView({ behavior: 'instant', block: 'center' });
    const former = document.querySelector('.stale, [aria-busy=true]');
    const isThere = document.querySelector('h1') !== null && place === null && former === null;
    state.calmFrames = isThere ? (state.calmFrames ?? 0) + 1 : 0;
    return state.calmFrames > frames;
  }, CALM_FRAMES);
  await page.evaluate(() => {
    (globalThis as unknown as { calmFrames?: number }).calmFrames = 0;
    scrollTo({ top: 0, behavior: 'instant' });
  });
}
