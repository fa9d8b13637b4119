/** Queries the account's sites with their numbers and polls for changes. */
import { toDay } from '../../../lib/time.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { sitesQuery } from '../../first-queries.ts';
import { resolveDays } from '../../view.ts';
import type { DayRange, SiteList } from './site-numbers.ts';

const REFETCH_MS = 30_000;

export function useSites() {
  const { view, timeZone, ...queries } = useView();
  const today = toDay(new Date(), timeZone);
  const answer = useApi<SiteList>('/sites', sitesQuery(view, queries), {
    keepsPrevious: true,
    refetchMs: REFETCH_MS,
  });
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
