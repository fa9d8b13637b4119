import { expect, test } from 'bun:test';
import { createCrawlState } from '../../../src/features/content/crawl/crawl-state.ts';

test('a page that is parsed twice in a crawl counts once for its links', () => {
  const state = createCrawlState({ links: [], issues: [] }, 1);
  const page = state.discover('http://a.test/', 'page', null);
  if (!page) throw new Error('the first page has its place');
  const link = state.discover('http://a.test/x', 'link', page);
  state.discover('http://a.test/x', 'link', page);
  expect([link?.foundOn, link?.foundCount]).toEqual([[page], 1]);
});
