import { createReports, type ReportKind, type SummaryRequest } from '../../http/report.ts';
import { presentEvent } from './schema.ts';

const EVENTS: ReportKind = {
  kind: 'event',
  listName: 'events',
  filters: { event: 'exact', path: 'exact', country: 'exact', source: 'exact' },
  presentRow: (row, site) => presentEvent(row, site.url),
  groups: { listName: 'grouped_events', countName: 'event_count', standard: 'event' },
  summarize,
};

/** Answers questions about events, in the shape of those about hits. */
export const createEventReports = (deps: Parameters<typeof createReports>[0]) => createReports(deps, EVENTS);

async function summarize({ hits, query, options, countGroups }: SummaryRequest) {
  const [totals, names] = await Promise.all([hits.totals(query, options), countGroups('event')]);
  const summary = {
    total_events: totals.hits,
    unique_visitors: totals.visitors,
    distinct_events: names,
  };
  return { rowCount: totals.hits, summary };
}
