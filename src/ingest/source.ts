import { findHostName, findPartName, nameSource } from '../core/channels/name-sources.ts';
import { readParameter, SOURCE_PARAMETERS } from '../core/hits/url-parameters.ts';
import { isOneOfHosts } from '../core/site-hosts.ts';
import { createLru } from '../lib/lru.ts';
import { bareHost, parseHost } from '../lib/url.ts';

/**
 * Returns the source of a visit: the given one, else the URL's parameter, else the known name of the referrer's host, else
 * null. Names of known sources have one writing.
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
    const name = findHostName(host) ?? '';
    cache.set(host, name);
    return name;
  }

  return ({ given, url, referrer, siteHosts }) => {
    const named = given ?? (url === null ? null : findUrlSource(url));
    if (named !== null) return nameSource(named);
    if (referrer === null) return null;
    const host = parseHost(referrer) ?? parseAppName(referrer);
    if (host === null || isOneOfHosts(siteHosts, bareHost(host))) return null;
    return findPartName(referrer) ?? (findCachedName(host) || null);
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
