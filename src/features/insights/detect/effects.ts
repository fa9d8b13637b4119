/** What downtimes and the owner's signals did to the hours after them. */
import { type Finding, type FindingType, type Happening, type WeekFigures, WINDOW_DAYS } from './figures.ts';
import { importanceOf } from './importance.ts';
import { median, sum, surprise } from './statistics.ts';
import { dispersionOf, levelOf, usualDays } from './usual.ts';

interface Rule {
  readonly type: FindingType;
  readonly leastDifference: number;
  readonly leastSurprise: number;
  /** At least so many times as much; null where more is not looked for. */
  readonly moreThan: number | null;
  /** At most so many times as much. */
  readonly lessThan: number;
  readonly weight: number;
}

const RULES: Readonly<Record<Happening['kind'], Rule>> = {
  downtime: {
    type: 'downtime_effect',
    leastDifference: 10,
    leastSurprise: 3,
    moreThan: null,
    lessThan: 0.6,
    weight: 0.9,
  },
  signal: {
    type: 'signal_effect',
    leastDifference: 25,
    leastSurprise: 3.5,
    moreThan: 1.5,
    lessThan: 0.6,
    weight: 0.8,
  },
};
const LEAST_WEEKS = 2;
const SPREAD = 0.2;
const MOST = 3;

/** Happenings whose hours had far more, or fewer, hits than the same hours of the weeks before. */
export function findEffects(figures: WeekFigures): Finding[] {
  const usual = usualDays(figures);
  const level = usual ? levelOf(figures, usual) : 1;
  const dispersion = dispersionOf(figures);
  const week = Math.max(1, sum(figures.hits.slice(-WINDOW_DAYS)));
  const found = figures.happenings.flatMap((happening): Finding[] => {
    const { kind, span, title, hits: current, hitsBefore } = happening;
    if (hitsBefore.length < LEAST_WEEKS) return [];
    const rule = RULES[kind];
    // What the whole week has more than usual is not the happening's.
    const expected = median(hitsBefore) * level;
    const z = surprise({ current, expected, dispersion, spread: SPREAD });
    const ratio = current / Math.max(1, expected);
    const isMore = rule.moreThan !== null && ratio >= rule.moreThan;
    if (!isMore && ratio > rule.lessThan) return [];
    if (Math.abs(z) < rule.leastSurprise || Math.abs(current - expected) < rule.leastDifference) return [];
    return [
      {
        type: rule.type,
        direction: isMore ? 'up' : 'down',
        subject: kind === 'signal' ? title : null,
        of: null,
        importance: importanceOf({
          ratio: (current + 1) / (expected + 1),
          share: Math.abs(current - expected) / week,
          weight: rule.weight,
        }),
        span,
        current,
        previous: Math.round(expected),
        shares: null,
        isReturn: false,
      },
    ];
  });
  return found.toSorted((a, b) => b.importance - a.importance).slice(0, MOST);
}
