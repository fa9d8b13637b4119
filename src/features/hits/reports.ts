import { createReports, type ReportKind } from '../../http/report.ts';
import { presentHit, presentPath, presentSummary } from './schema.ts';

const HITS: ReportKind = {
  kind: 'hit',
  listName: 'hits',
  filters: { country: 'exact', path: 'exact', referrer: 'part' },
  presentRow: (row, site) => presentHit(row, site.url),
  groups: {
    listName: 'grouped_hits',
    countName: 'hit_count',
    standard: 'path',
    present: (row, dimension, site) =>
      dimension === 'path' ? presentPath(row, site.trackUniques) : undefined,
  },
  summarize: async ({ hits, query, options }) => {
    const totals = await hits.totals(query, options);
    return { rowCount: totals.hits, summary: presentSummary(totals) };
  },
};

/** Answers questions about hits. Source: api-v1, Endpoints, Hits. */
export const createHitReports = (deps: Parameters<typeof createReports>[0]) => createReports(deps, HITS);
