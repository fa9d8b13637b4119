import { type Static, Type } from '@sinclair/typebox';
import { ALERT_KINDS, GOAL_WINDOW_HOURS, TRAFFIC_KINDS, WINDOW_HOURS } from '../../core/alerts.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Id, InputTime, model, nullable, oneOf, patchModel, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { type FiringFacts, SILENCE_CAUSES } from './firing-facts.ts';
import { PREVIEW_DAYS } from './limits.ts';
import type { Preview } from './preview.ts';
import type { AlertRow, FiringRow } from './store.ts';
import { ALERT_STATES } from './tables.ts';

const MAX_NAME_LENGTH = 100;
const MAX_CHANNELS = 20;

const thresholds = {
  percent: Type.Integer({
    minimum: 10,
    maximum: 10_000,
    description:
      'of `spike` and `drop`, also of a goal: how much more or less than usual; 100 and 50 when left out',
  }),
  window_hours: Type.Integer({
    minimum: 1,
    maximum: 168,
    description: `of \`spike\` and \`drop\`: hours that are compared, one of ${WINDOW_HOURS.join(', ')}, 1 and 3 when left out; of a goal, also ${GOAL_WINDOW_HOURS.slice(WINDOW_HOURS.length).join(', ')}, 24 when left out`,
  }),
  hours: Type.Integer({
    minimum: 1,
    maximum: 168,
    description: 'of `silence`: hours without a hit, 3 when left out; of a goal, without a conversion, 24',
  }),
};

const goalFields = {
  goal_id: Type.Integer({
    minimum: 1,
    description: 'with kind `goal`, required: whose conversions are watched',
  }),
  change: oneOf(TRAFFIC_KINDS, {
    description: 'with kind `goal`: the change that fires it; `drop` when left out',
  }),
};

