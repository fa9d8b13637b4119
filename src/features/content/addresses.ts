import { MAX_LENGTH } from '../../core/limits.ts';
import { trimEndOf } from '../../lib/trim-end.ts';
import { siteHostOf, siteHostOfUrl } from '../../lib/url.ts';

/** Which addresses are a site's own, and which of those are pages to be read. */
export interface SiteScope {
  /** Where the crawl begins. */
  readonly start: string;
  /** Name and port, as sites are compared. */
  readonly host: string;
  isOwn(url: URL): boolean;
  /** Whether it may be one of the site's pages: not those beside the path that the site's address has, and no file. */
  isPage(url: URL): boolean;
}

/** Endings of what is no page, so that it need not be fetched to find that out. */
const FILE =
  /\.(?:7z|apk|atom|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|ics|iso|jpe?g|js|json|m4[av]|mjs|mkv|mov|mp[34]|od[pst]|og[gv]|otf|pdf|png|pptx?|rar|rpm|rss|svg|tar|tgz|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|woff2?|xlsx?|xml|xz|zip)$/i;

export function createScope(siteUrl: string): SiteScope {
  const start = new URL(siteUrl);
  const host = siteHostOf(siteUrl) ?? '';
  const root = trimEndOf(start.pathname, '/');
  const isOwn = (url: URL) => siteHostOfUrl(url) === host;
  return {
    start: start.href,
    host,
    isOwn,
    isPage: url =>
      isOwn(url) &&
      (root === '' || url.pathname === root || url.pathname.startsWith(`${root}/`)) &&
      (!FILE.test(url.pathname) || url.href === start.href),
  };
}

/**
 * The address that a page means by an attribute, without its fragment: the same page twice is one page. Null for every
 * scheme but http and https, for what is no address, and for one too long to be kept.
 */
export function readAddress(text: string, base: string): URL | null {
  if (text.length > MAX_LENGTH.url) return null;
  const url = URL.parse(text, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  // A name and password in it are nobody else's to use.
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length > MAX_LENGTH.url ? null : url;
}

/** The host to be asked for an address, as requests are kept apart: the site's own names count as one. */
export const throttleKey = (url: URL, scope: SiteScope): string => (scope.isOwn(url) ? scope.host : url.host);
