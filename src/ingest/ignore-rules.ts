import { isCountryCode } from '../core/country-code.ts';
import { parseRange } from '../lib/net.ts';
import { hasControlCharacter, isLongerThan } from '../lib/text.ts';
import { type Faults, type ParseResult, preview } from './fields.ts';
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

/** Names of the lists in the API. */
export const IGNORE_LISTS = ['paths', 'ip_ranges', 'countries', 'referrers', 'user_agents'] as const;
export type IgnoreList = (typeof IGNORE_LISTS)[number];

/** Rules of one list, and characters of one rule, at most. */
export const MAX_RULES = 500;
export const MAX_RULE_LENGTH = 1024;

/**
 * Parses ignore rules, or lists every fault by name and position (from 0). Each of `IGNORE_LISTS` is an array of at most
 * 500 strings; absent or null is empty. Blank entries and duplicates are dropped; a path's leading slash is added.
 */
export function parseIgnoreRules(given: unknown): ParseResult<IgnoreRules> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { ok: false, errors: [`ignore rules must be a JSON object, got ${preview(given)}`] };
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const faults: Faults = [];
  const value: IgnoreRules = {
    paths: parseList('paths', fields['paths'], { faults, findFault: findPathFault }).map(withSlash),
    addresses: parseList('ip_ranges', fields['ip_ranges'], { faults, findFault: findAddressFault }),
    countries: parseList('countries', fields['countries'], { faults, findFault: findCountryFault }),
    referrers: parseList('referrers', fields['referrers'], { faults, findFault: findReferrerFault }),
    userAgents: parseList('user_agents', fields['user_agents'], { faults, findFault: findUserAgentFault }),
  };
  return faults.length === 0 ? { ok: true, value } : { ok: false, errors: faults };
}

/** Presents the rules as they are stored and answered. */
export const presentIgnoreRules = (rules: IgnoreRules): Record<IgnoreList, readonly string[]> => ({
  paths: rules.paths,
  ip_ranges: rules.addresses,
  countries: rules.countries,
  referrers: rules.referrers,
  user_agents: rules.userAgents,
});

function parseList(
  name: IgnoreList,
  given: unknown,
  { faults, findFault }: { readonly faults: Faults; readonly findFault: (entry: string) => string | null },
): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    faults.push(`${name} must be a list of strings, got ${preview(given)}`);
    return [];
  }
  if (given.length > MAX_RULES) {
    faults.push(`${name} must have at most ${MAX_RULES} entries, got ${given.length}`);
    return [];
  }
  const kept: string[] = [];
  given.forEach((entry: unknown, index) => {
    const fault =
      typeof entry === 'string' ? (findTextFault(entry) ?? findFault(entry.trim())) : 'must be a string';
    if (fault !== null) faults.push(`${name}[${index}] ${fault}, got ${preview(entry)}`);
    else if (typeof entry === 'string' && entry.trim() !== '') kept.push(entry.trim());
  });
  return [...new Set(kept)];
}

const withSlash = (path: string): string => (/^[/*]/.test(path) ? path : `/${path}`);

function findTextFault(entry: string): string | null {
  if (isLongerThan(entry, MAX_RULE_LENGTH)) return `must be at most ${MAX_RULE_LENGTH} characters`;
  return hasControlCharacter(entry) || !entry.isWellFormed()
    ? 'must not contain control characters or broken Unicode'
    : null;
}

/** Two paths that only a rule for every path matches both of. */
const ANY_PATHS = ['/', '/\u{10ffff}'];

function findPathFault(entry: string): string | null {
  if (entry === '') return null;
  const matches = compileGlob(withSlash(entry));
  return ANY_PATHS.every(matches) ? 'would ignore every page' : null;
}

function findAddressFault(entry: string): string | null {
  const range = parseRange(entry);
  if (entry !== '' && !range) return 'must be an IP address or a range such as 203.0.113.0/24';
  return range?.[1] === 0 ? 'would ignore every visitor' : null;
}

const findCountryFault = (entry: string): string | null =>
  entry === '' || isCountryCode(entry) ? null : 'must be two capital letters';

const findReferrerFault = (entry: string): string | null =>
  entry === '' || /^(?:https?:\/\/)?[^\s/:?#*]+(?::\d+)?(?:\/\S*)?$/i.test(entry)
    ? null
    : 'must be a host such as example.com or the beginning of an address';

const findUserAgentFault = (entry: string): string | null =>
  entry === '' || entry.length >= 3
    ? null
    : 'must have at least 3 characters, or it would ignore nearly everyone';
