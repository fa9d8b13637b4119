import type { HitStore } from '../../core/hits/store.ts';
import { toOffset } from '../../core/page.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { toPage } from '../../http/paging.ts';
import type { ResolvePeriod } from '../../reports/period.ts';
import { JourneyList, ListJourneys, PAGE_SIZE, presentJourneys } from './schema.ts';

/** Maximum pages of a journey in a response; `pages_truncated` is true when there are more. */
const MAX_PAGES = 200;
/** Entry and exit pages named at most. */
const MAX_PATHS = 10;

/** Source: api-v1, Endpoints, Leaderboard and journeys; decisions, section 6. */
export const journeyRoutes = ({
  hits,
  resolvePeriod,
}: {
  readonly hits: Pick<HitStore, 'journeys'>;
  readonly resolvePeriod: ResolvePeriod;
}): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/user_journeys',
      tag: 'User journeys',
      summary: 'List the journeys of visitors',
      operationId: 'listUserJourneys',
      query: ListJourneys,
      responses: { 200: JourneyList },
    },
    async ({ account, site, query, signal }) => {
      const period = await resolvePeriod(query, { account, site, signal });
      const page = toPage(query, PAGE_SIZE);
      const selection = { siteId: site.id, span: period.span, maxPages: MAX_PAGES, maxPaths: MAX_PATHS };
      const slice = { offset: toOffset(page), limit: page.size };
      const journeys = await hits.journeys(selection, slice, { signal });
      return ok(presentJourneys(journeys, { page, period }));
    },
  ),
];
