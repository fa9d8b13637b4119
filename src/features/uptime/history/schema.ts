import { type Static, Type } from '@sinclair/typebox';
import { Day, model, nullable, Timestamp } from '../../../http/schema.ts';
import { periodFields, zoneQuery } from '../../../reports/period.ts';
import type { UptimeDay } from './daily-uptime.ts';
import type { RecentChecks } from './recent-checks.ts';

const MAX_DAYS = 366;
export const DEFAULT_DAYS = 90;
export const DEFAULT_HOURS = 24;
const EXAMPLE = {
  date: '2026-03-10',
  uptime: 99.79,
  watched_seconds: 86_400,
  downtime_seconds: 182,
  downtimes: 1,
  average_response_ms: 143,
};

export const UptimeDaysQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: 'so many, today included; 90 when left out' }),
  ),
  ...zoneQuery,
});

/** Uptime of a day. */
export const UptimeDayModel = model(
  'UptimeDay',
  {
    date: Day,
    uptime: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
      description:
        'share of the monitored time in which it was up, in percent, three decimals; null when not monitored',
    }),
    watched_seconds: Type.Integer({
      minimum: 0,
      description: 'time of the day, as far as it has gone, in which it was monitored',
    }),
    downtime_seconds: Type.Integer({ minimum: 0, description: 'of the monitored time' }),
    downtimes: Type.Integer({
      minimum: 0,
      description: 'seen on this day, also those that began before it or ended after it',
    }),
    average_response_ms: nullable(Type.Integer({ minimum: 0 }), {
      description: 'of the checks that were answered, whatever the answer; null without any',
    }),
  },
  EXAMPLE,
);

export const UptimeDays = Type.Object({
  days: Type.Array(UptimeDayModel, { description: 'every day, oldest first' }),
  filters: Type.Object({ days: Type.Integer(), time_zone: Type.String(), zone: periodFields.zone }),
});

export const presentDay = (day: UptimeDay): Static<typeof UptimeDayModel> => ({
  date: day.date,
  uptime: day.uptime,
  watched_seconds: Math.round(day.watchedMs / 1000),
  downtime_seconds: Math.round(day.downMs / 1000),
  downtimes: day.downtimes,
  average_response_ms: day.averageResponseMs,
});

/** As many as the owner's page shows: a day of checks at the shortest interval is a large answer. */
const MAX_HOURS = 24;

export const UptimeChecksQuery = Type.Object({
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_HOURS, description: 'so many, up to now; 24 when left out' }),
  ),
});

const UptimeCheck = model(
  'UptimeCheck',
  {
    checked_at: Timestamp,
    is_up: Type.Boolean({
      description: 'whether the answer was as expected: of a site’s address, one from 200 to 299',
    }),
    status_code: nullable(Type.Integer(), { description: 'null when no answer came' }),
    response_ms: nullable(Type.Integer({ minimum: 0 }), { description: 'null when no answer came' }),
  },
  { checked_at: '2026-03-10T12:00:07Z', is_up: true, status_code: 200, response_ms: 143 },
);

const UptimeHour = model(
  'UptimeHour',
  {
    started_at: Timestamp,
    checks: Type.Integer({ minimum: 1 }),
    failed_checks: Type.Integer({ minimum: 0 }),
    average_response_ms: nullable(Type.Integer({ minimum: 0 }), {
      description: 'of the checks that were answered, whatever the answer; null without any',
    }),
  },
  { started_at: '2026-03-10T12:00:00Z', checks: 60, failed_checks: 0, average_response_ms: 143 },
);

export const UptimeChecks = Type.Object({
  checks: Type.Array(UptimeCheck, { description: 'oldest first' }),
  hours: Type.Array(UptimeHour, {
    description:
      'clock hours of UTC with checks, oldest first; the first one whole, though it began before the span',
  }),
  filters: Type.Object({ hours: Type.Integer() }),
});

export const presentRecentChecks = ({
  checks,
  hours,
}: RecentChecks): Omit<Static<typeof UptimeChecks>, 'filters'> => ({
  checks: checks.map(({ atMs, isUp, statusCode, responseMs }) => ({
    checked_at: new Date(atMs).toISOString(),
    is_up: isUp,
    status_code: statusCode,
    response_ms: responseMs,
  })),
  hours: hours.map(hour => ({
    started_at: new Date(hour.hourMs).toISOString(),
    checks: hour.checks,
    failed_checks: hour.failures,
    average_response_ms: hour.answers === 0 ? null : Math.round(hour.responseMs / hour.answers),
  })),
});
