/** Due times at 01:00, on days with changes of daylight saving time too. */
import { expect, test } from 'bun:test';
import { dueTime, lastDueDay, nextDueTime } from '../../../src/features/insights/schedule.ts';

const DUE: [why: string, zone: string, day: string, due: string][] = [
  ['an ordinary day', 'Europe/Berlin', '2026-03-10', '2026-03-10T00:00:00Z'],
  ['a zone with a half hour', 'Asia/Kolkata', '2026-03-10', '2026-03-09T19:30:00Z'],
  ['a zone with three quarters', 'Asia/Kathmandu', '2026-03-10', '2026-03-09T19:15:00Z'],
  ['01:00 is skipped: when clocks jump', 'Europe/London', '2026-03-29', '2026-03-29T01:00:00Z'],
  ['01:00 comes twice: the first', 'America/New_York', '2026-11-01', '2026-11-01T05:00:00Z'],
  ['midnight comes twice', 'Atlantic/Azores', '2026-10-25', '2026-10-25T02:00:00Z'],
  ['midnight is skipped', 'America/Havana', '2026-03-08', '2026-03-08T05:00:00Z'],
  ['a jump at another hour', 'Europe/Berlin', '2026-03-29', '2026-03-29T00:00:00Z'],
];

for (const [why, zone, day, due] of DUE)
  test(`insights are due at 01:00 on ${why}`, () => {
    expect(dueTime(day, zone)).toEqual(new Date(due));
  });

test('the next due time is after now, and the last due day is the one before the last due time', () => {
  const at = (instant: string) => new Date(instant);
  expect(nextDueTime(at('2026-03-10T00:59:59Z'), 'UTC')).toEqual(at('2026-03-10T01:00:00Z'));
  expect(nextDueTime(at('2026-03-10T01:00:00Z'), 'UTC')).toEqual(at('2026-03-11T01:00:00Z'));
  expect(lastDueDay(at('2026-03-10T00:59:59Z'), 'UTC').day).toBe('2026-03-08');
  expect(lastDueDay(at('2026-03-10T01:00:00Z'), 'UTC').day).toBe('2026-03-09');
});
