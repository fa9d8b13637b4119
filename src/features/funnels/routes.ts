import type { Endpoint } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
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
export function funnelRoutes({ funnels, reports }: FunnelRouteDeps): Endpoint[] {
  const path = '/sites/:id/funnels/:funnel_id';
  const { endpoints, access } = resource({
    scope: 'site',
    name: 'funnel',
    path,
    find: ({ site }, id) => funnels.get(site.id, id),
    present: (funnel, { view }) => (view ? presentFunnelName(funnel) : presentFunnel(funnel)),
    answer: FunnelAnswer,
    list: {
      access: { sections: () => ['funnels'] },
      answer: FunnelList,
      run: ({ site }) => funnels.list(site.id),
    },
    create: {
      description:
        'Two to eight steps, each the condition of a goal. A funnel is worked out from what is stored: it holds for all of the past.',
      body: CreateFunnel,
      run: ({ site, body }) => funnels.create(site.id, body),
    },
    change: {
      description: 'Steps that are sent replace all steps.',
      body: UpdateFunnel,
      run: (funnel, { body }) => funnels.update(funnel, body),
    },
    remove: { run: funnels.remove },
  });
  const report = reportEndpoints(
    { reports },
    {
      path: `${path}/report`,
      summary: 'Show how far visitors came in a funnel',
      operationId: 'getFunnelReport',
      access: { ...access, sections: query => ['funnels', ...filterSections(query)] },
      query: FunnelReportQuery,
      answer: FunnelReport,
    },
  );
  return [...endpoints, ...report];
}
