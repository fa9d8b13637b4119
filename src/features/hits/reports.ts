import type { Dimension } from '../../core/hits/query.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { measuresOf, type ReportKind, storedRows } from '../../reports/kind.ts';
import { createReports, type ReportTime } from '../../reports/report.ts';
import { presentTotals } from '../../reports/schema.ts';
import { presentPageEngagement, presentVisits } from '../../reports/visits.ts';
import { HIT_COLUMNS, presentBucket, presentGroup, presentHit } from './schema.ts';

const HITS: ReportKind<StoredHit, Dimension> = {
  listName: 'hits',
  groupsName: 'grouped_hits',
  columns: HIT_COLUMNS,
  listHasSummary: true,
  filters: HIT_FILTERS,
  visitFilters: {},
  defaultGrouping: 'path',
  presentRow: (row, site) => presentHit(row, site.url),
  presentGroup,
  presentBucket,
};

/** Answers questions about hits. Source: api-v1, Endpoints, Hits. */
export const createHitReports = ({ hits, ...periods }: ReportTime & { readonly hits: HitStore }) =>
  createReports({
    ...periods,
    kind: HITS,
    rows: {
      ...storedRows(hits, 'hit'),
      pageEngagement: (query, pages, options) =>
        hits.ask({ shape: 'groups', of: 'pageEngagement', kind: 'hit', ...query, pages }, options),
      async summarize(query, countGroups, options) {
        const { countsPageEngagement, counted } = options;
        const ofHits = { kind: 'hit', ...query } as const;
        const together = { shape: 'groups', of: 'pageEngagement', ...ofHits, pages: 'together' } as const;
        // Every hit has a path.
        const knowsPaths = counted === 'path';
        const [totals, paths, pages] = await Promise.all([
          hits.ask({ shape: 'totals', ...ofHits, measures: measuresOf(options, !knowsPaths) }, options),
          knowsPaths ? countGroups('path') : undefined,
          countsPageEngagement ? hits.ask(together, options) : null,
        ]);
        return {
          rowCount: totals.hits,
          visitors: totals.visitors,
          summary: {
            ...presentTotals({ paths: 0, ...totals, ...(paths !== undefined && { paths }) }),
            ...presentVisits(totals),
            ...(pages && presentPageEngagement(pages[0])),
          },
        };
      },
    },
  });
