/** Detects countries and devices whose share of the hits changed. */

import { median } from '../../../lib/median.ts';
import { estimateDispersion } from './baseline.ts';
import {
  type Breakdown,
  type EarlierWeeks,
  type Finding,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowSpan,
} from './figures.ts';
import { computeImportance } from './importance.ts';
import { shareZScore, sum } from './statistics.ts';

const MIN_HITS = 150;
const MIN_POINTS = 0.08;
/** Minimum change against earlier weeks. */
const MIN_POINTS_EARLIER = 0.06;
const MIN_Z_SCORE = 4.5;
/** Keys of unknown values. */
const UNKNOWN: ReadonlySet<string> = new Set(['XX', 'unknown']);

const isShifted = (points: number): boolean => Math.abs(points) >= MIN_POINTS;

/** Returns the hits of both weeks. */
const sumWeeks = ({ hits }: WeekFigures) => ({
  current: sum(hits.slice(-WINDOW_DAYS)),
  previous: sum(hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS)),
});

function computeShares(row: Ranked, figures: WeekFigures) {
  const weeks = sumWeeks(figures);
  return { current: row.current / weeks.current, previous: row.previous / weeks.previous };
}

/** Lists the keys whose share changed significantly against the week before. */
export function listShiftedKeys(figures: WeekFigures, breakdown: Breakdown): string[] {
  const weeks = sumWeeks(figures);
  if (historyDays(figures) < WINDOW_DAYS || Math.min(weeks.current, weeks.previous) < MIN_HITS) return [];
  const dispersion = estimateDispersion(figures);
  return figures.ranked[breakdown]
    .filter(row => {
      const shares = computeShares(row, figures);
      if (UNKNOWN.has(row.key) || !isShifted(shares.current - shares.previous)) return false;
      const z = shareZScore(
        { share: shares.current, n: weeks.current / dispersion },
        { share: shares.previous, n: weeks.previous / dispersion },
      );
      return Math.abs(z) >= MIN_Z_SCORE;
    })
    .map(({ key }) => key);
}

/** Finds the largest shift of a breakdown that also holds against earlier weeks: where one key rises, others fall. */
export function findShift(figures: WeekFigures, breakdown: Breakdown, earlier: EarlierWeeks): Finding[] {
  const shifting = new Set(listShiftedKeys(figures, breakdown));
  const totals = weeksBefore(figures).slice(0, -1);
  const shifts = figures.ranked[breakdown].flatMap(row => {
    if (!shifting.has(row.key)) return [];
    const shares = computeShares(row, figures);
    const points = shares.current - shares.previous;
    // Weeks of both lists end with the last but one.
    const counts = (earlier[breakdown]?.get(row.key) ?? []).slice(-totals.length);
    const before = counts.flatMap((count, at) => {
      const total = totals[at + totals.length - counts.length] ?? 0;
      return total >= MIN_HITS ? [count / total] : [];
    });
    const pointsEarlier = before.length === 0 ? points : shares.current - median(before);
    if (Math.sign(pointsEarlier) !== Math.sign(points) || Math.abs(pointsEarlier) < MIN_POINTS_EARLIER)
      return [];
    return [{ row, shares, points }];
  });
  const [largest] = shifts.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points) || b.points - a.points);
  return largest ? [toFinding(largest, breakdown, figures)] : [];
}

function toFinding(
  { row, shares, points }: { row: Ranked; shares: ReturnType<typeof computeShares>; points: number },
  breakdown: Breakdown,
  figures: WeekFigures,
): Finding {
  const percent = (share: number): number => Math.round(share * 1000) / 10;
  return {
    type: 'audience_shift',
    direction: points > 0 ? 'up' : 'down',
    subject: row.key,
    of: breakdown,
    importance: computeImportance({
      ratio: (shares.current + 0.01) / (shares.previous + 0.01),
      share: Math.abs(points),
      weight: 0.9,
    }),
    span: windowSpan(figures),
    current: row.current,
    previous: row.previous,
    shares: { current: percent(shares.current), previous: percent(shares.previous) },
    isReturn: false,
  };
}
