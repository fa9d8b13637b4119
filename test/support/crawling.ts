/** Crawls of a site on loopback, without waiting. */
import { gzipSync } from 'node:zlib';
import { type LoopbackServer, startLoopbackServer } from './loopback-servers.ts';
import type { TestServer } from './server.ts';

/** Response of a path: a page as HTML, a status, or a function. */
export type PageAnswer =
  | string
  | number
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | Uint8Array;
      readonly packs?: boolean;
    };

/** Settings for a server whose crawls stay on this machine: every name under `.test` resolves to loopback but `intranet.test`. */
export const LOOPBACK_ONLY = {
  settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.1/32' },
  resolve: async (host: string): Promise<string[]> => {
    if (!host.endsWith('.test') || host.startsWith('gone')) throw new Error(`no address for ${host}`);
    return [host === 'intranet.test' ? '10.0.0.1' : '127.0.0.1'];
  },
};

/** Pages by path, which a test may change; other paths are 404. */
export async function startPages(pages: Record<string, PageAnswer>, host = 'site.test') {
  const outside = await startLoopbackServer((request, response) => {
    const page = pages[request.url ?? ''] ?? 404;
    if (typeof page === 'number') {
      response.writeHead(page).end();
      return;
    }
    const {
      status = 200,
      headers = {},
      body = '',
      packs = false,
    } = typeof page === 'string' ? { body: page } : page;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(packs ? gzipSync(body) : body);
  });
  return {
    pages,
    outside,
    url: `http://${host}:${outside.port}`,
    /** Lists the requests received: `GET /path`. */
    requests: (): string[] => requestLines(outside),
    [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose](),
  };
}

export const requestLines = ({ requests }: LoopbackServer): string[] =>
  requests.map(({ method, url }) => `${method} ${url}`);

/** Adds a monitored site. */
export async function givenWatched(server: TestServer, url: string, fields: Record<string, unknown> = {}) {
  const site = await server.given.site({ url });
  await server.patch(`/sites/${site.id}/features`, { content_monitoring: true, ...fields });
  return {
    id: site.id as number,
    content: async () => await server.get(`/sites/${site.id}/content`),
    api: (method: string, path: string, body?: unknown) =>
      server.api(method, `/sites/${site.id}/content${path}`, body === undefined ? {} : { body }),
  };
}

/** Adds a monitored site at an address, until it is disposed of. */
export async function watch(server: TestServer, url: string) {
  const watched = await givenWatched(server, url);
  return {
    ...watched,
    setFeatures: (features: object) => server.patch(`/sites/${watched.id}/features`, features),
    /** Crawls what is due, after so many days. Returns the results. */
    async crawl(days = 0) {
      server.clock.advance({ days });
      await crawlAll(server);
      return watched.content();
    },
    async [Symbol.asyncDispose]() {
      await server.api('DELETE', `/sites/${watched.id}`);
    },
  };
}

/** Starts a site of these pages that is monitored, until it is disposed of. */
export async function startWatched(server: TestServer, pages: Record<string, PageAnswer>) {
  const site = await startPages(pages);
  const watched = await watch(server, site.url);
  return {
    ...site,
    ...watched,
    async [Symbol.asyncDispose]() {
      await watched[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Starts what is due, and advances the clock whenever nothing else is left, until nothing is due or waits. */
export async function crawlAll({ services: { content }, clock }: TestServer): Promise<void> {
  do {
    for (let next = await content.settled(); next; next = await content.settled()) {
      clock.set(next.toISOString());
      content.startDue();
    }
  } while (content.startDue() > 0);
}
