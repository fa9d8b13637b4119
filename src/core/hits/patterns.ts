/**
 * Texts that values contain, and patterns that they match as a whole, both ignoring case, as regular expressions for RE2, which takes
 * time in proportion to the length of a value, whatever the pattern.
 */
import { normalizeText } from '../../lib/normalize-path.ts';
import { escapeRe2, type PathPattern, toRe2 } from '../goals/path-pattern.ts';
import { PATH_DIMENSIONS } from './page-path.ts';

const MAX_STARS = 10;
const MAX_PATTERN_LENGTH = 1024;

/** A star or backslash that is meant itself, stars that stand for characters, or other text. */
const TOKENS = /\\\*|\*+|\\|[^*\\]+/g;

/** Parses a pattern: `*` stands for any characters, in paths but a slash, `**` for any; `\*` is a star. Throws a `RangeError` for one that is too long. */
export function parsePattern(pattern: string): PathPattern {
  const tokens = pattern.match(TOKENS) ?? [];
  const isWildcard = (token: string): boolean => token.startsWith('*');
  const stars = tokens.filter(isWildcard).join('').length;
  if (stars > MAX_STARS || pattern.length > MAX_PATTERN_LENGTH)
    throw new RangeError(`a pattern has at most ${MAX_STARS} stars and ${MAX_PATTERN_LENGTH} characters`);
  const texts = [''];
  const wildcards: ('*' | '**')[] = [];
  for (const token of tokens)
    if (isWildcard(token)) {
      wildcards.push(token === '*' ? '*' : '**');
      texts.push('');
    } else texts.push(`${texts.pop() ?? ''}${token === String.raw`\*` ? '*' : token}`);
  const [start = '', ...others] = texts;
  return { start, rest: others.map((text, index) => ({ wildcard: wildcards[index] ?? '**', text })) };
}

/** Returns the expression that matches values of a dimension that match a pattern as a whole. */
export const toPatternRe2 = (pattern: string, dimension: string): string => {
  const isOfPaths = PATH_DIMENSIONS.has(dimension);
  const { start, rest } = parsePattern(isOfPaths ? normalizeText(pattern) : pattern);
  const meant = isOfPaths ? rest : rest.map(part => ({ ...part, wildcard: '**' as const }));
  return toRe2({ start, rest: meant }, 'i');
};

/** Returns the expression that matches values that contain a text. */
export const toPartRe2 = (part: string): string => `(?is)${escapeRe2(part)}`;

/** Returns the function that tells whether a text contains another, ignoring case. */
export const compilePart = (part: string): ((text: string) => boolean) => {
  const expression = new RegExp(escapeRe2(part), 'iu');
  return text => expression.test(text);
};
