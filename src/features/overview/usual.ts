/** Finds what is usual for some days: what the same weekdays of earlier weeks had. */
import type { GroupOrder, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { findUsualWeek, listEarlierWeeks } from '../../core/usual.ts';
import { countDays } from '../../lib/time.ts';
import type { ComparedPeriod } from '../../reports/compared-period.ts';
import { type Period, toPeriod } from '../../reports/period.ts';

/** The usual days, with their count. */
export interface Usual extends Pick<ComparedPeriod, 'period' | 'span'> {
  readonly count: number;
  /** Number of weeks that they were chosen from. */
  readonly weeks: number;
}

const DAYS_OF_WEEK = 7;

const FIRST_HIT = { shape: 'facts', of: 'earliest', kinds: ['hit'] } as const;

/** Creates the function that returns what is usual; null for more than a week, and until enough weeks are known. */
export const createFindUsual =
  (hits: Pick<HitStore, 'ask'>) =>
  async (
    query: HitQuery,
    { period, metric }: { readonly period: Period; readonly metric: GroupOrder },
    options: ReadOptions,
  ): Promise<Usual | null> => {
    if (countDays(period.first, period.last) > DAYS_OF_WEEK) return null;
    const all = listEarlierWeeks(period).map(({ first, last }) => toPeriod({ ...period, first, last }));
    const earliest = await hits.ask({ ...FIRST_HIT, siteId: query.siteId }, options);
    // The week in which the site began is not representative.
    const weeks = all.filter(({ span }) => earliest !== null && earliest <= span.start);
    if (weeks.length === 0) return null;
    const edges = toEdges(weeks);
    const buckets = await hits.ask({ shape: 'series', ...query, edges, measures: [metric] }, options);
    const counts = weeks.map(({ span }) => {
      const start = edges.findIndex(edge => +edge === +span.start);
      return buckets[start]?.[metric] ?? 0;
    });
    const usual = findUsualWeek(counts);
    const chosen = usual === undefined ? undefined : weeks[usual];
    if (usual === undefined || !chosen) return null;
    return { period: chosen, span: chosen.span, count: counts[usual] ?? 0, weeks: weeks.length };
  };

/** Returns the boundaries of some weeks and of the gaps between them, in order. */
const toEdges = (weeks: readonly Period[]): Date[] =>
  [...new Set(weeks.flatMap(({ span }) => [+span.start, +span.end]))]
    .sort((a, b) => a - b)
    .map(at => new Date(at));
