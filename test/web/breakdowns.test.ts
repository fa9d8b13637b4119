import { expect, test } from 'bun:test';
import { COUNTRY_SHAPES } from '../../src/web/charts/country-shapes.ts';
import { toFlag } from '../../src/web/flags.ts';
import {
  AGENTS,
  type Breakdown,
  type BreakdownPanelDefinition,
  COUNTRIES,
  DEVICES,
  PAGES,
  REFERRERS,
} from '../../src/web/pages/site/breakdown-definitions.ts';
import {
  formatRowLabel,
  maxCount,
  parseRows,
  toRowFilter,
  toRowUrl,
} from '../../src/web/pages/site/breakdown-rows.ts';

const pagination = { current_page: 1, per_page: 8, total_count: 3, total_pages: 1 };

function listOf({ lists }: BreakdownPanelDefinition, by: string): Breakdown {
  const found = lists.find(list => list.by === by);
  if (!found) throw new Error(`no list by ${by}`);
  return found;
}
const HOSTS = listOf(REFERRERS, 'referrer_host');
const PATHS = listOf(PAGES, 'path');

test('rows show their share of all visitors, and rows without a value do not scale the bars', () => {
  const grouped_hits = [
    { referrer_host: null, hit_count: 6, unique_visitors: 2 },
    { referrer_host: 'a.example', hit_count: 9, unique_visitors: 1 },
  ];
  const summary = { total_hits: 15, unique_visitors: 4 };
  const { rows, count, views } = parseRows({ grouped_hits, pagination, summary }, HOSTS);
  expect(rows).toEqual([
    { key: null, count: 2, before: null, views: 6, share: 0.5, engagedSeconds: null },
    { key: 'a.example', count: 1, before: null, views: 9, share: 0.25, engagedSeconds: null },
  ]);
  expect([count.name, views?.name, maxCount(rows)]).toEqual(['Visitors', 'Views', 1]);
});

test('rows have what they counted in the earlier period', () => {
  const grouped_hits = [
    { path: '/', views: 3, unique_visitors: 2 },
    { path: '/new', views: 1, unique_visitors: 1 },
  ];
  const earlier = [
    { path: '/', views: 9, unique_visitors: 4 },
    { path: '/new', views: 0, unique_visitors: 0 },
  ];
  const summary = { total_hits: 4, unique_visitors: 2 };
  const compareWith = (unique_visitors: number) => {
    const comparison = { summary: { unique_visitors }, grouped_hits: earlier };
    const { rows, isCompared } = parseRows({ grouped_hits, pagination, summary, comparison }, PATHS);
    return [isCompared, ...rows.map(({ before }) => before)];
  };
  expect(compareWith(4)).toEqual([true, 4, 0]);
  // Nothing was counted then: every row would be new.
  expect(compareWith(0)).toEqual([false, null, null]);
});

test('where no hit has a visitor, rows count views', () => {
  const grouped_hits = [{ path: '/', views: 3, unique_visitors: 0 }];
  const summary = { total_hits: 4, unique_visitors: 0 };
  const { rows, count, views } = parseRows({ grouped_hits, pagination, summary }, PATHS);
  expect(rows).toEqual([
    { key: '/', count: 3, before: null, views: null, share: 0.75, engagedSeconds: null },
  ]);
  expect([count.name, views]).toEqual(['Views', null]);
});

test('pages have the time that they were read, where any reported it', () => {
  const parse = (engaged: object) => {
    const grouped_hits = [{ path: '/', views: 3, unique_visitors: 2, ...engaged }];
    const answer = { grouped_hits, pagination, summary: { total_hits: 3, unique_visitors: 2 } };
    const { rows, hasTimes } = parseRows(answer, PATHS);
    return [rows[0]?.engagedSeconds, hasTimes];
  };
  expect(parse({ engaged_seconds: 12.5 })).toEqual([12.5, true]);
  expect(parse({ engaged_seconds: null })).toEqual([null, false]);
});

