import { expect, test } from 'bun:test';
import { formatDuration } from '../../src/lib/duration.ts';

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [119, '1 minute'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [3661, '1 hour 1 minute'],
  [2 * 3600 + 5 * 60, '2 hours 5 minutes'],
  [86_400, '1 day'],
  [86_400 + 59 * 60, '1 day'],
  [3 * 86_400 + 4 * 3600 + 5 * 60, '3 days 4 hours'],
  [400 * 86_400, '400 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
