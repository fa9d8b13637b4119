/** Rules of robots.txt. Source: RFC 9309. */
export interface Robots {
  isAllowed(url: URL): boolean;
  /** Addresses of sitemaps, unparsed. */
  readonly sitemaps: readonly string[];
  /** Crawl-delay; undefined for none. */
  readonly delayMs: number | undefined;
}

/** Product token of this crawler. */
const AGENT = 'footfall';
const MAX_RULES = 5000;
const MAX_SITEMAPS = 20;
const MAX_RULE_LENGTH = 1024;
/** Limit of the time that matching a rule takes. */
const MAX_WILDCARDS = 16;
const MAX_DELAY_MS = 60_000;

interface Rule {
  readonly allows: boolean;
  readonly length: number;
  matches(path: string): boolean;
}

interface Group {
  readonly rules: Rule[];
  delayMs: number | undefined;
  isNamed: boolean;
}

/** Allows everything, like a site without the file. */
export const NO_ROBOTS: Robots = { isAllowed: () => true, sitemaps: [], delayMs: undefined };

/** Parses robots.txt; invalid lines are ignored. Groups of the same name are merged. */
export function parseRobots(text: string): Robots {
  const ownGroup: Group = { rules: [], delayMs: undefined, isNamed: false };
  const wildcardGroup: Group = { rules: [], delayMs: undefined, isNamed: false };
  const sitemaps: string[] = [];
  let current: readonly Group[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^[\t ]*([A-Za-z-]{1,20})[\t ]*:[\t ]*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const content = value.trim();
    if (field === 'user-agent') {
      const groups = findGroups(content.toLowerCase(), ownGroup, wildcardGroup);
      current = isNaming ? [...new Set([...current, ...groups])] : groups;
      isNaming = true;
    } else if (field === 'sitemap') {
      // Belongs to no group, and does not end one.
      if (sitemaps.length < MAX_SITEMAPS) sitemaps.push(content);
    } else if (field === 'allow' || field === 'disallow') {
      addRule(current, content, field === 'allow');
      isNaming = false;
    } else if (field === 'crawl-delay') {
      for (const group of current) group.delayMs = parseDelay(content) ?? group.delayMs;
      isNaming = false;
    }
  }
  const { rules, delayMs } = ownGroup.isNamed ? ownGroup : wildcardGroup;
  return { isAllowed: url => isAllowed(rules, url), sitemaps, delayMs };
}

/** Finds the groups that a user agent line opens. */
function findGroups(agent: string, ownGroup: Group, wildcardGroup: Group): readonly Group[] {
  const isOwnAgent = agent === AGENT || agent.startsWith(`${AGENT}/`);
  const group = agent === '*' ? wildcardGroup : isOwnAgent ? ownGroup : undefined;
  if (!group) return [];
  group.isNamed = true;
  return [group];
}

function addRule(groups: readonly Group[], pattern: string, allows: boolean): void {
  // An empty pattern disallows nothing.
  if (pattern === '' || pattern.length > MAX_RULE_LENGTH || pattern.split('*').length > MAX_WILDCARDS + 1)
    return;
  for (const { rules } of groups)
    if (rules.length < MAX_RULES)
      rules.push({ allows, length: pattern.length, matches: compilePattern(pattern) });
}

function parseDelay(text: string): number | undefined {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(seconds * 1000, MAX_DELAY_MS);
}

/**
 * Returns whether a URL is allowed: the longest matching rule decides; of two equally long ones, the one that allows.
 * Source: RFC 9309, section 2.2.2.
 */
function isAllowed(rules: readonly Rule[], { pathname, search }: URL): boolean {
  const path = normalizePath(pathname + search);
  let best: Rule | undefined;
  for (const rule of rules) {
    const isStronger =
      !best || rule.length > best.length || (rule.length === best.length && rule.allows && !best.allows);
    if (isStronger && rule.matches(path)) best = rule;
  }
  return best?.allows ?? true;
}

/** Compiles a pattern with `*` for any text and a final `$` for the end. Matching never backtracks. */
function compilePattern(pattern: string): (path: string) => boolean {
  const endsThere = pattern.endsWith('$');
  const [first = '', ...parts] = normalizePath(endsThere ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return path => {
    if (!path.startsWith(first)) return false;
    if (parts.length === 0) return !endsThere || path.length === first.length;
    let at = first.length;
    const last = parts.length - 1;
    for (const [index, part] of parts.entries()) {
      if (index === last && endsThere) return path.length - part.length >= at && path.endsWith(part);
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** Normalizes a path or pattern: non-ASCII characters are escaped, escapes are in upper case. */
const normalizePath = (text: string): string =>
  text
    .replace(/[^\u0020-\u007e]+/g, part => encodeURIComponent(part.toWellFormed()))
    .replace(/%[\da-f]{2}/gi, code => code.toUpperCase());
