import { expect, test } from 'bun:test';
import { listHoursOfWeek } from '../../src/lib/hours-of-week.ts';

const placesOf = (day: string, zone: string) => listHoursOfWeek({ first: day, last: day }, zone).places;
const hours = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

test('a Monday begins the week and a Sunday ends it', () => {
  expect(placesOf('2026-03-09', 'UTC')).toEqual(hours(0, 24));
  expect(placesOf('2026-03-15', 'Asia/Tokyo')).toEqual(hours(144, 24));
});

test('where the clock goes forward an hour is missing, where it goes back one is longer', () => {
  expect(placesOf('2026-03-29', 'Europe/Berlin')).toEqual([144, 145, ...hours(147, 21)]);
  expect(placesOf('2026-10-25', 'Europe/Berlin')).toEqual([144, 145, ...hours(146, 22)]);
});

test('where the clock changes by half an hour the hours after it are still those of the clock', () => {
  // On Lord Howe Island 02:00 is followed by 02:30, and in April by 01:30.
  for (const [day, instant] of [
    ['2026-10-04', '2026-10-03T20:00:00Z'],
    ['2026-04-05', '2026-04-04T20:30:00Z'],
  ] as const) {
    const { edges, places } = listHoursOfWeek({ first: day, last: day }, 'Australia/Lord_Howe');
    expect(places).toEqual(hours(144, 24));
    expect(edges[7]).toEqual(new Date(instant));
  }
});

test('every instant of a range is in exactly one hour, in zones of half an hour too', () => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo']) {
    const { edges, places } = listHoursOfWeek({ first: '2025-01-01', last: '2026-12-31' }, zone);
    expect(edges).toHaveLength(places.length + 1);
    expect(edges.every((edge, index) => index === 0 || +edge > +(edges[index - 1] ?? 0))).toBe(true);
    expect(places.every(place => place >= 0 && place < 168)).toBe(true);
  }
});
