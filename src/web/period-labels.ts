/** Periods of a view: labels, previous and next. */

import { findNeighbouringDays } from '../core/neighbouring-days.ts';
import type { Day } from '../core/span.ts';
import { dateLocale } from './labels/language.ts';
import * as shared from './labels/shared.tsx';
import * as labels from './labels/shell.tsx';
import { NAMED_PERIODS, type PeriodName, resolveDays, toMonth, type View } from './view.ts';

export const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = {
  today: shared.today,
  yesterday: labels.yesterday,
  '7d': labels.last7Days,
  '30d': shared.last30Days,
  '90d': shared.last90Days,
  month: labels.thisMonth,
  last_month: labels.lastMonth,
  year: labels.yearToDate,
  '12m': shared.last12Months,
  all: shared.allTime,
  custom: labels.customRange,
};

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', ...options });
const RANGES = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const MONTHS = dateFormat({ month: 'long', year: 'numeric' });

const isMonth = (from: Day, to: Day): boolean => {
  const month = toMonth(from);
  return month.from === from && month.to === to;
};

/** Formats a range of days as short as possible: `1–15 Nov 2026`, `October 2026`. */
export const formatDays = (from: Day, to: Day): string =>
  isMonth(from, to) ? MONTHS.format(new Date(from)) : RANGES.formatRange(new Date(from), new Date(to));

/** Formats the period of a view. */
export const formatPeriod = ({ period, from, to }: Pick<View, 'period' | 'from' | 'to'>): string =>
  period === 'custom' && from && to ? formatDays(from, to) : PERIOD_LABELS[period];

type Period = Pick<View, 'period' | 'from' | 'to'>;

/** Converts a range of days to a period; to a named one where it matches, so that it stays relative to today. */
export function toPeriod(from: Day, to: Day, today: Day): Period {
  const named = NAMED_PERIODS.find(period => {
    const days = resolveDays({ ...NO_VIEW, period }, today);
    return days?.from === from && days.to === to;
  });
  return named ? { period: named, from: null, to: null } : { period: 'custom', from, to };
}

const NO_VIEW = { from: null, to: null } as View;

/** Returns the previous (-1) or next (1) period; null where there is none. The previous one is what reports compare with. */
export function adjacentPeriod(view: View, direction: -1 | 1, today: Day): Period | null {
  const days = resolveDays(view, today);
  if (!days) return null;
  const { first, last } = findNeighbouringDays({ first: days.from, last: days.to }, direction);
  return first > today ? null : toPeriod(first, last, today);
}
