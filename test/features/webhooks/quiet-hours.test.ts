/** The end of quiet hours, in the time zone of the account. */
import { expect, test } from 'bun:test';
import { afterQuietHours } from '../../../src/features/webhooks/notification-channels/quiet-hours.ts';

const night = { from: '22:00', until: '07:00', exceptDowns: false };
const CASES: readonly (readonly [about: string, zone: string, at: string, sentAt: string])[] = [
  ['before they begin', 'UTC', '2026-03-10T21:59:59Z', '2026-03-10T21:59:59.000Z'],
  ['as they begin', 'UTC', '2026-03-10T22:00:00Z', '2026-03-11T07:00:00.000Z'],
  ['past midnight', 'UTC', '2026-03-11T03:30:20Z', '2026-03-11T07:00:00.000Z'],
  ['as they end', 'UTC', '2026-03-11T07:00:00Z', '2026-03-11T07:00:00.000Z'],
  ['in another zone', 'America/New_York', '2026-03-11T03:00:00Z', '2026-03-11T11:00:00.000Z'],
  ['in a zone of half an hour', 'Asia/Kolkata', '2026-03-11T00:00:00Z', '2026-03-11T01:30:00.000Z'],
  // Clocks go forward at 01:00 UTC on 29 March, and back on 25 October.
  ['over the shorter night', 'Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['over the longer night', 'Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
];

for (const [about, zone, at, sentAt] of CASES)
  test(`${about}: ${at} in ${zone}`, () => {
    expect(afterQuietHours(night, new Date(at), zone).toISOString()).toBe(sentAt);
  });
