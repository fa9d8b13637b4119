/** The sums of a period, and those of the days it is compared with. */
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
  /** The days that these are of. */
  readonly filters: { readonly start_date: string; readonly end_date: string };
  readonly figures: Figures;
  readonly comparison: {
    readonly start_date: string;
    readonly end_date: string;
    /** Whether it ends as long into its last day as today has lasted. */
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

/** What can be counted quickly. */
export const useFigures = (siteId: number) => useOverview(siteId, {});

/** How visitors read: it takes longer, so that it is asked for by itself. */
export const useEngagement = (siteId: number) => useOverview(siteId, { include_engagement: true });
