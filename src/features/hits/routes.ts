import type { Endpoint } from '../../http/endpoint.ts';
import { batchEndpoint, type WriteDeps, writeEndpoint } from '../../ingest/endpoints.ts';
import { type ReportDeps, reportEndpoints } from '../../reports/endpoints.ts';
import { reportSections } from '../../reports/sections.ts';
import { CreatedHit, CreateHit, CreateHits, HitList, ListHits, presentHit } from './schema.ts';

/** Source: api-v1, Endpoints, Hits. */
export const hitRoutes = (deps: WriteDeps & ReportDeps): Endpoint[] => [
  ...reportEndpoints(deps, {
    path: '/sites/:id/hits',
    summary: 'List or group hits',
    operationId: 'listHits',
    query: ListHits,
    answer: HitList,
    sections: reportSections({ list: 'journeys', series: 'visitors', defaultGrouping: 'path' }),
  }),
  writeEndpoint(deps, {
    path: '/sites/:id/hits',
    summary: 'Create a hit',
    operationId: 'createHit',
    kind: 'hit',
    body: CreateHit,
    name: 'hit',
    row: CreatedHit,
    present: presentHit,
    hasHashes: true,
  }),
  batchEndpoint(deps, {
    path: '/sites/:id/hits/batch',
    summary: 'Create up to 10,000 hits',
    operationId: 'createHits',
    kind: 'hit',
    body: CreateHits,
  }),
];
