import type { SpamLevel } from '../core/site.ts';
import { createLru } from '../lib/lru.ts';
import { findKnownHost, hostOf } from '../lib/url.ts';
import { SPAM_HOSTS } from '../reference/spam-hosts.ts';

/**
 * How suspicious a site is of referrers. `off`: only the site's own list; `basic`: known spam hosts, those of the
 * operator's list, and names that no host can have; `strict`: also bare addresses, names that no public host has and
 * names made of a spammer's words, and browsers without a window are dropped.
 */

/** What a site asks of the spam filter. */
export interface SpamRules {
  readonly level: SpamLevel;
  /** Hosts the account has named itself, in lower case; each stands for everything below it. */
  readonly hosts: ReadonlySet<string>;
}

export interface SpamDeps {
  /** A fresh list beside the built-in one, asked for at each use; a new list is a new set, never the old one changed. */
  readonly extraHosts?: () => ReadonlySet<string>;
}

/** Why a hit with this referrer is spam, in words for the account's owner; null when it is none. */
export type FindSpam = (referrer: string | null, rules: SpamRules) => string | null;

const BUILT_IN: ReadonlySet<string> = new Set(SPAM_HOSTS);
const NO_HOSTS: ReadonlySet<string> = new Set();
const REMEMBERED_HOSTS = 4096;

/** A spam filter over the built-in list and a refreshable one; remembers the hosts it has judged. Source: decisions, section 4, Spam hits. */
export function createSpamFilter({ extraHosts = () => NO_HOSTS }: SpamDeps = {}): FindSpam {
  const judged = {
    basic: createLru<string, string>(REMEMBERED_HOSTS),
    strict: createLru<string, string>(REMEMBERED_HOSTS),
  };
  let extra = extraHosts();

  /** Empty when the host is innocent. */
  function judge(host: string, level: 'basic' | 'strict'): string {
    if (extraHosts() !== extra) {
      extra = extraHosts();
      judged.basic.clear();
      judged.strict.clear();
    }
    const known = judged[level].get(host);
    if (known !== undefined) return known;
    const fault = basicFault(host, extra) ?? (level === 'strict' ? strictFault(host) : null) ?? '';
    judged[level].set(host, fault);
    return fault;
  }

  return (referrer, rules) => {
    if (referrer === null || (rules.level === 'off' && rules.hosts.size === 0)) return null;
    const host = hostOf(referrer);
    if (host === null)
      return rules.level !== 'off' && /^https?:/i.test(referrer)
        ? 'referrer without a possible host name'
        : null;
    const own = rules.hosts.size === 0 ? undefined : findKnownHost(rules.hosts, host);
    if (own !== undefined) return `referrer spam: ${own} is on the account's list`;
    return rules.level === 'off' ? null : judge(host, rules.level) || null;
  };
}

function basicFault(host: string, extra: ReadonlySet<string>): string | null {
  const known = findKnownHost(BUILT_IN, host) ?? findKnownHost(extra, host);
  if (known !== undefined) return `referrer spam: ${known}`;
  return isPossibleHost(host) ? null : `impossible host name in referrer: ${host.slice(0, 80)}`;
}

const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.|$))+(?<!\.)$/;

/** Whether the name system could hold a host: labels of 1 to 63 letters, digits and inner hyphens, 253 in all; or an IP address. Source: RFC 1035, section 2.3.4. */
export function isPossibleHost(host: string): boolean {
  if (host.length > 253) return false;
  // Only an address ends in digits alone.
  return HOST_NAME.test(host) ? !/\.\d+$/.test(host) || isAddressLiteral(host) : isAddressLiteral(host);
}

const isAddressLiteral = (host: string): boolean =>
  host.startsWith('[') || /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/.test(host);

/** Names that the internet does not resolve. Source: RFC 2606, RFC 6761, RFC 6762. */
const RESERVED_ENDINGS = new Set(['example', 'invalid', 'test', 'localhost', 'local', 'internal']);

const SPAM_WORDS =
  /(?:^|[-.\d])(?:free-?traffic|get-?traffic|buy-?traffic|traffic-?(?:bot|cash|money|monetiz\w*)|share-?buttons?|social-?buttons?|buttons-for|cheap-?backlinks?|backlinks?|seo-?(?:offer|service|traffic|bot)s?|auto-?seo|casino|viagra|cialis|escorts?|pornhub|xxx)(?:$|[-.\d])/;

function strictFault(host: string): string | null {
  if (isAddressLiteral(host)) return 'referrer is a bare IP address';
  const ending = host.slice(host.lastIndexOf('.') + 1);
  if (ending === host || RESERVED_ENDINGS.has(ending))
    return `referrer is no public host: ${host.slice(0, 80)}`;
  return SPAM_WORDS.test(host) ? `referrer looks like spam: ${host.slice(0, 80)}` : null;
}
