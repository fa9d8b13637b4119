import { type Static, Type } from '@sinclair/typebox';
import { INCIDENT_STATUSES, MONITOR_STATES, OVERALL_STATES } from '../../../core/status-pages.ts';
import { Day, Id, model, nullable, oneOf, Timestamp } from '../../../http/schema.ts';

const Note = Type.Object({
  id: Id,
  text: Type.String(),
  status: nullable(oneOf(INCIDENT_STATUSES)),
  created_at: Timestamp,
});

const Names = Type.Array(Type.String(), { description: 'names of monitors on the page' });
const Missing = Type.Object({
  missing: Type.Integer({ minimum: 0 }),
  missing_low: Type.Integer({ minimum: 0 }),
  missing_high: Type.Integer({ minimum: 0 }),
});

/** What a status page shows, for programs. */
export const StatusAnswer = model('Status', {
  page: Type.Object({ title: Type.String(), description: Type.String(), url: Type.String() }),
  state: oneOf(OVERALL_STATES),
  monitors: Type.Array(
    Type.Object({
      name: Type.String(),
      host: nullable(Type.String(), { description: 'null unless the owner shows it' }),
      state: oneOf(MONITOR_STATES),
      uptime: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
        description: 'percent of the monitored time of 90 days; null without any',
      }),
      days: Type.Array(
        Type.Object({
          date: Day,
          uptime: nullable(Type.Number({ minimum: 0, maximum: 100 })),
          downtime_seconds: Type.Integer({ minimum: 0 }),
        }),
        { description: '90 days, oldest first, in the time zone of the owner' },
      ),
    }),
  ),
  incidents: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      status: oneOf(INCIDENT_STATUSES),
      monitors: Names,
      started_at: Timestamp,
      resolved_at: nullable(Timestamp),
      updated_at: Timestamp,
      notes: Type.Array(Note, { description: 'oldest first; of all notes the newest, 300,000 characters' }),
    }),
    { description: 'open ones first, then the latest; those of 90 days, at most 100' },
  ),
  downtimes: Type.Array(
    Type.Object({
      id: Id,
      monitor: Type.String({ description: 'its name on the page' }),
      started_at: Timestamp,
      ended_at: nullable(Timestamp),
      notes: Type.Array(Note, { description: 'oldest first; of all notes the newest, 300,000 characters' }),
      impact: nullable(Type.Object({ hits: Missing, events: nullable(Missing) }), {
        description: 'hits and events that did not come, where the owner shows it and it is known',
      }),
    }),
    { description: 'latest first; those of 90 days, at most 200' },
  ),
  maintenance: Type.Array(
    Type.Object({
      name: Type.String(),
      monitors: Names,
      starts_at: Timestamp,
      ends_at: Timestamp,
      state: oneOf(['coming', 'active', 'past']),
    }),
    {
      description: 'coming and active ones by their begin, then past ones, latest first; at most 50 of each',
    },
  ),
  time_zone: Type.String(),
  updated_at: Timestamp,
});
export type StatusView = Static<typeof StatusAnswer>;
