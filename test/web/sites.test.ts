import { expect, test } from 'bun:test';
import { toGroupBuckets } from '../../src/web/pages/sites/group-series.ts';
import { listSites, parseListState, withListState } from '../../src/web/pages/sites/list-state.ts';
import { moveItem, sortByIds, withMove, withPin } from '../../src/web/pages/sites/move-and-pin.ts';
import {
  countStarted,
  downsample,
  findAddressFault,
  type ListedSite,
  matchesSearch,
  sumChunks,
  sumNumbers,
  withScheme,
} from '../../src/web/pages/sites/site-numbers.ts';
import { findNearest } from '../../src/web/pages/sites/use-drag.ts';

const things = (...ids: number[]) => ids.map(id => ({ id }));
const site = (part: Partial<ListedSite>) => ({ id: 1, label: '', url: '', ...part }) as ListedSite;

test('items that an order does not name come last, in their previous order', () => {
  expect(sortByIds(things(1, 2, 3, 4), [3, 1])).toEqual(things(3, 1, 2, 4));
  expect(sortByIds(things(2, 1), [])).toEqual(things(2, 1));
});

test('an item moves to a position within the list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b', 'c'], 1, -9)).toEqual(['b', 'a', 'c']);
  expect(moveItem(['a'], 4, 0)).toEqual(['a']);
});

test('a site moves within its group: pinned or not pinned', () => {
  const order = { site_ids: [1, 2, 3, 4, 5], pinned_site_ids: [2, 4] };
  expect(withMove(order, 4, 0)).toEqual({ site_ids: [1, 2, 3, 4, 5], pinned_site_ids: [4, 2] });
  expect(withMove(order, 5, 0)).toEqual({ site_ids: [5, 2, 1, 4, 3], pinned_site_ids: [2, 4] });
});

test('a newly pinned site is the last of the pinned; unpinned it returns to its position', () => {
  const order = { site_ids: [1, 2, 3], pinned_site_ids: [3] };
  const pinned = withPin(order, 1, true);
  expect(pinned).toEqual({ site_ids: [1, 2, 3], pinned_site_ids: [3, 1] });
  expect(withPin(pinned, 1, false)).toEqual(order);
});

test('totals are the sums of all sites, without a previous value where nothing is compared', () => {
  const one = site({ period_hits: 5, period_visitors: 2, period_series: [2, 3] });
  const other = site({ period_hits: 1, period_visitors: 1, period_series: [0, 1] });
  expect(sumNumbers([one, other])).toEqual({ hits: 6, visitors: 3, before: null, series: [2, 4] });
  const compared = { ...one, previous_period_hits: 4, previous_period_visitors: 3 };
  expect(sumNumbers([compared]).before).toEqual({ hits: 4, visitors: 3 });
  expect(sumNumbers([])).toEqual({ hits: 0, visitors: 0, before: null, series: [] });
});

test('buckets are merged from the end, so that the last one is complete', () => {
  expect(sumChunks([1, 1, 1, 1, 1, 1, 1, 1], 7)).toEqual([1, 7]);
  expect(downsample([1, 2, 3, 4, 5], 2)).toEqual([3, 12]);
  expect(downsample([1, 2, 3], 10)).toEqual([1, 2, 3]);
  expect(downsample([], 10)).toEqual([]);
});

test('future hours of today are not drawn; days always are', () => {
  const hours = new Array<number>(24).fill(0);
  const today = { from: '2026-11-21', to: '2026-11-21' };
  const noon = new Date('2026-11-21T12:30:00Z');
  expect(countStarted(hours, today, { at: noon, timeZone: 'UTC' })).toBe(13);
  expect(countStarted(hours, today, { at: noon, timeZone: 'Europe/Berlin' })).toBe(14);
  expect(countStarted(hours, { from: '2026-11-20', to: '2026-11-20' }, { at: noon, timeZone: 'UTC' })).toBe(
    24,
  );
  expect(
    countStarted([1, 2, 3], { from: '2026-11-19', to: '2026-11-21' }, { at: noon, timeZone: 'UTC' }),
  ).toBe(3);
});

test('a group’s year is drawn by weeks that end with its last day', () => {
  const days = { from: '2025-11-22', to: '2026-11-21' };
  const buckets = toGroupBuckets(new Array<number>(365).fill(1), days, {
    at: new Date('2026-11-21T12:00:00Z'),
    timeZone: 'UTC',
  });
  expect(buckets).toHaveLength(53);
  expect(buckets[0]).toMatchObject({ value: 1, cut: { from: '2025-11-22', to: '2025-11-22' } });
  expect(buckets.at(-1)).toMatchObject({ date: '2026-11-15', value: 7, isOpen: true, cut: null });
});

