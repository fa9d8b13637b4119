import { expect, test } from 'bun:test';
import { createBook } from '../../../src/features/content/book.ts';

test('a page that is read a second time in a crawl is no second place of its links', () => {
  const book = createBook({ links: [], issues: [] }, 1);
  const page = book.see('http://a.test/', 'page', null);
  if (!page) throw new Error('the first page has its place');
  const link = book.see('http://a.test/x', 'link', page);
  book.see('http://a.test/x', 'link', page);
  expect([link?.foundOn, link?.foundCount]).toEqual([[page], 1]);
});
