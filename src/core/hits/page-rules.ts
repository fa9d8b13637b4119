/** Rules of a site that make one page of several paths. Source: decisions, section 15. */
import { normalizePath, normalizeText } from '../../lib/normalize-path.ts';
import { isLongerThan, trimTrailing } from '../../lib/text.ts';
import { matchesPath, parsePathPattern } from '../goals/path-pattern.ts';
import { MAX_LENGTH } from '../limits.ts';
import { beforeQuery, type PathParts, splitAddress } from './page-path.ts';

/** A rule. They are applied in their order, each to what the one before leaves. */
export type PageRule =
  | { readonly kind: 'trailing_slash'; readonly to: 'none' | 'slash' }
  | { readonly kind: 'index' }
  | { readonly kind: 'lower_case' }
  | { readonly kind: 'query'; readonly keep: readonly string[] }
  | { readonly kind: 'hash' }
  | { readonly kind: 'replace'; readonly pattern: string; readonly with: string };

/** Returns the page of a normalized path and what follows it. */
export type ToPage = (parts: PathParts) => string;

/** Parses rules as a site's row has them: a JSON array. */
export const readPageRules = (text: string): PageRule[] => JSON.parse(text) as PageRule[];

/** Applies a rule to a page; `parts` are what came. */
type Apply = (page: string, parts: Omit<PathParts, 'path'>) => string;

/** Rules of each kind, as functions. */
const KINDS: { readonly [Kind in PageRule['kind']]: (rule: PageRule & { readonly kind: Kind }) => Apply } = {
  trailing_slash: ({ to }) => onPath(to === 'none' ? withoutSlash : withSlash),
  index: () => onPath(path => path.replace(INDEX_FILE, '/')),
  lower_case: () => onPath(path => normalizePath(path.toLowerCase())),
  query:
    ({ keep }) =>
    (page, { query }) => {
      const { path, query: own, fragment } = splitAddress(page);
      return `${path}${keepParameters(own || (query ?? ''), keep)}${fragment}`;
    },
  hash:
    () =>
    (page, { fragment }) => {
      const { path, query, fragment: own } = splitAddress(page);
      return `${path}${query}${keepRoute(own || (fragment ?? ''))}`;
    },
  replace: ({ pattern, with: to }) => {
    const parsed = parsePathPattern(pattern);
    const page = normalizePath(to);
    const replace = (path: string): string => (matchesPath(parsed, path) ? page : path);
    // A pattern without a query or a route stands for the page with each.
    return /[?#]/.test(pattern) ? replace : onPath(replace);
  },
};

const compileRule = <Kind extends PageRule['kind']>(rule: PageRule & { readonly kind: Kind }): Apply =>
  KINDS[rule.kind as Kind](rule);

export const PAGE_RULE_KINDS = Object.keys(KINDS) as PageRule['kind'][];

/** Returns the rules of a site as one function. */
export const toPageOf = ({ pageRules }: { readonly pageRules: string }): ToPage =>
  compilePageRules(readPageRules(pageRules));

/** Returns the rules that normalize a path and combine no pages: for patterns that name some of the pages that are combined. */
export const normalizingRules = (rules: readonly PageRule[]): PageRule[] =>
  rules.filter(({ kind }) => kind !== 'replace');

/** Returns rules in the order in which they are applied: the given one, but that a folder's slash is looked at when its index file is gone. */
export function orderPageRules(rules: readonly PageRule[]): readonly PageRule[] {
  const slash = rules.findIndex(({ kind }) => kind === 'trailing_slash');
  const index = rules.find(({ kind }) => kind === 'index');
  if (!index || slash === -1 || rules.indexOf(index) < slash) return rules;
  return [...rules.slice(0, slash), index, ...rules.slice(slash).filter(rule => rule !== index)];
}

/**
 * Returns the patterns of pages that one of paths stands for by these rules, itself left out: normalized by them, and with each query and
 * route that they keep. None ends in the wildcard for anything where the pattern does not: it would match far more.
 */
export function toPagePatterns(
  rules: readonly PageRule[],
  pattern: string,
  anything: '*' | '**' = '**',
): string[] {
  if (rules.length === 0) return [];
  const made = compilePageRules(rules)({ path: pattern });
  const page = made.endsWith(anything) && !pattern.endsWith(anything) ? pattern : made;
  const ends = [
    ...(rules.some(({ kind }) => kind === 'query') ? ['?**'] : []),
    ...(rules.some(({ kind }) => kind === 'hash') ? ['#**'] : []),
  ];
  const hasEnd = /[?#]/.test(page) || page.endsWith(anything);
  return [page, ...(hasEnd ? [] : ends.map(end => `${page}${end}`))].filter(each => each !== pattern);
}

/** Compiles rules to one function. A page that would be too long stays as it was. */
export function compilePageRules(rules: readonly PageRule[]): ToPage {
  const steps = orderPageRules(rules).map(compileRule);
  return parts =>
    steps.reduce((page, step) => {
      const next = step(page, parts);
      return next === page || isLongerThan(next, MAX_LENGTH.path) ? page : next;
    }, parts.path);
}

/** Applies a function to the path before its query. */
const onPath =
  (change: (path: string) => string): Apply =>
  page => {
    const path = beforeQuery(page);
    return `${change(path)}${page.slice(path.length)}`;
  };

const INDEX_FILE = /\/(?:index\.html|index\.php|default\.aspx)$/i;

const withoutSlash = (path: string): string => trimTrailing(path, '/') || '/';
/** Of files none has a slash, and what a wildcard of a goal stands for may end with one. */
const withSlash = (path: string): string => {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' || last.includes('.') || last.endsWith('**') ? path : `${path}/`;
};

/** Returns a query of those parameters that are kept, in their order. */
function keepParameters(query: string, names: readonly string[]): string {
  if (query === '') return '';
  const given = new URLSearchParams(query);
  const kept = names.flatMap(name => given.getAll(name).map(value => `${toText(name)}=${toText(value)}`));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** In the spelling of paths. What would end a value stays escaped. */
const toText = (text: string): string => normalizeText(encodeURIComponent(text.toWellFormed()));

/**
 * Returns a fragment that is a route of the site's program, such as `#/settings`; of others nothing. Its query is not kept, nor what
 * looks like one: it may hold a token.
 */
function keepRoute(fragment: string): string {
  const route = beforeQuery(fragment.slice(1));
  return /^!?\/[^=]*$/.test(route) ? `#${normalizePath(route)}` : '';
}
