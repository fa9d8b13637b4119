/** A calendar for choosing a range of days: first day, then last day. */

import { type DateRange, DayPicker, type Modifiers } from 'react-day-picker';
import type { Day } from '../../core/span.ts';
import { isDay } from '../../lib/time.ts';
import { dateLocale } from '../labels/language.ts';
import * as texts from '../labels/range-dialog.ts';
import * as labels from '../labels/shell.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { useUserSettings } from './user.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The calendar works with local dates, the dashboard with `YYYY-MM-DD` strings. */
const toDate = (day: string): Date | undefined => {
  if (!isDay(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};

const toDay = (date: Date): Day =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

export function RangeCalendar({
  range,
  today,
  onRange,
}: {
  readonly range: DayRange;
  readonly today: Day;
  readonly onRange: (range: DayRange) => void;
}) {
  const isWide = useIsWide();
  const weekStart = useUserSettings().data?.settings.week_start ?? 'monday';
  const now = toDate(today) ?? new Date();
  const selected: DateRange = { from: toDate(range.from), to: toDate(range.to) };
  const isWhole = selected.from !== undefined && selected.to !== undefined;
  return (
    <DayPicker
      mode="range"
      className="calendar"
      numberOfMonths={isWide ? 2 : 1}
      // People change the end of the range first.
      defaultMonth={monthsBefore(selected.to ?? now, isWide ? 1 : 0)}
      endMonth={now}
      disabled={{ after: now }}
      today={now}
      weekStartsOn={weekStart === 'sunday' ? 0 : 1}
      fixedWeeks
      labels={LABELS}
      formatters={FORMATTERS}
      selected={selected}
      onSelect={(_, day) => {
        const chosen = toDay(day);
        // After a complete range the next click starts another.
        const isEnd = !isWhole || range.from === range.to;
        if (isEnd && isDay(range.from) && chosen > range.from) onRange({ from: range.from, to: chosen });
        else onRange({ from: chosen, to: chosen });
      }}
    />
  );
}

/** In the local time zone, as the dates of the calendar are. */
const createFormat = (options: Intl.DateTimeFormatOptions): ((date: Date) => string) => {
  const format = new Intl.DateTimeFormat(dateLocale, options);
  return date => format.format(date);
};
const formatDay = createFormat({ dateStyle: 'full' });
const formatMonth = createFormat({ month: 'long', year: 'numeric' });
const formatWeekday = createFormat({ weekday: 'long' });

/** Accessible name of a day. It begins with visible text only, so that voice control finds it. */
const formatDayLabel = (date: Date, { today, selected }: Modifiers): string =>
  `${today ? texts.todayPrefix : ''}${formatDay(date)}${selected ? texts.selectedSuffix : ''}`;

const FORMATTERS = {
  formatCaption: formatMonth,
  formatWeekdayName: (date: Date) => formatWeekday(date).slice(0, 2),
};
const LABELS = {
  labelDayButton: formatDayLabel,
  labelGrid: formatMonth,
  labelWeekday: formatWeekday,
  labelPrevious: () => labels.previousMonth,
  labelNext: () => labels.nextMonth,
};

const monthsBefore = (date: Date, count: number): Date =>
  new Date(date.getFullYear(), date.getMonth() - count, 1);
