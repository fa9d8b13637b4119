import type { Dimension } from '../../core/hits/query.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { EVENT_FILTERS, EVENT_VISIT_FILTERS } from '../../reports/hit-filters.ts';
import { measuresOf, presentCounts, type ReportKind, storedRows } from '../../reports/kind.ts';
import { createReports, type ReportTime } from '../../reports/report.ts';
import { presentRevenues } from '../../reports/revenue.ts';
import { presentVisits } from '../../reports/visits.ts';
import { EVENT_COLUMNS, presentEvent } from './schema.ts';

const EVENTS: ReportKind<StoredHit, Dimension> = {
  listName: 'events',
  groupsName: 'grouped_events',
  columns: EVENT_COLUMNS,
  listHasSummary: true,
  filters: EVENT_FILTERS,
  visitFilters: EVENT_VISIT_FILTERS,
  defaultGrouping: 'event',
  presentRow: (row, site) => presentEvent(row, site.url),
  ...presentCounts('event_count'),
};

/** Answers questions about events, in the shape of those about hits. */
export const createEventReports = ({ hits, ...periods }: ReportTime & { readonly hits: HitStore }) =>
  createReports({
    ...periods,
    kind: EVENTS,
    rows: {
      ...storedRows(hits, 'event'),
      async summarize(query, countGroups, options) {
        const events = { kind: 'event', ...query } as const;
        const [totals, names, revenue] = await Promise.all([
          hits.ask({ shape: 'totals', ...events, measures: measuresOf(options) }, options),
          countGroups('event'),
          hits.ask({ shape: 'groups', of: 'revenue', ...events }, options),
        ]);
        const summary = {
          total_events: totals.hits,
          unique_visitors: totals.visitors,
          distinct_events: names,
          ...(revenue.length > 0 && { revenue: presentRevenues(revenue) }),
          ...presentVisits(totals),
        };
        return { rowCount: totals.hits, visitors: totals.visitors, summary };
      },
    },
  });
