import { created, type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { siteItem } from '../../http/site-item.ts';
import { reportEndpoints } from '../../reports/endpoints.ts';
import type { Reports } from '../../reports/report.ts';
import { filterSections } from '../../reports/sections.ts';
import {
  CreateFunnel,
  FunnelAnswer,
  FunnelList,
  FunnelReport,
  FunnelReportQuery,
  presentFunnel,
  presentFunnelName,
  UpdateFunnel,
} from './schema.ts';
import type { FunnelsService } from './service.ts';

interface FunnelRouteDeps {
  readonly funnels: FunnelsService;
  readonly reports: Reports;
}

/** Source: decisions, section 10. */
export const funnelRoutes = ({ funnels, reports }: FunnelRouteDeps): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/funnels', {
    summary: 'List funnels',
    operationId: 'listFunnels',
    access: { sections: () => ['funnels'] },
    responses: { 200: FunnelList },
    handle: ({ site, view }) =>
      ok({ funnels: funnels.list(site.id).map(view ? presentFunnelName : presentFunnel) }),
  }),
  siteEndpoint('POST', '/sites/:id/funnels', {
    summary: 'Add a funnel',
    operationId: 'createFunnel',
    description:
      'Two to eight steps, each the condition of a goal. A funnel is worked out from what is stored: it holds for all of the past.',
    body: CreateFunnel,
    responses: { 201: FunnelAnswer },
    handle: ({ site, body }) => created({ funnel: presentFunnel(funnels.create(site.id, body)) }),
  }),
  ...funnelItemRoutes({ funnels, reports }),
];

function funnelItemRoutes({ funnels, reports }: FunnelRouteDeps): Endpoint[] {
  const path = '/sites/:id/funnels/:funnel_id';
  const { endpoints, access } = siteItem({
    name: 'funnel',
    path,
    answer: FunnelAnswer,
    present: presentFunnel,
    find: (siteId, id) => funnels.get(siteId, id),
    update: {
      body: UpdateFunnel,
      description: 'Steps that are sent replace all steps.',
      run: (funnel, { body }) => funnels.update(funnel, body),
    },
    remove: funnel => funnels.remove(funnel),
  });
  return [
    ...reportEndpoints(
      { reports },
      {
        path: `${path}/report`,
        summary: 'Show how far visitors came in a funnel',
        operationId: 'getFunnelReport',
        access: { ...access, sections: query => ['funnels', ...filterSections(query)] },
        query: FunnelReportQuery,
        answer: FunnelReport,
      },
    ),
    ...endpoints,
  ];
}
