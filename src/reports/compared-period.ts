/** The period that a report is compared with. */
import { Type } from '@sinclair/typebox';
import { invalidParameter } from '../core/errors.ts';
import { MAX_RANGE_DAYS } from '../core/limits.ts';
import {
  type CorrespondingDays,
  findNeighbouringDays,
  shiftByLength,
  shiftByYears,
} from '../core/neighbouring-days.ts';
import type { Comparison, Day, Span } from '../core/span.ts';
import { countDays, startOfDay, toDay } from '../lib/time.ts';
import { MINUTE_MS } from '../lib/time-units.ts';
import { type Period, toPeriod } from './period.ts';

/** A comparison as it is requested. */
export interface CompareParams {
  readonly compare: Comparison;
  /** First and last day, included; of `custom` alone. */
  readonly compare_start_date?: Day;
  readonly compare_end_date?: Day;
}

const CHOSEN_DAYS = ['compare_start_date', 'compare_end_date'] as const;
export const COMPARE_PARAMETERS = ['compare', ...CHOSEN_DAYS] as const;

/** A period to compare with. */
export interface ComparedPeriod {
  /** All of its days, for a series. */
  readonly period: Period;
  /** The span of the summary: as long as the elapsed part of the report's period. */
  readonly span: Span;
  /** True while the report's period is not over. */
  readonly isPartial: boolean;
}

/** Schemas of the fields of `presentCompared`. */
export const comparedFields = {
  start_date: Type.String(),
  end_date: Type.String(),
  is_partial: Type.Boolean({
    description: 'the requested period is not over: sums end as long into the last day as today has lasted',
  }),
};

/** Presents the days that are compared with. */
export const presentCompared = ({ period, isPartial }: ComparedPeriod) => ({
  start_date: period.first,
  end_date: period.last,
  is_partial: isPartial,
});

/** The earliest day whose year has four digits. */
const FIRST_DAY = '1000-01-01';

/** Comparisons whose days follow from those of the period. */
type RelativeComparison = Exclude<Comparison, 'custom'>;

const FIND_DAYS: Readonly<
  Record<RelativeComparison, (days: Pick<Period, 'first' | 'last'>) => CorrespondingDays>
> = {
  matching_period: days => findNeighbouringDays(days, -1),
  previous_period: days => shiftByLength(days, -1),
  previous_year: days => shiftByYears(days, -1),
};

/**
 * Returns the period to compare with. While the report's period is not over, the summary ends at the current time of day on
 * the day that corresponds to today, in whole minutes: within a minute it is answered from memory. Throws 400 before the
 * year 1000.
 */
export function toComparedPeriod(period: Period, compare: RelativeComparison, now: Date): ComparedPeriod {
  const { first, last, toCorresponding } = FIND_DAYS[compare](period);
  if (first < FIRST_DAY || period.first < FIRST_DAY)
    throw invalidParameter(`compare=${compare} would begin before ${FIRST_DAY}: choose later days`);
  const compared = toPeriod({ ...period, first, last });
  const isPartial = period.span.start <= now && now < period.span.end;
  if (!isPartial) return { period: compared, span: compared.span, isPartial };
  const today = toDay(now, period.zone);
  const sinceMidnightMs = +now - +startOfDay(today, period.zone);
  const wholeMinutesMs = sinceMidnightMs - (sinceMidnightMs % MINUTE_MS);
  const correspondingMs = +startOfDay(toCorresponding(today), period.zone) + wholeMinutesMs;
  const end = new Date(Math.min(correspondingMs, +compared.span.end));
  return { period: compared, span: { start: compared.span.start, end }, isPartial };
}

/** Returns the chosen days of `compare=custom`, all of them whole. Throws 400 for days that are missing or in the wrong order. */
function toChosenPeriod(period: Period, query: Partial<CompareParams>): ComparedPeriod {
  const { compare_start_date: first, compare_end_date: last } = query;
  if (first === undefined || last === undefined) {
    const missing = CHOSEN_DAYS.find(name => query[name] === undefined);
    throw invalidParameter(`compare=custom needs ${missing}`);
  }
  if (last < first)
    throw invalidParameter(
      `compare_end_date must not be before compare_start_date: ${last} is before ${first}`,
    );
  const length = countDays(first, last);
  if (length > MAX_RANGE_DAYS)
    throw invalidParameter(
      `compare_start_date and compare_end_date may span at most ${MAX_RANGE_DAYS} days, got ${length}`,
    );
  const chosen = toPeriod({ ...period, first, last });
  return { period: chosen, span: chosen.span, isPartial: false };
}

/** Returns the comparison that a query requests, null without one. Throws 400 for days without `compare=custom`. */
export function findComparison(
  period: Period,
  query: Partial<CompareParams>,
  now: Date,
): ComparedPeriod | null {
  const { compare } = query;
  if (compare === 'custom') return toChosenPeriod(period, query);
  const needless = CHOSEN_DAYS.find(name => query[name] !== undefined);
  if (needless !== undefined) {
    const got = compare === undefined ? '' : `, got compare=${compare}`;
    throw invalidParameter(`${needless} needs compare=custom${got}`);
  }
  return compare === undefined ? null : toComparedPeriod(period, compare, now);
}
