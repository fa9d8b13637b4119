import { notFound } from '../../core/errors.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { reportEndpoints } from '../../reports/endpoints.ts';
import type { Reports } from '../../reports/report.ts';
import {
  CreateFunnel,
  FunnelAnswer,
  FunnelList,
  FunnelReport,
  FunnelReportQuery,
  presentFunnel,
  UpdateFunnel,
} from './schema.ts';
import type { Funnel, FunnelsService } from './service.ts';

const tag = 'Funnels';

interface FunnelRouteDeps {
  readonly funnels: FunnelsService;
  readonly reports: Reports;
}

/** Source: decisions, section 10. */
export const funnelRoutes = ({ funnels, reports }: FunnelRouteDeps): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/funnels',
      tag,
      summary: 'List funnels',
      operationId: 'listFunnels',
      responses: { 200: FunnelList },
    },
    ({ site }) => ok({ funnels: funnels.list(site.id).map(presentFunnel) }),
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/funnels',
      tag,
      summary: 'Add a funnel',
      operationId: 'createFunnel',
      description:
        'Two to eight steps, each the condition of a goal. A funnel is worked out from what is stored: it holds for all of the past.',
      body: CreateFunnel,
      responses: { 201: FunnelAnswer },
    },
    ({ site, body }) => created({ funnel: presentFunnel(funnels.create(site.id, body)) }),
  ),
  ...funnelItemRoutes({ funnels, reports }),
];

function funnelItemRoutes({ funnels, reports }: FunnelRouteDeps): Endpoint[] {
  const path = '/sites/:id/funnels/:funnel_id';
  function findFunnel({ site, params }: Pick<RouteContext, 'site' | 'params'>): Funnel {
    if (!site) throw notFound('funnel');
    return funnels.get(site.id, parsePathId(params, 'funnel_id', 'funnel'));
  }
  const access = { check: findFunnel } as const;
  return [
    ...reportEndpoints(
      { reports },
      {
        path: `${path}/report`,
        tag,
        summary: 'Show how far visitors came in a funnel',
        operationId: 'getFunnelReport',
        access,
        query: FunnelReportQuery,
        answer: FunnelReport,
      },
    ),
    siteEndpoint(
      {
        method: 'GET',
        path,
        tag,
        summary: 'Show a funnel',
        operationId: 'getFunnel',
        access,
        responses: { 200: FunnelAnswer },
      },
      call => ok({ funnel: presentFunnel(findFunnel(call)) }),
    ),
    siteEndpoint(
      {
        method: 'PATCH',
        path,
        tag,
        summary: 'Change a funnel',
        operationId: 'patchFunnel',
        description: 'Steps that are sent replace all steps.',
        access,
        body: UpdateFunnel,
        responses: { 200: FunnelAnswer },
      },
      call => ok({ funnel: presentFunnel(funnels.update(findFunnel(call), call.body)) }),
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path,
        tag,
        summary: 'Delete a funnel',
        operationId: 'deleteFunnel',
        access,
        responses: { 204: null },
      },
      call => {
        funnels.remove(findFunnel(call));
        return noContent();
      },
    ),
  ];
}
