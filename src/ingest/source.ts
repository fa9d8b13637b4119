import { COUNTRY_BRANDS, SOURCES } from '../core/channels/sources.ts';
import { readParameter, SOURCE_PARAMETERS } from '../core/hits/url-parameters.ts';
import { isOneOfHosts } from '../core/site-hosts.ts';
import { createLru } from '../lib/lru.ts';
import { bareHost, findKnownHost, parseHost } from '../lib/url.ts';

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(SOURCES)
    .flatMap(names => Object.entries<string>(names))
    .flatMap(([name, hosts]) => hosts.split(' ').map((host): [string, string] => [host, name])),
);
const BRANDS: ReadonlyMap<string, string> = new Map(Object.entries(COUNTRY_BRANDS));

/** `google.de`, `www.google.co.uk`, `google.com.au`: brand, then a country's ending. */
const BRAND_HOST = /(?:^|\.)([a-z]+)\.(?:(?:com?|org|net)\.)?[a-z]{2}$/;

/**
 * Returns the source of a visit: the given one, else the URL's parameter, else the known name of the referrer's host, else
 * null.
 */
export type FindSource = (visit: {
  readonly given: string | null;
  readonly url: string | null;
  readonly referrer: string | null;
  /** The site's own hosts, which are no source. */
  readonly siteHosts: readonly string[];
}) => string | null;

const MAX_CACHED_HOSTS = 4096;

/** Creates the finder of sources; names of hosts are cached. Source: decisions, section 5. */
export function createSourceFinder(): FindSource {
  const cache = createLru<string, string>(MAX_CACHED_HOSTS);

  /** Returns an empty name for an unknown host. */
  function findCachedName(host: string): string {
    const known = cache.get(host);
    if (known !== undefined) return known;
    const name = findName(host) ?? '';
    cache.set(host, name);
    return name;
  }

  return ({ given, url, referrer, siteHosts }) => {
    if (given !== null) return given;
    const named = url === null ? null : findUrlSource(url);
    if (named !== null || referrer === null) return named;
    const host = parseHost(referrer) ?? parseAppName(referrer);
    return host === null || isOneOfHosts(siteHosts, bareHost(host)) ? null : findCachedName(host) || null;
  };
}

function findUrlSource(url: string): string | null {
  if (!url.includes('?')) return null;
  for (const name of SOURCE_PARAMETERS) {
    const value = readParameter(url, name);
    if (value !== null) return value.toWellFormed();
  }
  return null;
}

/** Parses `com.google.android.gm` from `android-app://com.google.android.gm/`. */
const parseAppName = (referrer: string): string | null =>
  /^android-app:\/\/([\w.]+)/.exec(referrer)?.[1] ?? null;

/** Finds the name of a host, by the nearest known parent domain. */
function findName(host: string): string | undefined {
  const known = findKnownHost(NAMES, host);
  if (known !== undefined) return NAMES.get(known);
  const brand = BRAND_HOST.exec(host)?.[1];
  return brand ? BRANDS.get(brand) : undefined;
}
