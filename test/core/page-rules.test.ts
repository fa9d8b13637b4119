import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { splitPath } from '../../src/core/hits/page-path.ts';
import { compilePageRules, type PageRule } from '../../src/core/hits/page-rules.ts';
import { parsePageRules } from '../../src/core/hits/parse-page-rules.ts';
import { previewPageRules } from '../../src/features/page-rules/preview.ts';
import { normalizePath } from '../../src/lib/normalize-path.ts';
import { FUZZ_SEED } from '../support/fuzz.ts';

const pageOf = (rules: readonly PageRule[], given: string): string =>
  compilePageRules(rules)(splitPath(given));

test.each<[PageRule, [given: string, page: string][]]>([
  [
    { kind: 'trailing_slash', to: 'none' },
    [
      ['/a//', '/a'],
      ['//', '/'],
      ['/a/?b=/', '/a'],
    ],
  ],
  [
    { kind: 'trailing_slash', to: 'slash' },
    [
      ['/a', '/a/'],
      ['/a.pdf', '/a.pdf'],
      ['/v1.2/a', '/v1.2/a/'],
      ['/', '/'],
    ],
  ],
  [
    { kind: 'index' },
    [
      ['/index.php', '/'],
      ['/a/DEFAULT.aspx', '/a/'],
      ['/a/myindex.html', '/a/myindex.html'],
      ['/index.html/a', '/index.html/a'],
    ],
  ],
  [
    { kind: 'lower_case' },
    [
      ['/A%2fB', '/a%2Fb'],
      ['/STRASSE/É', '/strasse/é'],
      ['/İ', '/i̇'],
    ],
  ],
  [
    { kind: 'query', keep: ['b', 'a c'] },
    [
      ['/x?a+c=1&b=2&b=%26&d=3', '/x?b=2&b=%26&a%20c=1'],
      ['/x?d=1', '/x'],
      ['/x?b', '/x?b='],
    ],
  ],
  [
    { kind: 'hash' },
    [
      ['/x#!/a?b#c', '/x#!/a'],
      ['/x#/../%C3%A9', '/x#/é'],
      ['/x#token', '/x'],
      ['/x#!token', '/x'],
    ],
  ],
  [
    { kind: 'replace', pattern: '/u/*', with: '/u/%3aid' },
    [
      ['/u/1', '/u/%3Aid'],
      ['/u/1/2', '/u/1/2'],
    ],
  ],
])('%j', (rule, pages) => {
  expect(pages.map(([given]) => pageOf([rule], given))).toEqual(pages.map(([, page]) => page));
});

test('rules are applied in their order, each to what the one before it leaves', () => {
  const rules: PageRule[] = [
    { kind: 'query', keep: ['id'] },
    { kind: 'replace', pattern: '/old?id=*', with: '/item' },
    { kind: 'replace', pattern: '/item', with: '/thing' },
  ];
  expect(pageOf(rules, '/old?id=5')).toBe('/thing');
  expect(pageOf([...rules].reverse(), '/old?id=5')).toBe('/old?id=5');
});

test('an index file goes before slashes are looked at', () => {
  expect(pageOf([{ kind: 'trailing_slash', to: 'none' }, { kind: 'index' }], '/a/index.html')).toBe('/a');
});

test('a pattern without a query stands for the page with each', () => {
  const rules: PageRule[] = [
    { kind: 'query', keep: ['tab'] },
    { kind: 'replace', pattern: '/user/*', with: '/user/:id' },
  ];
  expect(pageOf(rules, '/user/5?tab=a&x=1')).toBe('/user/:id?tab=a');
});

test('a preview answers others meanwhile, and ends with its request', async () => {
  const stored = Array.from({ length: 20_000 }, (_, index) => ({
    path: `/${'a'.repeat(200)}/${index}`,
    hits: 1,
  }));
  const rules: PageRule[] = [{ kind: 'replace', pattern: '**a**a**a**z', with: '/z' }];
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const { pagesAfter } = await previewPageRules(rules, stored, new AbortController().signal);
  clearInterval(timer);
  expect([pagesAfter, turns > 2]).toEqual([20_000, true]);
  await expect(previewPageRules(rules, stored, AbortSignal.abort())).rejects.toThrow('abort');
});

test('capitals of a query are left by lower_case, so that a pattern may have them', () => {
  const fields = [{ kind: 'lower_case' }, { kind: 'replace', pattern: '/a?P=*', with: '/a' }] as const;
  expect(parsePageRules(fields)).toHaveLength(2);
  expect(() => parsePageRules([fields[0], { ...fields[1], pattern: '/A' }])).toThrow('lower case');
});

test('a page that would be too long stays as it was', () => {
  const path = `/${'a'.repeat(1023)}`;
  expect(pageOf([{ kind: 'trailing_slash', to: 'slash' }], path)).toBe(path);
  expect(pageOf([{ kind: 'query', keep: ['b'] }], `${path}?b=1`)).toBe(path);
});

test('whatever comes, a page is a normalized path', () => {
  const rule = fc.constantFrom<PageRule>(
    { kind: 'trailing_slash', to: 'none' },
    { kind: 'trailing_slash', to: 'slash' },
    { kind: 'index' },
    { kind: 'lower_case' },
    { kind: 'query', keep: ['a', 'b'] },
    { kind: 'hash' },
    { kind: 'replace', pattern: '/a*', with: '/b' },
  );
  const part = fc.constantFrom(
    '/',
    'a',
    'B',
    '.',
    '..',
    '%2f',
    '%e9',
    '?a=',
    '&b=',
    '#/',
    '#!/',
    'É',
    '\u0301',
    'İ',
    ' ',
    '%',
    '=',
    '+',
  );
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), fc.array(part, { maxLength: 12 }), (rules, parts) => {
      const page = pageOf(rules, `/${parts.join('')}`);
      expect(page).toStartWith('/');
      expect(normalizePath(page)).toBe(page);
    }),
    { seed: FUZZ_SEED, numRuns: 2000 },
  );
});
