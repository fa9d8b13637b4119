import { expect, test } from 'bun:test';
import { likesTarget } from '../../src/features/webmention/likes.ts';

const TARGET = 'https://shop.example/post?a=1&b=2';
const like = (html: string, target = TARGET): Promise<boolean> =>
  likesTarget(html, 'https://blog.example/likes/1', target);
const LINK = '<a class="u-like-of" href="https://shop.example/post?a=1&amp;b=2">liked</a>';

test.each([
  ['a link inside an entry', `<article class="h-entry">${LINK}</article>`],
  ['a link deep inside an entry', `<div class="x h-entry y"><p><span>${LINK}</span></p></div>`],
  ['upper case, no quotes', `<ARTICLE CLASS=h-entry><A HREF=${TARGET} CLASS=u-like-of>`],
  ['a link element', `<div class=h-entry><link class="u-like-of" href="${TARGET}"></div>`],
  ['more classes', `<div class=h-entry><a class="u-url\n\tu-like-of\nx" href=" ${TARGET} ">`],
  [
    'a like that is a citation',
    `<div class=h-entry><div class="u-like-of h-cite"><a class="u-url" href="${TARGET}">`,
  ],
  [
    'another spelling of the address',
    '<div class=h-entry><a class=u-like-of href="HTTPS://SHOP.example:443/x/../post?a=1&b=2">',
  ],
  [
    'an address from a base',
    '<base href="//shop.example/blog/"><div class=h-entry><a class=u-like-of href="../post?a=1&b=2">',
  ],
  ['an entry after others', `<div class=h-entry><p>one</div><div class=h-entry>${LINK}</div>`],
  ['an entry that is not closed', `<div class=h-entry></p></span>${LINK}`],
])('%s is a like', async (_, html) => {
  expect(await like(html)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['no HTML', '\u0000\ufffd{"like-of": "https://shop.example/post"}'],
  ['a link without the class', `<div class=h-entry><a href="${TARGET}">x</a></div>`],
  ['a class that only begins so', `<div class=h-entry><a class="u-like-offer" href="${TARGET}">x</a></div>`],
  ['a like outside of an entry', `<div class=h-entry></div>${LINK}`],
  [
    'a like of another page',
    '<div class=h-entry><a class=u-like-of href="https://shop.example/post">x</a></div>',
  ],
  ['a like of the site', '<div class=h-entry><a class=u-like-of href="https://shop.example/">x</a></div>'],
  ['an address that only begins so', `<div class=h-entry><a class=u-like-of href="${TARGET}0">x</a></div>`],
  ['a like without an address', '<div class=h-entry><a class=u-like-of>x</a></div>'],
  ['a like in a comment', `<!-- <div class=h-entry>${LINK}</div> -->`],
  ['a like in a script', `<script>"<div class=h-entry>${LINK}</div>"</script>`],
  ['a like in a text field', `<textarea><div class=h-entry>${LINK}</div></textarea>`],
  ['a like in an attribute', `<p title='<div class=h-entry>${LINK}</div>'>`],
  ['the address as text', `<div class="h-entry u-like-of">${TARGET}</div>`],
  [
    'a link beside a like',
    `<div class=h-entry><a class=u-like-of href=/x></a><a class=u-url href="${TARGET}">x</a></div>`,
  ],
])('%s is no like', async (_, html) => {
  expect(await like(html)).toBe(false);
});

test('a fragment is part of the address', async () => {
  const html = '<div class=h-entry><a class=u-like-of href="https://shop.example/post#two">x</a></div>';
  expect(await like(html, 'https://shop.example/post#two')).toBe(true);
  expect(await like(html, 'https://shop.example/post')).toBe(false);
});

test.each([
  ['<div class=h-entry>', ''],
  ['<div class=h-entry>', '</div>'],
  ['<div class=h-entry>', '</b>'],
  ['<b class="h-entry u-like-of">', '<a class=u-url href=/x>'],
])('a page of a million signs made of %p and %p is no like', async (first, second) => {
  const half = (piece: string) => piece.repeat(Math.floor(524_288 / Math.max(1, piece.length)));
  expect(await like(half(first) + half(second))).toBe(false);
});
