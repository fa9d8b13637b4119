import { Kind, type Static, Type, TypeRegistry } from '@sinclair/typebox';
import { WEEKDAYS } from '../../../core/monitors.ts';
import type { Span } from '../../../core/span.ts';
import {
  Id,
  InputTime,
  model,
  nullable,
  oneOf,
  patchModel,
  Timestamp,
  timeZoneName,
} from '../../../http/schema.ts';
import { line } from '../../../http/text.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { MAX_MONITORS, MAX_NAME_LENGTH } from '../monitors/limits.ts';
import { listOccurrences } from './occurrences.ts';
import type { WindowRow } from './store.ts';

export const MAX_WINDOWS = 50;
const MAX_MINUTES = 1440;
/** How far back and ahead answers list the times of a window. */
const PAST_MS = 90 * DAY_MS;
const AHEAD_MS = 31 * DAY_MS;

const KINDS = ['once', 'weekly'] as const;

TypeRegistry.Set(
  'TimeOfDay',
  (_, value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
);
const TimeOfDay = Type.Unsafe<string>({
  [Kind]: 'TimeOfDay',
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  allowed: 'a time of the day such as 03:30',
});

const Name = line({ isRequired: true, maxLength: MAX_NAME_LENGTH });
const fields = {
  starts_at: Type.Optional(InputTime),
  ends_at: Type.Optional(InputTime),
  weekdays: Type.Optional(
    Type.Array(oneOf(WEEKDAYS), { minItems: 1, maxItems: WEEKDAYS.length, description: 'kind `weekly`' }),
  ),
  start_time: Type.Optional(TimeOfDay),
  duration_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MINUTES })),
  time_zone: Type.Optional(
    timeZoneName('kind `weekly`; that of the account’s owner when left out, as in the site’s reports'),
  ),
  monitor_ids: Type.Optional(
    nullable(Type.Array(Id, { minItems: 1, maxItems: MAX_MONITORS + 1 }), {
      description: 'null: all monitors of the site',
    }),
  ),
};

export const CreateWindow = model(
  'CreateMaintenanceWindow',
  { name: Name, kind: oneOf(KINDS), ...fields },
  { name: 'Updates', kind: 'weekly', weekdays: ['sunday'], start_time: '03:30', duration_minutes: 60 },
  { name: 'New server', kind: 'once', starts_at: '2026-03-14T20:00:00Z', ends_at: '2026-03-14T22:00:00Z' },
);
export type NewWindowInput = Static<typeof CreateWindow>;

export const UpdateWindow = patchModel(
  'UpdateMaintenanceWindow',
  { name: Type.Optional(Name), ...fields },
  { name: 'Updates of the system' },
);
export type WindowInput = Static<typeof UpdateWindow>;

const Occurrence = Type.Object({ starts_at: Timestamp, ends_at: Timestamp });

export const MaintenanceWindow = model('MaintenanceWindow', {
  id: Id,
  name: Type.String(),
  kind: oneOf(KINDS),
  starts_at: nullable(Timestamp),
  ends_at: nullable(Timestamp),
  weekdays: nullable(Type.Array(oneOf(WEEKDAYS))),
  start_time: nullable(Type.String()),
  duration_minutes: nullable(Type.Integer()),
  time_zone: nullable(Type.String()),
  monitor_ids: nullable(Type.Array(Id)),
  is_active: Type.Boolean({ description: 'whether it is now' }),
  next: nullable(Occurrence, { description: 'the next time within 31 days; null without one' }),
  past: Type.Array(Occurrence, {
    description: 'times of the last 90 days since it was made or changed, and the present one, latest first',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const WindowList = Type.Object({ maintenance_windows: Type.Array(MaintenanceWindow) });
export const WindowAnswer = Type.Object({ maintenance_window: MaintenanceWindow });

const presentSpan = ({ start, end }: Span): Static<typeof Occurrence> => ({
  starts_at: start.toISOString(),
  ends_at: end.toISOString(),
});

const NO_SCHEDULE = {
  starts_at: null,
  ends_at: null,
  weekdays: null,
  start_time: null,
  duration_minutes: null,
  time_zone: null,
};

/** Presents a schedule by the fields that a window is written with. */
export function presentSchedule({ schedule }: Pick<WindowRow, 'schedule'>) {
  if (schedule.kind === 'once')
    return {
      ...NO_SCHEDULE,
      kind: schedule.kind,
      starts_at: new Date(schedule.startsAtMs).toISOString(),
      ends_at: new Date(schedule.endsAtMs).toISOString(),
    };
  const { kind, weekdays, startTime, durationMinutes, timeZone } = schedule;
  return {
    ...NO_SCHEDULE,
    kind,
    weekdays: [...weekdays],
    start_time: startTime,
    duration_minutes: durationMinutes,
    time_zone: timeZone,
  };
}

export function presentWindow(row: WindowRow, now: Date): Static<typeof MaintenanceWindow> {
  const { schedule, updatedAt } = row;
  const sinceMs = Math.max(now.getTime() - PAST_MS, updatedAt.getTime());
  const past = listOccurrences(schedule, { start: new Date(sinceMs), end: now });
  const ahead = listOccurrences(schedule, { start: now, end: new Date(now.getTime() + AHEAD_MS) });
  const next = ahead.find(({ start }) => start > now);
  return {
    id: row.id,
    name: row.name,
    ...presentSchedule(row),
    monitor_ids: row.monitorIds && [...row.monitorIds],
    is_active: ahead.some(({ start }) => start <= now),
    next: next ? presentSpan(next) : null,
    past: past.toReversed().map(presentSpan),
    created_at: row.createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
