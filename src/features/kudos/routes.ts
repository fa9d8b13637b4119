import { accepted, created, type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { Ignored } from '../../http/schema.ts';
import type { GetSiteFacts } from '../../ingest/site-facts.ts';
import { reportEndpoints } from '../../reports/endpoints.ts';
import type { Reports } from '../../reports/report.ts';
import { reportSections } from '../../reports/sections.ts';
import { CreateKudo, KudoCreated, KudoDeleted, KudoList, ListKudos, presentKudo } from './schema.ts';
import type { KudosService } from './service.ts';

/** Source: api-v1, Endpoints, Kudos. */
export function kudoRoutes({
  kudos,
  reports,
  getSiteFacts,
}: {
  readonly kudos: KudosService;
  readonly reports: Reports;
  readonly getSiteFacts: GetSiteFacts;
}): Endpoint[] {
  return [
    ...reportEndpoints(
      { reports },
      {
        path: '/sites/:id/kudos',
        summary: 'List or group kudos',
        operationId: 'listKudos',
        query: ListKudos,
        answer: KudoList,
        sections: reportSections({
          // Single kudos have the names of their givers.
          list: 'journeys',
          series: 'kudos',
          groups: 'kudos',
          defaultGrouping: 'path',
        }),
      },
    ),
    siteEndpoint('POST', '/sites/:id/kudos', {
      summary: 'Create a kudo',
      operationId: 'createKudo',
      body: CreateKudo,
      validatesBody: false,
      isIngestion: true,
      responses: { 201: KudoCreated, 202: Ignored },
      handle: async ({ site, body }) => {
        const result = await kudos.create(getSiteFacts(site), body);
        if (result.status === 'ignored') return accepted(result);
        return created({ status: 'created', kudo: presentKudo(result.kudo) });
      },
    }),
    siteEndpoint('DELETE', '/sites/:id/kudos/:kudo_uid', {
      summary: 'Delete a kudo',
      operationId: 'deleteKudo',
      responses: { 200: KudoDeleted },
      handle: ({ site, params }) => {
        const uid = params['kudo_uid'] ?? '';
        kudos.remove(site.id, uid);
        return ok({ status: 'deleted', uid });
      },
    }),
  ];
}
