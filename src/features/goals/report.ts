/** Reports on goals: how often each was reached, by how many visitors, and what it brought in. */
import type { Clock } from '../../core/clock.ts';
import { type GoalCondition, withPages } from '../../core/goals/condition.ts';
import type { GoalCounts } from '../../core/goals/query.ts';
import { readPageRules } from '../../core/hits/page-rules.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { type Cell, formatCsvLine } from '../../lib/csv.ts';
import { findComparison, presentCompared } from '../../reports/compared-period.ts';
import { parseFilters, presentFilters } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, presentImported } from '../../reports/imported.ts';
import { type Period, presentPeriod, type ResolvePeriod } from '../../reports/period.ts';
import type { ReportRequest } from '../../reports/query.ts';
import type { Reports } from '../../reports/report.ts';
import { toCell } from '../../reports/revenue.ts';
import { presentFigures } from './schema.ts';
import type { GoalsService } from './service.ts';

interface Deps {
  readonly goals: Pick<GoalsService, 'list'>;
  readonly hits: Pick<HitStore, 'ask' | 'importedSpans'>;
  readonly clock: Clock;
  readonly resolvePeriod: ResolvePeriod;
}

export interface GoalReports extends Reports {
  /** Counts how often a condition was met, where there is one. */
  readonly preview: (
    condition: GoalCondition | null,
    request: ReportRequest,
  ) => Promise<{ readonly period: Period; readonly counts: GoalCounts | null }>;
}

/** Columns of the file: the goal and its figures. */
const COLUMNS = ['id', 'name', 'conversions', 'visitors', 'conversion_rate', 'revenue'] as const;

/** Creates the reports on goals. Source: decisions, section 10. */
export function createGoalReports({ goals, hits, clock, resolvePeriod }: Deps): GoalReports {
  const readFigures = async ({ site, query, view, signal }: ReportRequest, span: Span) => {
    const saved = goals.list(site.id);
    const counts = await hits.ask(
      {
        ...{ shape: 'totals', of: 'goals', siteId: site.id, span },
        filters: parseFilters(JOURNEY_FILTERS, query),
        goals: saved.map(({ condition }) => condition),
      },
      { signal },
    );
    return presentFigures(saved, counts, view);
  };

  return {
    async answer(request) {
      const { site, query } = request;
      const period = await resolvePeriod(query, request);
      const compared = findComparison(period, query, clock.now());
      const [figures, before, imported] = await Promise.all([
        readFigures(request, period.span),
        compared && readFigures(request, compared.span),
        findImported(hits, {
          query: { siteId: site.id, kind: 'hit', filters: [] },
          period,
          span: period.span,
          form: 'visits',
        }),
      ]);
      return {
        ...figures,
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
      const { first, last, span } = await resolvePeriod(request.query, request);
      const figures = await readFigures(request, span);
      const rows = figures.goals.map(
        ({ goal: { id, name }, ...counts }): Record<string, Cell | object> => ({
          ...{ id, name },
          ...counts,
        }),
      );
      const { hostname } = new URL(request.site.url);
      return {
        content: [COLUMNS, ...rows.map(row => COLUMNS.map(column => toCell(row[column] ?? null)))]
          .map(formatCsvLine)
          .join(''),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${hostname.replace(/[^a-zA-Z0-9.-]/g, '')}-goals-${first}-${last}.csv"`,
        },
      };
    },

    async preview(condition, request) {
      const period = await resolvePeriod(request.query, request);
      if (condition === null) return { period, counts: null };
      const query = {
        siteId: request.site.id,
        span: period.span,
        filters: [],
        goals: [withPages(condition, readPageRules(request.site.pageRules))],
      };
      const { signal } = request;
      return { period, counts: await hits.ask({ shape: 'totals', of: 'goals', ...query }, { signal }) };
    },
  };
}
