/** Countries and devices whose share of the hits changed. */
import {
  type Breakdown,
  type EarlierWeeks,
  type Finding,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
  weeksBefore,
  windowOf,
} from './figures.ts';
import { importanceOf } from './importance.ts';
import { median, shareSurprise, sum } from './statistics.ts';
import { dispersionOf } from './usual.ts';

const LEAST_HITS = 150;
const LEAST_POINTS = 0.08;
/** Also against what the share was in the weeks before. */
const LEAST_POINTS_EARLIER = 0.06;
const LEAST_SURPRISE = 4.5;
/** Values that say nothing about an audience. */
const UNKNOWN: ReadonlySet<string> = new Set(['XX', 'unknown']);

const isShifted = (points: number): boolean => Math.abs(points) >= LEAST_POINTS;

/** Both weeks in sum. */
const weeksOf = ({ hits }: WeekFigures) => ({
  current: sum(hits.slice(-WINDOW_DAYS)),
  previous: sum(hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS)),
});

function sharesOf(row: Ranked, figures: WeekFigures) {
  const weeks = weeksOf(figures);
  return { current: row.current / weeks.current, previous: row.previous / weeks.previous };
}

/** Keys whose share changed against the week before, as far as that is no chance. */
export function listShifting(figures: WeekFigures, breakdown: Breakdown): string[] {
  const weeks = weeksOf(figures);
  if (historyDays(figures) < WINDOW_DAYS || Math.min(weeks.current, weeks.previous) < LEAST_HITS) return [];
  const dispersion = dispersionOf(figures);
  return figures.ranked[breakdown]
    .filter(row => {
      const shares = sharesOf(row, figures);
      if (UNKNOWN.has(row.key) || !isShifted(shares.current - shares.previous)) return false;
      const z = shareSurprise(
        { share: shares.current, n: weeks.current / dispersion },
        { share: shares.previous, n: weeks.previous / dispersion },
      );
      return Math.abs(z) >= LEAST_SURPRISE;
    })
    .map(({ key }) => key);
}

/** The largest shift of a breakdown that also holds against the weeks before: where one rises, others fall. */
export function findShift(figures: WeekFigures, breakdown: Breakdown, earlier: EarlierWeeks): Finding[] {
  const shifting = new Set(listShifting(figures, breakdown));
  const totals = weeksBefore(figures).slice(0, -1);
  const shifts = figures.ranked[breakdown].flatMap(row => {
    if (!shifting.has(row.key)) return [];
    const shares = sharesOf(row, figures);
    const points = shares.current - shares.previous;
    // Weeks of both lists end with the last but one.
    const counts = (earlier[breakdown]?.get(row.key) ?? []).slice(-totals.length);
    const before = counts.flatMap((count, at) => {
      const total = totals[at + totals.length - counts.length] ?? 0;
      return total >= LEAST_HITS ? [count / total] : [];
    });
    const pointsEarlier = before.length === 0 ? points : shares.current - median(before);
    if (Math.sign(pointsEarlier) !== Math.sign(points) || Math.abs(pointsEarlier) < LEAST_POINTS_EARLIER)
      return [];
    return [{ row, shares, points }];
  });
  const [largest] = shifts.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points) || b.points - a.points);
  return largest ? [findingOf(largest, breakdown, figures)] : [];
}

function findingOf(
  { row, shares, points }: { row: Ranked; shares: ReturnType<typeof sharesOf>; points: number },
  breakdown: Breakdown,
  figures: WeekFigures,
): Finding {
  const percent = (share: number): number => Math.round(share * 1000) / 10;
  return {
    type: 'audience_shift',
    direction: points > 0 ? 'up' : 'down',
    subject: row.key,
    of: breakdown,
    importance: importanceOf({
      ratio: (shares.current + 0.01) / (shares.previous + 0.01),
      share: Math.abs(points),
      weight: 0.9,
    }),
    span: windowOf(figures),
    current: row.current,
    previous: row.previous,
    shares: { current: percent(shares.current), previous: percent(shares.previous) },
    isReturn: false,
  };
}
