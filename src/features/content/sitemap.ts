import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Addresses that a sitemap lists, as they stand there. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** Other sitemaps, when it is a list of those. */
  readonly sitemaps: readonly string[];
}

export const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const MAX_ADDRESSES = 10_000;
const unpack = promisify(gunzip);

/**
 * Reads a sitemap in XML or as plain lines, packed with gzip or not; what is none has no addresses. A long one is read
 * as far as it is of use. Source: sitemaps.org protocol.
 */
export async function readSitemap(body: Uint8Array): Promise<Sitemap> {
  const text = new TextDecoder().decode(await unpacked(body));
  const isXml = /^\s*</.test(text);
  const addresses = isXml ? locationsOf(text) : linesOf(text);
  const isIndex = isXml && text.slice(0, 4096).includes('<sitemapindex');
  return isIndex ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] };
}

async function unpacked(body: Uint8Array): Promise<Uint8Array> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await unpack(body, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch {
    return new Uint8Array();
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/, MAX_ADDRESSES)
    .map(line => line.trim())
    .filter(line => /^https?:\/\//i.test(line));
}

function locationsOf(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; found.length < MAX_ADDRESSES; ) {
    const open = text.indexOf('<loc', at);
    const start = open < 0 ? -1 : text.indexOf('>', open);
    const end = start < 0 ? -1 : text.indexOf('<', start + 1);
    if (end < 0) break;
    const isCdata = text.startsWith('<![CDATA[', end);
    const close = isCdata ? text.indexOf(']]>', end) : end;
    if (close < 0) break;
    const content = isCdata ? text.slice(end + 9, close) : withoutReferences(text.slice(start + 1, end));
    // `<location>` is another element.
    if (/^[\s>]/.test(text[open + 4] ?? '')) found.push(content.trim());
    at = close;
  }
  return found;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const withoutReferences = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#38|#x26);/gi, (_, name: string) => NAMED[name.toLowerCase()] ?? '&');
