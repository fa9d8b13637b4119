import { expect, test } from 'bun:test';
import { findMovements } from '../../src/web/pages/site/movements.ts';

const NOTHING = { pages: [], referrers: [], sources: [], countries: [] };
const page = (path: string, hits: number, previous_hits: number) => ({ path, hits, previous_hits });
const found = (changes: Partial<Parameters<typeof findMovements>[0]>, limit = 5) =>
  findMovements({ ...NOTHING, ...changes }, { metric: 'hits', limit }).map(({ value, count, before }) => [
    value,
    count,
    before,
  ]);

test('what grew like the rest is no movement', () => {
  const pages = [
    page('/a', 1300, 1000),
    page('/b', 130, 100),
    page('/c', 260, 200),
    page('/risen', 800, 200),
  ];
  expect(found({ pages })).toEqual([['/risen', 800, 200]]);
});

test('the largest movement comes first, whichever list it is from', () => {
  const pages = [page('/a', 100, 100), page('/b', 100, 100), page('/fallen', 40, 100)];
  const referrers = [{ referrer_host: 'news.example', hits: 90, previous_hits: 0 }];
  const countries = [{ country: 'DE', hits: 100, previous_hits: 100 }];
  const changes = { pages, referrers, countries };
  expect(found(changes)).toEqual([
    ['news.example', 90, 0],
    ['/fallen', 40, 100],
  ]);
  expect(found(changes, 1)).toHaveLength(1);
});

test('a source is left out where a referrer says the same', () => {
  const referrers = [{ referrer_host: 'www.google.com', hits: 90, previous_hits: 0 }];
  const source = (name: string | null, hits: number) => ({ source: name, hits, previous_hits: 0 });
  const sources = [source('Google', 90), source('Newsletter', 70), source(null, 500)];
  expect(found({ referrers, sources })).toEqual([
    ['www.google.com', 90, 0],
    ['Newsletter', 70, 0],
  ]);
});

test('a handful of pageviews is no movement', () => {
  expect(found({ pages: [page('/a', 4, 0)] })).toEqual([]);
});

test('where a day is explained, what grew like the rest is part of the difference', () => {
  const pages = [page('/a', 130, 100), page('/b', 26, 20), page('/c', 10, 10)];
  const all = findMovements({ ...NOTHING, pages }, { metric: 'hits', limit: 3, growth: 1 });
  expect(all.map(({ value, count, before }) => [value, count - before])).toEqual([
    ['/a', 30],
    ['/b', 6],
  ]);
});
