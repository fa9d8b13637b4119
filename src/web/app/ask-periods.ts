/** Periods in the words of a question: names, months, days, weekdays, and ranges of them. */

import { MAX_RANGE_DAYS } from '../../core/limits.ts';
import type { Day } from '../../core/span.ts';
import { addDays, bucketStart, countDays, isDay, type WeekStart } from '../../lib/time.ts';
import { periods, periodWords } from '../labels/ask.ts';
import { dateLocale } from '../labels/language.ts';
import { PERIOD_LABELS, toPeriod } from '../period-labels.ts';
import { NAMED_PERIODS, toMonth, type View } from '../view.ts';
import { normalize } from './palette-match.ts';

export type Period = Pick<View, 'period' | 'from' | 'to'>;

export interface Calendar {
  readonly today: Day;
  readonly weekStart: WeekStart;
}

export interface FoundPeriod {
  readonly period: Period;
  /** Words that it was read from. */
  readonly length: number;
  /** Whether its last word is not complete yet. */
  readonly isCompleted: boolean;
}

interface Days {
  readonly from: Day;
  readonly to: Day;
}
interface Read<Value> {
  readonly value: Value;
  readonly length: number;
}

/** Maximum number of words in a name. */
const MAX_WORDS = 5;
const MAX_COUNT = 999;

