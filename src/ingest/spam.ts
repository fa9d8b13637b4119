import type { SpamLevel } from '../core/site.ts';
import { createLru } from '../lib/lru.ts';
import { findKnownHost, MAX_HOST_LENGTH, parseHost } from '../lib/url.ts';
import { SPAM_HOSTS } from '../reference/spam-hosts.ts';

/** A site's settings of the spam filter. */
export interface SpamRules {
  readonly level: SpamLevel;
  /** The account's own list, in lower case; each host includes its subdomains. */
  readonly hosts: ReadonlySet<string>;
}

export interface SpamDeps {
  /** Returns a list beside the built-in one, called at each use; an updated list must be a new set. */
  readonly extraHosts?: () => ReadonlySet<string>;
}

/** Returns why a hit with this referrer is spam, for the account's owner; null when it is not. */
export type FindSpam = (referrer: string | null, rules: SpamRules) => string | null;

const BUILT_IN: ReadonlySet<string> = new Set(SPAM_HOSTS);
const NO_HOSTS: ReadonlySet<string> = new Set();
const MAX_CACHED_HOSTS = 4096;

/** Creates a spam filter over the built-in list and a refreshable one; results are cached by host. Source: decisions, section 4, Spam hits. */
export function createSpamFilter({ extraHosts = () => NO_HOSTS }: SpamDeps = {}): FindSpam {
  const cache = {
    basic: createLru<string, string>(MAX_CACHED_HOSTS),
    strict: createLru<string, string>(MAX_CACHED_HOSTS),
  };
  let extra = extraHosts();

  /** Returns an empty text for a host that is not spam. */
  function findCachedFault(host: string, level: 'basic' | 'strict'): string {
    if (extraHosts() !== extra) {
      extra = extraHosts();
      cache.basic.clear();
      cache.strict.clear();
    }
    const known = cache[level].get(host);
    if (known !== undefined) return known;
    const fault = findBasicFault(host, extra) ?? (level === 'strict' ? findStrictFault(host) : null) ?? '';
    cache[level].set(host, fault);
    return fault;
  }

  return (referrer, rules) => {
    if (referrer === null || (rules.level === 'off' && rules.hosts.size === 0)) return null;
    const host = parseHost(referrer);
    if (host === null)
      return rules.level !== 'off' && /^https?:/i.test(referrer)
        ? 'referrer without a possible host name'
        : null;
    const own = rules.hosts.size === 0 ? undefined : findKnownHost(rules.hosts, host);
    if (own !== undefined) return `referrer spam: ${own} is on the account's list`;
    return rules.level === 'off' ? null : findCachedFault(host, rules.level) || null;
  };
}

function findBasicFault(host: string, extra: ReadonlySet<string>): string | null {
  const known = findKnownHost(BUILT_IN, host) ?? findKnownHost(extra, host);
  if (known !== undefined) return `referrer spam: ${known}`;
  return isPossibleHost(host) ? null : `impossible host name in referrer: ${host.slice(0, 80)}`;
}

const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.|$))+(?<!\.)$/;

/** Returns whether a host is valid in the DNS: labels of 1 to 63 letters, digits and inner hyphens, 253 in all; or an IP address. Source: RFC 1035, section 2.3.4. */
export function isPossibleHost(host: string): boolean {
  if (host.length > MAX_HOST_LENGTH) return false;
  // Only an address ends in digits alone.
  return HOST_NAME.test(host) ? !/\.\d+$/.test(host) || isAddressLiteral(host) : isAddressLiteral(host);
}

const isAddressLiteral = (host: string): boolean =>
  host.startsWith('[') || /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/.test(host);

/** Names that the internet does not resolve. Source: RFC 2606, RFC 6761, RFC 6762. */
const RESERVED_ENDINGS = new Set(['example', 'invalid', 'test', 'localhost', 'local', 'internal']);

const SPAM_WORDS =
  /(?:^|[-.\d])(?:free-?traffic|get-?traffic|buy-?traffic|traffic-?(?:bot|cash|money|monetiz\w*)|share-?buttons?|social-?buttons?|buttons-for|cheap-?backlinks?|backlinks?|seo-?(?:offer|service|traffic|bot)s?|auto-?seo|casino|viagra|cialis|escorts?|pornhub|xxx)(?:$|[-.\d])/;

function findStrictFault(host: string): string | null {
  if (isAddressLiteral(host)) return 'referrer is a bare IP address';
  const ending = host.slice(host.lastIndexOf('.') + 1);
  if (ending === host || RESERVED_ENDINGS.has(ending))
    return `referrer is no public host: ${host.slice(0, 80)}`;
  return SPAM_WORDS.test(host) ? `referrer looks like spam: ${host.slice(0, 80)}` : null;
}
