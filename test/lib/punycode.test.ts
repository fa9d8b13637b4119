import { expect, test } from 'bun:test';
import { toAsciiAddress } from '../../src/lib/punycode.ts';

test.each([
  ['https://bücher.example/ü?ü#ü', 'https://xn--bcher-kva.example/ü?ü#ü'],
  ['https://ü:ü@BÜCHER.example:8080', 'https://ü:ü@xn--bcher-kva.example:8080'],
  ['bücher.example/a', 'xn--bcher-kva.example/a'],
  ['/a?from=https://bücher.example', '/a?from=https://bücher.example'],
  ['https://news.example/ü', 'https://news.example/ü'],
  ['android-app://ü.example', 'android-app://xn--tda.example'],
  ['', ''],
])('%s is stored as %s', (given, stored) => {
  expect(toAsciiAddress(given)).toBe(stored);
  expect(toAsciiAddress(stored)).toBe(stored);
});
