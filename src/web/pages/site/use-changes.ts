/** Queries what changed between two periods. */
import type { Static } from '@sinclair/typebox';
import type { Day } from '../../../core/span.ts';
import type { OverviewAnswer } from '../../../features/overview/schema.ts';
import { addDays, countDays } from '../../../lib/time.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { filterQuery, visitQuery } from '../../view.ts';
import { getRefetchInterval } from './refetch-interval.ts';

const DAYS_OF_WEEK = 7;

type Overview = Static<typeof OverviewAnswer>;

/** Queries what changed in the shown period. */
export function useChanges(siteId: number) {
  const viewState = useView();
  const { compare, period } = viewState.view;
  return useApi<Overview>(
    `/sites/${siteId}/overview`,
    { ...viewState.compared, ...visitQuery('overview'), include_changes: true },
    {
      isEnabled: compare !== 'none' && period !== 'all',
      keepsPrevious: true,
      refetchMs: getRefetchInterval(viewState),
    },
  );
}

/** Queries what changed between some days and those of the same weekdays before. */
export function useChangesOfDays(
  siteId: number,
  { from, to }: { readonly from: Day; readonly to: Day },
  isEnabled: boolean,
) {
  const { view } = useView();
  const weeks = isEnabled ? Math.ceil(countDays(from, to) / DAYS_OF_WEEK) : 0;
  const toEarlier = (day: Day): Day => (isEnabled ? addDays(day, -weeks * DAYS_OF_WEEK) : day);
  return useApi<Overview>(
    `/sites/${siteId}/overview`,
    {
      ...filterQuery(view),
      ...visitQuery('overview'),
      start_date: from,
      end_date: to,
      time_zone: view.zone,
      compare: 'custom',
      compare_start_date: toEarlier(from),
      compare_end_date: toEarlier(to),
      include_changes: true,
    },
    { isEnabled },
  );
}
