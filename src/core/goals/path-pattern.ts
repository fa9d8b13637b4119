/**
 * Patterns of paths: `*` stands for any characters but a slash, `**` for any characters, each for none, too. Matching takes
 * time in proportion to the length of a path, whatever the pattern: nothing is tried twice. Source: decisions, section 10.
 */
import { normalizePattern } from '../../lib/normalize-path.ts';

/** Wildcards of a pattern at most. */
export const MAX_WILDCARDS = 10;

/** A pattern, taken apart. */
export interface PathPattern {
  /** What a path begins with: the whole path where there is no wildcard. */
  readonly start: string;
  /** Each wildcard, and the text up to the next one or the end. */
  readonly rest: readonly PatternPart[];
}

interface PatternPart {
  readonly wildcard: '*' | '**';
  readonly text: string;
}

/** Parses a pattern, in the spelling of stored paths. More than two asterisks in a row are the same as two. */
export function parsePathPattern(pattern: string): PathPattern {
  const [start = '', ...others] = normalizePattern(pattern).split(/(\*+)/);
  const rest: PatternPart[] = [];
  for (let index = 0; index < others.length; index += 2)
    rest.push({ wildcard: others[index] === '*' ? '*' : '**', text: others[index + 1] ?? '' });
  return { start, rest };
}

/** Returns what is wrong with a pattern of pages, to follow its name; undefined for nothing. */
export function findPatternFault(pattern: string): string | undefined {
  if (!/^[/*]/.test(pattern))
    return `must begin with / or *, as in /thanks or /docs/**, got ${JSON.stringify(pattern.slice(0, 60))}`;
  const wildcards = parsePathPattern(pattern).rest.length;
  return wildcards > MAX_WILDCARDS
    ? `must have at most ${MAX_WILDCARDS} wildcards, got ${wildcards}`
    : undefined;
}

/** Returns the pattern as a regular expression for RE2, which matches in linear time and a path as a whole. */
export const toRe2 = ({ start, rest }: PathPattern, flags = ''): string =>
  [
    `(?s${flags})${escapeRe2(start)}`,
    ...rest.map(({ wildcard, text }) => `${wildcard === '*' ? '[^/]*' : '.*'}${escapeRe2(text)}`),
  ].join('');

/** Returns a text as a regular expression that matches it, for RE2 and JavaScript. */
export const escapeRe2 = (text: string): string => text.replace(/[\\.*+?()|[\]{}^$]/g, String.raw`\$&`);

/** Returns whether a path matches. */
export function matchesPath({ start, rest }: PathPattern, path: string): boolean {
  if (rest.length === 0) return path === start;
  if (!path.startsWith(start)) return false;
  let ends = [start.length];
  for (const part of rest.slice(0, -1)) {
    ends = findEnds(path, part, ends);
    if (ends.length === 0) return false;
  }
  const last = rest.at(-1);
  return last !== undefined && endsWith(path, last, ends);
}

/** Returns the places where a wildcard and the text after it may end, from the places where they may begin; ascending. */
function findEnds(path: string, { wildcard, text }: PatternPart, begins: readonly number[]): number[] {
  const ends: number[] = [];
  let next = 0;
  let slash = -1;
  for (let at = path.indexOf(text, begins[0]); at !== -1; at = path.indexOf(text, at + 1)) {
    // The last beginning before the text leaves the fewest characters to the wildcard.
    while (next + 1 < begins.length && (begins[next + 1] ?? at) <= at) next++;
    const begin = begins[next] ?? 0;
    if (wildcard === '*') {
      if (slash < begin) slash = path.indexOf('/', begin);
      if (slash === -1) slash = path.length;
    }
    if (wildcard === '**' || slash >= at) ends.push(at + text.length);
  }
  return ends;
}

/** Returns whether a wildcard and the text after it can be the end of a path. */
function endsWith(path: string, { wildcard, text }: PatternPart, begins: readonly number[]): boolean {
  const at = path.length - text.length;
  const begin = begins.findLast(each => each <= at);
  if (begin === undefined || !path.endsWith(text)) return false;
  return wildcard === '**' || !path.slice(begin, at).includes('/');
}
