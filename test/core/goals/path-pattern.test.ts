import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { matchesPath, parsePathPattern, toRe2 } from '../../../src/core/goals/path-pattern.ts';

const matches = (pattern: string, path: string): boolean => matchesPath(parsePathPattern(pattern), path);

test.each([
  ['/thanks', '/thanks', true],
  ['/thanks', '/thanks/', false],
  ['/blog/*', '/blog/a', true],
  ['/blog/*', '/blog/', true],
  ['/blog/*', '/blog/a/b', false],
  ['/blog/**', '/blog/a/b', true],
  ['/blog/**', '/blog', false],
  ['/*/pricing', '/de/pricing', true],
  ['/*/pricing', '/de/at/pricing', false],
  ['/**/pricing', '/de/at/pricing', true],
  ['**/done', '/order/done', true],
  ['/a*b*c', '/a1b2b3c', true],
  ['/a*b*c', '/a1b/b3c', false],
  ['/a**b*c', '/a/b/bxc', true],
  ['/a***b', '/a/x/b', true],
  ['/a.b', '/axb', false],
  ['/a+(b)', '/a+(b)', true],
  ['**', '/', true],
])('%p on %p: %p', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test('matches as a regular expression does', () => {
  const pieces = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '.', 'ab'), { maxLength: 8 });
  const paths = fc.array(fc.constantFrom('a', 'b', '/', '.', 'ab'), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, paths, (parts, letters) => {
      const [pattern, path] = [parts.join(''), letters.join('')];
      const expression = new RegExp(`^(?:${toRe2(parsePathPattern(pattern)).replace('(?s)', '')})$`, 's');
      expect(matches(pattern, path)).toBe(expression.test(path));
    }),
    { numRuns: 2000 },
  );
});

test('a pattern of which a matcher that goes back would try more ways than there is time for', () => {
  const path = `/${'a'.repeat(1022)}b`;
  expect(matches(`/${'**a'.repeat(10)}`, path)).toBe(false);
  expect(matches(`/${'*a'.repeat(10)}`, path)).toBe(false);
  expect(matches(`/${'**a'.repeat(9)}**`, path)).toBe(true);
});
