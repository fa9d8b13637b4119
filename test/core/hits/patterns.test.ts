import { expect, test } from 'bun:test';
import { compilePart, parsePattern, toPartRe2, toPatternRe2 } from '../../../src/core/hits/patterns.ts';

/** What JavaScript takes for the same: RE2 has flags within an expression. */
const matches = (pattern: string, value: string, dimension = 'source'): boolean =>
  new RegExp(`^(?:${toPatternRe2(pattern, dimension).replace('(?si)', '')})$`, 'isu').test(value);

test.each([
  ['news*', 'NEWS of the day', true],
  ['news*', 'old news', false],
  ['*', '', true],
  ['*a*', 'b\nA\nb', true],
  [String.raw`5\* hotel`, '5* hotel', true],
  [String.raw`5\* hotel`, '5 star hotel', false],
  [String.raw`c:\*`, 'c:*', true],
  [String.raw`c:\dir`, String.raw`C:\DIR`, true],
  ['a.c', 'abc', false],
  ['(a|b)[c]{2}^$', '(A|B)[C]{2}^$', true],
  ['é*', 'ÉTÉ', true],
])('%p on %p: %p', (pattern, value, expected) => {
  expect(matches(pattern, value)).toBe(expected);
});

test('a star stops at a slash in paths, two do not', () => {
  expect(matches('/blog/*', '/blog/a/b')).toBe(true);
  for (const dimension of ['path', 'entry_page', 'exit_page']) {
    expect(matches('/blog/*', '/Blog/a', dimension)).toBe(true);
    expect(matches('/blog/*', '/blog/a/b', dimension)).toBe(false);
    expect(matches('/blog/**', '/blog/a/b', dimension)).toBe(true);
  }
});

test('a pattern has at most 10 stars and 1,024 characters; a star that is meant itself is none', () => {
  expect(parsePattern(`${'*a'.repeat(10)}${String.raw`\*`.repeat(9)}`).rest).toHaveLength(10);
  expect(() => parsePattern('*a'.repeat(11))).toThrow(RangeError);
  expect(() => parsePattern('**'.repeat(6))).toThrow('10 stars');
  expect(parsePattern('a'.repeat(1024)).rest).toEqual([]);
  expect(() => parsePattern('a'.repeat(1025))).toThrow('1024 characters');
});

test('a part is not a pattern', () => {
  expect(toPartRe2('a.*')).toBe(String.raw`(?is)a\.\*`);
  expect(compilePart('a.*')('XA.*')).toBe(true);
  expect(compilePart('a.*')('abc')).toBe(false);
});
