/** When reports are mailed, and about which days. */
import { expect, test } from 'bun:test';
import {
  type Calendar,
  existedWhenDue,
  hasNewDays,
  isInFuture,
  isInTime,
  lastOccurrence,
  mayBeDue,
  nextNewOccurrence,
  nextOccurrence,
} from '../../../src/features/mail-reports/schedule.ts';

const calendar = (given: Partial<Calendar> = {}): Calendar => ({
  every: 'week',
  weekStart: 'monday',
  zone: 'UTC',
  targetZone: given.zone ?? 'UTC',
  ...given,
});
const last = (now: string, given: Partial<Calendar> = {}) => lastOccurrence(new Date(now), calendar(given));
const next = (now: string, given: Partial<Calendar> = {}) => nextOccurrence(new Date(now), calendar(given));
const on = (first: string, end: string, dueAt: string) => ({ first, last: end, dueAt: new Date(dueAt) });

test('a week’s report is due at 07:00 of the first day of the next one', () => {
  const issue = on('2026-11-09', '2026-11-15', '2026-11-16T07:00:00Z');
  expect(last('2026-11-16T07:00:00Z')).toEqual(issue);
  expect(last('2026-11-23T06:59:59Z')).toEqual(issue);
  expect(next('2026-11-16T06:59:59Z')).toEqual(issue);
  expect(next('2026-11-16T07:00:00Z')).toEqual(on('2026-11-16', '2026-11-22', '2026-11-23T07:00:00Z'));
});

test('weeks begin on the reader’s week start', () => {
  const issue = on('2026-11-08', '2026-11-14', '2026-11-15T07:00:00Z');
  expect(last('2026-11-16T07:00:00Z', { weekStart: 'sunday' })).toEqual(issue);
});

test('a month’s report is due on the 1st, whatever the length of the month', () => {
  for (const [occurrence, now, first, end, due] of [
    [last, '2026-03-31T12:00:00Z', '2026-02-01', '2026-02-28', '2026-03-01'],
    [last, '2028-03-01T07:00:00Z', '2028-02-01', '2028-02-29', '2028-03-01'],
    [last, '2026-01-01T06:59:00Z', '2025-11-01', '2025-11-30', '2025-12-01'],
    [next, '2026-12-31T12:00:00Z', '2026-12-01', '2026-12-31', '2027-01-01'],
  ] as const)
    expect(occurrence(now, { every: 'month' })).toEqual(on(first, end, `${due}T07:00:00Z`));
});

test('the hour is that of the reader’s zone: on days when clocks change, and where zones are off by half an hour', () => {
  for (const [zone, now, dueAt, weekStart = 'monday'] of [
    ['Europe/Berlin', '2026-11-16T12:00:00Z', '2026-11-16T06:00:00Z'],
    ['Europe/Berlin', '2026-07-06T12:00:00Z', '2026-07-06T05:00:00Z'],
    ['Asia/Kolkata', '2026-11-16T12:00:00Z', '2026-11-16T01:30:00Z'],
    ['Asia/Kathmandu', '2026-11-16T12:00:00Z', '2026-11-16T01:15:00Z'],
    ['Pacific/Auckland', '2026-11-16T12:00:00Z', '2026-11-15T18:00:00Z'],
    ['America/New_York', '2026-03-08T20:00:00Z', '2026-03-08T11:00:00Z', 'sunday'],
    ['America/New_York', '2026-11-01T20:00:00Z', '2026-11-01T12:00:00Z', 'sunday'],
  ] as const)
    expect([zone, last(now, { zone, weekStart }).dueAt]).toEqual([zone, new Date(dueAt)]);
});

test('a reader ahead of the account’s time zone gets complete days', () => {
  const far = { zone: 'Pacific/Auckland', targetZone: 'Pacific/Honolulu' };
  const issue = on('2026-11-09', '2026-11-15', '2026-11-16T10:00:00Z');
  expect(next('2026-11-15T18:00:00Z', far)).toEqual(issue);
  expect(last('2026-11-16T10:00:00Z', far)).toEqual(issue);
});

