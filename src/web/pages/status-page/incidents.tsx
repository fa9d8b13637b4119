/** Incidents of a status page: opened, noted and resolved. */
import { useState } from 'react';
import { INCIDENT_STATUSES, type IncidentStatus } from '../../../core/status-pages.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/status-pages.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { NewNote, Notes } from './notes.tsx';
import { type Incident, pathOf, type StatusPage } from './types.ts';

const SHOWN = 20;

export function Incidents({ page }: { readonly page: StatusPage }) {
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const path = `${pathOf(page)}/incidents`;
  const query = useApi<{ readonly incidents: readonly Incident[] }>(path, { per_page: SHOWN });
  const add = canWrite && !isAdding && (
    <Button onClick={() => setIsAdding(true)}>{labels.openIncident}</Button>
  );
  return (
    <>
      {isAdding && <NewIncident page={page} path={path} onDone={() => setIsAdding(false)} />}
      <Panel title={labels.incidents} aside={query.data && query.data.incidents.length > 0 && add}>
        <QueryContent query={query} loading={2}>
          {({ incidents }) =>
            incidents.length > 0 ? (
              <ul className="rows">
                {incidents.map(incident => (
                  <IncidentRow key={incident.id} page={page} path={path} incident={incident} />
                ))}
              </ul>
            ) : (
              <EmptyState title={labels.noIncidents}>
                <p>{labels.noIncidentsHint}</p>
                {add}
              </EmptyState>
            )
          }
        </QueryContent>
      </Panel>
    </>
  );
}

function IncidentRow({
  page,
  path,
  incident,
}: {
  readonly page: StatusPage;
  readonly path: string;
  readonly incident: Incident;
}) {
  const canWrite = useCanWrite();
  const timeZone = useTimeZone();
  const [isNoting, setIsNoting] = useState(false);
  const { title, status, started_at: start, resolved_at: end, notes } = incident;
  const at = `${path}/${incident.id}`;
  const names = page.monitors
    .filter(({ monitor_id: id }) => incident.monitor_ids.includes(id))
    .map(({ name }) => name);
  const from = formatDateTime(start, timeZone);
  const resolve = async (): Promise<void> => {
    await call('PATCH', at, { body: { status: 'resolved' } });
    await invalidate(pathOf(page));
  };
  const remove = async (): Promise<void> => {
    await call('DELETE', at);
    await invalidate(pathOf(page));
  };
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={title} />
        </b>
        <span className="hint">
          {end === null ? labels.began(from) : labels.lasted(from, formatDateTime(end, timeZone))}
          {names.length > 0 && ' · '}
          {names.length > 0 && <UntrustedText text={labels.affects(names.join(', '))} />}
        </span>
      </div>
      <span className={end === null ? 'tag bad' : 'tag good'}>{labels.statuses[status]}</span>
      {canWrite && !isNoting && (
        <div className="actions">
          <Button
            isSmall
            variant="quiet"
            aria-label={labels.addNoteTo(title)}
            onClick={() => setIsNoting(true)}
          >
            {labels.addNote}
          </Button>
          {end === null && (
            <ActionButton variant="quiet" aria-label={labels.resolveNamed(title)} work={resolve}>
              {labels.resolve}
            </ActionButton>
          )}
          <ConfirmButton
            text={labels.remove}
            label={labels.removeIncidentNamed(title)}
            title={labels.removeIncidentQuestion}
            action={labels.remove}
            work={remove}
            hint={labels.removeIncidentHint(<UntrustedText text={title} />)}
          />
        </div>
      )}
      {notes.length > 0 && (
        <div className="row-below">
          <Notes page={page} notes={notes} />
        </div>
      )}
      {isNoting && (
        <NewNote page={page} path={`${at}/notes`} status={status} onDone={() => setIsNoting(false)} />
      )}
    </li>
  );
}

const FIELDS = ['title', 'text', 'status', 'monitor_ids'];

interface Draft {
  readonly title: string;
  readonly text: string;
  readonly status: IncidentStatus;
  readonly monitors: readonly string[];
  readonly notify: boolean;
}

const NEW: Draft = { title: '', text: '', status: 'investigating', monitors: [], notify: true };

function NewIncident({
  page,
  path,
  onDone,
}: {
  readonly page: StatusPage;
  readonly path: string;
  readonly onDone: () => void;
}) {
  const [draft, set] = useState(NEW);
  const submission = useSubmit(FIELDS, async () => {
    const { title, text, status, monitors, notify } = draft;
    const body = { title, status, notify, monitor_ids: monitors.map(Number), ...(text !== '' && { text }) };
    await call('POST', path, { body });
    await invalidate(pathOf(page));
    onDone();
  });
  const { errors } = submission;
  return (
    <Panel title={labels.newIncident}>
      <Form action={labels.openIncident} submission={submission} onCancel={onDone}>
        <TextField
          label={labels.incidentTitle}
          value={draft.title}
          maxLength={200}
          error={errors.of('title')}
          onValue={title => set({ ...draft, title })}
        />
        <TextAreaField
          label={labels.message}
          hint={labels.messageHint}
          rows={3}
          maxLength={5000}
          value={draft.text}
          error={errors.of('text')}
          onValue={text => set({ ...draft, text })}
        />
        <SelectField
          label={labels.status}
          value={draft.status}
          options={INCIDENT_STATUSES.map(each => [each, labels.statuses[each]] as const)}
          onValue={status => set({ ...draft, status })}
        />
        {page.monitors.length > 0 && (
          <CheckboxGroup
            legend={labels.affected}
            words={page.monitors.map(({ monitor_id: id, name }) => [String(id), name] as const)}
            chosen={draft.monitors}
            error={errors.of('monitor_ids')}
            onChange={monitors => set({ ...draft, monitors })}
          />
        )}
        {page.subscriber_count > 0 && (
          <CheckboxField
            label={labels.notify}
            isOn={draft.notify}
            onChange={notify => set({ ...draft, notify })}
          />
        )}
      </Form>
    </Panel>
  );
}
