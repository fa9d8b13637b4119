/** The form of a monitor, for adding and editing. */
import { useState } from 'react';
import { HTTP_METHODS, KEYWORD_CONDITIONS, MONITOR_KINDS, RECORD_TYPES } from '../../../core/monitors.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { SelectField, TextAreaField, TextField } from '../../forms/field.tsx';
import { type FieldErrors, Form, useSubmit } from '../../forms/form.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as labels from '../../labels/monitors.tsx';
import * as shared from '../../labels/shared.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  MONITOR_FIELDS,
  type Monitor,
  type MonitorDraft,
  NEW_DRAFT,
  toBody,
  toDraft,
  type Written,
} from './monitor-draft.ts';

export function NewMonitor({ path, onDone }: { readonly path: string; readonly onDone: () => void }) {
  const [draft, setDraft] = useState(NEW_DRAFT);
  const [address, setAddress] = useState<string | null>(null);
  const submission = useSubmit(MONITOR_FIELDS, async () => {
    const made = await call<Written>('POST', path, { body: { kind: draft.kind, ...toBody(draft) } });
    await invalidate(path);
    if (made.heartbeat_url === null) onDone();
    else setAddress(made.heartbeat_url);
  });
  return (
    <Panel title={labels.newMonitor}>
      {address === null ? (
        <Form action={labels.addMonitor} submission={submission} onCancel={onDone}>
          <SelectField
            label={labels.kind}
            value={draft.kind}
            options={MONITOR_KINDS.map(kind => [kind, labels.kinds[kind]] as const)}
            onValue={kind => setDraft({ ...draft, kind })}
          />
          <Fields draft={draft} set={setDraft} errors={submission.errors} />
        </Form>
      ) : (
        <HeartbeatAddress address={address} onDone={onDone} />
      )}
    </Panel>
  );
}

export function EditMonitor({
  path,
  monitor,
  onDone,
}: {
  readonly path: string;
  readonly monitor: Monitor;
  readonly onDone: () => void;
}) {
  const [draft, setDraft] = useState(() => toDraft(monitor));
  const submission = useSubmit(MONITOR_FIELDS, async () => {
    await call('PATCH', `${path}/${monitor.id}`, { body: toBody(draft) });
    await invalidate(path);
    onDone();
  });
  return (
    <Form action={shared.save} submission={submission} onCancel={onDone}>
      <Fields draft={draft} set={setDraft} errors={submission.errors} isEdited />
    </Form>
  );
}

/** Shows the address of a heartbeat once. */
export const HeartbeatAddress = ({
  address,
  onDone,
}: {
  readonly address: string;
  readonly onDone: () => void;
}) => (
  <SecretReveal title={labels.heartbeatTitle} what={labels.heartbeatWhat} secret={address} onDone={onDone} />
);

interface FieldsProps {
  readonly draft: MonitorDraft;
  readonly set: (draft: MonitorDraft) => void;
  readonly errors: FieldErrors;
  /** True: headers and a body that are left empty stay as they are. */
  readonly isEdited?: boolean;
}

function Fields(props: FieldsProps) {
  const { draft, set, errors } = props;
  return (
    <>
      <TextField
        label={labels.name}
        error={errors.of('name')}
        value={draft.name}
        maxLength={100}
        onValue={name => set({ ...draft, name })}
      />
      {draft.kind === 'http' && <HttpFields {...props} />}
      {(draft.kind === 'tcp' || draft.kind === 'dns') && (
        <TextField
          label={labels.host}
          error={errors.of('host')}
          value={draft.host}
          spellCheck={false}
          onValue={host => set({ ...draft, host })}
        />
      )}
      {draft.kind === 'tcp' && (
        <TextField
          label={labels.port}
          error={errors.of('port')}
          inputMode="numeric"
          value={draft.port}
          onValue={port => set({ ...draft, port })}
        />
      )}
      {draft.kind === 'dns' && (
        <>
          <SelectField
            label={labels.recordType}
            value={draft.recordType}
            options={RECORD_TYPES.map(type => [type, type] as const)}
            onValue={recordType => set({ ...draft, recordType })}
          />
          <TextField
            label={labels.expectedValue}
            hint={labels.expectedValueHint}
            error={errors.of('expected_value')}
            value={draft.value}
            spellCheck={false}
            onValue={value => set({ ...draft, value })}
          />
        </>
      )}
      {draft.kind === 'heartbeat' && (
        <>
          <TextField
            label={labels.periodMinutes}
            error={errors.of('period_seconds')}
            inputMode="numeric"
            value={draft.period}
            onValue={period => set({ ...draft, period })}
          />
          <TextField
            label={labels.graceMinutes}
            error={errors.of('grace_seconds')}
            inputMode="numeric"
            value={draft.grace}
            onValue={grace => set({ ...draft, grace })}
          />
        </>
      )}
    </>
  );
}

function HttpFields({ draft, set, errors, isEdited = false }: FieldsProps) {
  return (
    <>
      <TextField
        label={labels.url}
        error={errors.of('url')}
        type="url"
        placeholder="https://"
        value={draft.url}
        spellCheck={false}
        onValue={url => set({ ...draft, url })}
      />
      <SelectField
        label={labels.method}
        error={errors.of('method')}
        value={draft.method}
        options={HTTP_METHODS.map(method => [method, method] as const)}
        onValue={method => set({ ...draft, method })}
      />
      <TextField
        label={labels.expectedStatus}
        hint={labels.expectedStatusHint}
        error={errors.of('expected_status')}
        value={draft.status}
        onValue={status => set({ ...draft, status })}
      />
      <TextField
        label={labels.keyword}
        hint={labels.keywordHint}
        error={errors.of('keyword')}
        value={draft.keyword}
        onValue={keyword => set({ ...draft, keyword })}
      />
      {draft.keyword !== '' && (
        <SelectField
          label={labels.keywordCondition}
          value={draft.condition}
          options={KEYWORD_CONDITIONS.map(each => [each, labels.keywordConditions[each]] as const)}
          onValue={condition => set({ ...draft, condition })}
        />
      )}
      <TextAreaField
        label={labels.headers}
        hint={isEdited ? labels.headersKept : labels.headersHint}
        error={errors.of('headers')}
        value={draft.headers}
        spellCheck={false}
        onValue={headers => set({ ...draft, headers })}
      />
      {draft.method === 'POST' && (
        <TextAreaField
          label={labels.body}
          hint={isEdited ? labels.headersKept : undefined}
          error={errors.of('body')}
          value={draft.body}
          spellCheck={false}
          onValue={body => set({ ...draft, body })}
        />
      )}
    </>
  );
}
