/** Times a site's page in a browser until its figures and its chart are drawn, against the same requests to the API alone. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import type { BenchContext } from './context.ts';
import { copyFixture, type Fixture } from './fixture.ts';
import { readCpuMs } from './machine.ts';
import { type Server, setZone, startServer } from './server.ts';
import {
  type Cost,
  formatCosts,
  formatSpread,
  type Row,
  type Section,
  summarize,
  summarizeCosts,
} from './table.ts';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** What the page looks like once somebody can read it: a number in the first figure, and a line. */
const DRAWN = '.figures .figure-value';
const LINE = '.chart-plot canvas';

export const dashboardObstacle = (): string | undefined =>
  existsSync(CHROMIUM) ? undefined : 'Chromium is missing (Debian: apt-get install chromium)';

export async function measureDashboard(bench: BenchContext, original: Fixture): Promise<Section> {
  const fixture = copyFixture(bench, original);
  const server = await startServer(bench, { data: fixture.data });
  await setZone(server, fixture, bench.zone);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  bench.atEnd(() => browser.close());
  const rows: Row[] = [];
  for (const [what, search, isCold] of [
    ['30 days', '', false],
    ['30 days, nothing in the browser’s cache', '', true],
    ['12 months', '?period=12m', false],
  ] as const) {
    bench.log(`the page of a site, ${what}`);
    const path = `/sites/${fixture.siteId}${search}`;
    rows.push(await measurePage(browser, { bench, server, path, what, isCold }));
  }
  await browser.close();
  await server.stop();
  return {
    title: `From the address of a site's page to figures and line drawn, over ${bench.hits.toLocaleString('en')} hits, milliseconds`,
    reference: 'the API requests of its first second, sent at once without a page',
    rows,
  };
}

interface PageBench {
  readonly bench: BenchContext;
  readonly server: Server;
  readonly path: string;
  readonly what: string;
  /** Whether scripts are loaded each time. */
  readonly isCold: boolean;
}

async function openSignedIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.request.post(`${url}/session`, {
    headers: { origin: url },
    data: { email: 'bench@example.org', password: 'correct horse battery' },
  });
  return context;
}

async function measurePage(browser: Browser, { bench, server, path, what, isCold }: PageBench): Promise<Row> {
  const { url, pid } = server;
  const context = await openSignedIn(browser, url);
  const drawCold = async (): Promise<number> => {
    const fresh = await openSignedIn(browser, url);
    const { ms } = await draw(fresh, url + path);
    await fresh.close();
    return ms;
  };
  const urls = (await draw(context, url + path)).urls;
  const drawn: Cost[] = [];
  const bare: number[] = [];
  for (let round = 0; round < bench.requests; round++) {
    const beforeMs = readCpuMs(pid);
    const ms = isCold ? await drawCold() : (await draw(context, url + path)).ms;
    drawn.push({ ms, cpuMs: readCpuMs(pid) - beforeMs });
    bare.push(await fetchAll(context, url, urls));
  }
  await context.close();
  const [{ ms, cpuMs }, reference] = [summarizeCosts(drawn), summarize(bare)];
  return {
    what,
    ours: formatCosts(ms, cpuMs),
    reference: formatSpread(reference),
    ratio: (ms.median / reference.median).toFixed(2),
    took: { ms: ms.median, cpuMs },
  };
}

/** Opens the page in a new tab; a context has its scripts from the first time. */
async function draw(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const startedMs = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await Promise.all([page.locator(DRAWN).first().waitFor(), page.locator(LINE).first().waitFor()]);
  const ms = performance.now() - startedMs;
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter(name => /\/(api\/v1\/|batch\?)/.test(name) && !name.includes('/live')),
  );
  await page.close();
  return { ms, urls };
}

async function fetchAll(context: BrowserContext, url: string, urls: readonly string[]): Promise<number> {
  const [{ name, value } = { name: '', value: '' }] = await context.cookies(url);
  const headers = { cookie: `${name}=${value}`, 'user-agent': 'footfall-bench' };
  const startedMs = performance.now();
  await Promise.all(urls.map(async url => (await fetch(url, { headers })).arrayBuffer()));
  return performance.now() - startedMs;
}
