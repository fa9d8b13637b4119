import type { Clock } from '../../core/clock.ts';
import type { Span } from '../../core/span.ts';
import { comparedPeriodOf } from '../../http/comparison.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { HIT_FILTERS } from '../../http/hit-filters.ts';
import { type PeriodOf, presentPeriod } from '../../http/period.ts';
import { presentFilters } from '../../http/report-filters.ts';
import { OverviewAnswer, OverviewQuery, presentFigures } from './schema.ts';
import type { Overview } from './service.ts';

/** Our own addition to the API: what the reports sum up, in one answer. */
export const overviewRoutes = ({
  overview,
  clock,
  periodOf,
}: {
  readonly overview: Overview;
  readonly clock: Clock;
  readonly periodOf: PeriodOf;
}): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/overview',
      tag: 'Overview',
      summary: 'Sum up a site',
      operationId: 'getOverview',
      description:
        'Takes the filters of hits. Those that events, kudos or agent visits do not have leave nothing out of them.',
      query: OverviewQuery,
      answers: { 200: OverviewAnswer },
    },
    async ({ account, site, query, request }) => {
      const now = clock.now();
      const period = await periodOf(query, { account, site });
      const compared = query.compare ? comparedPeriodOf(period, query.compare, now) : null;
      const figuresOf = async (span: Span) => {
        const asked = { siteId: site.id, span, filters: query };
        const options = { signal: request.signal };
        const [figures, engagement] = await Promise.all([
          overview.figuresOf(asked, options),
          query.include_engagement ? overview.engagementOf(asked, options) : null,
        ]);
        return presentFigures(figures, engagement, site);
      };
      const [figures, before] = await Promise.all([
        figuresOf(period.span),
        compared && figuresOf(compared.span),
      ]);
      const filters = {
        ...presentPeriod(period),
        ...presentFilters(HIT_FILTERS, query),
        compare: query.compare ?? null,
      };
      if (!compared || !before) return ok({ figures, comparison: null, filters });
      const { first, last } = compared.period;
      const days = { start_date: first, end_date: last, is_partial: compared.isPartial };
      return ok({ figures, comparison: { ...days, figures: before }, filters });
    },
  ),
];
