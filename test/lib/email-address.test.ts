/** One form for every spelling of an e-mail address. */
import { expect, test } from 'bun:test';
import { canonicalEmail, emailForms } from '../../src/lib/email-address.ts';

test.each([
  ['Ann@Example.ORG', 'ann@example.org'],
  [' ann+tag@example.org\n', 'ann+tag@example.org'],
  ['ａｎｎ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ann@example.org'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@XN--BCHER-KVA.example', 'ann@xn--bcher-kva.example'],
  ['ann@exa\u00admple.org', 'ann@example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
])('%j is %s', (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical);
});

test('look-alike letters never make the same address', () => {
  expect(canonicalEmail('аnn@example.org')).toBeUndefined();
  expect(canonicalEmail('ann@exаmple.org')).toBe('ann@xn--exmple-4nf.org');
});

const PARTS = ['', '@', 'ann', 'ann@', '@example.org', 'a@b@example.org', '__proto__'];
const NAMES = ['a..b@example.org', '.a@example.org', '\ud800@example.org', 'a\u0000b@example.org'];
const HOSTS = ['ann@example', 'ann@10.0.0.10', 'ann@[::1]', 'ann@ex%61mple.org', 'ann@example.org.'];
const MORE = ['ann@example.org/x', 'Ann <ann@example.org>', 'ann@example.org,bob@example.org'];
const LONG = [`${'a'.repeat(65)}@example.org`, `ann@${'a'.repeat(64)}.org`, `ann@${'a.'.repeat(130)}org`];

test.each([...PARTS, ...NAMES, ...HOSTS, ...MORE, ...LONG])('%j is none', typed => {
  expect(canonicalEmail(typed)).toBeUndefined();
});

test('an address is found in the spellings in which it may have been stored', () => {
  expect(emailForms('Ann@Bücher.example')).toEqual(['ann@bücher.example', 'ann@xn--bcher-kva.example']);
  expect(emailForms('ann@xn--bcher-kva.example')).toEqual([
    'ann@xn--bcher-kva.example',
    'ann@bücher.example',
  ]);
  expect(emailForms('ann@example.org')).toEqual(['ann@example.org']);
});
