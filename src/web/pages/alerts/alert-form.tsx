/** The form of an alert, with a preview of its past firings. */
import { useState } from 'react';
import { Link } from 'wouter';
import {
  ALERT_KINDS,
  type AlertKind,
  DEFAULT_CHANGE,
  findThresholds,
  findWindowHours,
  TRAFFIC_KINDS,
  type TrafficKind,
} from '../../../core/alerts.ts';
import { call } from '../../api.ts';
import type { Query } from '../../api-url.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/alerts.tsx';
import * as shared from '../../labels/shared.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useGoals } from '../goals/use-goals.ts';
import { type Alert, alertsPath, describeFiring, type PreviewAnswer } from './alert-words.ts';
import { CHANNELS_PATH, type ChannelList } from './channel-words.ts';

/** The input: thresholds as text. */
interface Draft {
  readonly kind: AlertKind;
  /** Empty: the first goal. */
  readonly goalId: string;
  /** Of kind `goal`. */
  readonly change: TrafficKind;
  readonly percent: string;
  readonly windowHours: string;
  readonly hours: string;
  readonly name: string;
  readonly isToAll: boolean;
  readonly channelIds: readonly string[];
}

const FIELDS = [
  'kind',
  'goal_id',
  'change',
  'percent',
  'window_hours',
  'hours',
  'name',
  'notification_channel_ids',
];

/** Returns a kind with its usual thresholds. */
function usualOf(
  kind: AlertKind,
  change: TrafficKind = DEFAULT_CHANGE,
): Pick<Draft, 'kind' | 'change' | 'percent' | 'windowHours' | 'hours'> {
  const { percent, windowHours, hours } = findThresholds(kind, change);
  return {
    kind,
    change,
    percent: String(percent?.fallback ?? ''),
    windowHours: String(windowHours?.fallback ?? ''),
    hours: String(hours?.fallback ?? ''),
  };
}

const toDraft = (alert: Alert): Draft => ({
  kind: alert.kind,
  goalId: String(alert.goal_id ?? ''),
  change: alert.change ?? DEFAULT_CHANGE,
  percent: String(alert.percent ?? ''),
  windowHours: String(alert.window_hours ?? ''),
  hours: String(alert.hours ?? ''),
  name: alert.name ?? '',
  isToAll: alert.notification_channel_ids === null,
  channelIds: alert.notification_channel_ids?.map(String) ?? [],
});

/** Returns what an alert watches, as the API takes it. */
const toWatched = (draft: Draft): Query => ({
  kind: draft.kind,
  ...(draft.kind === 'goal' ? { goal_id: Number(draft.goalId), change: draft.change } : {}),
  ...toThresholds(draft),
});

/** Returns the thresholds of a draft; invalid numbers are sent as typed, so that the API explains them. */
function toThresholds({ kind, change, percent, windowHours, hours }: Draft): Query {
  const of = findThresholds(kind, change);
  const toNumber = (text: string): number | string => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : text);
  return {
    ...(of.percent ? { percent: toNumber(percent) } : {}),
    ...(of.windowHours ? { window_hours: toNumber(windowHours) } : {}),
    ...(of.hours ? { hours: toNumber(hours) } : {}),
  };
}

interface AlertFormProps {
  readonly site: Site;
  /** The alert to edit: its thresholds may change, but not what it watches. Without it, a new one is added. */
  readonly alert?: Alert;
  readonly onDone: () => void;
}

