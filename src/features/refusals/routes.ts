import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentRefusal, RefusalsAnswer } from './schema.ts';
import type { RefusalsService } from './service.ts';

/** What a site's pages reported and was not counted. Source: decisions, section 9. */
export const refusalRoutes = ({ refusals }: { readonly refusals: RefusalsService }): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/refusals', {
    summary: 'List refused views',
    operationId: 'listRefusals',
    description:
      'Views and events of pages in the last 24 hours, by reason, the latest first. Kept in memory, until the server restarts.',
    responses: { 200: RefusalsAnswer },
    handle: ({ site }) => ok({ refusals: refusals.listBySite(site.id).map(presentRefusal) }),
  }),
];
