import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { describeUptime } from '../../src/web/pages/public/describe-uptime.ts';
import { parsePublicUrl, withPeriod } from '../../src/web/pages/public/public-params.ts';
import { toPageUrl } from '../../src/web/pages/public/site-links.ts';

test('the URL names site, period and view; unknown parameters are ignored', () => {
  expect(parsePublicUrl({ pathname: '/public/abc', search: '' })).toEqual({
    uid: 'abc',
    token: null,
    period: '30d',
    isEmbedded: false,
    theme: null,
  });
  const search = '?period=7d&embed=true&theme=dark';
  expect(parsePublicUrl({ pathname: '/public/abc', search })).toMatchObject({
    period: '7d',
    isEmbedded: true,
    theme: 'dark',
  });
  const nonsense = parsePublicUrl({ pathname: '/public/abc', search: '?period=9y&embed=1&theme=pink' });
  expect(nonsense).toMatchObject({ period: '30d', isEmbedded: false, theme: null });
});

test('choosing another period keeps the rest of the URL', () => {
  expect(withPeriod('?embed=true&period=7d', '90d')).toBe('?embed=true&period=90d');
});

test('a path links to its site, or has no link', () => {
  expect(toPageUrl('https://shop.example', '/tea?x=1')).toBe('https://shop.example/tea?x=1');
  for (const path of ['//evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'tea', '']) {
    expect(toPageUrl('https://shop.example', path)).toBeUndefined();
  }
  expect(toPageUrl('javascript:alert(1)', '/tea')).toBeUndefined();
});

test.each([
  [[null, null, 100], '100% uptime since 10 Mar 2026'],
  [[null, null], null],
  [[100, ...new Array<null>(40).fill(null), 100], '100% uptime in the last 30 days'],
] as const)('uptime says since when it has been monitored: %j', (uptimes, text) => {
  const days = uptimes.map((uptime, index) => ({
    date: addDays('2026-03-10', index + 1 - uptimes.length),
    uptime,
  })) as unknown as Parameters<typeof describeUptime>[0]['days'];
  expect(describeUptime({ uptime: 100, days })).toBe(text);
});
