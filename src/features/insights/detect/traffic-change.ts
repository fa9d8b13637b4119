/** Traffic as a whole: the last 7 days against the 7 before, and weekday against weekday. */
import {
  type Finding,
  historyDays,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowOf,
} from './figures.ts';
import { importanceOf } from './importance.ts';
import { median, stepSpread, sum, surprise } from './statistics.ts';
import { dispersionOf } from './usual.ts';

const LEAST_HITS = 30;
const LEAST_CHANGE = 0.2;
const LEAST_SURPRISE = 3.5;
/** How much the median weekday has to have changed as well: one day does not make a week. */
const WEEKDAY_CHANGE = { up: 1.12, down: 1 / 1.12 };
const SPREAD = { least: 0.06, most: 0.4 };
const LEAST_WEEKS = 4;
const USUAL_WITHIN = 0.12;
/** A week as they used to be, after one that was not, is good to know and no more. */
const MOST_OF_RETURN = 45;

export function findTrafficChange(figures: WeekFigures): Finding[] {
  if (historyDays(figures) < WINDOW_DAYS) return [];
  const week = figures.hits.slice(-WINDOW_DAYS);
  const weekBefore = figures.hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS);
  const [current, previous] = [sum(week), sum(weekBefore)];
  const difference = current - previous;
  if (Math.abs(difference) < LEAST_HITS || Math.abs(difference) < LEAST_CHANGE * previous) return [];
  const weeks = weeksBefore(figures);
  const dispersion = dispersionOf(figures);
  const spread = stepSpread(weeks, { ...SPREAD, dispersion });
  const z = surprise({ current, expected: previous, dispersion, spread });
  const weekdays = median(week.map((count, day) => (count + 1) / ((weekBefore[day] ?? 0) + 1)));
  const direction = difference > 0 ? 'up' : 'down';
  const isShared = direction === 'up' ? weekdays >= WEEKDAY_CHANGE.up : weekdays <= WEEKDAY_CHANGE.down;
  if (Math.abs(z) < LEAST_SURPRISE || !isShared) return [];
  const earlier = weeks.slice(0, -1);
  const usual = median(earlier);
  const isReturn = earlier.length >= LEAST_WEEKS && Math.abs(current - usual) <= USUAL_WITHIN * usual;
  const importance = importanceOf({
    ratio: (current + 1) / (previous + 1),
    share: Math.abs(difference) / Math.max(current, previous),
    weight: 1,
  });
  return [
    {
      type: 'traffic_change',
      direction,
      subject: null,
      of: null,
      importance: isReturn ? Math.min(importance, MOST_OF_RETURN) : importance,
      span: windowOf(figures),
      current,
      previous,
      shares: null,
      isReturn,
    },
  ];
}
