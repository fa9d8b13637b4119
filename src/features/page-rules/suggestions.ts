/** Suggests rules for pages that look like the same one under several paths. */
import { MAX_WILDCARDS } from '../../core/goals/path-pattern.ts';
import { beforeQuery } from '../../core/hits/page-path.ts';
import { compilePageRules, type PageRule } from '../../core/hits/page-rules.ts';
import type { TimeSlice } from '../../lib/time-slice.ts';

/** A rule, and how many pages it would change. */
export interface Suggestion {
  readonly rule: PageRule;
  readonly pages: number;
}

/** Pages that differ by an id alone, from which on a rule is suggested for them. */
const MIN_PAGES_OF_PATTERN = 20;
const MAX_PATTERNS = 10;

/** Segments that name one of many things: numbers but for years, hashes, UUIDs, and long words with digits. */
const ID =
  /^(?:(?!(?:19|20)\d\d$)\d+|[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\D*\d\D*\d\D*\d)[\w-]{20,})$/i;

/** Suggests rules, those that change the most pages first; of kinds that there are already only further patterns. */
export async function suggestPageRules(
  pages: ReadonlyMap<string, number>,
  rules: readonly PageRule[],
  slice: TimeSlice,
): Promise<Suggestion[]> {
  const given = new Set<string>(rules.map(({ kind }) => kind));
  const found: Suggestion[] = [];
  for (const find of [findSlash, findIndex, findLowerCase, findPatterns]) {
    await slice.next();
    found.push(...find(pages));
  }
  return found
    .filter(({ rule }) => rule.kind === 'replace' || !given.has(rule.kind))
    .filter(suggestion => suggestion.pages > 0)
    .sort((a, b) => b.pages - a.pages);
}

/** Counts pages that a rule turns into others that there are. */
function countTwins(pages: ReadonlyMap<string, number>, rule: PageRule): Suggestion {
  const toPage = compilePageRules([rule]);
  const isTwin = (path: string): boolean => {
    const page = toPage({ path });
    return page !== path && pages.has(page);
  };
  return { rule, pages: [...pages.keys()].filter(isTwin).length };
}

/** Suggests the end that more hits have. */
function findSlash(pages: ReadonlyMap<string, number>): Suggestion[] {
  let balance = 0;
  for (const [path, hits] of pages)
    if (path.endsWith('/') && pages.has(path.slice(0, -1)))
      balance += hits - (pages.get(path.slice(0, -1)) ?? 0);
  return [countTwins(pages, { kind: 'trailing_slash', to: balance > 0 ? 'slash' : 'none' })];
}

const findIndex = (pages: ReadonlyMap<string, number>): Suggestion[] => [
  countTwins(pages, { kind: 'index' }),
];
const findLowerCase = (pages: ReadonlyMap<string, number>): Suggestion[] => [
  countTwins(pages, { kind: 'lower_case' }),
];

/** Finds paths that are the same but for ids. */
function findPatterns(pages: ReadonlyMap<string, number>): Suggestion[] {
  const counts = new Map<string, number>();
  for (const path of pages.keys()) {
    const before = beforeQuery(path);
    const segments = before.split('/').map(segment => (ID.test(segment) ? '*' : segment));
    const pattern = segments.join('/');
    const ids = segments.filter(segment => segment === '*').length;
    if (pattern !== before && ids <= MAX_WILDCARDS && /[^/*]/.test(pattern))
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_PAGES_OF_PATTERN)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_PATTERNS)
    .map(([pattern, count]) => ({
      rule: { kind: 'replace', pattern, with: pattern.replaceAll('*', ':id') },
      pages: count,
    }));
}
