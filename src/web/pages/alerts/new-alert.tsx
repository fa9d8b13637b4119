/** The form of a new alert, with what it would have done in the past. */
import { useState } from 'react';
import { ALERT_KINDS, type AlertKind, THRESHOLDS, WINDOW_HOURS } from '../../../core/alerts.ts';
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
import { alertsPath, describeFiring, type PreviewAnswer } from './alert-words.ts';
import { CHANNELS_PATH, type ChannelList } from './channel-words.ts';

/** What is typed: thresholds as texts. */
interface Draft {
  readonly kind: AlertKind;
  readonly percent: string;
  readonly windowHours: string;
  readonly hours: string;
  readonly name: string;
  readonly isToAll: boolean;
  readonly channelIds: readonly string[];
}

const FIELDS = ['kind', 'percent', 'window_hours', 'hours', 'name', 'notification_channel_ids'];

/** Returns a kind with its usual thresholds. */
function usualOf(kind: AlertKind): Pick<Draft, 'kind' | 'percent' | 'windowHours' | 'hours'> {
  const { percent, windowHours, hours } = THRESHOLDS[kind];
  return {
    kind,
    percent: String(percent?.fallback ?? ''),
    windowHours: String(windowHours?.fallback ?? ''),
    hours: String(hours?.fallback ?? ''),
  };
}

/** Returns the thresholds that a kind has, as the API takes them; a number that is none goes as it was typed. */
function toThresholds({ kind, percent, windowHours, hours }: Draft): Record<string, number | string> {
  const of = THRESHOLDS[kind];
  const toNumber = (text: string): number | string => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : text);
  return {
    ...(of.percent ? { percent: toNumber(percent) } : {}),
    ...(of.windowHours ? { window_hours: toNumber(windowHours) } : {}),
    ...(of.hours ? { hours: toNumber(hours) } : {}),
  };
}

export function NewAlert({ site, onDone }: { readonly site: Site; readonly onDone: () => void }) {
  const [draft, setDraft] = useState<Draft>({ ...usualOf('spike'), name: '', isToAll: true, channelIds: [] });
  const submission = useSubmit(FIELDS, async () => {
    const { kind, name, isToAll, channelIds } = draft;
    const body = {
      kind,
      ...toThresholds(draft),
      name: name.trim() || null,
      notification_channel_ids: isToAll ? null : channelIds.map(Number),
    };
    await call('POST', alertsPath(site), { body });
    await invalidate(alertsPath(site));
    onDone();
  });
  const { errors } = submission;
  const of = THRESHOLDS[draft.kind];
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
        {of.percent && (
          <TextField
            label={draft.kind === 'spike' ? labels.percentMore : labels.percentLess}
            type="number"
            inputMode="numeric"
            min={of.percent.minimum}
            max={of.percent.maximum}
            error={errors.of('percent')}
            value={draft.percent}
            onValue={percent => setDraft({ ...draft, percent })}
          />
        )}
        {of.windowHours && (
          <SelectField
            label={labels.window}
            hint={labels.windowHint}
            error={errors.of('window_hours')}
            value={draft.windowHours}
            options={WINDOW_HOURS.map(hours => [String(hours), labels.hourCount(hours)] as const)}
            onValue={windowHours => setDraft({ ...draft, windowHours })}
          />
        )}
        {of.hours && (
          <TextField
            label={labels.silentHours}
            type="number"
            inputMode="numeric"
            min={of.hours.minimum}
            max={of.hours.maximum}
            error={errors.of('hours')}
            value={draft.hours}
            onValue={hours => setDraft({ ...draft, hours })}
          />
        )}
        <Preview site={site} draft={draft} />
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
  const query: Query = JSON.parse(useDebounced(JSON.stringify({ kind: draft.kind, ...toThresholds(draft) })));
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
