/** Detects a change of traffic as a whole: the last 7 days against the 7 before, and weekday against weekday. */

import { median } from '../../../lib/median.ts';
import { estimateDispersion } from './baseline.ts';
import {
  type Finding,
  historyDays,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowSpan,
} from './figures.ts';
import { computeImportance } from './importance.ts';
import { stepSpread, sum, zScore } from './statistics.ts';

const MIN_HITS = 30;
const MIN_CHANGE = 0.2;
const MIN_Z_SCORE = 3.5;
/** Minimum change of the median weekday: a single day does not make a week. */
const WEEKDAY_CHANGE = { up: 1.12, down: 1 / 1.12 };
const SPREAD = { min: 0.06, max: 0.4 };
const MIN_WEEKS = 4;
const RETURN_TOLERANCE = 0.12;
/** Maximum importance of a return to the usual level. */
const MAX_RETURN_IMPORTANCE = 45;

export function findTrafficChange(figures: WeekFigures): Finding[] {
  if (historyDays(figures) < WINDOW_DAYS) return [];
  const week = figures.hits.slice(-WINDOW_DAYS);
  const weekBefore = figures.hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS);
  const [current, previous] = [sum(week), sum(weekBefore)];
  const difference = current - previous;
  if (Math.abs(difference) < MIN_HITS || Math.abs(difference) < MIN_CHANGE * previous) return [];
  const weeks = weeksBefore(figures);
  const dispersion = estimateDispersion(figures);
  const spread = stepSpread(weeks, { ...SPREAD, dispersion });
  const z = zScore({ current, expected: previous, dispersion, spread });
  const weekdays = median(week.map((count, day) => (count + 1) / ((weekBefore[day] ?? 0) + 1)));
  const direction = difference > 0 ? 'up' : 'down';
  const isShared = direction === 'up' ? weekdays >= WEEKDAY_CHANGE.up : weekdays <= WEEKDAY_CHANGE.down;
  if (Math.abs(z) < MIN_Z_SCORE || !isShared) return [];
  const earlier = weeks.slice(0, -1);
  const usual = median(earlier);
  const isReturn = earlier.length >= MIN_WEEKS && Math.abs(current - usual) <= RETURN_TOLERANCE * usual;
  const importance = computeImportance({
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
      importance: isReturn ? Math.min(importance, MAX_RETURN_IMPORTANCE) : importance,
      span: windowSpan(figures),
      current,
      previous,
      shares: null,
      isReturn,
    },
  ];
}
