/** Detects the effects of downtimes and of the owner's signals on the hours after them. */

import { median } from '../../../lib/median.ts';
import { baselineDays, estimateDispersion, relativeLevel } from './baseline.ts';
import {
  type Finding,
  type FindingType,
  type MeasuredEvent,
  type WeekFigures,
  WINDOW_DAYS,
} from './figures.ts';
import { computeImportance } from './importance.ts';
import { sum, zScore } from './statistics.ts';

interface Rule {
  readonly type: FindingType;
  readonly minDifference: number;
  readonly minZScore: number;
  /** Minimum ratio to the expected hits of a rise; null: rises are ignored. */
  readonly moreThan: number | null;
  /** Maximum ratio to the expected hits of a fall. */
  readonly lessThan: number;
  readonly weight: number;
}

const RULES: Readonly<Record<MeasuredEvent['kind'], Rule>> = {
  downtime: {
    type: 'downtime_effect',
    minDifference: 10,
    minZScore: 3,
    moreThan: null,
    lessThan: 0.6,
    weight: 0.9,
  },
  signal: {
    type: 'signal_effect',
    minDifference: 25,
    minZScore: 3.5,
    moreThan: 1.5,
    lessThan: 0.6,
    weight: 0.8,
  },
};
const MIN_WEEKS = 2;
const SPREAD = 0.2;
const MAX_FINDINGS = 3;

/** Finds context events with far more, or fewer, hits than the same hours of earlier weeks. */
export function findEffects(figures: WeekFigures): Finding[] {
  const usual = baselineDays(figures);
  const level = usual ? relativeLevel(figures, usual) : 1;
  const dispersion = estimateDispersion(figures);
  const week = Math.max(1, sum(figures.hits.slice(-WINDOW_DAYS)));
  const found = figures.contextEvents.flatMap((event): Finding[] => {
    const { kind, span, title, hits: current, hitsBefore } = event;
    if (hitsBefore.length < MIN_WEEKS) return [];
    const rule = RULES[kind];
    // A change of the whole week is not attributed to the event.
    const expected = median(hitsBefore) * level;
    const z = zScore({ current, expected, dispersion, spread: SPREAD });
    const ratio = current / Math.max(1, expected);
    const isMore = rule.moreThan !== null && ratio >= rule.moreThan;
    if (!isMore && ratio > rule.lessThan) return [];
    if (Math.abs(z) < rule.minZScore || Math.abs(current - expected) < rule.minDifference) return [];
    return [
      {
        type: rule.type,
        direction: isMore ? 'up' : 'down',
        subject: kind === 'signal' ? title : null,
        of: null,
        importance: computeImportance({
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
  return found.toSorted((a, b) => b.importance - a.importance).slice(0, MAX_FINDINGS);
}
