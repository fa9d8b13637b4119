/** Real pages in a real Chromium: a shop on one origin, Footfall on another. */
import { expect, setDefaultTimeout } from 'bun:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Capture } from '../../src/core/capture.ts';
import { compilePageRules, type PageRule } from '../../src/core/hits/page-rules.ts';
import { BROWSER, type CollectHost, startCollectHost, UID } from './collect-host.ts';
import { share } from './share.ts';
import { trustTlsProxy } from './tls-proxy.ts';

export const CHROMIUM = '/usr/bin/chromium';
/** Those that the driver disables, since the last flag of this name counts; and two pages of every window's address bar. */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages on localhost are not counted, so that these have names.
  '--host-resolver-rules=MAP *.example 127.0.0.1, MAP *.test 127.0.0.1',
  `--disable-features=${DISABLED_FEATURES.join()}`,
];

export interface VisitOptions {
  /** Flags of the script. */
  readonly flags?: string;
  /** Its file below `/embed/`; `none` for pages that load it otherwise. */
  readonly script?: string;
  /** Attributes of the script's element. */
  readonly attributes?: string;
  /** Further content of every page. */
  readonly body?: string;
  /** Runs in every page before anything else. */
  readonly setUp?: () => void;
  readonly referrer?: string;
  /** Host name of the shop. */
  readonly shopHost?: string;
  /** The shop passes `/stats/` on to Footfall, and its pages load the script from there. */
  readonly isProxied?: boolean;
  /** What the site captures by itself. */
  readonly capture?: Capture;
  readonly pageRules?: readonly PageRule[];
  /** Whether the test moves the clock of the pages. */
  readonly hasOwnClock?: boolean;
  /** Paths that the shop answers with 404. */
  readonly missing?: readonly string[];
}

export interface Visit {
  readonly page: Page;
  readonly host: CollectHost;
  readonly shopUrl: string;
  /** What the pages wrote to the console, threw or had forbidden. */
  readonly complaints: readonly string[];
  /** Paths counted so far, in order, once what the page sent before has arrived. */
  paths(): Promise<(string | null)[]>;
  cookies(): Promise<unknown[]>;
  storage(): Promise<Record<string, string>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Processes that run one file after another keep their browsers: a launch takes two seconds of the processor. */
const RUNS_MANY_FILES = process.env['BUN_TEST_WORKER_ID'] !== undefined;

/** Flags of a driver that a browser goes without. */
type LeftOut = '' | '--disable-back-forward-cache';

const kept = new Map<LeftOut, Browser>();

async function openBrowser(leftOut: LeftOut) {
  const running = kept.get(leftOut);
  const browser = running?.isConnected()
    ? running
    : await chromium.launch({
        executablePath: CHROMIUM,
        args: [...CHROMIUM_FLAGS, trustTlsProxy()],
        ignoreDefaultArgs: leftOut === '' ? [] : [leftOut],
      });
  kept.set(leftOut, browser);
  return {
    browser,
    async [Symbol.asyncDispose]() {
      if (RUNS_MANY_FILES) await Promise.all(browser.contexts().map(context => context.close()));
      else await browser.close();
    },
  };
}

/**
 * Gives a file's tests, which may take long, a browser, in which each opens profiles of its own. What a file leaves open is closed
 * after its tests; a browser that crashed is launched anew for the next file.
 */
export function shareChromium(leftOut: LeftOut = ''): () => Browser {
  setDefaultTimeout(300_000);
  const get = share(() => openBrowser(leftOut));
  return () => get().browser;
}

/** Such a browser with its back/forward cache, which drivers switch off. */
export const shareVisitorBrowser = (): (() => Browser) => shareChromium('--disable-back-forward-cache');

/** Gives a file's tests pages of the shop, each in a fresh profile. */
export function shareShop() {
  const browser = shareVisitorBrowser();
  const open = (path: string, options?: VisitOptions): Promise<Visit> => openPage(browser(), path, options);
  /** A visit that must end without a cookie, anything stored, or a complaint other than those that are expected. */
  const quietly = async (
    path: string,
    { expected, ...options }: VisitOptions & { readonly expected?: RegExp },
    act: (visit: Visit) => Promise<void>,
  ) => {
    await using visit = await open(path, options);
    await act(visit);
    expect(visit.complaints.filter(text => !expected?.test(text))).toEqual([]);
    expect(await visit.cookies()).toEqual([]);
    expect(await visit.storage()).toEqual({});
  };
  return { open, quietly };
}

const START_MS = Date.UTC(2026, 2, 1, 12);

/** Opens a page of the shop in a fresh profile. */
export async function openPage(browser: Browser, path: string, options: VisitOptions = {}): Promise<Visit> {
  const { shopHost = 'shop.example', referrer } = options;
  const shop = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => answerAsShop(request, host, options),
  });
  const shopUrl = `http://${shopHost}:${shop.port}`;
  const host = startCollectHost(shopUrl);
  const { pageRules } = options;
  if (pageRules) host.site = { ...host.site, pageRules, toPage: compilePageRules(pageRules) };
  if (options.capture) host.site = { ...host.site, capture: options.capture };
  const context = await browser.newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  if (options.hasOwnClock) {
    await page.clock.install({ time: START_MS });
    // It would go on by itself otherwise, faster than the test on a busy machine.
    await page.clock.pauseAt(START_MS + 1000);
  }
  if (options.setUp) await page.addInitScript(options.setUp);
  await page.goto(shopUrl + path, referrer === undefined ? {} : { referer: referrer });
  return {
    page,
    host,
    shopUrl,
    complaints,
    paths: () => arrivedPaths(page, host),
    cookies: () => context.cookies(),
    storage: () => storageOf(context),
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await Promise.all([host[Symbol.asyncDispose](), shop.stop(true)]);
    },
  };
}

