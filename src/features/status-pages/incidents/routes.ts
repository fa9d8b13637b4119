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
import { resource } from '../../../http/resource.ts';
import type { PageRow } from '../store.ts';
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

const INCIDENT = '/status_pages/:id/incidents/:incident_id';
const NOTES = '/status_pages/:id/notes';

export interface IncidentRouteDeps {
  readonly incidents: IncidentsService;
  /** Finds the page that a request names; throws 404 for one that its caller may not use. */
  readonly findPage: (found: AccountContext) => PageRow;
}

/** Incidents of status pages. Source: decisions, section 10, Status pages. */
export function incidentRoutes({ incidents, findPage }: IncidentRouteDeps): Endpoint[] {
  const ofPage = { plan: 'subscription', isForSiteMembers: true, check: findPage } as const;
  const { endpoints, access, find } = resource({
    scope: 'account',
    name: 'incident',
    path: INCIDENT,
    access: ofPage,
    find: (found, id) => incidents.get(findPage(found), id),
    present: incident => presentIncident(incident, incidents.listNotes([incident])),
    answer: IncidentAnswer,
    create: {
      summary: 'Open an incident',
      operationId: 'openIncident',
      description: 'With `started_at` and `resolved_at` also one that is over.',
      body: CreateIncident,
      run: call => incidents.open(findPage(call), call.body),
    },
    change: {
      operationId: 'updateIncident',
      description: 'With the status `resolved` it is over, with another one it is open again.',
      body: UpdateIncident,
      run: (incident, call) => incidents.update(findPage(call), incident, call.body),
    },
    remove: {
      summary: 'Delete an incident with its notes',
      run: (incident, call) => incidents.remove(findPage(call), incident),
    },
  });
  return [
    accountEndpoint('GET', '/status_pages/:id/incidents', {
      summary: 'List incidents',
      operationId: 'listIncidents',
      access: ofPage,
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
    ...endpoints,
    accountEndpoint('POST', `${INCIDENT}/notes`, {
      summary: 'Add a note to an incident, and change its status',
      operationId: 'addIncidentNote',
      access,
      body: CreateIncidentNote,
      responses: { 201: StatusNoteAnswer },
      handle: call =>
        created({ note: presentNote(incidents.noteIncident(findPage(call), find(call), call.body)) }),
    }),
    ...noteRoutes({ incidents, findPage }),
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
