/** Redirect rules for web servers. Paths come from strangers: no character of theirs may end a rule or widen it. */
import { hashSha256, toHex64 } from '../../../lib/hash.ts';
import { decodePath, isRedirectable } from './paths.ts';

export interface Redirect {
  readonly from: string;
  readonly to: string;
}

/** Rules to copy; one for each redirect that can be written. */
export interface RedirectRules {
  readonly caddy: string;
  readonly nginx: string;
}

/** Formats the rules of redirects. Left out are those of a path that no rule can hold, and the second of the same path. */
export function formatRedirects(redirects: readonly Redirect[]): RedirectRules {
  const rules = new Map<string, string>();
  for (const { from, to } of redirects) {
    const decoded = decodePath(from);
    const isUsable = isRedirectable(from) && isRedirectable(to) && decodePath(to) !== decoded;
    if (isUsable && !rules.has(decoded)) rules.set(decoded, escapeTarget(decodePath(to)));
  }
  const join = (format: (rule: Redirect) => string): string =>
    Array.from(rules, ([from, to]) => `${format({ from, to })}\n`).join('');
  return { caddy: join(formatCaddy), nginx: join(formatNginx) };
}

/** Escapes everything in a target but letters, digits and what never has a meaning: `$` begins a variable of nginx. */
const escapeTarget = (decoded: string): string =>
  decoded
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[!'()*]/g, character => `%${toHex(character)}`))
    .join('/');

const toHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0');

/**
 * Formats a rule for Caddy. Its path matchers ignore case and know `*`: a path that such a one could match too often, or not at all,
 * is matched by a regular expression.
 */
function formatCaddy({ from, to }: Redirect): string {
  if (/^[\w./~-]+$/.test(from) && from.toLowerCase() !== to.toLowerCase())
    return `redir ${from} ${to} permanent`;
  const matcher = `@moved_${toHex64(hashSha256(from)).slice(0, 8)}`;
  return `${matcher} path_regexp ^${toPattern(from)}$\nredir ${matcher} ${to} permanent`;
}

/** Writes a text as a regular expression in RE2, without spaces, quotes and braces of placeholders. */
const toPattern = (text: string): string =>
  text.replace(/[^\w/~-]/gu, character => {
    const hex = toHex(character);
    return hex.length === 2 ? `\\x${hex}` : `\\x{${hex}}`;
  });

/** Formats a rule for nginx, which compares the unescaped path. */
const formatNginx = ({ from, to }: Redirect): string =>
  `location = "${from.replace(/["\\]/g, '\\$&')}" { return 301 ${to}; }`;