export function AlertForm({ site, alert, onDone }: AlertFormProps) {
  const [typed, setDraft] = useState<Draft>(
    alert
      ? toDraft(alert)
      : { ...usualOf('spike'), ...{ goalId: '', name: '', isToAll: true, channelIds: [] } },
  );
  const goals = useGoals(site.id).data?.goals;
  const draft = { ...typed, goalId: typed.goalId || String(goals?.[0]?.id ?? '') };
  const submission = useSubmit(FIELDS, async () => {
    const { name, isToAll, channelIds } = draft;
    const changes = {
      ...toThresholds(draft),
      name: name.trim() || null,
      notification_channel_ids: isToAll ? null : channelIds.map(Number),
    };
    if (alert) await call('PATCH', `${alertsPath(site)}/${alert.id}`, { body: changes });
    else await call('POST', alertsPath(site), { body: { ...toWatched(draft), ...changes } });
    await invalidate(alertsPath(site));
    onDone();
  });
  const { errors } = submission;
  return (
    <Form action={alert ? shared.save : labels.addAlert} submission={submission} onCancel={onDone}>
      {!alert && (
        <SelectField
          label={labels.watches}
          value={draft.kind}
          options={ALERT_KINDS.map(kind => [kind, labels.alertKinds[kind]] as const)}
          onValue={kind => setDraft({ ...draft, ...usualOf(kind) })}
        />
      )}
      {!alert && draft.kind === 'goal' && (
        <GoalFields site={site} draft={draft} set={setDraft} errors={errors} />
      )}
      <Thresholds draft={draft} set={setDraft} errors={errors} />
      {(draft.kind !== 'goal' || draft.goalId) && <Preview site={site} draft={draft} />}
      <TextField
        label={shared.optionalName}
        hint={labels.alertNameHint}
        error={errors.of('name')}
        maxLength={100}
        value={draft.name}
        onValue={name => setDraft({ ...draft, name })}
      />
      <Channels draft={draft} set={setDraft} error={errors.of('notification_channel_ids')} />
    </Form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
  readonly errors: ReturnType<typeof useSubmit>['errors'];
}

/** Chooses a goal, and the change of its conversions that fires the alert. */
function GoalFields({ site, draft, set, errors }: FieldsProps & { readonly site: Site }) {
  const goals = useGoals(site.id).data?.goals ?? [];
  if (goals.length === 0)
    return (
      <p className="hint">
        {labels.noGoalYet} <Link href={`/sites/${site.id}/goals`}>{labels.addGoal}</Link>
      </p>
    );
  return (
    <>
      <SelectField
        label={labels.goal}
        error={errors.of('goal_id')}
        value={draft.goalId}
        options={goals.map(({ id, name }) => [String(id), name] as const)}
        onValue={goalId => set({ ...draft, goalId })}
      />
      <SelectField
        label={labels.goalChange}
        error={errors.of('change')}
        value={draft.change}
        options={TRAFFIC_KINDS.map(change => [change, labels.goalChanges[change]] as const)}
        onValue={change => set({ ...draft, ...usualOf('goal', change) })}
      />
    </>
  );
}

function Thresholds({ draft, set, errors }: FieldsProps) {
  const of = findThresholds(draft.kind, draft.change);
  const isGoal = draft.kind === 'goal';
  const isRise = (isGoal ? draft.change : draft.kind) === 'spike';
  return (
    <>
      {of.percent && (
        <TextField
          label={isRise ? labels.percentMore : labels.percentLess}
          type="number"
          inputMode="numeric"
          min={of.percent.minimum}
          max={of.percent.maximum}
          error={errors.of('percent')}
          value={draft.percent}
          onValue={percent => set({ ...draft, percent })}
        />
      )}
      {of.windowHours && (
        <SelectField
          label={labels.window}
          hint={isGoal ? labels.goalWindowHint : labels.windowHint}
          error={errors.of('window_hours')}
          value={draft.windowHours}
          options={findWindowHours(draft.kind).map(
            hours => [String(hours), labels.hourCount(hours)] as const,
          )}
          onValue={windowHours => set({ ...draft, windowHours })}
        />
      )}
      {of.hours && (
        <TextField
          label={isGoal ? labels.hoursWithoutConversion : labels.silentHours}
          type="number"
          inputMode="numeric"
          min={of.hours.minimum}
          max={of.hours.maximum}
          error={errors.of('hours')}
          value={draft.hours}
          onValue={hours => set({ ...draft, hours })}
        />
      )}
    </>
  );
}

interface ChannelsProps {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
  readonly error: string | undefined;
}

function Channels({ draft, set, error }: ChannelsProps) {
  const { data } = useApi<ChannelList>(CHANNELS_PATH);
  if (!data?.notification_channels.length) return null;
  return (
    <>
      <CheckboxField
        label={labels.toAllChannels}
        isOn={draft.isToAll}
        onChange={isToAll => set({ ...draft, isToAll })}
      />
      {!draft.isToAll && (
        <CheckboxGroup
          legend={shared.notificationChannels}
          words={data.notification_channels.map(({ id, name }) => [String(id), name] as const)}
          chosen={draft.channelIds}
          error={error}
          onChange={channelIds => set({ ...draft, channelIds })}
        />
      )}
    </>
  );
}

/** Maximum number of firings that a preview lists. */
const MAX_NAMED = 5;

function Preview({ site, draft }: { readonly site: Site; readonly draft: Draft }) {
  const timeZone = useTimeZone();
  const query: Query = JSON.parse(useDebounced(JSON.stringify(toWatched(draft))));
  const { data, error } = useApi<PreviewAnswer>(`${alertsPath(site)}/preview`, query, {
    keepsPrevious: true,
  });
  if (error) return null;
  if (!data) return <p className="soft">{labels.previewLoading}</p>;
  const { judged_from: from, total_count: total, firings, days } = data.preview;
  if (from === null) return <p className="soft">{labels.previewTooYoung}</p>;
  return (
    <div role="status">
      <p>{labels.wouldHaveFired(total, days)}</p>
      {firings.length > 0 && (
        <ul className="hint">
          {firings.slice(0, MAX_NAMED).map(firing => (
            <li key={firing.started_at}>
              {formatDateTime(firing.started_at, timeZone)}: {describeFiring(draft.kind, firing)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