test('entry and exit pages count visits', () => {
  const answer = {
    grouped_hits: [{ entry_page: '/', hit_count: 9, unique_visitors: 2, visits: 3 }],
    pagination,
    summary: { total_hits: 12, unique_visitors: 2, visits: 4 },
  };
  expect(parseRows(answer, listOf(PAGES, 'entry_page')).rows).toEqual([
    { key: '/', count: 3, before: null, views: 9, share: 0.75, engagedSeconds: null },
  ]);
});

test('a row converts to the filter that matches its hits', () => {
  const filterFor = (panel: BreakdownPanelDefinition, by: string, key: string | null) => {
    const filter = toRowFilter(listOf(panel, by), key);
    return filter && `${filter.name}=${filter.value}`;
  };
  expect(filterFor(PAGES, 'entry_page', '/a')).toBe('entry_page=/a');
  expect(filterFor(REFERRERS, 'source', null)).toBe('source=');
  // An empty part of an address is in every address.
  expect(filterFor(REFERRERS, 'referrer', null)).toBe('referrer_host=');
  expect(filterFor(COUNTRIES, 'country', 'XX')).toBe('country=XX');
  expect(filterFor(DEVICES, 'device', 'unknown')).toBe('device=unknown');
  expect(filterFor(AGENTS, 'provider', 'OpenAI')).toBeNull();
});

test('rows are described in words', () => {
  expect(formatRowLabel(listOf(COUNTRIES, 'country'), 'DE')).toBe('Germany');
  expect(formatRowLabel(HOSTS, null)).toBe('Direct / none');
  // A visit from a host that is no known source is not direct.
  expect(formatRowLabel(listOf(REFERRERS, 'source'), null)).toBe('No source');
  expect(formatRowLabel(listOf(AGENTS, 'category'), 'answer_fetch')).toBe('AI assistants');
  expect(formatRowLabel(listOf(AGENTS, 'provider'), 'unknown')).toBe('Unknown');
});

test.each([
  ['path', '/a?b', 'https://shop.example/a?b'],
  ['path', '//evil.example/x', 'https://shop.example//evil.example/x'],
  ['path', '@evil.example', 'https://shop.example/@evil.example'],
  ['referrer_host', 'news.example', 'https://news.example/'],
  ['referrer_host', 'news.example:8080', 'https://news.example:8080/'],
  ['referrer_host', 'user@evil.example', undefined],
  ['referrer_host', 'x/..', undefined],
  ['referrer', 'https://news.example/a', 'https://news.example/a'],
  ['referrer', 'javascript:alert(1)', undefined],
  ['referrer', ' https://news.example', undefined],
  ['source', 'https://news.example', undefined],
])('%s %p leads to %p', (by, key, address) => {
  const panel = by === 'path' ? PAGES : REFERRERS;
  expect(toRowUrl(listOf(panel, by), key, 'https://shop.example/some/where')).toBe(address);
});

test('a site whose URL is not HTTP has no links', () => {
  expect(toRowUrl(PATHS, '/a', 'javascript:alert(1)')).toBeUndefined();
});

test('every country of the map has its own code', () => {
  expect(COUNTRY_SHAPES.length).toBe(174);
  expect(new Set(COUNTRY_SHAPES.map(({ code }) => code)).size).toBe(174);
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const { code, path, middle } of COUNTRY_SHAPES) {
    expect([code, named.of(code) !== undefined, path.startsWith('M'), middle.every(Number.isFinite)]).toEqual(
      [code, true, true, true],
    );
  }
});

test.each([
  ['FR', 366, 75],
  ['US', 150, 95],
  ['AU', 620, 260],
  ['ZA', 416, 275],
])('%s lies where people look for it', (code, x, y) => {
  const [left = 0, top = 0] = COUNTRY_SHAPES.find(shape => shape.code === code)?.middle ?? [];
  expect(Math.hypot(left - x, top - y)).toBeLessThan(40);
});

test('country codes become flags, other texts nothing', () => {
  expect(['DE', 'XX', 'de', 'D', '<>'].map(toFlag)).toEqual(['🇩🇪', '', '', '', '']);
});
