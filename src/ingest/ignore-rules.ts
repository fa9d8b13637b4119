import { parseRange } from '../lib/net.ts';
import { isCountryCode } from './accept.ts';
import { type Accepted, type Faults, gist, hasControlCharacter, isLongerThan } from './fields.ts';
import { compileGlob } from './glob.ts';

/** What a site does not count, as its settings keep it. */
export interface IgnoreRules {
  /** Paths with their leading slash; `*` stands for anything. Case counts. */
  readonly paths: readonly string[];
  /** IP addresses and CIDR ranges, version 4 and 6. */
  readonly addresses: readonly string[];
  /** Two capitals each. */
  readonly countries: readonly string[];
  /** A host, which stands for everything below it, or the beginning of an address. Case does not count. */
  readonly referrers: readonly string[];
  /** Parts of a user agent. Case does not count. */
  readonly userAgents: readonly string[];
}

export const NO_IGNORE_RULES: IgnoreRules = {
  paths: [],
  addresses: [],
  countries: [],
  referrers: [],
  userAgents: [],
};

/** The lists by their names on the wire. */
export const IGNORE_LISTS = ['paths', 'ip_ranges', 'countries', 'referrers', 'user_agents'] as const;
export type IgnoreList = (typeof IGNORE_LISTS)[number];

/** Rules of one list, and characters of one rule, at most. */
export const MAX_RULES = 500;
export const MAX_RULE_LENGTH = 1024;

/**
 * Ignore rules from what a person set, or every fault in it, by name and position (from 0). Wire words: see
 * `IGNORE_LISTS`, each a list of strings, at most 500 of them; absent or null is empty. Blank entries are left out, and
 * those that are there twice; a path's leading slash is added.
 */
export function parseIgnoreRules(given: unknown): Accepted<IgnoreRules> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { ok: false, errors: [`ignore rules must be a JSON object, got ${gist(given)}`] };
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const faults: Faults = [];
  const value: IgnoreRules = {
    paths: readList('paths', fields, faults, pathFault).map(withSlash),
    addresses: readList('ip_ranges', fields, faults, addressFault),
    countries: readList('countries', fields, faults, countryFault),
    referrers: readList('referrers', fields, faults, referrerFault),
    userAgents: readList('user_agents', fields, faults, userAgentFault),
  };
  return faults.length === 0 ? { ok: true, value } : { ok: false, errors: faults };
}

/** The same rules in wire words, as they are kept and shown. */
export const writeIgnoreRules = (rules: IgnoreRules): Record<IgnoreList, readonly string[]> => ({
  paths: rules.paths,
  ip_ranges: rules.addresses,
  countries: rules.countries,
  referrers: rules.referrers,
  user_agents: rules.userAgents,
});

function readList(
  name: IgnoreList,
  fields: Readonly<Record<string, unknown>>,
  faults: Faults,
  faultOf: (entry: string) => string | null,
): string[] {
  const given = fields[name] ?? [];
  if (!Array.isArray(given)) {
    faults.push(`${name} must be a list of strings, got ${gist(given)}`);
    return [];
  }
  if (given.length > MAX_RULES) {
    faults.push(`${name} must have at most ${MAX_RULES} entries, got ${given.length}`);
    return [];
  }
  const kept: string[] = [];
  given.forEach((entry: unknown, index) => {
    const fault =
      typeof entry === 'string' ? (textFault(entry) ?? faultOf(entry.trim())) : 'must be a string';
    if (fault !== null) faults.push(`${name}[${index}] ${fault}, got ${gist(entry)}`);
    else if (typeof entry === 'string' && entry.trim() !== '') kept.push(entry.trim());
  });
  return [...new Set(kept)];
}

const withSlash = (path: string): string => (/^[/*]/.test(path) ? path : `/${path}`);

function textFault(entry: string): string | null {
  if (isLongerThan(entry, MAX_RULE_LENGTH)) return `must be at most ${MAX_RULE_LENGTH} characters`;
  return hasControlCharacter(entry) || !entry.isWellFormed()
    ? 'must not contain control characters or broken Unicode'
    : null;
}

/** Two paths that only a rule for everything fits both of. */
const ANY_PATHS = ['/', '/\u{10ffff}'];

function pathFault(entry: string): string | null {
  if (entry === '') return null;
  const fits = compileGlob(withSlash(entry));
  return ANY_PATHS.every(fits) ? 'would ignore every page' : null;
}

function addressFault(entry: string): string | null {
  const range = parseRange(entry);
  if (entry !== '' && !range) return 'must be an IP address or a range such as 203.0.113.0/24';
  return range?.[1] === 0 ? 'would ignore every visitor' : null;
}

const countryFault = (entry: string): string | null =>
  entry === '' || isCountryCode(entry) ? null : 'must be two capital letters';

const referrerFault = (entry: string): string | null =>
  entry === '' || /^(?:https?:\/\/)?[^\s/:?#*]+(?::\d+)?(?:\/\S*)?$/i.test(entry)
    ? null
    : 'must be a host such as example.com or the beginning of an address';

const userAgentFault = (entry: string): string | null =>
  entry === '' || entry.length >= 3
    ? null
    : 'must have at least 3 characters, or it would ignore nearly everyone';
