import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readTags } from '../../src/lib/html.ts';
import { countTurns } from '../support/event-loop.ts';

/** Tags as short texts: `a href=/x`, `/a`. */
const tagsOf = async (html: string): Promise<string[]> =>
  (await Array.fromAsync(readTags(html))).map(({ name, isEnd, attributes }) =>
    [`${isEnd ? '/' : ''}${name}`, ...[...attributes].map(([key, value]) => `${key}=${value}`)].join(' '),
  );

test.each([
  ['<a href="/x">y</a>', ['a href=/x', '/a']],
  ["<A HREF='/X' Class=b>", ['a href=/X class=b']],
  ['<a href=/x/y>', ['a href=/x/y']],
  ['<a href=/x class = "b c" download>', ['a href=/x class=b c download=']],
  ['<br/><img src="a>b"/>', ['br', 'img src=a>b']],
  ['<a\n\thref\n=\n"/x"\n>', ['a href=/x']],
  ['<a href=1 href=2>', ['a href=1']],
  ['<a href="?a=1&amp;b=2&#x26;c=3&#38;d&copy=4">', ['a href=?a=1&b=2&c=3&d&copy=4']],
  ['<a title="&lt;&#0;&#xd800;&#1114112;&quot;">', ['a title=<\ufffd\ufffd\ufffd"']],
  ['<a __proto__=1 constructor=2>', ['a __proto__=1 constructor=2']],
  ['<a ="x">', ['a ="x"=']],
  ['</a href="/x">', ['/a']],
  ['<my-element.x data-a=1>', ['my-element.x data-a=1']],
  ['1 < 2 <3 <- <> </> < a', []],
  ['<!doctype html><p>', ['p']],
  ['<!-- <a href=/x> --><b>', ['b']],
  ['<!--><b>-->', ['b']],
  ['<!-- <b>', []],
  ['<?xml version="1.0"?><b>', ['b']],
  ['<script>"<a href=/x>"</script ><b>', ['script', '/script', 'b']],
  ['<SCRIPT></scripty></SCRIPT><b>', ['script', '/script', 'b']],
  ['<style><a></style><title><a></title>', ['style', '/style', 'title', '/title']],
  ['<textarea><a href=/x>', ['textarea']],
  ['<a href="/x', []],
  ['<a href=/x', []],
  ['<a', []],
  ['<', []],
  ['', []],
])('the tags of %p are %p', async (html, tags) => {
  expect(await tagsOf(html)).toEqual(tags);
});

test('no text makes the parser fail, and text that is not a tag is not parsed as one', async () => {
  const signs = [...'<>/"\'= !-', '--', 'a', 'script', '&#', '\u0000', '💩', '\ud800'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...signs), { maxLength: 40 }), async parts => {
      const html = parts.join('');
      for await (const { name } of readTags(html)) expect(html.toLowerCase()).toContain(`${name}`);
    }),
  );
});

const MIB = 1024 * 1024;

test.each([
  ['<div>', ''],
  ['<div>', '</b>'],
  ['<a href="', ''],
  ['<a x=1 ', ''],
  ['<a ', ''],
  ['<', ''],
  ['<!--', ''],
  ['<!', ''],
  ['</a', ''],
  ['<script>', ''],
  ['<script></script', ''],
  ['<title></title>', ''],
  ["<a b='", '"'],
  ['<a =', '='],
  ['<a x     ', ''],
  ['&#x26;', '&'],
])('a page of a million signs made of %p and %p is read without effort', async (first, second) => {
  const half = (piece: string) => piece.repeat(Math.floor(MIB / 2 / Math.max(1, piece.length)));
  let count = 0;
  for await (const _ of readTags(half(first) + half(second))) count++;
  expect(count).toBeLessThan(MIB);
});

test('tags, attributes and references across chunks are parsed whole', async () => {
  const link = '<a class="u-like-of" href="/x?a=1&amp;b=2">';
  for (let before = 0; before <= link.length; before++) {
    const html = 'x'.repeat(16 * 1024 - before) + link;
    expect(await tagsOf(html)).toEqual(['a class=u-like-of href=/x?a=1&b=2']);
  }
});

test('parsing a long page yields to the event loop', async () => {
  const turns = countTurns();
  for await (const _ of readTags(`<!--${'x'.repeat(MIB)}`));
  expect(turns()).toBeGreaterThan(1);
});
