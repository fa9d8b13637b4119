/** A shop whose pages hold Footfall's elements, in a real Chromium, with the whole server on another origin. */
import type { Browser, Page } from 'playwright-core';
import { BROWSER } from './collect-host.ts';
import type { TestServer } from './server.ts';

export interface WidgetPageOptions {
  /** Flags of the script; without any the body brings a script of its own. */
  readonly flags?: string;
  /** What every page of the shop holds; `ORIGIN` and `UID` stand for those of Footfall and the site. */
  readonly body: string;
  readonly language?: string;
  /** Of the site; public by default. */
  readonly site?: Record<string, unknown>;
  /** Hits that the site has already, by country, each of its own visitor. */
  readonly hits?: Readonly<Record<string, number>>;
  /** Whether uptime monitoring is on. */
  readonly isWatched?: boolean;
  /** Attributes of the script's element. */
  readonly loading?: string;
  /** Requests that do not get through. */
  readonly blocked?: string;
}

export type WidgetPage = Awaited<ReturnType<typeof openWidgetPage>>;

/** Opens `/welcome` of the shop in a fresh profile, under a policy that allows nothing but Footfall's script. */
export async function openWidgetPage(server: TestServer, browser: Browser, options: WidgetPageOptions) {
  const origin = `http://stats.example:${new URL(server.url).port}`;
  let html = '';
  const shop = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answerAsShop(html, origin) });
  const shopUrl = `http://shop.example:${shop.port}`;
  const site = await server.given.site({ url: shopUrl, public: true, ...options.site });
  html = htmlOf(options).replaceAll('ORIGIN', origin).replaceAll('UID', site.uid);
  await giveHits(server, site.id, options.hits ?? {});
  if (options.isWatched) await server.patch(`/sites/${site.id}/features`, { uptime: true });

  const context = await browser.newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  const seen = watch(page, site.uid);
  if (options.blocked !== undefined) await page.route(options.blocked, route => route.abort());
  await page.goto(`${shopUrl}/welcome`);
  return {
    page,
    site,
    origin,
    ...seen,
    stored: async () => [await context.cookies(), (await context.storageState({ indexedDB: true })).origins],
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await shop.stop(true);
    },
  };
}

const htmlOf = ({ flags, body, language = 'en', loading = 'defer' }: WidgetPageOptions): string => {
  const script = `<script ${loading} src="ORIGIN/embed/UID/min.js?${flags}"></script>`;
  return `<!doctype html><html lang="${language}"><link rel="icon" href="data:,"><title>Shop</title>
    ${flags === undefined ? '' : script}<body>${body}`;
};

const answerAsShop = (html: string, origin: string): Response =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self'; img-src data: ${origin}; script-src ${origin}; connect-src ${origin}`,
    },
  });

async function giveHits(server: TestServer, siteId: number, hits: Readonly<Record<string, number>>) {
  const rows = Object.entries(hits).flatMap(([country, count]) =>
    Array.from({ length: count }, (_, index) => ({ path: '/', country, visitor_id: `${country}${index}` })),
  );
  if (rows.length > 0) await server.post(`/sites/${siteId}/hits/batch`, rows);
}

function watch(page: Page, uid: string) {
  const complaints: string[] = [];
  const sent: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(widgets|kudos)\//.test(pathname))
      sent.push(`${request.method()} ${decodeURIComponent(pathname + search).replace(uid, 'UID')}`);
  });
  return {
    /** What the page wrote to the console, threw or had forbidden. */
    complaints,
    /** Requests of the elements, in order. */
    sent,
  };
}

/** Resolves when an element shows just this text, white space aside. */
export const shows = async (page: Page, selector: string, text: string): Promise<void> => {
  await page.waitForFunction(
    ([where, what]) => document.querySelector(where)?.textContent?.trim().replace(/\s+/g, ' ') === what,
    [selector, text] as const,
  );
};
