import { expect, test } from 'bun:test';
import { parsePageLinks } from '../../../src/features/content/links/page-links.ts';
import { decodePage } from '../../../src/lib/page-encoding.ts';
import { countTurns } from '../../support/event-loop.ts';

const PAGE = 'https://a.test/dir/page?x';
const read = async (html: string, page = PAGE) => {
  const { links, mixed } = await parsePageLinks(html, page, { upgradesRequests: false });
  return {
    links: [...links.keys()],
    pages: [...links].filter(([, { isToPage }]) => isToPage).map(([address]) => address),
    mixed: [...mixed],
  };
};

test('relative URLs are resolved against the page, or its first base', async () => {
  const html = '<a href="b"><a href="/c"><a href="?d"><a href="//e.test"><a href=" f\n "><a href="../g#h">';
  expect((await read(html)).links).toEqual([
    'https://a.test/dir/b',
    'https://a.test/c',
    'https://a.test/dir/page?d',
    'https://e.test/',
    'https://a.test/dir/f',
    'https://a.test/g',
  ]);
  const based = '<base target=x><base href="//b.test/x/"><base href="https://c.test/"><a href=y>';
  expect((await read(based)).links).toEqual(['https://b.test/x/y']);
  expect((await read('<base href="javascript:x"><a href=y>')).links).toEqual(['https://a.test/dir/y']);
});

test('links to pages are distinguished from downloads and loaded resources', async () => {
  const html = '<a href=/p><a href=/s download><img src=/i><img src=/p><link rel="alternate" href=/feed>';
  expect((await read(html)).pages).toEqual(['https://a.test/p', 'https://a.test/feed']);
});

test.each([
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png, b.png 100w,c.png', ['a.png', 'b.png', 'c.png']],
  [' , a.png 1.5x , ,b,c.png 2x', ['a.png', 'b,c.png']],
  ['data:image/png;base64,AAAA 1x, b.png 2x', ['b.png']],
  [',,,', []],
  ['', []],
])('the set of sources %p names %p', async (srcset, names) => {
  expect((await read(`<img srcset="${srcset}">`)).links).toEqual(
    names.map(name => `https://a.test/dir/${name}`),
  );
});

test('comments, scripts and text have no links', async () => {
  expect(
    (await read('<!-- <a href=x> --><script>"<a href=y>"</script><textarea><a href=z></textarea>')).links,
  ).toEqual([]);
});

test('only https pages have mixed content', async () => {
  const html = '<img src="http://b.test/x"><a href="http://b.test/y">';
  expect((await read(html)).mixed).toEqual(['http://b.test/x']);
  expect((await read(html, 'http://a.test/')).mixed).toEqual([]);
});

test.each([
  ['one tag a million times', '<a>'.repeat(700_000)],
  ['a tag that never ends', `<a ${'x '.repeat(1_000_000)}`],
  ['a value that never ends', `<a href="${'x'.repeat(2_000_000)}`],
  ['a set of commas', `<img srcset="${',a'.repeat(1_000_000)}">`],
  ['a set of blanks', `<img srcset="${' '.repeat(2_000_000)}">`],
  ['nothing but openings', '<'.repeat(2_000_000)],
  ['comments that never end', '<!--'.repeat(500_000)],
  ['a relation of a megabyte', `<link rel="${'x '.repeat(500_000)}" href=x>`],
])('a page of %s is read', async (_, html) => {
  expect((await read(html)).mixed).toEqual([]);
});

test.each([
  ['text/html; charset=iso-8859-1', Buffer.from('<a href="/\u00fc">', 'latin1')],
  ['text/html; charset="utf-8"', Buffer.from('<a href="/ü">')],
  ['text/html', Buffer.from('<a href="/ü">')],
  ['text/html; charset=nonsense', Buffer.from('<a href="/ü">')],
  ['text/html', Buffer.from('<meta charset=windows-1252><a href="/\u00fc">', 'latin1')],
  ['text/html', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a href="/ü">', 'utf16le')])],
  [
    'text/html; charset=latin1',
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<a href="/ü">')]),
  ],
])('a page in %p is read in its own encoding', async (type, body) => {
  expect((await read(decodePage(body, type))).links).toEqual(['https://a.test/%C3%BC']);
});

test('parsing many srcsets yields to the event loop', async () => {
  const turns = countTurns();
  const { links } = await read(`<img srcset="${'a, '.repeat(100)}">`.repeat(2000));
  expect(turns()).toBeGreaterThan(20);
  expect(links).toEqual(['https://a.test/dir/a']);
});
