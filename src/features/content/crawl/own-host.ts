/** The hosts of the site in a crawl: what their robots.txt says, and whether they answer. */

import { toSiteHost } from '../../../lib/url.ts';
import type { OutboundResponse } from '../../../outbound/fetch.ts';
import { MIN_DELAY_MS } from '../limits.ts';
import type { Link } from '../links/link.ts';
import { isSuccess } from '../links/link-status.ts';
import { NO_ROBOTS, parseRobots, type Robots } from './robots.ts';
import { type FetchContext, throttled } from './throttled-fetch.ts';

const MAX_ROBOTS_BYTES = 1024 * 1024;

export interface OwnHost {
  readonly robots: Robots;
  /** Why its robots.txt could not be read; null when it could. */
  readonly fault: string | null;
  /** With the delay between requests that it asks for. */
  readonly fetchContext: FetchContext;
  /** Addresses in a row that did not answer or failed. */
  failures: number;
}

/** Reads the robots.txt of the host of an address. Source: RFC 9309, section 2.3.1. */
export async function readOwnHost(fetchContext: FetchContext, address: string): Promise<OwnHost> {
  const { robots, fault } = await fetchRobots(fetchContext, address);
  const { delayMs } = robots;
  return {
    robots,
    fault,
    fetchContext: delayMs ? { ...fetchContext, delayMs: Math.max(MIN_DELAY_MS, delayMs) } : fetchContext,
    failures: 0,
  };
}

/** Lists the addresses of a host's sitemaps. */
export const listSitemaps = ({ robots: { sitemaps } }: OwnHost, address: string): string[] => {
  const declared = sitemaps.flatMap(text => URL.parse(text, address)?.href ?? []);
  return declared.length > 0 ? declared : [new URL('/sitemap.xml', address).href];
};

async function fetchRobots(
  fetchContext: FetchContext,
  address: string,
): Promise<Pick<OwnHost, 'robots' | 'fault'>> {
  const url = new URL('/robots.txt', address);
  const { outcome, response } = await throttled({ ...fetchContext, delayMs: 0 }, url, () =>
    fetchContext.fetcher.file(url.href, MAX_ROBOTS_BYTES),
  );
  if (response && isSuccess(outcome)) return { robots: parseRobots(decode(response)), fault: null };
  if (outcome.kind === 'answer' && outcome.status < 500) return { robots: NO_ROBOTS, fault: null };
  const why = outcome.kind === 'answer' ? `answered ${outcome.status}` : outcome.message;
  return {
    robots: NO_ROBOTS,
    fault: `robots.txt could not be read (${why}), so only the address of the site itself was requested`,
  };
}

const decode = ({ body }: OutboundResponse): string => new TextDecoder().decode(body);

/** Creates the hosts of a crawl, of which that of the site's address is known. Links to others wait until their robots.txt is read. */
export function createOwnHosts(fetchContext: FetchContext, first: OwnHost) {
  const hosts = new Map([[fetchContext.scope.host, first]]);
  const waiting = new Map<string, Link[]>();
  return {
    find: (url: URL): OwnHost | undefined => hosts.get(toSiteHost(url)),
    /** Holds a link back. Returns whether it is the first one to its host, which has to be read. */
    hold(link: Link, url: URL): boolean {
      const held = waiting.get(toSiteHost(url));
      if (held) held.push(link);
      else waiting.set(toSiteHost(url), [link]);
      return held === undefined;
    },
    /** Reads what a host says of itself. Returns it, and the links that have waited for it. */
    async read(url: URL): Promise<{ readonly host: OwnHost; readonly links: readonly Link[] }> {
      const host = await readOwnHost(fetchContext, url.origin);
      hosts.set(toSiteHost(url), host);
      return { host, links: waiting.get(toSiteHost(url)) ?? [] };
    },
  };
}
