import { expect, test } from 'bun:test';
import { formatSnippet } from '../../src/core/snippet.ts';
import { joinLines, parseLines, withLineNumbers } from '../../src/web/forms/lines.ts';
import { pickChanges } from '../../src/web/forms/pick-changes.ts';
import { listTimeZones, toTimeZoneOption } from '../../src/web/forms/time-zones.ts';
import { describeBrowser } from '../../src/web/pages/settings/describe-browser.ts';
import { describeSchedule } from '../../src/web/pages/settings/describe-schedule.ts';
import {
  DEFAULT_CHOICES,
  needsPublic,
  toElements,
  toFlags,
} from '../../src/web/pages/site-settings/embed.ts';
import {
  firstKeptDay,
  isShorter,
  toRetentionOption,
} from '../../src/web/pages/site-settings/retention-options.ts';

test('the default snippet is one line without flags', () => {
  expect(formatSnippet({ origin: 'https://stats.example', uid: 'abc' }, toFlags(DEFAULT_CHOICES))).toBe(
    '<script defer src="https://stats.example/embed/abc.js"></script>',
  );
  expect(toElements(DEFAULT_CHOICES)).toBe('');
  expect(needsPublic(DEFAULT_CHOICES)).toBe(false);
});

test('choices become flags of the snippet, and elements to paste', () => {
  const choices = { ...DEFAULT_CHOICES, hits: 'unique', kudos: 'label', events: true } as const;
  expect(formatSnippet({ origin: 'https://stats.example', uid: 'abc' }, toFlags(choices))).toBe(
    '<script defer src="https://stats.example/embed/abc.js?hits=unique&kudos&events"></script>',
  );
  expect(toElements(choices)).toContain('<button class="footfall_kudos"></button>');
  expect(needsPublic(choices)).toBe(true);
});

test.each([
  ['👏', 'kudos'],
  ['❤️', 'kudos=❤️'],
  ['👩‍💻', 'kudos=👩‍💻'],
  ['Größe', 'kudos=Größe'],
  ['Thank you', 'kudos=Thank%20you'],
  [`"><script>'&#`, 'kudos=%22%3E%3Cscript%3E%27%26%23'],
  ['\ud800', 'kudos=%EF%BF%BD'],
  ['  ', 'kudos'],
])('a kudos button with %j is the flag %s', (kudosLabel, flag) => {
  expect(toFlags({ ...DEFAULT_CHOICES, kudos: 'label', kudosLabel })).toEqual([flag]);
});

test('lists have one entry a line, and errors name the line', () => {
  expect(parseLines('/a\n\n/b\n\n')).toEqual(['/a', '', '/b']);
  expect(parseLines(' \n')).toEqual([]);
  expect(joinLines(['/a', '/b'])).toBe('/a\n/b');
  expect(withLineNumbers('ignore_rules.paths[2] must be a path, got "x"')).toBe(
    'Line 3 must be a path, got "x"',
  );
});

test('a shorter retention removes hits, a longer one does not', () => {
  expect(isShorter(30, null)).toBe(true);
  expect(isShorter(30, 60)).toBe(true);
  expect(isShorter(60, 30)).toBe(false);
  expect(isShorter(null, 30)).toBe(false);
  expect(toRetentionOption(null)).toBe('');
  expect(toRetentionOption(31)).toBe('own');
  expect(firstKeptDay(30, new Date('2026-11-21T22:00:00Z'), 'Asia/Kolkata')).toBe('2026-10-23');
});

test('only values that differ from the saved ones are changes', () => {
  expect(pickChanges({ a: 1, b: ['x'] }, { a: 1, b: ['x'] })).toEqual({});
  expect(pickChanges<{ a: number | null; b: string }>({ a: 1, b: 'x' }, { a: null, b: 'x' })).toEqual({
    a: null,
  });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['<img src=x>', 'Unknown browser'],
  [null, 'Unknown browser'],
])('the user agent %j is %s', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});

test.each([
  ['* * * * * *', 'every second'],
  ['* * * * *', 'every minute'],
  ['*/5 * * * *', 'every 5 minutes'],
  ['2-59/5 * * * *', 'every 5 minutes'],
  ['40 * * * * *', 'every minute'],
  ['23 * * * *', 'every hour'],
  ['40 2 * * *', 'daily at 02:40 UTC'],
  ['0 3 * * 1', '0 3 * * 1'],
])('the schedule %s is %s', (pattern, words) => {
  expect(describeSchedule(pattern)).toBe(words);
});

test('time zones are found by city, and an older name of the chosen one stays in the list', () => {
  expect(toTimeZoneOption('America/New_York').label).toBe('America / New York');
  expect(listTimeZones('Asia/Calcutta').some(({ value }) => value === 'Asia/Calcutta')).toBe(true);
  expect(listTimeZones('UTC').filter(({ value }) => value === 'UTC')).toHaveLength(1);
});
