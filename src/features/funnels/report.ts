/** The report on a funnel: how far visitors came, and where those went who did not go on. */
import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { parsePathId } from '../../http/path-id.ts';
import { formatCsvLine } from '../../lib/csv.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { findComparison, presentCompared } from '../../reports/compared-period.ts';
import { toCsvFile } from '../../reports/csv-file.ts';
import { parseFilters, presentFilters } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, presentImported } from '../../reports/imported.ts';
import { presentPeriod, type ResolvePeriod } from '../../reports/period.ts';
import type { ReportRequest } from '../../reports/query.ts';
import type { Reports } from '../../reports/report.ts';
import { presentCounts, presentFunnel, presentFunnelName } from './schema.ts';
import type { FunnelsService } from './service.ts';
import type { Funnel } from './store.ts';

interface Deps {
  readonly funnels: Pick<FunnelsService, 'get'>;
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly clock: Clock;
  readonly resolvePeriod: ResolvePeriod;
}

/** Next pages named at most, for each step. */
const MAX_PATHS = 10;

const COLUMNS = [
  'step',
  'name',
  'visitors',
  'share_of_first',
  'share_of_previous',
  'median_seconds',
] as const;

/** Creates the reports on funnels. Source: decisions, section 10. */
export function createFunnelReports({ funnels, hits, clock, resolvePeriod }: Deps): Reports {
  const findFunnel = ({ site, params = {} }: ReportRequest): Funnel =>
    funnels.get(site.id, parsePathId(params, 'funnel_id', 'funnel'));

  const readCounts = async (funnel: Funnel, { site, query, view, signal }: ReportRequest, span: Span) => {
    const { order, withinMinutes, steps } = funnel;
    const counts = await hits.ask(
      {
        ...{ shape: 'flows', of: 'funnel' },
        siteId: site.id,
        span,
        filters: parseFilters(JOURNEY_FILTERS, query),
        steps: steps.map(({ condition }) => condition),
        order,
        withinMs: withinMinutes === null ? null : withinMinutes * MINUTE_MS,
        maxPaths: MAX_PATHS,
      },
      { signal },
    );
    return presentCounts(funnel, counts, view);
  };

  return {
    async answer(request) {
      const { site, query } = request;
      const funnel = findFunnel(request);
      const period = await resolvePeriod(query, request);
      const compared = findComparison(period, query, clock.now());
      const [counts, before, imported] = await Promise.all([
        readCounts(funnel, request, period.span),
        compared && readCounts(funnel, request, compared.span),
        findImported(hits, {
          query: { siteId: site.id, kind: 'hit', filters: [] },
          period,
          span: period.span,
          form: 'visits',
        }),
      ]);
      return {
        funnel: request.view ? presentFunnelName(funnel) : presentFunnel(funnel),
        ...counts,
        ...presentImported(imported),
        filters: {
          ...presentPeriod(period),
          ...presentFilters(JOURNEY_FILTERS, query),
          compare: query.compare ?? null,
        },
        ...(compared && before && { comparison: { ...presentCompared(compared), ...before } }),
      };
    },

    async answerCsv(request) {
      const period = await resolvePeriod(request.query, request);
      const { steps } = await readCounts(findFunnel(request), request, period.span);
      const rows = steps.map((step, index) => ({ step: index + 1, ...step }));
      return toCsvFile({
        name: 'funnel',
        site: request.site,
        period,
        lines: [COLUMNS, ...rows.map(row => COLUMNS.map(column => row[column]))].map(formatCsvLine),
      });
    },
  };
}
