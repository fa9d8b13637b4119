import type { Clock } from '../../core/clock.ts';
import { accepted, created, type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { pageOf, presentPagination } from '../../http/paging.ts';
import { periodOf, presentPeriod } from '../../http/period.ts';
import { Ignored } from '../../http/schema.ts';
import type { SiteFactsOf } from '../sites/facts.ts';
import { CreateKudo, KudoCreated, KudoDeleted, KudoList, ListKudos, presentKudo } from './schema.ts';
import type { KudosService } from './service.ts';

const tag = 'Kudos';

/** Source: api-v1, Endpoints, Kudos. */
export function kudoRoutes({
  kudos,
  factsOf,
  clock,
}: {
  readonly kudos: KudosService;
  readonly factsOf: SiteFactsOf;
  readonly clock: Clock;
}): Endpoint[] {
  return [
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/kudos',
        tag,
        summary: 'List kudos',
        operationId: 'listKudos',
        query: ListKudos,
        answers: { 200: KudoList },
      },
      ({ account, site, query }) => {
        const period = periodOf(query, account, clock.now());
        const page = pageOf(query);
        const { path, uid } = query;
        const { rows, total } = kudos.list({ siteId: site.id, span: period.span, path, uid }, page);
        return ok({
          kudos: rows.map(presentKudo),
          pagination: presentPagination(page, total),
          filters: { ...presentPeriod(period), path: path ?? null, uid: uid ?? null },
        });
      },
    ),
    siteEndpoint(
      {
        method: 'POST',
        path: '/sites/:id/kudos',
        tag,
        summary: 'Create a kudo',
        operationId: 'createKudo',
        body: CreateKudo,
        validatesBody: false,
        isIngestion: true,
        answers: { 201: KudoCreated, 202: Ignored },
      },
      async ({ site, body }) => {
        const result = await kudos.create(factsOf(site), body);
        if (result.status === 'ignored') return accepted(result);
        return created({ status: 'created', kudo: presentKudo(result.kudo) });
      },
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path: '/sites/:id/kudos/:kudo_uid',
        tag,
        summary: 'Delete a kudo',
        operationId: 'deleteKudo',
        answers: { 200: KudoDeleted },
      },
      ({ site, params }) => {
        const uid = params['kudo_uid'] ?? '';
        kudos.remove(site.id, uid);
        return ok({ status: 'deleted', uid });
      },
    ),
  ];
}
