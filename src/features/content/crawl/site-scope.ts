import { MAX_LENGTH } from '../../../core/limits.ts';
import { listSiteHosts, type Site } from '../../../core/site.ts';
import { isHostOfSite } from '../../../ingest/allowed-host.ts';
import { trimTrailing } from '../../../lib/text.ts';
import { parseSiteHost, toSiteHost } from '../../../lib/url.ts';

/** Decides which URLs are a site's own, and which of those are pages to parse. */
export interface SiteScope {
  /** Start of the crawl. */
  readonly start: string;
  /** Name and port, as sites are compared. */
  readonly host: string;
  isOwn(url: URL): boolean;
  /** Returns whether it is on the host of the site's address, and not on a further one. */
  isAtAddress(url: URL): boolean;
  /** Returns whether it may be a page of the site: below the path of the site's address, and no file. */
  isPage(url: URL): boolean;
}

/** Extensions of files that are no pages, so that they need not be fetched as such. */
const FILE =
  /\.(?:7z|apk|atom|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|ics|iso|jpe?g|js|json|m4[av]|mjs|mkv|mov|mp[34]|od[pst]|og[gv]|otf|pdf|png|pptx?|rar|rpm|rss|svg|tar|tgz|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|woff2?|xlsx?|xml|xz|zip)$/i;

export function createScope(site: Pick<Site, 'url' | 'hosts'>): SiteScope {
  const start = new URL(site.url);
  const host = parseSiteHost(site.url) ?? '';
  const hosts = listSiteHosts(site);
  const root = trimTrailing(start.pathname, '/');
  const isAtAddress = (url: URL) => toSiteHost(url) === host;
  const isOwn = (url: URL) => isHostOfSite(toSiteHost(url), { host, hosts });
  /** The path of the site's address says where the site is on that host alone. */
  const isBelow = (url: URL) =>
    root === '' || url.pathname === root || url.pathname.startsWith(`${root}/`) || !isAtAddress(url);
  return {
    start: start.href,
    host,
    isOwn,
    isAtAddress,
    isPage: url => isOwn(url) && isBelow(url) && (!FILE.test(url.pathname) || url.href === start.href),
  };
}

/**
 * Parses the URL in an attribute of a page, without its fragment, so that each page has one URL. Null for schemes other
 * than http and https, for invalid URLs, and for those too long to be stored.
 */
export function parseLinkUrl(text: string, base: string): URL | null {
  if (text.length > MAX_LENGTH.url) return null;
  const url = URL.parse(text, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  // URLs with credentials are not requested.
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length > MAX_LENGTH.url ? null : url;
}

/** Returns the host by which requests to a URL are throttled: with and without `www.`, the site's counts as one. */
export const throttleKey = (url: URL, scope: SiteScope): string =>
  scope.isAtAddress(url) ? scope.host : url.host;
