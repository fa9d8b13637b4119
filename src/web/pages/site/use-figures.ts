/** Queries the totals of a period and of its comparison. */
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { getRefetchInterval } from './refetch-interval.ts';

export interface Figures {
  readonly hits: number;
  readonly unique_hits: number | null;
  readonly visitors: number;
  readonly events: number;
  readonly kudos: number;
  readonly agent_visits: number;
  readonly bounce_rate?: number | null;
  readonly average_duration_seconds?: number | null;
  readonly pages_per_visitor?: number | null;
}

interface Overview {
  /** Days of the totals. */
  readonly filters: { readonly start_date: string; readonly end_date: string };
  readonly figures: Figures;
  readonly comparison: {
    readonly start_date: string;
    readonly end_date: string;
    /** Whether its last day is cut at the current time of day. */
    readonly is_partial: boolean;
    readonly figures: Figures;
  } | null;
}

const useOverview = (siteId: number, more: Readonly<Record<string, boolean>>) => {
  const viewState = useView();
  return useApi<Overview>(
    `/sites/${siteId}/overview`,
    { ...viewState.compared, ...more },
    {
      keepsPrevious: true,
      refetchMs: getRefetchInterval(viewState),
    },
  );
};

/** Queries the totals that are fast to compute. */
export const useFigures = (siteId: number) => useOverview(siteId, {});

/** Queries engagement (bounce rate, duration), which takes longer and is a query of its own. */
export const useEngagement = (siteId: number) => useOverview(siteId, { include_engagement: true });