const scriptOrigin = (host: CollectHost, isProxied = false): string =>
  isProxied ? '/stats' : `http://stats.example:${host.port}`;

async function answerAsShop(request: Request, host: CollectHost, options: VisitOptions): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname.startsWith('/stats/')) {
    return fetch(new Request(host.url + pathname.slice('/stats'.length) + search, request), {
      decompress: false,
    });
  }
  const source = `${scriptOrigin(host, options.isProxied)}/embed/${options.script ?? `${UID}.js`}?${options.flags ?? ''}`;
  const script =
    options.script === 'none' ? '' : `<script defer src="${source}" ${options.attributes ?? ''}></script>`;
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>
    ${script}${options.body ?? ''}`;
  const allowed = options.isProxied ? "'self'" : scriptOrigin(host);
  const policy = `default-src 'none'; img-src data: ${allowed}; script-src ${allowed}; connect-src ${allowed}`;
  return new Response(html, {
    status: options.missing?.includes(pathname) ? 404 : 200,
    headers: { 'content-type': 'text/html', 'content-security-policy': policy },
  });
}

/** A last report by hand comes after whatever the page's script has sent; it is not among the paths given back. */
async function arrivedPaths(page: Page, host: CollectHost): Promise<(string | null)[]> {
  const last = `/last-${crypto.randomUUID()}`;
  const collector = await page.evaluate(
    ([port, uid]) =>
      location.hostname === 'proxied.example'
        ? `/stats/collector/${uid}`
        : `http://stats.example:${port}/collector/${uid}`,
    [host.port, UID] as const,
  );
  await page.evaluate(
    url => fetch(url, { method: 'POST' }).then(() => undefined),
    `${collector}?path=${last}`,
  );
  const rows = await host.list();
  return rows
    .map(row => row.path)
    .filter(path => !path?.startsWith('/last-'))
    .reverse();
}

async function storageOf(context: BrowserContext): Promise<Record<string, string>> {
  const { origins } = await context.storageState({ indexedDB: true });
  return Object.fromEntries(
    origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => [name, value])),
  );
}
