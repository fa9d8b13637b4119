import {
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  noContent,
  ok,
} from '../../../http/endpoint.ts';
import { presentPagination, toPage } from '../../../http/paging.ts';
import { parsePathId } from '../../../http/path-id.ts';
import type { IncidentRow, PageRow } from '../store.ts';
import {
  CreateDowntimeNote,
  CreateIncident,
  CreateIncidentNote,
  IncidentAnswer,
  IncidentList,
  ListIncidents,
  presentIncident,
  presentNote,
  StatusNoteAnswer,
  UpdateIncident,
  UpdateStatusNote,
} from './schema.ts';
import type { IncidentsService } from './service.ts';

const INCIDENTS = '/status_pages/:id/incidents';
const INCIDENT = '/status_pages/:id/incidents/:incident_id';
const NOTES = '/status_pages/:id/notes';

export interface IncidentRouteDeps {
  readonly incidents: IncidentsService;
  /** Finds the page that a request names; throws 404 for one that its caller may not use. */
  readonly findPage: (found: AccountContext) => PageRow;
}

/** Incidents of status pages. Source: decisions, section 10, Status pages. */
export function incidentRoutes({ incidents, findPage }: IncidentRouteDeps): Endpoint[] {
  const access = { plan: 'subscription', isForSiteMembers: true, check: findPage } as const;
  const present = (incident: IncidentRow) => presentIncident(incident, incidents.listNotes([incident]));
  return [
    accountEndpoint('GET', INCIDENTS, {
      summary: 'List incidents',
      operationId: 'listIncidents',
      access,
      query: ListIncidents,
      responses: { 200: IncidentList },
      handle: call => {
        const page = toPage(call.query);
        const found = incidents.list(findPage(call), page);
        const notes = incidents.listNotes(found.incidents);
        return ok({
          incidents: found.incidents.map(incident => presentIncident(incident, notes)),
          pagination: presentPagination(page, found.total),
        });
      },
    }),
    accountEndpoint('POST', INCIDENTS, {
      summary: 'Open an incident',
      operationId: 'openIncident',
      description: 'With `started_at` and `resolved_at` also one that is over.',
      access,
      body: CreateIncident,
      responses: { 201: IncidentAnswer },
      handle: call => created({ incident: present(incidents.open(findPage(call), call.body)) }),
    }),
    ...incidentItemRoutes({ incidents, findPage }),
    ...noteRoutes({ incidents, findPage }),
  ];
}

function incidentItemRoutes({ incidents, findPage }: IncidentRouteDeps): Endpoint[] {
  const findIncident = (call: AccountContext): IncidentRow =>
    incidents.get(findPage(call), parsePathId(call.params, 'incident_id', 'incident'));
  const access = { plan: 'subscription', isForSiteMembers: true, check: findIncident } as const;
  const answer = (incident: IncidentRow) =>
    ok({ incident: presentIncident(incident, incidents.listNotes([incident])) });
  return [
    accountEndpoint('GET', INCIDENT, {
      summary: 'Show an incident',
      operationId: 'getIncident',
      access,
      responses: { 200: IncidentAnswer },
      handle: call => answer(findIncident(call)),
    }),
    accountEndpoint('PATCH', INCIDENT, {
      summary: 'Change an incident',
      operationId: 'updateIncident',
      description: 'With the status `resolved` it is over, with another one it is open again.',
      access,
      body: UpdateIncident,
      responses: { 200: IncidentAnswer },
      handle: call => answer(incidents.update(findPage(call), findIncident(call), call.body)),
    }),
    accountEndpoint('DELETE', INCIDENT, {
      summary: 'Delete an incident with its notes',
      operationId: 'deleteIncident',
      access,
      responses: { 204: null },
      handle: call => {
        incidents.remove(findPage(call), findIncident(call));
        return noContent();
      },
    }),
    accountEndpoint('POST', `${INCIDENT}/notes`, {
      summary: 'Add a note to an incident, and change its status',
      operationId: 'addIncidentNote',
      access,
      body: CreateIncidentNote,
      responses: { 201: StatusNoteAnswer },
      handle: call =>
        created({
          note: presentNote(incidents.noteIncident(findPage(call), findIncident(call), call.body)),
        }),
    }),
  ];
}

function noteRoutes({ incidents, findPage }: IncidentRouteDeps): Endpoint[] {
  const findNote = (call: AccountContext) =>
    incidents.getNote(findPage(call), parsePathId(call.params, 'note_id', 'note'));
  const findDowntime = (call: AccountContext) =>
    incidents.getDowntime(findPage(call), parsePathId(call.params, 'downtime_id', 'downtime'));
  const access = { plan: 'subscription', isForSiteMembers: true, check: findNote } as const;
  return [
    accountEndpoint('POST', '/status_pages/:id/downtimes/:downtime_id/notes', {
      summary: 'Add a note to a downtime',
      operationId: 'addDowntimeNote',
      access: { ...access, check: findDowntime },
      body: CreateDowntimeNote,
      responses: { 201: StatusNoteAnswer },
      handle: call =>
        created({ note: presentNote(incidents.noteDowntime(findPage(call), findDowntime(call), call.body)) }),
    }),
    accountEndpoint('PATCH', `${NOTES}/:note_id`, {
      summary: 'Change a note',
      operationId: 'updateStatusNote',
      access,
      body: UpdateStatusNote,
      responses: { 200: StatusNoteAnswer },
      handle: call =>
        ok({ note: presentNote(incidents.updateNote(findPage(call), findNote(call), call.body.text)) }),
    }),
    accountEndpoint('DELETE', `${NOTES}/:note_id`, {
      summary: 'Delete a note',
      operationId: 'deleteStatusNote',
      access,
      responses: { 204: null },
      handle: call => {
        incidents.removeNote(findPage(call), findNote(call));
        return noContent();
      },
    }),
  ];
}
