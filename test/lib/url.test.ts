import { expect, test } from 'bun:test';
import {
  findKnownHost,
  isHost,
  joinUrl,
  parseHost,
  parseSiteHost,
  splitRequestUrl,
} from '../../src/lib/url.ts';

test.each([
  ['https://example.com/a', 'example.com'],
  ['http://example.com', 'example.com'],
  ['https://example.com?x', 'example.com'],
  ['https://example.com:8080/a', 'example.com'],
  ['https://EXAMPLE.com./a', 'example.com'],
  ['https://bücher.example/a', 'xn--bcher-kva.example'],
  ['https://user:secret@example.com/', 'example.com'],
  ['https://[2001:db8::1]/', '[2001:db8::1]'],
  ['https://', null],
  ['https://exa mple.com/', null],
  ['example.com/a', null],
  ['javascript:alert(1)', null],
  ['android-app://com.google.android.gm/', null],
])('the host of %p is %p', (address, host) => {
  expect(parseHost(address)).toBe(host);
});

test.each([
  ['https://www.Example.com/', 'example.com'],
  ['https://example.com:443', 'example.com'],
  ['http://example.com:80', 'example.com'],
  ['http://example.com:8080/x', 'example.com:8080'],
  ['https://example.com./', 'example.com'],
  ['null', null],
])('a site at %p is compared as %p', (address, host) => {
  expect(parseSiteHost(address)).toBe(host);
});

test('a site URL and a path are joined with one slash', () => {
  expect(joinUrl('https://example.com', '/a')).toBe('https://example.com/a');
  expect(joinUrl('https://example.com/', '/a')).toBe('https://example.com/a');
});

test('the nearest known domain above a host is found', () => {
  const known = new Set(['google.com', 'mail.google.com']);
  expect(findKnownHost(known, 'x.mail.google.com')).toBe('mail.google.com');
  expect(findKnownHost(known, 'www.google.com')).toBe('google.com');
  expect(findKnownHost(known, 'notgoogle.com')).toBeUndefined();
});

test.each([
  ['http://localhost:3000/a/b?x=/1?y', '/a/b', 'x=/1?y'],
  ['http://localhost:3000/', '/', ''],
  ['https://stats.example/a?', '/a', ''],
  ['https://stats.example/a//b', '/a//b', ''],
])('the URL of a request is split: %s', (url, path, query) =>
  expect(splitRequestUrl(url)).toEqual({ path, query }),
);

test.each([
  ['shop.example', true],
  ['shop.example:8080', true],
  ['127.0.0.1', true],
  ['Shop.example', false],
  ['ada@shop.example', false],
  ['shop.example/tea', false],
  ['<img src=x>', false],
  ['', false],
])('%p is a host: %p', (text, expected) => expect(isHost(text)).toBe(expected));
