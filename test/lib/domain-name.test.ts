import { expect, test } from 'bun:test';
import { toUnicodeHost } from '../../src/lib/domain-name.ts';

test.each([
  ['example.org', 'example.org'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['www.xn--bcher-kva.example:8080', 'www.bücher.example:8080'],
  ['xn--mgba3a4f16a.example', 'ایران.example'],
  ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  ['xn--wgv71a119e.example', '日本語.example'],
  ['xn--hxajbheg2az3al.xn--jxalpdlp', 'παράδειγμα.δοκιμή'],
  ['xn--i1b6b1a6a2e.example', 'संगठन.example'],
])('%s is shown as %s', (host, shown) => {
  expect(toUnicodeHost(host)).toBe(shown);
});

test.each([
  ['a Cyrillic letter among Latin ones', 'xn--pple-43d.com'],
  ['Cyrillic letters that all look Latin', 'xn--80ak6aa92e.com'],
  ['a zero-width joiner', 'xn--a-ugn.example'],
  ['a picture', 'xn--ls8h.la'],
  ['no Punycode', 'xn--.example'],
  ['digits that end too early', 'xn--99999999.example'],
  ['other letters', 'xn--ü.example'],
  ['plain letters', 'xn--abc-.example'],
])('%s stays as it is', (_, host) => {
  expect(toUnicodeHost(host)).toBe(host);
});

test('whatever it is given, it answers', () => {
  for (let seed = 1; seed < 2000; seed++) {
    const text = `xn--${(seed * 7919).toString(36)}${seed % 3 ? '' : '-'}${(seed * 104729).toString(36)}.example`;
    const shown = toUnicodeHost(text);
    expect(shown === text || new URL(`http://${shown}`).hostname === text).toBe(true);
  }
});
