/** Queries the totals of a period and of its comparison, and what changed between them. */
import type { Static } from '@sinclair/typebox';
import type { OverviewAnswer } from '../../../features/overview/schema.ts';
import type { Query } from '../../api-url.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { changesQuery, overviewQuery } from '../../first-queries.ts';
import {
  type ChangeMetric,
  isCompared,
  type Metric,
  toChangeMetric,
  type View,
  type ViewQueries,
} from '../../view.ts';
import { getRefetchInterval } from './refetch-interval.ts';

export type Overview = Static<typeof OverviewAnswer>;

const useOverview = (
  siteId: number,
  toQuery: (queries: ViewQueries) => Query,
  isEnabled: (view: View) => boolean = () => true,
) => {
  const viewState = useView();
  return useApi<Overview>(`/sites/${siteId}/overview`, toQuery(viewState), {
    isEnabled: isEnabled(viewState.view),
    keepsPrevious: true,
    refetchMs: getRefetchInterval(viewState),
  });
};

/** Queries the totals. */
export const useFigures = (siteId: number) => useOverview(siteId, overviewQuery);

/** Returns whether there are views and none has a visitor, as on sites that only servers report. */
export function useIsWithoutVisitors(siteId: number): boolean {
  const { data } = useFigures(siteId);
  return data !== undefined && data.figures.visitors === 0 && data.figures.hits > 0;
}

/** Returns the metric of the chart: the chosen one, or the first that has values. */
export function useMetric(siteId: number): Metric {
  const { view } = useView();
  const isWithoutVisitors = useIsWithoutVisitors(siteId);
  return view.metric ?? (isWithoutVisitors ? 'hits' : 'visitors');
}

/** Returns the metric in which changes are counted: that of the chart, where it adds up. */
export function useChangeMetric(siteId: number): ChangeMetric {
  const metric = useMetric(siteId);
  return toChangeMetric(useIsWithoutVisitors(siteId) ? 'hits' : metric);
}

/** Queries what changed of a metric since the period that is compared with, and how much came from hosting networks; that takes longer, and is a query of its own. */
export function useChanges(siteId: number, metric: Metric) {
  return useOverview(siteId, queries => changesQuery(queries, metric), isCompared);
}
