/** Folds findings that are reported day after day into one. */
import type { Day } from '../../../core/span.ts';
import { changeKey } from './headline.ts';
import type { Detected, Insight } from './insight-answer.ts';
import type { Signal } from './use-signals.ts';

/** A finding with all days on which it was reported. */
export interface FoldedFinding {
  /** As it was reported when it mattered most. */
  readonly detected: Detected;
  /** Whether it was still going on at the end of its last report. */
  readonly isOngoing: boolean;
  /** The first day on which it was reported, and the last one. */
  readonly first: Day;
  readonly last: Day;
  /** Number of days after the first on which it was still going on. */
  readonly laterDays: number;
  /** Annotations within its time. */
  readonly notes: readonly Signal[];
}

/** The newest first; of the same day the most important first. */
export function foldFindings(
  insights: readonly Pick<Insight, 'insights_for_date' | 'signals' | 'context_signals'>[],
): FoldedFinding[] {
  const open = new Map<string, FoldedFinding & { readonly windowEnd: string }>();
  const folded: FoldedFinding[] = [];
  for (const insight of insights.toSorted((a, b) => a.insights_for_date.localeCompare(b.insights_for_date))) {
    const day = insight.insights_for_date;
    for (const detected of insight.signals) {
      const { started_at, ended_at } = detected.window;
      const key = changeKey(detected);
      const known = open.get(key);
      const isContinued = known !== undefined && started_at <= known.windowEnd && known.last < day;
      if (known && !isContinued) folded.push(known);
      const notes = insight.context_signals.filter(
        ({ occurred_at }) => started_at <= occurred_at && occurred_at < ended_at,
      );
      const isOngoing = detected.payload_excerpt['is_ongoing'] === true;
      const isStronger = !isContinued || detected.importance_score > known.detected.importance_score;
      open.set(key, {
        detected: isStronger ? detected : known.detected,
        notes: isStronger ? notes : known.notes,
        isOngoing,
        first: isContinued ? known.first : day,
        last: day,
        laterDays: isContinued ? known.laterDays + (isOngoing ? 1 : 0) : 0,
        windowEnd: ended_at,
      });
    }
  }
  return [...folded, ...open.values()].toSorted(
    (a, b) => b.first.localeCompare(a.first) || b.detected.importance_score - a.detected.importance_score,
  );
}

/** Importance in words: the score is no unit that people know. */
export const toImportance = ({ importance_score: score }: Detected): 'high' | 'medium' | 'low' =>
  score >= 60 ? 'high' : score >= 45 ? 'medium' : 'low';
