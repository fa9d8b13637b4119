import type { Endpoint } from '../../http/endpoint.ts';
import { batchEndpoint, type WriteDeps, writeEndpoint } from '../../ingest/endpoints.ts';
import { type ReportDeps, reportEndpoints } from '../../reports/endpoints.ts';
import { reportSections } from '../../reports/sections.ts';
import { CreatedEvent, CreateEvent, CreateEvents, EventList, ListEvents, presentEvent } from './schema.ts';

/** Source: api-v1, Endpoints, Events; reading events back is our own addition. */
export const eventRoutes = (deps: WriteDeps & ReportDeps): Endpoint[] => [
  ...reportEndpoints(deps, {
    path: '/sites/:id/events',
    summary: 'List or group events',
    operationId: 'listEvents',
    query: ListEvents,
    answer: EventList,
    sections: reportSections({ all: 'events', list: 'journeys', series: 'events', defaultGrouping: 'event' }),
  }),
  writeEndpoint(deps, {
    path: '/sites/:id/events',
    summary: 'Create an event',
    operationId: 'createEvent',
    kind: 'event',
    body: CreateEvent,
    name: 'event',
    row: CreatedEvent,
    present: presentEvent,
    hasHashes: true,
  }),
  batchEndpoint(deps, {
    path: '/sites/:id/events/batch',
    summary: 'Create up to 10,000 events',
    operationId: 'createEvents',
    kind: 'event',
    body: CreateEvents,
  }),
];
