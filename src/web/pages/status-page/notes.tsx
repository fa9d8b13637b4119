/** Notes on an incident or a downtime. */
import { useState } from 'react';
import { INCIDENT_STATUSES, type IncidentStatus } from '../../../core/status-pages.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { CheckboxField, SelectField, TextAreaField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/status-pages.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type Downtime, pathOf, type StatusPage } from './types.ts';

/** Lists notes, the oldest first. */
export function Notes({ page, notes }: { readonly page: StatusPage; readonly notes: Downtime['notes'] }) {
  const canWrite = useCanWrite();
  const timeZone = useTimeZone();
  if (notes.length === 0) return null;
  const remove = async (id: number): Promise<void> => {
    await call('DELETE', `${pathOf(page)}/notes/${id}`);
    await invalidate(pathOf(page));
  };
  return (
    <ul className="rows">
      {notes.map(({ id, text, status, created_at: at }) => (
        <li key={id} className="row">
          <div className="row-main">
            <span className="hint">
              {status !== null && `${labels.statuses[status]} · `}
              {formatDateTime(at, timeZone)}
            </span>
            <UntrustedText text={text} />
          </div>
          {canWrite && (
            <ActionButton variant="quiet" work={() => remove(id)}>
              {labels.removeNote}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}

export function NewNote({
  page,
  path,
  status: before,
  onDone,
}: {
  readonly page: StatusPage;
  readonly path: string;
  /** Of the incident; null for a downtime. */
  readonly status: IncidentStatus | null;
  readonly onDone: () => void;
}) {
  const [text, setText] = useState('');
  const [status, setStatus] = useState(before);
  const [notify, setNotify] = useState(true);
  const submission = useSubmit(['text', 'status'], async () => {
    await call('POST', path, { body: { text, notify, ...(status !== null && { status }) } });
    await invalidate(pathOf(page));
    onDone();
  });
  const { errors } = submission;
  return (
    <Form action={labels.addNote} submission={submission} onCancel={onDone}>
      <TextAreaField
        label={labels.message}
        hint={labels.messageHint}
        rows={3}
        maxLength={5000}
        value={text}
        error={errors.of('text')}
        onValue={setText}
      />
      {status !== null && (
        <SelectField
          label={labels.status}
          value={status}
          options={INCIDENT_STATUSES.map(each => [each, labels.statuses[each]] as const)}
          onValue={setStatus}
        />
      )}
      {page.subscriber_count > 0 && (
        <CheckboxField label={labels.notify} isOn={notify} onChange={setNotify} />
      )}
    </Form>
  );
}
