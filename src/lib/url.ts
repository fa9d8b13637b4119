/** Longest name in DNS. Source: RFC 1035, section 2.3.4. */
export const MAX_HOST_LENGTH = 253;

/** Parses an absolute http or https URL; null for any other text. */
export function parseHttpUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** Returns whether a text is an absolute http or https URL. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/**
 * Splits the URL of a request, which is absolute, into its path and its query without the question mark. Written by hand, since it
 * runs for every hit.
 */
export function splitRequestUrl(url: string): { readonly path: string; readonly query: string } {
  const pathStart = url.indexOf('/', url.indexOf('//') + 2);
  const queryStart = url.indexOf('?', pathStart);
  return queryStart < 0
    ? { path: url.slice(pathStart), query: '' }
    : { path: url.slice(pathStart, queryStart), query: url.slice(queryStart + 1) };
}

/** Parses the host name of an http(s) URL: lower case, Punycode, without port and trailing dot; null when there is none. */
export function parseHost(address: string): string | null {
  const host = parsePlainHost(address) ?? parseHttpUrl(address)?.hostname;
  return host ? withoutTrailingDot(host) : null;
}

/** Most hosts are lower-case letters, digits, dots and hyphens: those are parsed by hand, ten times as fast. */
function parsePlainHost(address: string): string | undefined {
  const start = address.startsWith('https://') ? 8 : address.startsWith('http://') ? 7 : address.length;
  for (let i = start; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === SLASH) return address.slice(start, i);
    const isPlain =
      (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === DOT || code === HYPHEN;
    if (!isPlain) return undefined;
  }
  return start < address.length ? address.slice(start) : undefined;
}

const SLASH = 0x2f;
const DOT = 0x2e;
const HYPHEN = 0x2d;

/**
 * Returns whether a URL is one of an example: names below `.example` are reserved for documentation, and belong to nobody.
 * Source: RFC 2606, section 2.
 */
export const isExampleUrl = (url: string): boolean => parseHost(url)?.endsWith('.example') ?? false;

/** Returns a host name without `www.`: both spellings are the same site. */
export const bareHost = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host);

/** Returns a host without its port. */
export const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** Parses the host of a URL as sites are compared: no `www.`, no trailing dot, with its port unless it is the default. */
export function parseSiteHost(address: string): string | null {
  const url = parseHttpUrl(address);
  return url && toSiteHost(url);
}

/** Returns the same of a parsed URL. */
export function toSiteHost(url: URL): string {
  const host = bareHost(withoutTrailingDot(url.hostname));
  return url.port ? `${host}:${url.port}` : host;
}

/** Joins a site's URL and a path with exactly one slash. */
export const joinUrl = (siteUrl: string, path: string): string =>
  siteUrl.endsWith('/') ? siteUrl.slice(0, -1) + path : siteUrl + path;

/** Returns the first of a host and its parent domains (`news.example.com`, `example.com`, `com`) that is in a table. */
export function findKnownHost(table: { has(host: string): boolean }, host: string): string | undefined {
  for (let name = host; ; ) {
    if (table.has(name)) return name;
    const dot = name.indexOf('.');
    if (dot < 0) return undefined;
    name = name.slice(dot + 1);
  }
}

const withoutTrailingDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

/** Whether a text is a host in lower case, with or without a port, and nothing else of an address. */
export const isHost = (text: string): boolean =>
  text.length <= MAX_HOST_LENGTH &&
  URL.canParse(`http://${text}/`) &&
  new URL(`http://${text}/`).host === text;

/** Returns whether every percent-encoding of a text is one of UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
