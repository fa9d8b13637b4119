import { type AddressRange, compileRanges, parseRange } from '../lib/net.ts';
import { bareHost, findKnownHost, hostOf } from '../lib/url.ts';
import { compileGlob } from './glob.ts';
import type { IgnoreRules } from './ignore-rules.ts';

/** What ignore rules look at. */
export interface IgnoreFacts {
  readonly path: string | null;
  /** Normalized: see `normalizeAddress`. */
  readonly address: string | null;
  readonly country: string;
  readonly referrer: string | null;
  readonly userAgent: string | null;
}

/** The rule that a write falls under, as a sentence for the answer's `reason`; null when it falls under none. */
export type FindIgnoreReason = (facts: IgnoreFacts) => string | null;

type Rule = (facts: IgnoreFacts) => string | null;

/** A site's ignore rules, made ready once for as long as they stay the same. Without rules it costs nothing. */
export function compileIgnoreRules(rules: IgnoreRules): FindIgnoreReason {
  const compiled = [
    pathRule(rules.paths),
    countryRule(rules.countries),
    addressRule(rules.addresses),
    referrerRule(rules.referrers),
    userAgentRule(rules.userAgents),
  ].filter(rule => rule !== undefined);
  if (compiled.length === 0) return () => null;
  return facts => {
    for (const rule of compiled) {
      const reason = rule(facts);
      if (reason !== null) return reason;
    }
    return null;
  };
}

function pathRule(patterns: readonly string[]): Rule | undefined {
  if (patterns.length === 0) return undefined;
  const exact = new Set(patterns.filter(pattern => !pattern.includes('*')));
  const globs = patterns
    .filter(pattern => pattern.includes('*'))
    .map(pattern => ({ pattern, matches: compileGlob(pattern) }));
  return ({ path }) => {
    if (path === null) return null;
    if (exact.has(path)) return `path ${path} is ignored`;
    const glob = globs.find(({ matches }) => matches(path));
    return glob ? `path is ignored by ${glob.pattern}` : null;
  };
}

function countryRule(countries: readonly string[]): Rule | undefined {
  if (countries.length === 0) return undefined;
  const codes = new Set(countries);
  return ({ country }) => (codes.has(country) ? `country ${country} is ignored` : null);
}

function addressRule(texts: readonly string[]): Rule | undefined {
  const ranges = texts.map(parseRange).filter((range): range is AddressRange => range !== undefined);
  if (ranges.length === 0) return undefined;
  const isIgnored = compileRanges(ranges);
  // The reason goes back to the caller, so it names no address.
  return ({ address }) => (address !== null && isIgnored(address) ? 'IP address is ignored' : null);
}

/** `example.com` means that host and everything below it; an address means everything that begins with it. */
function referrerRule(referrers: readonly string[]): Rule | undefined {
  if (referrers.length === 0) return undefined;
  const prefixes = referrers
    .filter(rule => rule.includes('/'))
    .map(rule => ({ rule, start: withoutScheme(rule) }));
  const hosts = new Set(
    referrers.filter(rule => !rule.includes('/')).map(rule => bareHost(rule.toLowerCase())),
  );
  return ({ referrer }) => {
    if (referrer === null) return null;
    if (prefixes.length > 0) {
      const plain = withoutScheme(referrer);
      const prefix = prefixes.find(({ start }) => plain.startsWith(start));
      if (prefix) return `referrer is ignored by ${prefix.rule}`;
    }
    const host = hosts.size === 0 ? null : (hostOf(referrer) ?? hostOf(`http://${referrer}`));
    const known = host === null ? undefined : findKnownHost(hosts, host);
    return known === undefined ? null : `referrer ${known} is ignored`;
  };
}

/** Scheme, `www.` and the case of the rest do not make a different place. */
const withoutScheme = (address: string): string =>
  bareHost(address.toLowerCase().replace(/^https?:\/\//, ''));

function userAgentRule(parts: readonly string[]): Rule | undefined {
  if (parts.length === 0) return undefined;
  const lower = parts.map(part => ({ part, text: part.toLowerCase() }));
  return ({ userAgent }) => {
    const agent = userAgent?.toLowerCase();
    const found = agent && lower.find(({ text }) => agent.includes(text));
    return found ? `user agent is ignored by ${found.part}` : null;
  };
}
