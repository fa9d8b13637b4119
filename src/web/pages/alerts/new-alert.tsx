/** The form of a new alert, with what it would have done in the past. */
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
import { useUserTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/alerts.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useGoals } from '../goals/use-goals.ts';
import { alertsPath, describeFiring, type PreviewAnswer } from './alert-words.ts';
import { CHANNELS_PATH, type ChannelList } from './channel-words.ts';

/** What is typed: thresholds as texts. */
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

/** Returns what an alert watches, as the API takes it; a number that is none goes as it was typed. */
function toWatched({ kind, goalId, change, percent, windowHours, hours }: Draft): Query {
  const of = findThresholds(kind, change);
  const toNumber = (text: string): number | string => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : text);
  return {
    kind,
    ...(kind === 'goal' ? { goal_id: Number(goalId), change } : {}),
    ...(of.percent ? { percent: toNumber(percent) } : {}),
    ...(of.windowHours ? { window_hours: toNumber(windowHours) } : {}),
    ...(of.hours ? { hours: toNumber(hours) } : {}),
  };
}

export function NewAlert({ site, onDone }: { readonly site: Site; readonly onDone: () => void }) {
  const [typed, setDraft] = useState<Draft>({
    ...usualOf('spike'),
    ...{ goalId: '', name: '', isToAll: true, channelIds: [] },
  });
  const goals = useGoals(site.id).data?.goals;
  const draft = { ...typed, goalId: typed.goalId || String(goals?.[0]?.id ?? '') };
  const submission = useSubmit(FIELDS, async () => {
    const { name, isToAll, channelIds } = draft;
    const body = {
      ...toWatched(draft),
      name: name.trim() || null,
      notification_channel_ids: isToAll ? null : channelIds.map(Number),
    };
    await call('POST', alertsPath(site), { body });
    await invalidate(alertsPath(site));
    onDone();
  });
  const { errors } = submission;
  return (
    <Panel title={labels.newAlert}>
      <Form
        action={labels.addAlert}
        submission={submission}
        aside={
          <Button variant="quiet" onClick={onDone}>
            {shared.cancel}
          </Button>
        }
      >
        <SelectField
          label={labels.watches}
          value={draft.kind}
          options={ALERT_KINDS.map(kind => [kind, labels.alertKinds[kind]] as const)}
          onValue={kind => setDraft({ ...draft, ...usualOf(kind) })}
        />
        {draft.kind === 'goal' && <GoalFields site={site} draft={draft} set={setDraft} errors={errors} />}
        <Thresholds draft={draft} set={setDraft} errors={errors} />
        {(draft.kind !== 'goal' || draft.goalId) && <Preview site={site} draft={draft} />}
        <TextField
          label={labels.alertName}
          hint={labels.alertNameHint}
          error={errors.of('name')}
          maxLength={100}
          value={draft.name}
          onValue={name => setDraft({ ...draft, name })}
        />
        <Channels draft={draft} set={setDraft} error={errors.of('notification_channel_ids')} />
      </Form>
    </Panel>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
  readonly errors: ReturnType<typeof useSubmit>['errors'];
}

/** Chooses a goal, and the change of its conversions that is told of. */
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
  if (!data) return null;
  if (data.notification_channels.length === 0) return <p className="hint">{labels.noChannelYet}</p>;
  return (
    <>
      <CheckboxField
        label={labels.toAllChannels}
        isOn={draft.isToAll}
        onChange={isToAll => set({ ...draft, isToAll })}
      />
      {!draft.isToAll && (
        <CheckboxGroup
          legend={labels.channels}
          words={data.notification_channels.map(({ id, name }) => [String(id), name] as const)}
          chosen={draft.channelIds}
          error={error}
          onChange={channelIds => set({ ...draft, channelIds })}
        />
      )}
    </>
  );
}

/** Firings that a preview names. */
const MAX_NAMED = 5;

function Preview({ site, draft }: { readonly site: Site; readonly draft: Draft }) {
  const timeZone = useUserTimeZone();
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
