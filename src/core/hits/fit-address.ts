/** Fits addresses of visits that cannot be stored as they are: nobody can send them again, and what reports read of them comes first. */
import { normalizePath } from '../../lib/normalize-path.ts';
import { toAsciiAddress } from '../../lib/punycode.ts';
import { isLongerThan } from '../../lib/text.ts';
import { isDecodable, parseHttpUrl } from '../../lib/url.ts';
import { CLICK_IDS } from '../channels/rules.ts';
import { MAX_LENGTH } from '../limits.ts';
import { beforeQuery, MAX_ESCAPED, splitPath } from './page-path.ts';
import { readParameter, SOURCE_PARAMETERS, URL_PARAMETERS } from './url-parameters.ts';

/** Parameters from which reports read something: tags of campaigns, names of sources and click ids of advertisements. */
const READ: readonly string[] = [
  ...SOURCE_PARAMETERS,
  ...Object.values(URL_PARAMETERS),
  ...Object.values(CLICK_IDS).flatMap(ids => ids.split('|')),
];

/** Escapes what would end a value or be read as something else. Letters stay, since escapes take up to twelve times their room. */
const toQueryText = (value: string): string =>
  value.replaceAll(/[%&#+]/g, encodeURIComponent).replaceAll(' ', '+');

/**
 * Returns an address of at most so many characters: one that is too long keeps of its query what reports read, since advertisements
 * append click ids of any length. Null when it is too long without its query.
 */
export function fitUrl(url: string, maxLength: number = MAX_LENGTH.url): string | null {
  if (!isLongerThan(url, maxLength)) return url;
  let fitted = beforeQuery(url);
  if (isLongerThan(fitted, maxLength)) return null;
  for (const name of READ) {
    const value = readParameter(url, name);
    if (value === null) continue;
    const longer = `${fitted}${fitted.includes('?') ? '&' : '?'}${name}=${toQueryText(value)}`;
    if (!isLongerThan(longer, maxLength)) fitted = longer;
  }
  return fitted;
}

/** Formats an address without fragment and credentials, which may be secrets. */
export const toStoredAddress = ({ origin, pathname, search, href, hash, username, password }: URL): string =>
  hash === '' && username === '' && password === '' ? href : `${origin}${pathname}${search}`;

/** Returns a referrer that can be stored: one that is too long without its query, or its origin alone. */
export function fitReferrer(referrer: string): string | null {
  if (!isLongerThan(referrer, MAX_LENGTH.referrer)) return referrer;
  const shorter = beforeQuery(referrer);
  return isLongerThan(shorter, MAX_LENGTH.referrer) ? (parseHttpUrl(referrer)?.origin ?? null) : shorter;
}

/** Returns a normalized path that can be stored: of one that is too long the beginning, up to a whole character. */
export function fitPath(path: string): string {
  if (!isLongerThan(path, MAX_LENGTH.path)) return path;
  const cut = [...path].slice(0, MAX_LENGTH.path);
  for (let less = 0; less < MAX_ESCAPED; less++) {
    const shorter = cut.slice(0, cut.length - less).join('');
    // A cut segment may be one of dots.
    if (isDecodable(shorter)) return normalizePath(shorter);
  }
  return normalizePath(cut.join(''));
}

/** The addresses of a row. */
export interface Addresses {
  readonly path: string | null;
  readonly url: string | null;
  readonly referrer: string | null;
}

const queryOf = (address: string): string => address.slice(beforeQuery(address).length);

/**
 * Returns addresses that can be stored. The query of a path becomes that of a url, which is the path's on the site where the row has
 * none, or one that is too long without its query.
 */
export function fitAddresses({ path, url, referrer }: Addresses, site: string): Addresses {
  const page = path === null ? null : splitPath(path);
  const fitted = page && fitPath(page.path);
  const query = url === null ? (page?.query ?? '') : queryOf(url);
  const own = `${site}${fitted ?? ''}${query}`;
  return {
    path: fitted,
    url: (url && fitUrl(toAsciiAddress(url))) ?? (query === '' ? null : fitUrl(own)),
    referrer: referrer && fitReferrer(toAsciiAddress(referrer)),
  };
}
