import { expect, test } from 'bun:test';
import { PUBLIC_PERIODS } from '../../src/core/public-page.ts';
import { toPublicPeriod } from '../../src/features/public-stats/period.ts';
import { toComparedPeriod } from '../../src/reports/compared-period.ts';
import { toPeriod as toPeriodOfReport } from '../../src/reports/period.ts';
import { adjacentPeriod, formatDays, formatPeriod, toPeriod } from '../../src/web/period-labels.ts';
import { formatView, parseView, resolveDays } from '../../src/web/view.ts';

const TODAY = '2026-11-21';
const neighbour = (search: string, direction: -1 | 1) => adjacentPeriod(parseView(search), direction, TODAY);

test('stepping back covers as many days, stepping forward as many until today', () => {
  expect(neighbour('?period=7d', -1)).toEqual({ period: 'custom', from: '2026-11-08', to: '2026-11-14' });
  expect(neighbour('?from=2026-11-01&to=2026-11-03', 1)).toEqual({
    period: 'custom',
    from: '2026-11-04',
    to: '2026-11-06',
  });
});

test('named periods keep their name, so that stepping back and forth returns to the start', () => {
  expect(neighbour('?period=today', -1)).toEqual({ period: 'yesterday', from: null, to: null });
  expect(neighbour('?period=yesterday', 1)).toEqual({ period: 'today', from: null, to: null });
  expect(neighbour('?from=2026-11-08&to=2026-11-14', 1)).toEqual({ period: '7d', from: null, to: null });
  expect(toPeriod('2026-10-23', TODAY, TODAY).period).toBe('30d');
});

test('this month, the last one and the year so far have names', () => {
  const days = (search: string) => resolveDays(parseView(search), TODAY);
  expect(days('?period=month')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(days('?period=last_month')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(days('?period=year')).toEqual({ from: '2026-01-01', to: TODAY });
  expect(neighbour('?period=month', -1)).toEqual({ period: 'last_month', from: null, to: null });
  expect(neighbour('?period=last_month', 1)).toEqual({ period: 'month', from: null, to: null });
});

test('chosen days to compare with are part of the address', () => {
  const search = '?compare_from=2026-03-01&compare_to=2026-03-31';
  expect(parseView(search)).toMatchObject({
    compare: 'custom',
    compareFrom: '2026-03-01',
    compareTo: '2026-03-31',
  });
  expect(formatView(parseView(search))).toBe(search);
  for (const wrong of [
    '?compare=custom',
    '?compare_from=2026-03-02&compare_to=2026-03-01',
    '?compare_from=x&compare_to=y',
  ])
    expect(formatView(parseView(wrong))).toBe('');
});

test('there is no step after today, and none before all time', () => {
  expect(neighbour('?period=30d', 1)).toBeNull();
  expect(neighbour('?period=all', -1)).toBeNull();
});

test('stepping back leads to what reports compare with', () => {
  const zone = { mode: 'utc', zone: 'UTC' } as const;
  for (const search of ['?period=30d', '?period=7d', '?period=month', '?period=year', '?period=90d']) {
    const { from = '', to = '' } = resolveDays(parseView(search), TODAY) ?? {};
    const { period } = toComparedPeriod(
      toPeriodOfReport({ ...zone, first: from, last: to }),
      'matching_period',
      new Date(`${TODAY}T12:00:00Z`),
    );
    const back = { ...parseView(search), ...neighbour(search, -1) };
    expect(resolveDays(back, TODAY)).toEqual({ from: period.first, to: period.last });
  }
});

test('whole months lead to whole months', () => {
  expect(neighbour('?from=2026-03-01&to=2026-03-31', -1)).toMatchObject({
    from: '2026-02-01',
    to: '2026-02-28',
  });
  expect(neighbour('?from=2024-01-01&to=2024-01-31', 1)).toMatchObject({
    from: '2024-02-01',
    to: '2024-02-29',
  });
});

test('periods are formatted as short as possible', () => {
  expect(formatDays('2026-10-01', '2026-10-31')).toBe('October 2026');
  expect(formatDays('2026-11-21', '2026-11-21')).toBe('21 Nov 2026');
  expect(formatDays('2026-11-01', '2026-11-15')).toMatch(/^1\s?–\s?15 Nov 2026$/);
  expect(formatPeriod(parseView('?period=90d'))).toBe('Last 90 days');
});

test('the periods of public pages are those of the same names on the dashboard', () => {
  for (const name of PUBLIC_PERIODS) {
    const { first, last } = toPublicPeriod(name, { now: new Date(`${TODAY}T12:00:00Z`), zone: 'UTC' });
    expect([name, resolveDays(parseView(`?period=${name}`), TODAY)]).toEqual([
      name,
      { from: first, to: last },
    ]);
  }
});