test('at any instant the last issue was due before it and the next one is due after it, and they follow each other', () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Africa/Casablanca'];
  for (const every of ['week', 'month'] as const)
    for (const zone of zones)
      for (const targetZone of zones)
        for (let hour = 0; hour < 24 * 70; hour += 5) {
          const now = new Date(Date.UTC(2026, 1, 1, hour));
          const [before, after] = [calendar({ every, zone, targetZone })].flatMap(each => [
            lastOccurrence(now, each),
            nextOccurrence(now, each),
          ]);
          if (!before || !after) throw new Error('there are both');
          expect(before.dueAt <= now && now < after.dueAt).toBe(true);
          expect(new Date(`${before.last}T24:00:00Z`).toISOString().slice(0, 10)).toBe(after.first);
        }
});

test('a report missed by more than two days is not sent late', () => {
  const issue = last('2026-11-16T07:00:00Z');
  expect(isInTime(issue, new Date('2026-11-18T07:00:00Z'))).toBe(true);
  expect(isInTime(issue, new Date('2026-11-18T07:00:01Z'))).toBe(false);
});

test('no days come twice, and a week that begins on another day is no reason to leave one out', () => {
  const issue = (first: string, end: string) => on(first, end, '2026-11-16T07:00:00Z');
  expect(hasNewDays(issue('2026-11-09', '2026-11-15'), null)).toBe(true);
  expect(hasNewDays(issue('2026-11-09', '2026-11-15'), '2026-11-15')).toBe(false);
  expect(hasNewDays(issue('2026-11-09', '2026-11-15'), '2026-11-14')).toBe(false);
  expect(hasNewDays(issue('2026-11-15', '2026-11-21'), '2026-11-15')).toBe(true);
  expect(hasNewDays(issue('2026-11-02', '2026-11-08'), '2026-11-15')).toBe(false);
});

test('the next one is the next that will be mailed, not one that brings too few new days', () => {
  const coming = (now: string, lastDate: string | null) =>
    nextNewOccurrence(new Date(now), calendar(), lastDate).dueAt.toISOString().slice(0, 10);
  expect(coming('2026-11-15T12:00:00Z', '2026-11-14')).toBe('2026-11-23');
  expect(coming('2026-11-15T12:00:00Z', '2026-11-08')).toBe('2026-11-16');
  expect(coming('2026-11-15T12:00:00Z', null)).toBe('2026-11-16');
  expect(coming('2026-11-15T12:00:00Z', '2030-11-14')).toBe('2026-11-16');
});

test('only days to come are ahead, in whatever zone', () => {
  const now = new Date('2026-11-15T23:00:00Z');
  const days = [null, '2026-11-08', '2026-11-16', '2026-11-17'];
  expect(days.filter(day => isInFuture(day, now))).toEqual(['2026-11-17']);
});

test('reports that are skipped without reading the account’s zone are not due in any zone', () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Asia/Kathmandu'];
  let due = 0;
  for (const every of ['week', 'month'] as const)
    for (const zone of zones)
      for (const targetZone of zones)
        for (let hour = 0; hour < 24 * 40; hour += 7)
          for (const lastDate of [null, '2026-02-08', '2026-02-28'])
            for (const createdAt of [new Date('2026-02-02T00:00:00Z'), new Date('2026-02-16T08:00:00Z')]) {
              const now = new Date(Date.UTC(2026, 1, 3, hour));
              const own = lastOccurrence(now, calendar({ every, zone }));
              const issue = lastOccurrence(now, calendar({ every, zone, targetZone }));
              const isDue =
                hasNewDays(issue, lastDate) &&
                isInTime(issue, now) &&
                existedWhenDue(createdAt, issue.dueAt, now);
              if (isDue) due++;
              if (isDue && !mayBeDue(own, { createdAt, lastDate }, now))
                throw new Error(`passed over: ${zone} ${targetZone} ${every} ${now.toISOString()}`);
            }
  expect(due).toBeGreaterThan(1000);
});