/** Source: decisions, section 10. */
export const Alert = model('Alert', {
  id: Id,
  kind: oneOf(ALERT_KINDS),
  goal_id: nullable(goalFields.goal_id),
  change: nullable(goalFields.change),
  name: nullable(Type.String()),
  percent: nullable(thresholds.percent),
  window_hours: nullable(thresholds.window_hours),
  hours: nullable(thresholds.hours),
  notification_channel_ids: nullable(Type.Array(Id), { description: 'null: all of the account' }),
  muted_until: nullable(Timestamp),
  state: oneOf(ALERT_STATES, { description: '`learning`: there are fewer than three weeks to compare with' }),
  since: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const factsModel = {
  hits: nullable(Type.Integer(), { description: 'in the window' }),
  conversions: nullable(Type.Integer(), { description: 'of a goal, in the window' }),
  expected: nullable(Type.Number(), { description: 'hits or conversions' }),
  hours: nullable(Type.Integer(), { description: 'of the window; of a silence, without any' }),
  cause: nullable(oneOf(SILENCE_CAUSES), { description: 'of a silence, by the uptime check' }),
  monitor_id: nullable(Id),
  monitor_name: nullable(Type.String()),
  error: nullable(Type.String(), { description: 'of a downtime' }),
  urls: Type.Array(Type.String(), { description: 'up to 5 broken links' }),
  count: nullable(Type.Integer(), { description: 'of broken links' }),
};

const AlertFiring = model('AlertFiring', {
  id: Id,
  started_at: Timestamp,
  ended_at: nullable(Timestamp),
  notified: Type.Boolean({ description: 'false: it was muted' }),
  ...factsModel,
});

const AlertPreview = model('AlertPreview', {
  days: Type.Integer(),
  judged_from: nullable(Timestamp, { description: 'the first hour that could be judged' }),
  total_count: Type.Integer(),
  firings: Type.Array(Type.Object({ started_at: Timestamp, ended_at: nullable(Timestamp), ...factsModel }), {
    description: 'the latest 50, newest first',
  }),
});

const choices = {
  name: Type.Optional(nullable(line({ isRequired: true, maxLength: MAX_NAME_LENGTH }))),
  percent: Type.Optional(thresholds.percent),
  window_hours: Type.Optional(thresholds.window_hours),
  hours: Type.Optional(thresholds.hours),
  notification_channel_ids: Type.Optional(
    nullable(Type.Array(Id, { maxItems: MAX_CHANNELS }), {
      description: 'null or left out: all of the account',
    }),
  ),
  muted_until: Type.Optional(nullable(InputTime, { description: 'until then it is noted and not sent' })),
};

export const CreateAlert = model(
  'CreateAlert',
  {
    kind: oneOf(ALERT_KINDS),
    goal_id: Type.Optional(goalFields.goal_id),
    change: Type.Optional(goalFields.change),
    ...choices,
  },
  { kind: 'drop', percent: 50, window_hours: 3 },
);
export const UpdateAlert = patchModel('UpdateAlert', choices, { percent: 60 });
export const PreviewAlert = Type.Object({
  kind: Type.Optional(oneOf(ALERT_KINDS, { description: '`spike` when left out' })),
  goal_id: Type.Optional(goalFields.goal_id),
  change: Type.Optional(goalFields.change),
  percent: Type.Optional(thresholds.percent),
  window_hours: Type.Optional(thresholds.window_hours),
  hours: Type.Optional(thresholds.hours),
});
export type AlertInput = Static<typeof UpdateAlert>;
export type NewAlertInput = Static<typeof CreateAlert>;
export type PreviewInput = Static<typeof PreviewAlert>;

export const AlertAnswer = Type.Object({ alert: Alert });
export const AlertList = Type.Object({ alerts: Type.Array(Alert) });
export const ListFirings = Type.Object(pageQuery({ maximum: 1000 }));
export const FiringList = Type.Object({ firings: Type.Array(AlertFiring), pagination: Pagination });
export const PreviewAnswer = Type.Object({ preview: AlertPreview });

export const presentAlert = (alert: AlertRow): Static<typeof Alert> => ({
  id: alert.id,
  kind: alert.kind,
  goal_id: alert.goalId,
  change: alert.thresholds.change ?? null,
  name: alert.name,
  percent: alert.thresholds.percent ?? null,
  window_hours: alert.thresholds.windowHours ?? null,
  hours: alert.thresholds.hours ?? null,
  notification_channel_ids: alert.channelIds && [...alert.channelIds],
  muted_until: alert.mutedUntil?.toISOString() ?? null,
  state: alert.state,
  since: alert.since.toISOString(),
  created_at: alert.createdAt.toISOString(),
  updated_at: alert.updatedAt.toISOString(),
});

const presentFacts = ({ urls = [], ...facts }: FiringFacts) => ({
  hits: facts.hits ?? null,
  conversions: facts.conversions ?? null,
  expected: facts.expected ?? null,
  hours: facts.hours ?? null,
  cause: facts.cause ?? null,
  monitor_id: facts.monitorId ?? null,
  monitor_name: facts.monitor ?? null,
  error: facts.error ?? null,
  urls: [...urls],
  count: facts.count ?? null,
});

export const presentFiring = (firing: FiringRow): Static<typeof AlertFiring> => ({
  id: firing.id,
  started_at: firing.startedAt.toISOString(),
  ended_at: firing.endedAt?.toISOString() ?? null,
  notified: firing.isSent,
  ...presentFacts(firing.facts),
});

/** Firings of a preview that are shown. */
const MAX_SHOWN = 50;

export const presentPreview = ({ judgedFrom, firings }: Preview): Static<typeof AlertPreview> => ({
  days: PREVIEW_DAYS,
  judged_from: judgedFrom?.toISOString() ?? null,
  total_count: firings.length,
  firings: firings
    .slice(-MAX_SHOWN)
    .toReversed()
    .map(({ startedAt, endedAt, facts }) => ({
      started_at: startedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      ...presentFacts(facts),
    })),
});
