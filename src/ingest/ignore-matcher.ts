import { normalizingRules, type PageRule, toPagePatterns } from '../core/hits/page-rules.ts';
import type { Network } from '../core/networks.ts';
import { compileRanges } from '../lib/net.ts';
import { normalizePattern } from '../lib/normalize-path.ts';
import { bareHost, findKnownHost, parseHost } from '../lib/url.ts';
import { compileGlob } from './glob.ts';
import type { IgnoreList, IgnoreRules } from './ignore-rules.ts';

/** The fields of a write that ignore rules match. */
export interface IgnoreFacts {
  readonly path: string | null;
  /** The path as it came, where the site's rules made another page of it: rules find either. */
  readonly givenPath?: string | null | undefined;
  /** Normalized: see `normalizeAddress`. */
  readonly address: string | null;
  readonly country: string;
  readonly referrer: string | null;
  readonly userAgent: string | null;
  /** Absent for what networks are not excluded from: visits of AI crawlers, kudos. */
  readonly network?: Network | null;
}

/** The rule that a write matches. */
export interface IgnoreMatch {
  readonly list: IgnoreList | 'exclude_networks';
  /** As it is in the settings. */
  readonly rule: string;
  /** A sentence for the answer's `reason`; it names the rule. */
  readonly reason: string;
}

/** Finds the rule that a write matches; null when it matches none. */
export type FindIgnoreMatch = (facts: IgnoreFacts) => IgnoreMatch | null;

/** What a site does not count. */
export interface Exclusions {
  readonly ignoreRules: IgnoreRules;
  /** Default: none. */
  readonly excludedNetworks?: readonly Network[] | undefined;
  /** Default: none. */
  readonly pageRules?: readonly PageRule[] | undefined;
}

/** Compiles what a site does not count. */
export function compileIgnoreMatch({
  ignoreRules: rules,
  excludedNetworks = [],
  pageRules = [],
}: Exclusions): FindIgnoreMatch {
  const compiled = [
    pathRule(rules.paths, normalizingRules(pageRules)),
    countryRule(rules.countries),
    addressRule(rules.addresses),
    referrerRule(rules.referrers),
    userAgentRule(rules.userAgents),
    networkRule(excludedNetworks),
  ].filter(rule => rule !== undefined);
  if (compiled.length === 0) return () => null;
  return facts => {
    for (const rule of compiled) {
      const match = rule(facts);
      if (match !== null) return match;
    }
    return null;
  };
}

function pathRule(patterns: readonly string[], pageRules: readonly PageRule[]): FindIgnoreMatch | undefined {
  if (patterns.length === 0) return undefined;
  const normalized = patterns.flatMap(rule => {
    const normal = normalizePattern(rule);
    return [normal, ...toPagePatterns(pageRules, normal, '*')].map(pattern => ({ rule, pattern }));
  });
  const exact = new Map(
    normalized.filter(({ pattern }) => !pattern.includes('*')).map(({ rule, pattern }) => [pattern, rule]),
  );
  const globs = normalized
    .filter(({ pattern }) => pattern.includes('*'))
    .map(({ rule, pattern }) => ({ pattern: rule, matches: compileGlob(pattern) }));
  const find = (path: string | null): IgnoreMatch | null => {
    if (path === null) return null;
    const same = exact.get(path);
    if (same !== undefined) return { list: 'paths', rule: same, reason: `path ${path} is ignored` };
    const rule = globs.find(({ matches }) => matches(path))?.pattern;
    return rule === undefined ? null : { list: 'paths', rule, reason: `path is ignored by ${rule}` };
  };
  return ({ path, givenPath = path }) => find(path) ?? (givenPath === path ? null : find(givenPath));
}

/** Source of the reason: decisions, section 15. */
function networkRule(excluded: readonly Network[]): FindIgnoreMatch | undefined {
  if (excluded.length === 0) return undefined;
  return ({ network }) =>
    network && excluded.includes(network)
      ? { list: 'exclude_networks', rule: network, reason: 'network' }
      : null;
}

function countryRule(countries: readonly string[]): FindIgnoreMatch | undefined {
  if (countries.length === 0) return undefined;
  const codes = new Set(countries);
  return ({ country }) =>
    codes.has(country) ? { list: 'countries', rule: country, reason: `country ${country} is ignored` } : null;
}

function addressRule(texts: readonly string[]): FindIgnoreMatch | undefined {
  if (texts.length === 0) return undefined;
  const isIgnored = compileRanges(texts);
  return ({ address }) => {
    if (address === null || !isIgnored(address)) return null;
    // Only for addresses that are ignored: find which rule it was.
    const rule = texts.find(text => compileRanges([text])(address)) ?? '';
    return { list: 'ip_ranges', rule, reason: `IP address is ignored by ${rule}` };
  };
}

/** `example.com` means that host and everything below it; an address means everything that begins with it. */
function referrerRule(referrers: readonly string[]): FindIgnoreMatch | undefined {
  if (referrers.length === 0) return undefined;
  const prefixes = referrers
    .filter(rule => rule.includes('/'))
    .map(rule => ({ rule, start: withoutScheme(rule) }));
  const hosts = new Map(
    referrers
      .filter(rule => !rule.includes('/'))
      .map((rule): [string, string] => [bareHost(rule.toLowerCase()), rule]),
  );
  return ({ referrer }) => {
    if (referrer === null) return null;
    if (prefixes.length > 0) {
      const plain = withoutScheme(referrer);
      const rule = prefixes.find(({ start }) => plain.startsWith(start))?.rule;
      if (rule !== undefined) return { list: 'referrers', rule, reason: `referrer is ignored by ${rule}` };
    }
    const host = hosts.size === 0 ? null : (parseHost(referrer) ?? parseHost(`http://${referrer}`));
    const known = host === null ? undefined : findKnownHost(hosts, host);
    if (known === undefined) return null;
    return { list: 'referrers', rule: hosts.get(known) ?? known, reason: `referrer ${known} is ignored` };
  };
}

/** Normalizes an address for comparison: without scheme and `www.`, in lower case. */
const withoutScheme = (address: string): string =>
  bareHost(address.toLowerCase().replace(/^https?:\/\//, ''));

function userAgentRule(parts: readonly string[]): FindIgnoreMatch | undefined {
  if (parts.length === 0) return undefined;
  const lower = parts.map(part => ({ part, text: part.toLowerCase() }));
  return ({ userAgent }) => {
    const agent = userAgent?.toLowerCase();
    const found = agent && lower.find(({ text }) => agent.includes(text));
    if (!found) return null;
    return { list: 'user_agents', rule: found.part, reason: `user agent is ignored by ${found.part}` };
  };
}
