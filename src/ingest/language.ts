/** Languages of visitors, as their browsers name them. */
import { MAX_LENGTH } from '../core/limits.ts';
import { createLru } from '../lib/lru.ts';

const MAX_CACHED_HEADERS = 2_000;
/** Longer headers are read, and not kept. */
const MAX_CACHED_LENGTH = 100;
const cache = createLru<string, string | null>(MAX_CACHED_HEADERS);

/**
 * Parses the first language of an `Accept-Language` header, or a language tag: its primary tag and its region, `de` or
 * `pt-BR`, as RFC 5646 writes them. Null where it names none. Source: decisions, section 9.
 */
export function parseLanguage(header: string): string | null {
  const known = cache.get(header);
  if (known !== undefined) return known;
  const language = readTag(/^[^,;]*/.exec(header)?.[0].trim() ?? '');
  if (header.length <= MAX_CACHED_LENGTH) cache.set(header, language);
  return language;
}

function readTag(tag: string): string | null {
  if (tag.length > MAX_LENGTH.language || !/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)) return null;
  try {
    const { language, region } = new Intl.Locale(tag);
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return null;
  }
}
