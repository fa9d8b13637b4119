/** Queries what is usual for some days and what changed since, or else since the same weekdays before. */
import type { Day } from '../../../core/span.ts';
import { addDays, countDays } from '../../../lib/time.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { type ChangeMetric, filterQuery, visitQuery } from '../../view.ts';
import type { Overview } from './use-figures.ts';

const DAYS_OF_WEEK = 7;

export function useChangesOfDays(
  siteId: number,
  { from, to, metric }: { readonly from: Day; readonly to: Day; readonly metric: ChangeMetric },
) {
  const { view } = useView();
  const daysBefore = Math.ceil(countDays(from, to) / DAYS_OF_WEEK) * DAYS_OF_WEEK;
  return useApi<Overview>(`/sites/${siteId}/overview`, {
    ...filterQuery(view),
    ...visitQuery('overview'),
    start_date: from,
    end_date: to,
    time_zone: view.zone,
    compare: 'custom',
    compare_start_date: addDays(from, -daysBefore),
    compare_end_date: addDays(to, -daysBefore),
    include_changes: true,
    include_usual: true,
    // Figures have visits with those that are derived from them.
    include_engagement: metric === 'visits' || undefined,
    metric,
  });
}
