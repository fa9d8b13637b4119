import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Addresses in a sitemap, unparsed. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** Other sitemaps, of a sitemap index. */
  readonly sitemaps: readonly string[];
}

export const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const MAX_ADDRESSES = 10_000;
const gunzipAsync = promisify(gunzip);

/**
 * Parses a sitemap in XML or plain text, compressed with gzip or not; anything else has no addresses. A long one is
 * truncated. Source: sitemaps.org protocol.
 */
export async function parseSitemapFile(body: Uint8Array): Promise<Sitemap> {
  const text = new TextDecoder().decode(await decompress(body));
  const isXml = /^\s*</.test(text);
  const addresses = isXml ? parseLocations(text) : parseLines(text);
  const isIndex = isXml && text.slice(0, 4096).includes('<sitemapindex');
  return isIndex ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] };
}

async function decompress(body: Uint8Array): Promise<Uint8Array> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await gunzipAsync(body, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch {
    return new Uint8Array();
  }
}

function parseLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/, MAX_ADDRESSES)
    .map(line => line.trim())
    .filter(line => /^https?:\/\//i.test(line));
}

function parseLocations(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; found.length < MAX_ADDRESSES; ) {
    const open = text.indexOf('<loc', at);
    const start = open < 0 ? -1 : text.indexOf('>', open);
    const end = start < 0 ? -1 : text.indexOf('<', start + 1);
    if (end < 0) break;
    const isCdata = text.startsWith('<![CDATA[', end);
    const close = isCdata ? text.indexOf(']]>', end) : end;
    if (close < 0) break;
    const content = isCdata ? text.slice(end + 9, close) : decodeReferences(text.slice(start + 1, end));
    // `<location>` is another element.
    if (/^[\s>]/.test(text[open + 4] ?? '')) found.push(content.trim());
    at = close;
  }
  return found;
}

const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const decodeReferences = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos|#38|#x26);/gi,
    (_, name: string) => NAMED_REFERENCES[name.toLowerCase()] ?? '&',
  );
