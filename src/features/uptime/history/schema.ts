import { type Static, Type } from '@sinclair/typebox';
import { Day, model, nullable } from '../../../http/schema.ts';
import { periodQuery } from '../../../reports/period.ts';
import type { UptimeDay } from './daily-uptime.ts';

const MAX_DAYS = 366;
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
  time_zone: periodQuery.time_zone,
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
  filters: Type.Object({ days: Type.Integer(), time_zone: Type.String() }),
});

export const presentDay = (day: UptimeDay): Static<typeof UptimeDayModel> => ({
  date: day.date,
  uptime: day.uptime,
  watched_seconds: Math.round(day.watchedMs / 1000),
  downtime_seconds: Math.round(day.downMs / 1000),
  downtimes: day.downtimes,
  average_response_ms: day.averageResponseMs,
});
