/** Detects goals that were reached far less in the last 7 days than in the weeks before. */
import { median } from '../../../lib/median.ts';
import {
  type Finding,
  type GoalFigures,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowSpan,
} from './figures.ts';
import { computeImportance } from './importance.ts';
import { relativeSpread, sum, zScore } from './statistics.ts';

const MIN_WEEKS = 3;
const MIN_CONVERSIONS = 15;
/** Maximum ratio to the expected conversions. */
const LESS_THAN = 0.6;
const MIN_Z_SCORE = 3.5;
/** Some visitors reach a goal more than once. */
const DISPERSION = 1.5;
const SPREAD = { min: 0.1, max: 1, dispersion: DISPERSION };
const MAX_FINDINGS = 3;

/** Finds goals that fell against the week before and the median week, and more than the traffic of the site did. */
export function findGoalFalls(figures: WeekFigures): Finding[] {
  const week = sum(figures.hits.slice(-WINDOW_DAYS));
  const weekBefore = sum(figures.hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS));
  // Fewer conversions of fewer visitors are no news beside those of the visitors.
  const level = Math.min(1, (week + 1) / (weekBefore + 1));
  return figures.goals
    .flatMap(goal => findFall(goal, figures, level))
    .toSorted((a, b) => b.importance - a.importance)
    .slice(0, MAX_FINDINGS);
}

function findFall({ id, name, days }: GoalFigures, figures: WeekFigures, level: number): Finding[] {
  const weeks = weeksBefore({ hits: days });
  const previous = weeks.at(-1) ?? 0;
  if (weeks.length < MIN_WEEKS) return [];
  const current = sum(days.slice(-WINDOW_DAYS));
  const expected = Math.min(previous, median(weeks)) * level;
  if (expected < MIN_CONVERSIONS || current > LESS_THAN * expected) return [];
  const spread = relativeSpread(weeks, SPREAD);
  if (zScore({ current, expected, dispersion: DISPERSION, spread }) > -MIN_Z_SCORE) return [];
  return [
    {
      type: 'goal_fall',
      direction: 'down',
      subject: name,
      of: 'goal',
      goalId: id,
      importance: computeImportance({
        ratio: (current + 1) / (previous + 1),
        share: (previous - current) / previous,
        weight: 1,
      }),
      span: windowSpan(figures),
      current,
      previous,
      shares: null,
      isReturn: false,
    },
  ];
}
