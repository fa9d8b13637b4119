import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { normalizePath, normalizePattern, normalizeText } from '../../src/lib/normalize-path.ts';
import { FUZZ_SEED } from '../support/fuzz.ts';

test.each([
  ['/about//us/!$&\'()*+,;=:@"<>', '/about//us/!$&\'()*+,;=:@"<>'],
  ['/%C3%BCber-uns', '/über-uns'],
  ['/caf%c3%a9', '/café'],
  ['/%7Euser/%61%2D%2e%5f', '/~user/a-._'],
  ['/cafe%CC%81', '/café'],
  ['/cafe\u0301', '/café'],
  ['/%e4%b8%ad/%F0%9F%98%80', '/中/😀'],
  ['/a%2fb%3f%23', '/a%2Fb%3F%23'],
  ['/a b', '/a%20b'],
  ['/\u00a0\u200b\u2028\u0085', '/%C2%A0%E2%80%8B%E2%80%A8%C2%85'],
  ['/%c2%a0%e2%80%8b%c2%85', '/%C2%A0%E2%80%8B%C2%85'],
  // No UTF-8: a byte of Latin-1, half of a character, half of a surrogate pair.
  ['/caf%e9', '/caf%E9'],
  ['/%c3x', '/%C3x'],
  ['/%ed%a0%80', '/%ED%A0%80'],
  ['/%80%41', '/%80A'],
  ['/100%', '/100%'],
  ['/%zz%4', '/%zz%4'],
  ['/%25', '/%25'],
  ['/%2Cx%2C\u0301', '/%2Cx%2C\u0301'],
  ['/a/./b/../c', '/a/c'],
  ['/a/%2E%2e/b', '/b'],
  ['/../..', '/'],
  ['/a/b/..', '/a/'],
  ['/a/.', '/a/'],
  ['/.well-known/...', '/.well-known/...'],
  ['/a/../b?from=/c/../%7Ed#/e/..', '/b?from=/c/../~d#/e/..'],
])('%j is %j', (given, expected) => {
  expect(normalizePath(given)).toBe(expected);
});

const PIECES = [
  ...[
    '%',
    '%2',
    '2',
    'F',
    'a',
    '%C3',
    '%BC',
    '%41',
    '%25',
    '%34',
    '%31',
    '/',
    '.',
    '..',
    '%2e',
    '?',
    '#',
    'ü',
    '%EF',
  ],
  ...[
    '\u0301',
    'e',
    '\u00a0',
    '\u200d',
    '\u1fef',
    '\u212a',
    '%CC%81',
    '%C2%AD',
    '\u1100\u1161',
    '%E1%84%80%E1%85%A1',
  ],
];

test.each([
  ['/%C3%BC/*', '/ü/*'],
  ['*/./b', '*/./b'],
  ['/**/../%7Ex', '/**/../~x'],
  ['/a/../b', '/b'],
])('the pattern %j is %j', (given, expected) => {
  expect(normalizePattern(given)).toBe(expected);
});

test('a normalized path stays as it is, and is the page that its address has', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }), pieces => {
      const path = normalizePath(`/${pieces.join('')}`);
      expect(normalizePath(path)).toBe(path);
      expect(normalizeText(path)).toBe(path);
      expect(path).toStartWith('/');
    }),
    { seed: FUZZ_SEED, numRuns: 5_000 },
  );
});