const namesOf = (options: Intl.DateTimeFormatOptions, dates: readonly string[]): string[] => {
  const format = new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', ...options });
  return dates.map(date => normalize(format.format(new Date(date))).replace(/\.$/, ''));
};
const FIRSTS = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-01`);
/** A week that begins with a Monday. */
const WEEK = Array.from({ length: 7 }, (_, day) => addDays('2024-01-01', day));
const MONTH_NAMES = [namesOf({ month: 'long' }, FIRSTS), namesOf({ month: 'short' }, FIRSTS)];
const WEEKDAY_NAMES = [namesOf({ weekday: 'long' }, WEEK), namesOf({ weekday: 'short' }, WEEK)];

const NAMED: readonly (readonly [name: string, period: Period])[] = NAMED_PERIODS.flatMap(name =>
  [PERIOD_LABELS[name], ...(periods[name] ?? [])].map(
    words => [normalize(words), { period: name, from: null, to: null }] as const,
  ),
);

/** Finds a name, also by its first letters. */
const indexOfName = ([long = [], short = []]: readonly (readonly string[])[], word: string): number => {
  const at = short.indexOf(word);
  return at >= 0 || word.length < 3 ? at : long.findIndex(name => name.startsWith(word));
};

const includes = (words: readonly string[], text: string): boolean => words.includes(text);

/** Finds every period that begins with the first of these words, the longest first. */
export function findPeriods(words: readonly string[], calendar: Calendar): FoundPeriod[] {
  const toFound = ({ value: { from, to }, length }: Read<Days>): FoundPeriod[] =>
    countDays(from, to) > MAX_RANGE_DAYS
      ? []
      : [{ period: { period: 'custom', from, to }, length, isCompleted: false }];
  const relative = readCount(words, calendar).flatMap(toFound);
  const found = [
    ...namedPeriods(words),
    // A number of days stays relative to today where the menu has it; a month that was named does not.
    ...relative.map(({ period, ...rest }) => ({
      ...rest,
      period: toPeriod(period.from ?? calendar.today, period.to ?? calendar.today, calendar.today),
    })),
    ...[readRange(words, calendar), ...readDays(words, calendar)].flatMap(read =>
      read ? toFound(read) : [],
    ),
  ];
  return found
    .filter(({ length }, index) => found.findIndex(each => each.length === length) === index)
    .toSorted((a, b) => b.length - a.length);
}

/** Finds named periods; one that all the words are the beginning of is completed. */
function namedPeriods(words: readonly string[]): FoundPeriod[] {
  const all = words.join(' ');
  const exact = Array.from({ length: Math.min(MAX_WORDS, words.length) }, (_, index) => index + 1).flatMap(
    length => {
      const text = words.slice(0, length).join(' ');
      return NAMED.filter(([name]) => name === text).map(([, period]) => ({
        period,
        length,
        isCompleted: false,
      }));
    },
  );
  if (all.length < 2) return exact;
  const begun = NAMED.filter(([name]) => name !== all && name.startsWith(all))
    .slice(0, 1)
    .map(([, period]) => ({ period, length: words.length, isCompleted: true }));
  return [...exact, ...begun];
}

/** Reads a range: two days or months with a word between them, or one with a word for "since" before it. */
function readRange(words: readonly string[], calendar: Calendar): Read<Days> | null {
  const [first = ''] = words;
  if (includes(periodWords.since, first)) {
    const skipped = 1 + articlesAt(words.slice(1));
    const [start] = readDays(words.slice(skipped), calendar);
    if (!start || start.value.from > calendar.today) return null;
    return { value: { from: start.value.from, to: calendar.today }, length: start.length + skipped };
  }
  const between = includes(periodWords.between, first) ? 1 : 0;
  const skipped = between + articlesAt(words.slice(between));
  const rest = words.slice(skipped);
  for (const start of [...readDays(rest, calendar), ...readBareDay(rest, calendar)]) {
    if (!includes(periodWords.until, rest[start.length] ?? '')) continue;
    const next = start.length + 1 + articlesAt(rest.slice(start.length + 1));
    for (const end of readDays(rest.slice(next), calendar)) {
      const value = { from: start.value.from, to: end.value.to };
      if (value.from <= value.to) return { value, length: skipped + next + end.length };
    }
  }
  return null;
}

/** Whether an article stands at the beginning of words: how many words to skip. */
const articlesAt = ([first = '']: readonly string[]): number =>
  includes(periodWords.articles, first) ? 1 : 0;

/** A day of a month: `12`, `12th`, `1er`. */
const DAY_OF_MONTH = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?$/;

/** Reads the first day of `1 to 12 October`, whose month stands behind. */
function readBareDay(words: readonly string[], calendar: Calendar): Read<Days>[] {
  const [day = ''] = words;
  const [month = '', year = ''] = words.slice(3 + articlesAt(words.slice(2)));
  const end = readDays([day, month, year], calendar).find(({ value }) => value.from === value.to);
  return DAY_OF_MONTH.test(day) && end ? [{ value: end.value, length: 1 }] : [];
}

/** Reads a day, a week, a month, a year or a number of days at the beginning of words, in each way that is possible. */
function readDays(words: readonly string[], calendar: Calendar): Read<Days>[] {
  return [
    ...readNumeric(words),
    ...readDayOfMonth(words, calendar),
    ...readMonth(words, calendar),
    ...readWeekday(words, calendar),
    ...readCalendarWords(words, calendar),
  ];
}

const toRead = (from: Day, to: Day, length: number): Read<Days> => ({ value: { from, to }, length });

/** Reads `2026-10-12`, `12.10.2026`, `2026-10` and `2026`. */
function readNumeric([word = '']: readonly string[]): Read<Days>[] {
  if (isDay(word)) return [toRead(word, word, 1)];
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isDay(written)) return [toRead(written, written, 1)];
  if (/^20\d\d-\d\d$/.test(word) && isDay(`${word}-01`)) {
    const { from, to } = toMonth(`${word}-01`);
    return [toRead(from, to, 1)];
  }
  return /^20\d\d$/.test(word) ? [toRead(`${word}-01-01`, `${word}-12-31`, 1)] : [];
}

/** The day of a month and the month, in either order, with or without a year: the last one that has begun. */
function readDayOfMonth(
  [first = '', second = '', third = '']: readonly string[],
  calendar: Calendar,
): Read<Days>[] {
  const [dayWord, monthWord] = indexOfName(MONTH_NAMES, second) < 0 ? [second, first] : [first, second];
  const month = indexOfName(MONTH_NAMES, monthWord);
  const [, number = ''] = DAY_OF_MONTH.exec(dayWord) ?? [];
  if (month < 0 || number === '') return [];
  const inYear = (year: number) => `${year}-${String(month + 1).padStart(2, '0')}-${number.padStart(2, '0')}`;
  const given = /^20\d\d$/.test(third) ? inYear(Number(third)) : null;
  if (given !== null) return isDay(given) ? [toRead(given, given, 3)] : [];
  const thisYear = Number(calendar.today.slice(0, 4));
  // 29 February is looked for further back.
  const day = Array.from({ length: 5 }, (_, back) => inYear(thisYear - back)).find(
    each => isDay(each) && each <= calendar.today,
  );
  return day ? [toRead(day, day, 2)] : [];
}

/** Reads a month, with or without a year: the last one that has begun. */
function readMonth(
  [first = '', second = '', third = '']: readonly string[],
  { today }: Calendar,
): Read<Days>[] {
  const skipped = includes(periodWords.last, first) ? 1 : 0;
  const month = indexOfName(MONTH_NAMES, skipped ? second : first);
  if (month < 0) return [];
  const yearWord = skipped ? third : second;
  const start = (year: number) => `${year}-${String(month + 1).padStart(2, '0')}-01`;
  const isDated = /^20\d\d$/.test(yearWord);
  const thisYear = Number(today.slice(0, 4));
  const current = start(thisYear) <= today ? thisYear : thisYear - 1;
  const { from, to } = toMonth(start(isDated ? Number(yearWord) : current));
  const isLast = includes(periodWords.lastAfter, yearWord);
  return [toRead(from, to, skipped + (isDated || isLast ? 2 : 1))];
}

/** Reads a weekday: the last one, today included unless it says "last". */
function readWeekday([first = '', second = '']: readonly string[], { today }: Calendar): Read<Days>[] {
  const skipped = includes(periodWords.last, first) ? 1 : 0;
  const after = skipped === 0 && includes(periodWords.lastAfter, second) ? 1 : 0;
  const weekday = indexOfName(WEEKDAY_NAMES, skipped ? second : first);
  if (weekday < 0) return [];
  const current = (new Date(today).getUTCDay() + 6) % 7;
  const back = (current - weekday + 7) % 7 || (skipped + after > 0 ? 7 : 0);
  const day = addDays(today, -back);
  return [toRead(day, day, skipped + 1 + after)];
}

/** Reads this week, last week and last year. */
function readCalendarWords(words: readonly string[], { today, weekStart }: Calendar): Read<Days>[] {
  const start = bucketStart(today, 'week', weekStart);
  const lastYear = Number(today.slice(0, 4)) - 1;
  const table: readonly (readonly [readonly string[], Day, Day])[] = [
    [periodWords.thisWeek, start, today],
    [periodWords.lastWeek, addDays(start, -7), addDays(start, -1)],
    [periodWords.lastYear, `${lastYear}-01-01`, `${lastYear}-12-31`],
  ];
  return table.flatMap(([phrases, from, to]) => {
    const phrase = phrases.find(each => each === words.slice(0, each.split(' ').length).join(' '));
    return phrase === undefined ? [] : [toRead(from, to, phrase.split(' ').length)];
  });
}

const DAYS_OF_UNITS = [
  [periodWords.days, 1],
  [periodWords.weeks, 7],
  [periodWords.months, 30],
  [periodWords.years, 365],
] as const;

/** Reads `last 7 days`, `14 days`, `7d` and the like: they end today, as in the period menu. */
function readCount(words: readonly string[], { today }: Calendar): Read<Days>[] {
  const skipped = includes(periodWords.last, words[0] ?? '') ? 1 : 0;
  const [, number = '', glued = ''] = /^(\d{1,3})(\p{L}*)$/u.exec(words[skipped] ?? '') ?? [];
  const count = Number(number);
  if (count < 1 || count > MAX_COUNT) return [];
  const after = glued === '' && includes(periodWords.lastAfter, words[skipped + 1] ?? '') ? 1 : 0;
  const unit = glued === '' ? words[skipped + 1 + after] : glued;
  const found = DAYS_OF_UNITS.find(([names]) => includes(names, unit ?? ''));
  if (!found) return [];
  return [toRead(addDays(today, 1 - count * found[1]), today, skipped + after + (glued === '' ? 2 : 1))];
}
