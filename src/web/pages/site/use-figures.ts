/** Queries the totals of a period and of its comparison. */
import type { Static } from '@sinclair/typebox';
import type { OverviewAnswer } from '../../../features/overview/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { visitQuery } from '../../view.ts';
import { getRefetchInterval } from './refetch-interval.ts';

type Overview = Static<typeof OverviewAnswer>;
export type Figures = Overview['figures'];

const useOverview = (siteId: number, more: Readonly<Record<string, boolean>>) => {
  const viewState = useView();
  return useApi<Overview>(
    `/sites/${siteId}/overview`,
    { ...viewState.compared, ...visitQuery('overview'), ...more },
    {
      keepsPrevious: true,
      refetchMs: getRefetchInterval(viewState),
    },
  );
};

/** Queries the totals that are fast to compute. */
export const useFigures = (siteId: number) => useOverview(siteId, {});

/** Queries engagement (visits, bounce rate, duration), which takes longer and is a query of its own. */
export const useEngagement = (siteId: number) => useOverview(siteId, { include_engagement: true });
