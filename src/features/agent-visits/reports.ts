import { AGENT_CATEGORIES } from '../../core/agent-categories.ts';
import type { Dimension } from '../../core/hits/query.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { presentCounts, type ReportKind, storedRows } from '../../reports/kind.ts';
import { createReports, type ReportTime } from '../../reports/report.ts';
import { AGENT_VISIT_COLUMNS, AGENT_VISIT_FILTERS, presentAgentVisit } from './schema.ts';

const AGENT_VISITS: ReportKind<StoredHit, Dimension> = {
  listName: 'agent_visits',
  groupsName: 'grouped_agent_visits',
  columns: AGENT_VISIT_COLUMNS,
  listHasSummary: true,
  filters: AGENT_VISIT_FILTERS,
  defaultGrouping: 'agent_name',
  presentRow: (row, site) => presentAgentVisit(row, site.url),
  ...presentCounts('visit_count'),
};

/** Answers questions about visits of AI agents. Source: decisions, section 4. */
export const createAgentVisitReports = ({
  hits,
  ...periods
}: ReportTime & {
  readonly hits: HitStore;
}) =>
  createReports({
    ...periods,
    kind: AGENT_VISITS,
    rows: {
      ...storedRows(hits, 'agent_visit'),
      /** Every category is named, also those without a visit. */
      async summarize(query, _, options) {
        const slice = { offset: 0, limit: AGENT_CATEGORIES.length };
        const groups = { kind: 'agent_visit', ...query, dimension: 'category', ...slice } as const;
        const { rows } = await hits.ask({ shape: 'groups', ...groups }, options);
        const findCount = (category: string) => rows.find(row => row.key === category)?.hits ?? 0;
        const rowCount = rows.reduce((sum, row) => sum + row.hits, 0);
        return {
          rowCount,
          summary: {
            total_visits: rowCount,
            by_category: Object.fromEntries(
              AGENT_CATEGORIES.map(category => [category, findCount(category)]),
            ),
          },
        };
      },
    },
  });
