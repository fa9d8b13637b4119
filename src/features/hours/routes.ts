import type { Clock } from '../../core/clock.ts';
import type { HitQuery } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { parseFilters, presentFilters } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, presentImported } from '../../reports/imported.ts';
import { presentPeriod, type ResolvePeriod } from '../../reports/period.ts';
import { presentTotals } from '../../reports/schema.ts';
import { filterSections } from '../../reports/sections.ts';
import { DEFAULT_ATTRIBUTION } from '../../reports/visits.ts';
import { HoursAnswer, ListHours, presentHours } from './schema.ts';
import { countHoursOfWeek } from './service.ts';

/** Endpoint of hits by hour of the week. */
export const hourRoutes = ({
  hits,
  resolvePeriod,
  clock,
}: {
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly resolvePeriod: ResolvePeriod;
  readonly clock: Clock;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/hours', {
    summary: 'Count hits by hour of the week',
    operationId: 'listHours',
    description: 'By weekday and hour of `time_zone`, for a heat map: always 168 rows.',
    access: { sections: query => ['visitors', ...filterSections(query)] },
    query: ListHours,
    responses: { 200: HoursAnswer },
    handle: async ({ account, site, query: params, signal }) => {
      const period = await resolvePeriod(params, { account, site, signal });
      const filters = parseFilters(HIT_FILTERS, params);
      const { attribution = DEFAULT_ATTRIBUTION } = params;
      const query: HitQuery = { siteId: site.id, kind: 'hit', span: period.span, filters, attribution };
      const options = { signal };
      const [counts, totals, imported] = await Promise.all([
        countHoursOfWeek(hits, { query, period, now: clock.now() }, options),
        hits.ask(
          { shape: 'totals', ...query, measures: ['hits', 'uniqueHits', 'visitors', 'paths'] },
          options,
        ),
        findImported(hits, { query, period, span: period.span, form: 'hours' }),
      ]);
      return ok({
        hours: presentHours(counts),
        ...presentImported(imported),
        filters: { ...presentPeriod(period), ...presentFilters(HIT_FILTERS, params), attribution },
        summary: presentTotals(totals),
      });
    },
  }),
];
