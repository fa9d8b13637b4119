/** Queries what changed between some days and those of the same weekdays before, and what is usual for them. */
import type { Day } from '../../../core/span.ts';
import { addDays, countDays } from '../../../lib/time.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { filterQuery, visitQuery } from '../../view.ts';
import type { Overview } from './use-figures.ts';

const DAYS_OF_WEEK = 7;

export function useChangesOfDays(siteId: number, { from, to }: { readonly from: Day; readonly to: Day }) {
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
  });
}
