import { CLICK_IDS } from '../core/channels/rules.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import { isLongerThan } from '../lib/text.ts';
import { isDecodable, parseHttpUrl } from '../lib/url.ts';

/** Parameters from which reports read something: tags of campaigns, names of sources and click ids of advertisements. */
const READ = new RegExp(`^(?:utm_\\w+|source|ref|src|${Object.values(CLICK_IDS).join('|')})$`, 'i');
/** Of a tag's value, as it is escaped. */
const MAX_VALUE_LENGTH = 500;

/** Cuts a value so that no escaped character is cut in two; one that is escaped wrongly stays so. */
function cutValue(value: string): string {
  if (value.length <= MAX_VALUE_LENGTH) return value;
  // A character takes at most four escapes of three characters.
  for (let end = MAX_VALUE_LENGTH; end > MAX_VALUE_LENGTH - 12; end--)
    if (isDecodable(value.slice(0, end))) return value.slice(0, end);
  return value.slice(0, MAX_VALUE_LENGTH);
}

/**
 * Returns an address that can be stored: one that is too long keeps of its query what reports read, since advertisements append click
 * ids of any length. Null when it is too long without its query.
 */
export function fitUrl(url: string): string | null {
  if (url.length <= MAX_LENGTH.url) return url;
  const plain = beforeQuery(url);
  if (plain.length > MAX_LENGTH.url) return null;
  let fitted = plain;
  const [query = ''] = url.slice(plain.length).split('#', 1);
  for (const parameter of query.slice(1).split('&')) {
    const [name = '', ...rest] = parameter.split('=');
    const kept = `${fitted === plain ? '?' : '&'}${name}=${cutValue(rest.join('='))}`;
    if (READ.test(name) && fitted.length + kept.length <= MAX_LENGTH.url) fitted += kept;
  }
  return fitted;
}

/** Returns an address without its query and fragment. */
export const beforeQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

/** Returns a referrer that can be stored: one that is too long without its query, or its origin alone. */
export function fitReferrer(referrer: string): string | null {
  if (!isLongerThan(referrer, MAX_LENGTH.referrer)) return referrer;
  const shorter = beforeQuery(referrer);
  return isLongerThan(shorter, MAX_LENGTH.referrer) ? (parseHttpUrl(referrer)?.origin ?? null) : shorter;
}
