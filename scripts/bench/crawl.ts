/** What a crawl of a large site costs: processor, memory, and how long the rest of the server stands still for it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/core/log.ts';
import { startServer } from '../../src/server/start.ts';
import type { BenchContext } from './context.ts';
import { formatNumber, type Section } from './table.ts';

const PAGES = 2000;
const LINKS = 10_000;
const HOSTS = 100;
const LINKS_A_PAGE = 100;
const PAGE_BYTES = 50_000;
const MAX_GROWTH_MIB = 150;
/** A crawl has twenty minutes, so one request a second leaves some of such a site to the next day. */
const DAYS = 2;
const LAG_EVERY_MS = 5;

interface Crawled {
  readonly pages: number;
  readonly links: number;
  readonly cpuMs: number;
  readonly beforeMiB: number;
  readonly peakMiB: number;
  readonly longestStandstillMs: number;
}

/** Crawls a site on loopback, its pauses shortened by a clock that is moved. */
export async function measureCrawl(bench: BenchContext): Promise<Section> {
  const pages = Math.min(PAGES, Math.max(20, Math.floor(bench.hits / 500)));
  const site = await startRole(bench, ['pages', String(pages)]);
  bench.log(`a crawl of ${pages} pages`);
  const folder = join(bench.folder, 'crawl');
  mkdirSync(folder, { recursive: true });
  const crawl = await startRole(bench, ['crawl', site, folder]);
  const crawled = JSON.parse(crawl) as Crawled;
  const growth = crawled.peakMiB - crawled.beforeMiB;
  const perPageMs = crawled.cpuMs / crawled.pages;
  return {
    title: `A crawl of ${formatNumber(crawled.pages)} pages with ${formatNumber(crawled.links)} links`,
    reference: 'none',
    rows: [
      { what: 'processor time of a page and its links, ms', ours: formatNumber(perPageMs) },
      {
        what: 'share of one core at a page a second',
        ours: formatNumber(perPageMs / 1000),
        aim: 'under 0.1',
        isMet: perPageMs < 100,
      },
      {
        what: 'peak of resident memory, MiB',
        ours: formatNumber(crawled.peakMiB),
        reference: formatNumber(crawled.beforeMiB),
        aim: `at most ${MAX_GROWTH_MIB} more`,
        isMet: growth <= MAX_GROWTH_MIB,
      },
      { what: 'longest standstill, ms', ours: formatNumber(crawled.longestStandstillMs) },
    ],
  };
}

/** Starts this file as a process of its own and gives the first line it prints. */
async function startRole(bench: BenchContext, words: readonly string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, import.meta.path, ...words], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  bench.atEnd(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += Buffer.from(chunk).toString();
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  throw new Error(`the process for ${words[0]} ended with ${await child.exited}`);
}

/** A site whose pages lead to each other and to other hosts, all of them answered here. */
function servePages(pages: number): void {
  const filling = '<p>Lorem ipsum dolor sit amet</p>'.repeat(PAGE_BYTES / 33);
  const renderPage = (number: number, port: number): string => {
    const next = Array.from({ length: 5 }, (_, n) => `<a href="/p${(number * 5 + n + 1) % pages}">`);
    const out = Array.from({ length: LINKS_A_PAGE }, (_, n) => {
      const link = (number * 37 + n) % (LINKS - pages - 10);
      return `<a href="http://h${link % HOSTS}.test:${port}/l${link}">`;
    });
    return `<!doctype html>${next.join('')}${out.join('')}${filling}`;
  };
  let pageRequests = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request): Response {
      const { pathname, port } = new URL(request.url);
      if (pathname === '/page-requests') return new Response(String(pageRequests));
      const number = pathname === '/' ? 0 : Number(/^\/p(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
      const isLink = pathname.startsWith('/l');
      if (!isLink && Number.isNaN(number)) return new Response(null, { status: 404 });
      if (!isLink) pageRequests++;
      return new Response(isLink ? '' : renderPage(number, Number(port)), {
        headers: { 'content-type': 'text/html' },
      });
    },
  });
  process.stdout.write(`http://site.test:${server.port}\n`);
}

async function crawlPages(url: string, data: string): Promise<void> {
  let nowMs = Date.parse('2026-03-10T12:00:00Z');
  const environment = {
    FOOTFALL_DATA: data,
    FOOTFALL_PORT: '0',
    FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  };
  const { services, stop } = await startServer({
    config: loadConfig({ flags: {}, environment }),
    log: createLog('warn'),
    clock: { now: () => new Date(nowMs) },
    runsJobs: false,
    network: { resolve: async () => ['127.0.0.1'] },
  });
  const user = await services.access.accounts.createUser({
    email: 'owner@example.org',
    password: 'correct horse',
  });
  const account = services.access.accounts.getAccount(user, undefined);
  const site = services.sites.service.create(account, { url });
  await services.sites.service.updateFeatures(account, site, { content_monitoring: true });

  const memory = watchProcess();
  const cpu = process.cpuUsage();
  const { content } = services;
  for (let day = 0; day < DAYS; day++) {
    content.startDue();
    for (let next = await content.settled(); next; next = await content.settled()) {
      nowMs = next.getTime();
      content.startDue();
    }
    nowMs += 86_400_000;
  }
  const { user: userMicros, system } = process.cpuUsage(cpu);
  const { linkCounts } = content.getOverview(site.id);
  const pages = Number(await (await fetch(`${url.replace('site.test', '127.0.0.1')}/page-requests`)).text());
  const crawled: Crawled = {
    pages,
    links: linkCounts.checked,
    cpuMs: (userMicros + system) / 1000,
    ...memory.stop(),
  };
  await stop();
  process.stdout.write(`${JSON.stringify(crawled)}\n`);
}

/** Peak of memory and longest standstill from now on. */
function watchProcess() {
  const mib = () => process.memoryUsage().rss / 1024 ** 2;
  const beforeMiB = mib();
  let peakMiB = beforeMiB;
  let longestStandstillMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longestStandstillMs = Math.max(longestStandstillMs, now - last - LAG_EVERY_MS);
    last = now;
    peakMiB = Math.max(peakMiB, mib());
  }, LAG_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return { beforeMiB, peakMiB, longestStandstillMs };
    },
  };
}

if (import.meta.main) {
  const [role, first = '', second = ''] = process.argv.slice(2);
  if (role === 'pages') servePages(Number(first));
  else await crawlPages(first, second);
}
