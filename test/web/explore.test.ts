import { expect, test } from 'bun:test';
import {
  busiestDay,
  busiestHour,
  countWeekdays,
  formatHour,
  orderedWeekdays,
  toHourCells,
} from '../../src/web/charts/hours-of-week.ts';
import { chosenEvent, valueQuery, withEvent } from '../../src/web/pages/explore/chosen-event.ts';
import { gapSeconds, summarizePaths } from '../../src/web/pages/explore/journey-steps.ts';
import { hostWithoutWww, overviewHref } from '../../src/web/pages/explore/links.ts';
import { DEFAULT_VIEW, formatView, parseView } from '../../src/web/view.ts';

const week = (counts: Record<string, number>, medians: Record<string, number> = {}) =>
  Array.from({ length: 168 }, (_, place) => {
    const [weekday, hour] = [Math.floor(place / 24) + 1, place % 24];
    const hits = counts[`${weekday} ${hour}`] ?? 0;
    return { weekday, hour, hit_count: hits, median_count: medians[`${weekday} ${hour}`] ?? 0 };
  });

test('a journey lists a reloaded page once, and counts the pages that it leaves out', () => {
  expect(summarizePaths(['/', '/', '/a', '/'])).toEqual({ paths: ['/', '/a', '/'], left: 0 });
  const long = ['/1', '/2', '/3', '/4', '/5', '/6', '/7'];
  expect(summarizePaths(long)).toEqual({ paths: long.slice(0, 5), left: 2 });
  expect(summarizePaths(['/1', '/2'], 205)).toEqual({ paths: ['/1', '/2'], left: 203 });
});

test('the time on a page is the time until the next page', () => {
  expect(gapSeconds(['2026-11-21T10:00:00Z', '2026-11-21T10:01:30Z', '2026-11-21T10:01:31Z'])).toEqual([
    90, 1,
  ]);
  expect(gapSeconds([])).toEqual([]);
});

test('weekdays of a range are counted with its first and last day', () => {
  // 21 November 2026 is a Saturday.
  expect(countWeekdays({ from: '2026-11-21', to: '2026-11-21' })).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(countWeekdays({ from: '2026-11-09', to: '2026-11-23' })).toEqual([3, 2, 2, 2, 2, 2, 2]);
});

test('a weekday that occurs more often is not busier for it', () => {
  const cells = toHourCells(week({ '1 9': 30, '2 9': 24 }), { from: '2026-11-09', to: '2026-11-23' });
  expect(busiestHour(cells)).toMatchObject({ weekday: 2, hour: 9, hits: 24, heat: 1 });
  expect(busiestDay(cells)).toBe(2);
});

test('an hour with one peak is not the busiest', () => {
  const hours = week({ '3 11': 500, '2 9': 24 }, { '3 11': 3, '2 9': 12 });
  const cells = toHourCells(hours, { from: '2026-11-09', to: '2026-11-23' });
  expect(busiestHour(cells)).toMatchObject({ weekday: 2, hour: 9, median: 12 });
  expect(busiestDay(cells)).toBe(2);
});

test('one day has no median, and without hits there is no busiest hour', () => {
  const range = { from: '2026-11-21', to: '2026-11-21' };
  expect(toHourCells(week({ '6 9': 3 }), range).find(({ hits }) => hits > 0)?.median).toBeNull();
  expect(busiestHour(toHourCells(week({}), range))).toBeUndefined();
  expect(busiestDay(toHourCells(week({}), range))).toBeUndefined();
});

test('weeks begin on the user’s first weekday, and days end at midnight', () => {
  expect(orderedWeekdays('monday')[0]).toBe(1);
  expect(orderedWeekdays('sunday')).toEqual([7, 1, 2, 3, 4, 5, 6]);
  expect(formatHour(23)).toBe('23:00–00:00');
});

test('one included event is the chosen one, several or excluded ones are not', () => {
  expect(chosenEvent(parseView('?event=cart.add'))).toBe('cart.add');
  expect(chosenEvent(parseView('?event=cart.add&event=sign.up'))).toBeNull();
  expect(chosenEvent(parseView('?not_event=cart.add'))).toBeNull();
});

test('an event and its value are part of the URL; choosing another event drops the value', () => {
  const view = parseView('?event=cart.add&value=&country=DE');
  expect(formatView(view)).toBe('?event=cart.add&country=DE&value=');
  expect(valueQuery(view)).toEqual({ value: '' });
  const other = { ...view, ...withEvent(view, 'sign.up') };
  expect(formatView(other)).toBe('?country=DE&event=sign.up');
  expect(valueQuery({ ...view, ...withEvent(view, null), value: 'red' })).toEqual({});
});

test('hosts are displayed without www, and links carry their filter', () => {
  expect(hostWithoutWww('https://www.news.example/item?id=1')).toBe('news.example');
  expect(hostWithoutWww('android-app://com.example')).toBe('com.example');
  expect(hostWithoutWww('not an address')).toBe('not an address');
  expect(overviewHref(3, { name: 'path', value: '/a?b=c&d' }, DEFAULT_VIEW)).toBe(
    '/sites/3?path=%2Fa%3Fb%3Dc%26d',
  );
});
