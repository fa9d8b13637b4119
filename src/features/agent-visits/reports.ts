import { createReports, type ReportKind, type SummaryRequest } from '../../http/report.ts';
import { AGENT_CATEGORIES } from '../../ingest/ai-agent.ts';
import { presentAgentVisit } from './schema.ts';

const AGENT_VISITS: ReportKind = {
  kind: 'agent_visit',
  listName: 'agent_visits',
  filters: { path: 'exact', agent_name: 'exact', provider: 'exact', category: 'exact' },
  presentRow: (row, site) => presentAgentVisit(row, site.url),
  summarize,
};

/** Answers questions about visits of AI agents. Source: decisions, section 4. */
export const createAgentVisitReports = (deps: Parameters<typeof createReports>[0]) =>
  createReports(deps, AGENT_VISITS);

/** Every category is named, also those without a visit. */
async function summarize({ hits, query, options }: SummaryRequest) {
  const slice = { offset: 0, limit: AGENT_CATEGORIES.length };
  const { rows } = await hits.group(query, 'category', slice, options);
  const countOf = (category: string) => rows.find(row => row.key === category)?.hits ?? 0;
  const rowCount = rows.reduce((sum, row) => sum + row.hits, 0);
  return {
    rowCount,
    summary: {
      total_visits: rowCount,
      by_category: Object.fromEntries(AGENT_CATEGORIES.map(category => [category, countOf(category)])),
    },
  };
}
