import { type Endpoint, ok, siteEndpoint } from '../../../http/endpoint.ts';
import { presentPeriod, type ResolvePeriod } from '../../../reports/period.ts';
import { CoverageAnswer, DEFAULT_LISTED, presentCoverage, ShowCoverage } from './schema.ts';
import type { CoverageService } from './service.ts';

/** Endpoint of what crawls and hits tell together: our own addition to the API. */
export const coverageRoutes = ({
  coverage,
  resolvePeriod,
}: {
  readonly coverage: CoverageService;
  readonly resolvePeriod: ResolvePeriod;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/coverage', {
    summary: 'Show which pages are not counted, and where visitors are sent wrong',
    operationId: 'getCoverage',
    description:
      'Pages without the site’s script, pages that no link leads to, broken links by the visitors who could follow them, and missing pages with their likeliest new addresses. What needs a crawl is empty while content monitoring is off.',
    query: ShowCoverage,
    access: { plan: 'subscription' },
    responses: { 200: CoverageAnswer },
    handle: async ({ account, site, query, signal }) => {
      const period = await resolvePeriod(query, { account, site, signal });
      const { limit = DEFAULT_LISTED } = query;
      const found = await coverage.getCoverage({ site, period, limit, signal });
      return ok({
        coverage: presentCoverage(found, site),
        filters: { ...presentPeriod(period), limit },
      });
    },
  }),
];
