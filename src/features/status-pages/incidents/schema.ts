import { type Static, Type } from '@sinclair/typebox';
import { INCIDENT_STATUSES } from '../../../core/status-pages.ts';
import { Pagination, pageQuery } from '../../../http/paging.ts';
import { Id, InputTime, model, nullable, oneOf, patchModel, Timestamp } from '../../../http/schema.ts';
import { line, prose } from '../../../http/text.ts';
import { MAX_MONITORS, MAX_NOTE_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts';
import type { IncidentRow, NoteRow } from '../store.ts';

const Status = oneOf(INCIDENT_STATUSES);
const Title = line({ isRequired: true, maxLength: MAX_TITLE_LENGTH });
const NoteText = prose({
  isRequired: true,
  maxLength: MAX_NOTE_LENGTH,
  description: 'plain text; line breaks stay',
});
const Notify = Type.Optional(
  Type.Boolean({
    description:
      'whether subscribers are mailed; when left out, of all but an incident that is over at first',
  }),
);

const fields = {
  status: Type.Optional(Status),
  monitor_ids: Type.Optional(
    Type.Array(Id, { maxItems: MAX_MONITORS, description: 'those of the page’s monitors that it affects' }),
  ),
  started_at: Type.Optional(InputTime),
  resolved_at: Type.Optional(
    nullable(InputTime, { description: 'with the status `resolved`; now when left out' }),
  ),
  notify: Notify,
};

export const CreateIncident = model(
  'CreateIncident',
  { title: Title, text: Type.Optional(NoteText), ...fields },
  { title: 'Orders are slow', status: 'investigating', text: 'We are looking into it.' },
);
export type NewIncidentInput = Static<typeof CreateIncident>;

export const UpdateIncident = patchModel(
  'UpdateIncident',
  { title: Type.Optional(Title), ...fields },
  { status: 'resolved' },
);
export type IncidentInput = Static<typeof UpdateIncident>;

export const CreateIncidentNote = model(
  'CreateIncidentNote',
  {
    text: NoteText,
    status: Type.Optional(oneOf(INCIDENT_STATUSES, { description: 'what it is from then on' })),
    notify: Notify,
  },
  { text: 'A fix is being rolled out.', status: 'monitoring' },
);
export const CreateDowntimeNote = model(
  'CreateDowntimeNote',
  { text: NoteText, notify: Notify },
  { text: 'The power is out.' },
);
export type NewNoteInput = Static<typeof CreateIncidentNote>;

export const UpdateStatusNote = model('UpdateStatusNote', { text: NoteText }, { text: 'A disk was full.' });

export const StatusNote = model('StatusNote', {
  id: Id,
  text: Type.String(),
  status: nullable(Status, { description: 'null: it stayed' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const Incident = model('Incident', {
  id: Id,
  title: Type.String(),
  status: Status,
  monitor_ids: Type.Array(Id),
  started_at: Timestamp,
  resolved_at: nullable(Timestamp, { description: 'null while it is open' }),
  notes: Type.Array(StatusNote, { description: 'oldest first' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const ListIncidents = Type.Object(pageQuery({ maximum: 100 }));
export const IncidentList = Type.Object({
  incidents: Type.Array(Incident, { description: 'latest first' }),
  pagination: Pagination,
});
export const IncidentAnswer = Type.Object({ incident: Incident });
export const StatusNoteAnswer = Type.Object({ note: StatusNote });

export const presentNote = (note: NoteRow): Static<typeof StatusNote> => ({
  id: note.id,
  text: note.text,
  status: note.status,
  created_at: note.createdAt.toISOString(),
  updated_at: note.updatedAt.toISOString(),
});

export const presentIncident = (
  incident: IncidentRow,
  notes: readonly NoteRow[],
): Static<typeof Incident> => ({
  id: incident.id,
  title: incident.title,
  status: incident.status,
  monitor_ids: [...incident.monitorIds],
  started_at: incident.startedAt.toISOString(),
  resolved_at: incident.resolvedAt?.toISOString() ?? null,
  notes: notes.filter(({ incidentId }) => incidentId === incident.id).map(presentNote),
  created_at: incident.createdAt.toISOString(),
  updated_at: incident.updatedAt.toISOString(),
});
