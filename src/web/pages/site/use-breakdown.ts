/** Queries the rows of a breakdown for the current view. */
import { apiUrl, type Query } from '../../api-url.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { type View, visitQuery } from '../../view.ts';
import type { Breakdown } from './breakdown-definitions.ts';
import { type BreakdownAnswer, formatRowLabel, parseRows } from './breakdown-rows.ts';
import { getRefetchInterval } from './refetch-interval.ts';

/** Rows shown in a panel. */
export const ROWS_SHOWN = 8;
/** More than there are countries. */
const MAX_LOCAL_ROWS = 300;

export interface BreakdownQuery {
  readonly siteId: number;
  readonly breakdown: Breakdown;
  /** Query parameters of the drill-downs. */
  readonly drillDown?: Query;
  /** Whether rows are ordered by views, for sites where no hit has a visitor. */
  readonly isOrderedByViews?: boolean;
  readonly isEnabled?: boolean;
  readonly search?: string;
  readonly page?: number;
  readonly perPage?: number;
}

function toQuery(filtered: Query, query: BreakdownQuery, { goal }: View): Query {
  const { breakdown, drillDown, isOrderedByViews = false, search = '' } = query;
  const { order } = breakdown;
  return {
    ...filtered,
    ...visitQuery(breakdown.endpoint),
    ...drillDown,
    group_by: breakdown.by,
    ...(breakdown.by === 'path' && breakdown.endpoint === 'hits' && { include_engagement: true }),
    ...(goal !== null && { goal }),
    ...(order && { include_visitors: true }),
    ...(order && !isOrderedByViews && { order_by: order }),
    ...(search === '' || breakdown.isSearchedLocally ? {} : { search }),
  };
}

export function useBreakdown(query: BreakdownQuery) {
  const { siteId, breakdown, isEnabled = true, search = '', page = 1, perPage = ROWS_SHOWN } = query;
  const viewState = useView();
  const { data, error, refetch, isPlaceholderData } = useApi<BreakdownAnswer>(
    `/sites/${siteId}/${breakdown.endpoint}`,
    {
      ...toQuery(viewState.compared, query, viewState.view),
      per_page: breakdown.isSearchedLocally ? MAX_LOCAL_ROWS : perPage,
      ...(page > 1 ? { page } : {}),
    },
    { isEnabled, keepsPrevious: true, refetchMs: getRefetchInterval(viewState) },
  );
  const found = data && parseRows(data, breakdown);
  const needle = search.toLowerCase();
  const answer =
    found && breakdown.isSearchedLocally && needle !== ''
      ? {
          ...found,
          rows: found.rows.filter(({ key }) => formatRowLabel(breakdown, key).toLowerCase().includes(needle)),
        }
      : found;
  return { answer, error, refetch: () => void refetch(), isStale: isPlaceholderData };
}

/** Returns the URL of all rows as CSV. */
export function useCsvUrl(query: BreakdownQuery): string {
  const { filtered, view } = useView();
  const { siteId, breakdown } = query;
  return apiUrl(`/sites/${siteId}/${breakdown.endpoint}`, {
    ...toQuery(filtered, query, view),
    format: 'csv',
  });
}
