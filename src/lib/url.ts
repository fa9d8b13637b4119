/** The parsed address when it is an absolute http or https one, else null. Never throws. */
export function parseHttpUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** Whether a text is an absolute http or https address that a browser could open. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/**
 * Splits the URL of a request, which is absolute, into its path and its query without the question mark. By hand: this
 * comes before every hit.
 */
export function splitRequestUrl(url: string): { readonly path: string; readonly query: string } {
  const pathStart = url.indexOf('/', url.indexOf('//') + 2);
  const queryStart = url.indexOf('?', pathStart);
  return queryStart < 0
    ? { path: url.slice(pathStart), query: '' }
    : { path: url.slice(pathStart, queryStart), query: url.slice(queryStart + 1) };
}

/** Host name of an http(s) address: lower case, Punycode, without port and dot at the end; null when there is none. */
export function hostOf(address: string): string | null {
  const host = plainHostOf(address) ?? parseHttpUrl(address)?.hostname;
  return host ? withoutTrailingDot(host) : null;
}

/** Most hosts are lower-case letters, digits, dots and hyphens: those are read without a parser, ten times as fast. */
function plainHostOf(address: string): string | undefined {
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

/** A host name without `www.` in front: both spellings are the same site. */
export const bareHost = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host);

/** Host of an address as sites are compared: no `www.`, no dot at the end, with its port when that is not the usual one. */
export function siteHostOf(address: string): string | null {
  const url = parseHttpUrl(address);
  return url && siteHostOfUrl(url);
}

/** The same of a parsed address. */
export function siteHostOfUrl(url: URL): string {
  const host = bareHost(withoutTrailingDot(url.hostname));
  return url.port ? `${host}:${url.port}` : host;
}

/** A site's address followed by a path, with exactly one slash between them. */
export const joinUrl = (siteUrl: string, path: string): string =>
  siteUrl.endsWith('/') ? siteUrl.slice(0, -1) + path : siteUrl + path;

/** The first of a host and the domains above it (`news.example.com`, `example.com`, `com`) that is in a table. */
export function findKnownHost(table: { has(host: string): boolean }, host: string): string | undefined {
  for (let name = host; ; ) {
    if (table.has(name)) return name;
    const dot = name.indexOf('.');
    if (dot < 0) return undefined;
    name = name.slice(dot + 1);
  }
}

/** Decoded, trimmed value of a query parameter, the first that is not blank; undefined when there is none. */
export function findQueryValue(address: string, name: string): string | undefined {
  const start = address.indexOf('?');
  if (start < 0) return undefined;
  const hash = address.indexOf('#', start);
  const end = hash < 0 ? address.length : hash;
  const sought = `${name}=`;
  for (let at = address.indexOf(sought, start); at >= 0 && at < end; at = address.indexOf(sought, at + 1)) {
    const before = address[at - 1];
    if (before !== '?' && before !== '&') continue;
    const ampersand = address.indexOf('&', at);
    const value = decode(address.slice(at + sought.length, ampersand < 0 ? end : Math.min(ampersand, end)));
    if (value !== '') return value;
  }
  return undefined;
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced).trim();
  } catch {
    return spaced.trim();
  }
}

const withoutTrailingDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);
