/** The dashboard in a real Chromium: opening its pages, signed in, and what must hold on each of them. */
import { expect } from 'bun:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from './pages-in-browser.ts';
import { prepareFolder } from './prepared-folder.ts';
import {
  createMovableClock,
  type MovableClock,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './server.ts';
import { share } from './share.ts';

/** Time limit of one action of a page. On a busy machine loading a page can take more than 10 s. */
const ACTION_TIMEOUT_MS = 180_000;

/** Processes that run one file after another keep their browser: a launch takes two seconds of the processor. */
const RUNS_MANY_FILES = process.env['BUN_TEST_WORKER_ID'] !== undefined;

let kept: Browser | undefined;

async function openBrowser() {
  if (!kept?.isConnected()) kept = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  const browser = kept;
  return {
    browser,
    async [Symbol.asyncDispose]() {
      if (RUNS_MANY_FILES) await Promise.all(browser.contexts().map(context => context.close()));
      else await browser.close();
    },
  };
}

/**
 * Gives a file's tests a browser, in which each opens profiles of its own. What a file leaves open is closed after its tests; a
 * browser that crashed is launched anew for the next file.
 */
export function shareBrowser(): () => Browser {
  const get = share(openBrowser);
  return () => get().browser;
}

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

/** An address in a fresh profile, with everything the page complained about. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', ...options });
  return { context, ...(await watchedPage(context, address)), [Symbol.asyncDispose]: () => context.close() };
}

/** A page of a server, signed in: as its owner, unless another is named. */
export async function openSignedIn(
  browser: Browser,
  server: Pick<TestServer, 'url'>,
  path: string,
  { email = 'owner@example.org', ...options }: BrowserContextOptions & { readonly email?: string } = {},
) {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', ...options });
  await signIn(context.request, server, email);
  const page = await watchedPage(context, server.url + path);
  return { context, ...page, [Symbol.asyncDispose]: () => context.close() };
}

type Context = Awaited<ReturnType<Browser['newContext']>>;

async function watchedPage(context: Context, address: string) {
  // Only pages of this machine have a clipboard without https.
  if (address.startsWith('http://127.0.0.1')) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: new URL(address).origin,
    });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints };
}

async function signIn(request: Context['request'], { url }: Pick<TestServer, 'url'>, email: string) {
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

/** Everything that the page shows is there, from its top to its end: no place is held for what is on its way. */
export async function expectSettled(page: Page): Promise<void> {
  await page.waitForFunction(frames => {
    const state = globalThis as unknown as { calmFrames?: number };
    const place = document.querySelector('.skeleton');
    // What is far below is loaded when it comes near the viewport.
    place?.scrollIntoView({ behavior: 'instant', block: 'center' });
    const isThere = document.querySelector('h1') !== null && place === null;
    state.calmFrames = isThere ? (state.calmFrames ?? 0) + 1 : 0;
    return state.calmFrames > frames;
  }, CALM_FRAMES);
  await page.evaluate(() => {
    (globalThis as unknown as { calmFrames?: number }).calmFrames = 0;
    scrollTo({ top: 0, behavior: 'instant' });
  });
}
