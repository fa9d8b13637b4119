/** Periods of a view: labels, previous and next. */

import type { Day } from '../core/span.ts';
import { addDays, countDays } from '../lib/time.ts';
import * as shared from './labels/shared.tsx';
import * as labels from './labels/shell.tsx';
import { PERIODS, type PeriodName, resolveDays, type View } from './view.ts';

export const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = {
  today: shared.today,
  yesterday: labels.yesterday,
  '7d': labels.last7Days,
  '30d': shared.last30Days,
  '90d': shared.last90Days,
  '12m': shared.last12Months,
  all: shared.allTime,
  custom: labels.someDays,
};

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const RANGES = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const MONTHS = dateFormat({ month: 'long', year: 'numeric' });

const isFirst = (day: Day): boolean => day.endsWith('-01');
const isMonth = (from: Day, to: Day): boolean =>
  isFirst(from) && isFirst(addDays(to, 1)) && countDays(from, to) < 32;

/** Formats a range of days as short as possible: `1–15 Nov 2026`, `October 2026`. */
export const formatDays = (from: Day, to: Day): string =>
  isMonth(from, to) ? MONTHS.format(new Date(from)) : RANGES.formatRange(new Date(from), new Date(to));

/** Formats the period of a view. */
export const formatPeriod = ({ period, from, to }: Pick<View, 'period' | 'from' | 'to'>): string =>
  period === 'custom' && from && to ? formatDays(from, to) : PERIOD_LABELS[period];

type Period = Pick<View, 'period' | 'from' | 'to'>;

/** Converts a range of days to a period; to a named one where it matches, so that it stays relative to today. */
export function toPeriod(from: Day, to: Day, today: Day): Period {
  const named = PERIODS.find(period => {
    const days = period === 'custom' ? null : resolveDays({ ...NO_VIEW, period }, today);
    return days?.from === from && days.to === to;
  });
  return named ? { period: named, from: null, to: null } : { period: 'custom', from, to };
}

const NO_VIEW = { from: null, to: null } as View;

/** Returns the previous (-1) or next (1) period; null where there is none. Whole months stay whole. */
export function adjacentPeriod(view: View, direction: -1 | 1, today: Day): Period | null {
  const days = resolveDays(view, today);
  if (!days) return null;
  const { from, to } = days;
  const length = countDays(from, to);
  const next =
    direction === -1
      ? {
          from: isMonth(from, to) ? firstOfMonth(addDays(from, -1)) : addDays(from, -length),
          to: addDays(from, -1),
        }
      : { from: addDays(to, 1), to: isMonth(from, to) ? lastOfMonth(addDays(to, 1)) : addDays(to, length) };
  return next.from > today ? null : toPeriod(next.from, next.to, today);
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
