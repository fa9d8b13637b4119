import { expect, test } from 'bun:test';
import { formatDaysLeft, formatUptime, formatUptimeDay } from '../../src/web/charts/uptime-labels.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../../src/web/forms/local-date-time.ts';
import {
  comparisonLabel,
  parseAdvice,
  splitSentences,
  toFacts,
} from '../../src/web/pages/insights/insight.ts';

test.each([
  [100, '100%'],
  [99.9996, '99.999%'],
  [99.957, '99.957%'],
  [99.5, '99.50%'],
  [87.25, '87.3%'],
  [0, '0.0%'],
])('an uptime of %p is %p: only all of the time is 100%', (percent, text) => {
  expect(formatUptime(percent)).toBe(text);
});

test('a day of the uptime bar is described in words', () => {
  const day = {
    date: '2026-11-20',
    uptime: 100,
    downtime_seconds: 0,
    downtimes: 0,
    average_response_ms: 143,
  };
  expect(formatUptimeDay(day)).toBe('20 Nov 2026: no downtime, average response 143 ms');
  expect(formatUptimeDay({ ...day, uptime: null, average_response_ms: null })).toBe(
    '20 Nov 2026: not monitored',
  );
  expect(
    formatUptimeDay({ ...day, uptime: 99.5, downtime_seconds: 432, downtimes: 1, average_response_ms: null }),
  ).toBe('20 Nov 2026: down for 7 min 12 s (1 outage), uptime 99.50%');
});

test('days left are formatted for the future, today and the past', () => {
  expect([63, 1, 0, -2].map(formatDaysLeft)).toEqual([
    '63 days left',
    '1 day left',
    'expires today',
    'expired 2 days ago',
  ]);
});

test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati'])(
  'in %s a field for a time gives back the minute it was filled with',
  zone => {
    for (const instant of ['2026-11-21T14:05:00Z', '2026-07-01T00:00:00Z', '2026-03-29T00:59:00Z']) {
      const text = formatLocalDateTime(new Date(instant), zone);
      expect(parseLocalDateTime(text, zone)?.toISOString()).toBe(new Date(instant).toISOString());
    }
  },
);

test('a repeated local hour is the first of the two, a skipped one the next', () => {
  expect(parseLocalDateTime('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe(
    '2026-10-25T00:30:00.000Z',
  );
  expect(parseLocalDateTime('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toBe(
    '2026-03-29T01:30:00.000Z',
  );
  expect(parseLocalDateTime('', 'Europe/Berlin')).toBeUndefined();
});

test('facts of an insight are a number, the previous one, and its other values', () => {
  const excerpt = {
    direction: 'up',
    path: '/a',
    current_hits: 9,
    previous_hits: 3,
    absolute_change: 6,
    change_percentage: 200,
    compared_with: 'usual',
    current_share: 12.5,
    previous_share: 4,
    share_change: 8.5,
  };
  expect(toFacts(excerpt)).toEqual([
    { name: 'Page', text: '/a' },
    { name: 'Pageviews', now: 9, before: 3, isShare: false },
    { name: 'Share', now: 12.5, before: 4, isShare: true },
  ]);
  expect(comparisonLabel(excerpt)).toBe('usually');
  expect(toFacts({ country: 'DE', device: 'mobile' })).toEqual([
    { name: 'Country', text: 'Germany' },
    { name: 'Device', text: 'Mobile' },
  ]);
  expect(toFacts({ some_thing: { deep: 1 }, other_count: 1234 })).toEqual([
    { name: 'Other count', text: '1,234' },
  ]);
  expect(toFacts(undefined)).toEqual([]);
});

test('a summary is split into its sentences', () => {
  expect(splitSentences('Up 3.5% from core77.com. 532 came (1 May). /a too! “Is it?” Yes.')).toEqual([
    'Up 3.5% from core77.com.',
    '532 came (1 May).',
    '/a too!',
    '“Is it?”',
    'Yes.',
  ]);
});

test('advice is a list in every format', () => {
  expect(parseAdvice('- One\n\n2. Two\n* Three')).toEqual(['One', 'Two', 'Three']);
  expect(parseAdvice('')).toEqual([]);
});
