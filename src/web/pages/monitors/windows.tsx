/** Maintenance windows of a site: the list, and a new one. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import { WEEKDAYS, type Weekday } from '../../../core/monitors.ts';
import type { WindowList } from '../../../features/uptime/maintenance/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { SelectField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/monitors.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type List = Static<typeof WindowList>;
type Window = List['maintenance_windows'][number];

export function Windows({ site, isEnabled }: { readonly site: Site; readonly isEnabled: boolean }) {
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const path = `/sites/${site.id}/maintenance_windows`;
  const query = useApi<List>(path, {}, { isEnabled });
  const add = canWrite && !isAdding && <Button onClick={() => setIsAdding(true)}>{labels.addWindow}</Button>;
  return (
    <>
      {isAdding && <NewWindow path={path} onDone={() => setIsAdding(false)} />}
      <Panel title={labels.windows} aside={query.data && query.data.maintenance_windows.length > 0 && add}>
        <QueryContent query={query} loading={2}>
          {({ maintenance_windows: windows }) =>
            windows.length > 0 ? (
              <ul className="rows">
                {windows.map(window => (
                  <WindowRow key={window.id} path={path} window={window} />
                ))}
              </ul>
            ) : (
              <EmptyState title={labels.noWindows}>
                <p>{labels.noWindowsHint}</p>
                {add}
              </EmptyState>
            )
          }
        </QueryContent>
      </Panel>
    </>
  );
}

function WindowRow({ path, window }: { readonly path: string; readonly window: Window }) {
  const canWrite = useCanWrite();
  const timeZone = useTimeZone();
  const { name, is_active: isActive, next, past } = window;
  const [last] = past;
  const remove = async (): Promise<void> => {
    await call('DELETE', `${path}/${window.id}`);
    await invalidate(path);
  };
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={name} />
        </b>
        <span className="hint">
          {window.weekdays !== null &&
            labels.weekly(
              window.weekdays.map(day => labels.weekdays[day]).join(', '),
              `${window.start_time} (${window.time_zone})`,
              window.duration_minutes ?? 0,
            )}
          {window.weekdays !== null && (next || last) && ' · '}
          {next && labels.next(formatDateTime(next.starts_at, timeZone))}
          {!next && last && labels.last(formatDateTime(last.starts_at, timeZone))}
        </span>
      </div>
      {isActive && <span className="tag good">{labels.active}</span>}
      {!isActive && !next && <span className="tag">{labels.over}</span>}
      {canWrite && (
        <ConfirmButton
          text={labels.remove}
          label={labels.removeNamed(name)}
          title={labels.removeWindowQuestion}
          action={labels.remove}
          work={remove}
          hint={labels.removeWindowHint(<UntrustedText text={name} />)}
        />
      )}
    </li>
  );
}

const FIELDS = ['name', 'starts_at', 'ends_at', 'weekdays', 'start_time', 'duration_minutes'];
const KINDS = ['once', 'weekly'] as const;

interface Draft {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
  /** Of the browser's clock, as its inputs write them. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly weekdays: readonly Weekday[];
  readonly startTime: string;
  readonly minutes: string;
}

const NEW: Draft = {
  kind: 'once',
  name: '',
  startsAt: '',
  endsAt: '',
  weekdays: ['sunday'],
  startTime: '03:00',
  minutes: '60',
};

/** Converts a local time to an instant; invalid input is passed on, so that the server explains it. */
function toInstant(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

const toBody = ({ kind, name, startsAt, endsAt, weekdays, startTime, minutes }: Draft) =>
  kind === 'once'
    ? { kind, name, starts_at: toInstant(startsAt), ends_at: toInstant(endsAt) }
    : { kind, name, weekdays, start_time: startTime, duration_minutes: Number(minutes) };

function NewWindow({ path, onDone }: { readonly path: string; readonly onDone: () => void }) {
  const [draft, set] = useState(NEW);
  const submission = useSubmit(FIELDS, async () => {
    await call('POST', path, { body: toBody(draft) });
    await invalidate(path);
    onDone();
  });
  const { errors } = submission;
  return (
    <Panel title={labels.addWindow}>
      <Form action={labels.addWindow} submission={submission} onCancel={onDone}>
        <TextField
          label={labels.name}
          error={errors.of('name')}
          value={draft.name}
          maxLength={100}
          onValue={name => set({ ...draft, name })}
        />
        <SelectField
          label={labels.windowKind}
          value={draft.kind}
          options={KINDS.map(kind => [kind, labels.windowKinds[kind]] as const)}
          onValue={kind => set({ ...draft, kind })}
        />
        {draft.kind === 'once' ? (
          <OnceFields draft={draft} set={set} errors={errors} />
        ) : (
          <WeeklyFields draft={draft} set={set} errors={errors} />
        )}
      </Form>
    </Panel>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
  readonly errors: ReturnType<typeof useSubmit>['errors'];
}

const OnceFields = ({ draft, set, errors }: FieldsProps) => (
  <>
    <TextField
      label={labels.startsAt}
      type="datetime-local"
      error={errors.of('starts_at')}
      value={draft.startsAt}
      onValue={startsAt => set({ ...draft, startsAt })}
    />
    <TextField
      label={labels.endsAt}
      type="datetime-local"
      error={errors.of('ends_at')}
      value={draft.endsAt}
      onValue={endsAt => set({ ...draft, endsAt })}
    />
  </>
);

function WeeklyFields({ draft, set, errors }: FieldsProps) {
  const timeZone = useTimeZone();
  return (
    <>
      <CheckboxGroup
        legend={labels.onDays}
        words={WEEKDAYS.map(day => [day, labels.weekdays[day]] as const)}
        isInColumns
        chosen={draft.weekdays}
        error={errors.of('weekdays')}
        onChange={weekdays => set({ ...draft, weekdays })}
      />
      <TextField
        label={labels.startTime}
        hint={labels.inYourZone(timeZone)}
        type="time"
        error={errors.of('start_time')}
        value={draft.startTime}
        onValue={startTime => set({ ...draft, startTime })}
      />
      <TextField
        label={labels.durationMinutes}
        inputMode="numeric"
        error={errors.of('duration_minutes')}
        value={draft.minutes}
        onValue={minutes => set({ ...draft, minutes })}
      />
    </>
  );
}
