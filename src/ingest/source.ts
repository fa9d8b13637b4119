import { MAX_LENGTH } from '../core/limits.ts';
import { createLru } from '../lib/lru.ts';
import { bareHost, findKnownHost, findQueryValue, hostOf } from '../lib/url.ts';
import { COUNTRY_BRANDS, SOURCE_HOSTS } from '../reference/sources.ts';
import { hasControlCharacter, isLongerThan } from './fields.ts';

/** Parameters of an address that name a source, the strongest first. Source: decisions, section 5. */
const SOURCE_PARAMETERS = ['utm_source', 'source', 'ref', 'src'] as const;

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SOURCE_HOSTS).flatMap(([name, hosts]) =>
    hosts.split(' ').map((host): [string, string] => [host, name]),
  ),
);
const BRANDS: ReadonlyMap<string, string> = new Map(Object.entries(COUNTRY_BRANDS));

/** `google.de`, `www.google.co.uk`, `google.com.au`: brand, then a country's ending. */
const BRAND_HOST = /(?:^|\.)([a-z]+)\.(?:(?:com?|org|net)\.)?[a-z]{2}$/;

/**
 * Where a visitor came from: the source given, else what the address's parameters say, else the known name of the
 * referrer's host, else null. `siteHostName` is the site's own host, which is no source.
 */
export type FindSource = (
  given: string | null,
  url: string | null,
  referrer: string | null,
  siteHostName: string | null,
) => string | null;

const REMEMBERED_HOSTS = 4096;

/**
 * Finds sources, and remembers the hosts it has looked up. A parameter that is longer than a source may be, or has
 * control characters, is passed over. Source: decisions, section 5.
 */
export function createSources(): FindSource {
  const remembered = createLru<string, string>(REMEMBERED_HOSTS);

  /** Empty when the host is not known. */
  function nameOf(host: string): string {
    const known = remembered.get(host);
    if (known !== undefined) return known;
    const name = nameOfHost(host) ?? '';
    remembered.set(host, name);
    return name;
  }

  return (given, url, referrer, siteHostName) => {
    if (given !== null) return given;
    const named = url === null ? null : sourceOfUrl(url);
    if (named !== null || referrer === null) return named;
    const host = hostOf(referrer) ?? appOf(referrer);
    return host === null || bareHost(host) === siteHostName ? null : nameOf(host) || null;
  };
}

function sourceOfUrl(url: string): string | null {
  if (!url.includes('?')) return null;
  for (const name of SOURCE_PARAMETERS) {
    const value = findQueryValue(url, name);
    if (value && !isLongerThan(value, MAX_LENGTH.source) && !hasControlCharacter(value))
      return value.toWellFormed();
  }
  return null;
}

/** `com.google.android.gm` of `android-app://com.google.android.gm/`. */
const appOf = (referrer: string): string | null => /^android-app:\/\/([\w.]+)/.exec(referrer)?.[1] ?? null;

/** Known name of a host, by the nearest domain above it that is known. */
function nameOfHost(host: string): string | undefined {
  const known = findKnownHost(NAMES, host);
  if (known !== undefined) return NAMES.get(known);
  const brand = BRAND_HOST.exec(host)?.[1];
  return brand ? BRANDS.get(brand) : undefined;
}
