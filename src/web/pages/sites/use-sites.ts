/** Queries the account's sites with their numbers and polls for changes. */
import { toDay } from '../../../lib/time.ts';
import type { Query } from '../../api-url.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { resolveDays } from '../../view.ts';
import type { DayRange, SiteList } from './site-numbers.ts';

const REFETCH_MS = 30_000;

/** Parts of the answer beside the counts; all time has no comparison. */
const includeQuery = (isAll: boolean): Query =>
  isAll ? { include: 'series,status' } : { include: 'series,comparison,status', compare: 'matching_period' };

export function useSites() {
  const { view, period, timeZone } = useView();
  const today = toDay(new Date(), timeZone);
  const answer = useApi<SiteList>(
    '/sites',
    { ...period, ...includeQuery(view.period === 'all') },
    { keepsPrevious: true, refetchMs: REFETCH_MS },
  );
  const filters = answer.data?.filters;
  // The days of the answer on screen, which may be the previous one.
  const days: DayRange = filters
    ? { from: filters.start_date, to: filters.end_date }
    : (resolveDays(view, today) ?? { from: today, to: today });
  const comparison = answer.data?.comparison;
  const before: DayRange | null = comparison
    ? { from: comparison.start_date, to: comparison.end_date }
    : null;
  return { ...answer, days, before, timeZone, includesToday: days.from <= today && today <= days.to };
}

export type SitesQuery = ReturnType<typeof useSites>;

/** The days of the numbers on the page. */
export type ShownDays = Pick<SitesQuery, 'days' | 'before' | 'timeZone' | 'includesToday'>;