test('a URL without a scheme gets https; other schemes are left to the server', () => {
  expect(withScheme(' example.org ')).toBe('https://example.org');
  expect(withScheme('example.org:8080/a')).toBe('https://example.org:8080/a');
  expect(withScheme('//example.org')).toBe('https://example.org');
  expect(withScheme('http://example.org')).toBe('http://example.org');
  expect(withScheme('ftp://example.org')).toBe('ftp://example.org');
  expect(withScheme('  ')).toBe('');
});

test('sites are found by words of label and address, in any order and case', () => {
  const shop = { label: 'Bramble & Co', url: 'https://shop.example' };
  expect(matchesSearch(shop, 'SHOP bram')).toBe(true);
  expect(matchesSearch(shop, 'shop other')).toBe(false);
  expect(matchesSearch(shop, '')).toBe(true);
});

test('a dragged item takes the nearest position', () => {
  const boxes = [0, 60, 120].map(top => ({ left: 0, top, width: 300, height: 60 }));
  expect(findNearest(boxes, 0, { x: 5, y: 20 })).toBe(0);
  expect(findNearest(boxes, 0, { x: 5, y: 40 })).toBe(1);
  expect(findNearest(boxes, 0, { x: 5, y: 400 })).toBe(2);
  expect(findNearest(boxes, 2, { x: 0, y: -100 })).toBe(0);
  expect(findNearest([], 2, { x: 0, y: 0 })).toBe(2);
});

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['not a url', 'invalid'],
  ['https://', 'invalid'],
  ['localhost', 'local'],
  ['http://localhost:3000/x', 'local'],
  ['app.localhost', 'local'],
  ['intranet', 'without_dot'],
  ['http://intranet:8080', 'without_dot'],
  ['example.org', null],
  ['http://shop.example:8080/a', null],
  ['bücher.example', null],
  ['http://[2001:db8::1]/', null],
])('the address of a new site "%s": %s', (text, fault) => {
  expect(findAddressFault(text)).toBe(fault as ReturnType<typeof findAddressFault>);
});

const listed = (id: number, label: string, [visitors, before]: readonly [number, number], uptime = 'up') =>
  site({
    id,
    label,
    url: `https://${label}.example`,
    period_hits: visitors,
    period_visitors: visitors,
    previous_period_hits: before,
    previous_period_visitors: before,
    active: true,
    status: { uptime, open_content_issues: 0 } as NonNullable<ListedSite['status']>,
  });
const SORTED = {
  pinned: [listed(1, 'shop10', [50, 100])],
  others: [
    listed(2, 'Shop9', [0, 0], 'down'),
    listed(3, 'xn--bcher-kva', [30, 20]),
    listed(4, 'blog', [7, 0], 'paused'),
  ],
};
const listedIds = (search: string) => {
  const { pinned, others } = listSites(SORTED, parseListState(search));
  return [pinned.map(({ id }) => id), others.map(({ id }) => id)];
};

test.each([
  ['', [[1], [2, 3, 4]]],
  ['?sort=name', [[], [4, 2, 1, 3]]],
  ['?sort=visitors', [[], [1, 3, 4, 2]]],
  ['?sort=rising', [[], [4, 3, 2, 1]]],
  ['?sort=falling', [[], [1, 2, 3, 4]]],
  ['?sort=status', [[], [4, 2, 1, 3]]],
  ['?sort=<b>&state=nothing', [[1], [2, 3, 4]]],
  ['?state=down', [[], [2, 4]]],
  ['?state=no_hits', [[], [2]]],
  ['?q=SHOP', [[1], [2]]],
  ['?q=bücher', [[], [3]]],
  ['?state=down&sort=visitors&q=o', [[], [4, 2]]],
])('the list of sites with %s', (search, ids) => {
  expect(listedIds(search)).toEqual(ids);
});

test('the address keeps what else it has, and nothing of the default list', () => {
  const filtered = withListState('?period=7d', parseListState('?sort=name&q=a%26b'));
  expect(filtered).toBe('?period=7d&sort=name&q=a%26b');
  expect(withListState(filtered, parseListState(''))).toBe('?period=7d');
});
