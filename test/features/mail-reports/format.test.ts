/** How figures and days are written in a report. */
import { expect, test } from 'bun:test';
import {
  formatChange,
  formatChangeSuffix,
  formatCountry,
  formatPeriod,
  formatPreviousPeriod,
} from '../../../src/features/mail-reports/format.ts';

test.each([
  [112, 100, 'up 12%', ' (+12%)'],
  [92, 100, 'down 8%', ' (−8%)'],
  [100, 100, 'no change', ''],
  [1001, 1000, 'about the same', ''],
  [999, 1000, 'about the same', ''],
  [5, 0, 'new', ''],
  [0, 0, 'none before', ''],
  [0, 1204, 'down from 1,204', ''],
  [30, 3, 'up from 3', ''],
  [29, 3, 'up 867%', ' (+867%)'],
  [1, 1000, 'down from 1,000', ''],
])('%d after %d is "%s"', (now, before, words, brackets) => {
  expect([formatChange(now, before), formatChangeSuffix(now, before)]).toEqual([words, brackets]);
});

test('days are named once where they can be', () => {
  const week = (first: string, last: string) =>
    [false, true].map(hasYear => formatPeriod('week', { first, last }, hasYear));
  expect(week('2026-11-09', '2026-11-15')).toEqual(['week of 9–15 November', 'week of 9–15 November 2026']);
  expect(week('2026-09-28', '2026-10-04')).toEqual([
    'week of 28 September – 4 October',
    'week of 28 September – 4 October 2026',
  ]);
  expect(week('2025-12-29', '2026-01-04')).toEqual([
    'week of 29 December – 4 January',
    'week of 29 December 2025 – 4 January 2026',
  ]);
  expect(formatPeriod('month', { first: '2026-10-01', last: '2026-10-31' }, false)).toBe('October 2026');
});

test('a month is compared with the month before it, and says so', () => {
  expect([formatPreviousPeriod('week'), formatPreviousPeriod('month')]).toEqual([
    'the week before',
    'the month before',
  ]);
});

test('a country has its name, and an invalid one is unknown', () => {
  expect(['DE', 'XX', 'ZZ', '<b>', ''].map(formatCountry)).toEqual([
    'Germany',
    'Unknown',
    'Unknown Region',
    'Unknown',
    'Unknown',
  ]);
});
