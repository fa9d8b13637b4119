/** The period that a report is compared with. */
import { Type } from '@sinclair/typebox';
import { invalidParameter } from '../core/errors.ts';
import { MAX_RANGE_DAYS } from '../core/limits.ts';
import type { Comparison, Day, Span } from '../core/span.ts';
import { addDays, bucketStart, countDays, nextBucket, startOfDay, toDay, yearBefore } from '../lib/time.ts';
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
const DAYS_OF_WEEK = 7;
/** Length from which a period since 1 January counts as the year to date. */
const MIN_DAYS_OF_YEAR = 32;

/** Days that correspond to those of a period. */
interface EarlierDays {
  readonly first: Day;
  readonly last: Day;
  /** Returns the day that corresponds to one of the period. */
  readonly toEarlier: (day: Day) => Day;
}

type Days = Pick<Period, 'first' | 'last'>;

/** Returns the days a number of days earlier. */
const shiftBack = ({ first, last }: Days, days: number): EarlierDays => {
  const toEarlier = (day: Day): Day => addDays(day, -days);
  return { first: toEarlier(first), last: toEarlier(last), toEarlier };
};

const sameDaysOfYearBefore = ({ first, last }: Days): EarlierDays => ({
  first: yearBefore(first),
  last: yearBefore(last),
  toEarlier: yearBefore,
});

/** Returns the whole month before a whole month, whose later days correspond to its last one if it is shorter. */
const monthBefore = ({ first }: Days): EarlierDays => {
  const last = addDays(first, -1);
  const earlierFirst = bucketStart(last, 'month', 'monday');
  const toEarlier = (day: Day): Day => {
    const corresponding = addDays(earlierFirst, countDays(first, day) - 1);
    return corresponding < last ? corresponding : last;
  };
  return { first: earlierFirst, last, toEarlier };
};

const isWholeMonth = ({ first, last }: Days): boolean =>
  first === bucketStart(first, 'month', 'monday') && addDays(last, 1) === nextBucket(first, 'month');

/**
 * Returns the days before that match by the calendar: for a month the month before, for a year until now the same days of
 * the year before, else the same weekdays; for less than a week as many days right before.
 */
const matchCalendar = (days: Days): EarlierDays => {
  const length = countDays(days.first, days.last);
  if (isWholeMonth(days)) return monthBefore(days);
  if (days.first.endsWith('-01-01') && length >= MIN_DAYS_OF_YEAR) return sameDaysOfYearBefore(days);
  return shiftBack(days, length < DAYS_OF_WEEK ? length : Math.ceil(length / DAYS_OF_WEEK) * DAYS_OF_WEEK);
};

/** Comparisons whose days follow from those of the period. */
type RelativeComparison = Exclude<Comparison, 'custom'>;

const FIND_DAYS: Readonly<Record<RelativeComparison, (days: Days) => EarlierDays>> = {
  matching_period: matchCalendar,
  previous_period: days => shiftBack(days, countDays(days.first, days.last)),
  previous_year: sameDaysOfYearBefore,
};

/**
 * Returns the period to compare with. While the report's period is not over, the summary ends at the current time of day on
 * the day that corresponds to today, in whole minutes: within a minute it is answered from memory. Throws 400 before the
 * year 1000.
 */
export function toComparedPeriod(period: Period, compare: RelativeComparison, now: Date): ComparedPeriod {
  const { first, last, toEarlier } = FIND_DAYS[compare](period);
  if (first < FIRST_DAY || period.first < FIRST_DAY)
    throw invalidParameter(`compare=${compare} would begin before ${FIRST_DAY}: choose later days`);
  const compared = toPeriod({ ...period, first, last });
  const isPartial = period.span.start <= now && now < period.span.end;
  if (!isPartial) return { period: compared, span: compared.span, isPartial };
  const today = toDay(now, period.zone);
  const sinceMidnightMs = +now - +startOfDay(today, period.zone);
  const wholeMinutesMs = sinceMidnightMs - (sinceMidnightMs % MINUTE_MS);
  const correspondingMs = +startOfDay(toEarlier(today), period.zone) + wholeMinutesMs;
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
