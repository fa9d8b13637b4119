import type { Clock } from '../../core/clock.ts';
import { invalidParameter } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';
import type { View } from '../../core/view.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { findComparison, presentCompared } from '../../reports/compared-period.ts';
import { presentFilters } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { type Imported, importedDaysOf, presentImported } from '../../reports/imported.ts';
import { type PartOfPeriod, presentPeriod, type ResolvePeriod } from '../../reports/period.ts';
import { filterSections, type Sections } from '../../reports/sections.ts';
import { DEFAULT_ATTRIBUTION } from '../../reports/visits.ts';
import {
  DEFAULT_METRIC,
  OverviewAnswer,
  OverviewQuery,
  presentChanges,
  presentFigures,
  presentUsual,
} from './schema.ts';
import type { Overview } from './service.ts';

const overviewSections = (query: object): Sections => {
  const { include_changes: hasChanges } = query as { readonly include_changes?: boolean };
  const changes: Sections = hasChanges ? ['pages', 'referrers', 'sources', 'countries'] : [];
  return ['visitors', ...changes, ...filterSections(query)];
};

/** Which figures beside those of hits a caller may see: of a view none to which its segments cannot be applied. */
const shownFigures =
  (view: View | null) =>
  (section: 'events' | 'kudos' | 'agents'): boolean =>
    view === null || (view.sections.has(section) && view.segments.length === 0);

/** Our own addition to the API: what the reports sum up, in one answer. */
export const overviewRoutes = ({
  overview,
  clock,
  resolvePeriod,
}: {
  readonly overview: Overview;
  readonly clock: Clock;
  readonly resolvePeriod: ResolvePeriod;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/overview', {
    summary: 'Sum up a site',
    operationId: 'getOverview',
    description:
      'Takes the filters of hits. Those that events, kudos or agent visits do not have leave nothing out of them. With `attribution=visit` events have those of their visit.',
    access: { sections: overviewSections },
    query: OverviewQuery,
    responses: { 200: OverviewAnswer },
    handle: async ({ account, site, query, view, signal }) => {
      const now = clock.now();
      if (query.include_changes && !query.compare)
        throw invalidParameter('include_changes needs compare: name the period');
      const period = await resolvePeriod(query, { account, site, signal });
      const compared = findComparison(period, query, now);
      const options = { signal };
      const { attribution = DEFAULT_ATTRIBUTION } = query;
      const toQuery = (span: Span) => ({ siteId: site.id, span, filters: query, attribution });
      const findImported = (part: PartOfPeriod) => overview.findImported(toQuery(part.span), part.period);
      const [imported, importedBefore] = await Promise.all([
        findImported({ period, span: period.span }),
        compared ? findImported(compared) : undefined,
      ]);
      const loadFigures = async (span: Span, days: Imported | undefined) => {
        const figuresQuery = { ...toQuery(span), ...importedDaysOf(days) };
        const [figures, engagement, pages] = await Promise.all([
          overview.getFigures(figuresQuery, options),
          query.include_engagement ? overview.getEngagement(figuresQuery, options) : null,
          query.include_page_engagement && (view === null || view.sections.has('engagement'))
            ? overview.getPageEngagement(figuresQuery, options)
            : null,
        ]);
        const { trackUniques } = site;
        return presentFigures(figures, engagement, { trackUniques, pages, shows: shownFigures(view) });
      };
      const { metric = DEFAULT_METRIC } = query;
      const usual = query.include_usual
        ? await overview.findUsual(toQuery(period.span), { period, metric }, options)
        : undefined;
      // What changed since the usual days adds up to the difference from their count.
      const changedSince = usual ?? compared;
      const [figures, before, changes, hostingShare] = await Promise.all([
        loadFigures(period.span, imported),
        compared && loadFigures(compared.span, importedBefore),
        changedSince &&
          query.include_changes &&
          overview.findChanges(toQuery(period.span), { period, compared: changedSince, metric }, options),
        query.include_hosting && view === null
          ? overview.getHostingShare(toQuery(period.span), options)
          : undefined,
      ]);
      const dataSince =
        before?.hits === 0 ? await overview.findFirstDay(toQuery(period.span), period.zone, options) : null;
      const filters = {
        ...presentPeriod(period),
        ...presentFilters(HIT_FILTERS, query),
        attribution,
        compare: query.compare ?? null,
      };
      return ok({
        figures,
        ...presentImported(imported),
        comparison: compared &&
          before && {
            ...presentCompared(compared),
            ...presentImported(importedBefore),
            data_since: dataSince !== null && compared.period.last < dataSince ? dataSince : null,
            figures: before,
          },
        ...(changes && { changes: presentChanges(changes, metric) }),
        ...(hostingShare && { hosting_share: hostingShare }),
        ...(usual !== undefined && { usual: usual && presentUsual(usual, metric) }),
        filters,
      });
    },
  }),
];
